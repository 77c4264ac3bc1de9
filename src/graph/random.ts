/** A source of numbers in [0, 1) that gives the same row for the same seed: mulberry32 by Tommy Ettinger. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** `count` of the items, drawn without replacement by a partial Fisher-Yates shuffle; all of them where there are no more. */
export function drawSample<T>(items: readonly T[], count: number, random: () => number): T[] {
  if (items.length <= count) return [...items]
  const pool = [...items]
  for (let at = 0; at < count; at++) {
    const other = at + Math.floor(random() * (pool.length - at))
    const drawn = pool[other]
    pool[other] = pool[at]
    pool[at] = drawn
  }
  return pool.slice(0, count)
}
