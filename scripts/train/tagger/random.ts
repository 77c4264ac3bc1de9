/** A copy in an order that depends on the seed alone. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const copy = [...items]
  let state = seed >>> 0
  for (let at = copy.length - 1; at > 0; at--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    const other = Math.floor((state / 2 ** 32) * (at + 1))
    ;[copy[at], copy[other]] = [copy[other], copy[at]]
  }
  return copy
}
