/** How far the number of chunks may be off, as a share. */
export const CLOSE = 0.01

const ROUNDS = 9
/** The targets that are tried, as shares of the size. */
const LEAST = 0.6
const MOST = 1.6

/**
 * The target size by which there are closest to `count` chunks, by bisection. Each next target is where proportion would
 * have it, and the middle of what is left where that is outside or has just been tried; at most 9 are tried.
 * @param countAt The number of chunks at a target; falls, about, as the target grows.
 * @param first The first target to try.
 */
export function matchTarget(countAt: (target: number) => number, count: number, size: number, first = size): number {
  let low = Math.max(1, Math.round(LEAST * size))
  let high = Math.round(MOST * size)
  let target = Math.min(high, Math.max(low, first))
  let best = target
  let least = Infinity
  for (let round = 0; round < ROUNDS && low <= high; round++) {
    const found = countAt(target)
    const miss = Math.abs(found - count)
    if (miss < least) {
      least = miss
      best = target
    }
    if (miss === 0) break
    if (found > count) low = target + 1
    else high = target - 1
    const next = Math.round((target * found) / count)
    target = round % 2 === 0 && next >= low && next <= high ? next : (low + high) >> 1
  }
  return best
}

export const isClose = (found: number, count: number): boolean => Math.abs(found / count - 1) <= CLOSE
