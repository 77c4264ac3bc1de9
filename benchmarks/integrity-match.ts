/** How far the number of chunks may be off, as a share. */
export const CLOSE = 0.01

const ROUNDS = 9
/** How many targets around the best are tried where bisection ends without a close one. */
const AROUND = 10
/** The targets that are tried, as shares of the size. */
const LEAST = 0.6
const MOST = 1.6

export const isClose = (found: number, count: number): boolean => Math.abs(found / count - 1) <= CLOSE

/**
 * The target size by which there are closest to `count` chunks, by bisection. Each next target is where proportion would
 * have it, and the middle of what is left where that is outside or has just been tried. Since the number of chunks falls
 * only about as the target grows, targets nearby are tried too where none is close. At most 19 are tried.
 * @param countAt The number of chunks at a target.
 * @param first The first target to try.
 */
export function matchTarget(countAt: (target: number) => number, count: number, size: number, first = size): number {
  let low = Math.max(1, Math.round(LEAST * size))
  let high = Math.round(MOST * size)
  let target = Math.min(high, Math.max(low, first))
  let best = { target, found: Infinity }
  const measure = (at: number): number => {
    const found = countAt(at)
    if (Math.abs(found - count) < Math.abs(best.found - count)) best = { target: at, found }
    return found
  }
  for (let round = 0; round < ROUNDS && low <= high && best.found !== count; round++) {
    const found = measure(target)
    if (found > count) low = target + 1
    else high = target - 1
    const next = Math.round((target * found) / count)
    target = round % 2 === 0 && next >= low && next <= high ? next : (low + high) >> 1
  }
  const step = Math.max(1, Math.round(size / 128))
  const middle = best.target
  for (let at = 1; at <= AROUND && !isClose(best.found, count); at++) {
    measure(Math.max(1, middle + (at % 2 === 0 ? -1 : 1) * Math.ceil(at / 2) * step))
  }
  return best.target
}
