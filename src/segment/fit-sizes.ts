/** How many chunks a segmentation has, and how uneven they are: Σ size² · count / (Σ size)², 1 where all are of one size. */
export interface SizeShape {
  readonly count: number
  readonly unevenness: number
}

/** What a chunk's size costs: `price · ((size − aim) / mean)²`. The aim moves how many chunks there are, the price how even they are. */
export interface SizeCost {
  readonly price: number
  readonly aim: number
}

export function shapeOf(sizes: readonly number[]): SizeShape {
  let [count, sum, squares] = [0, 0, 0]
  for (const size of sizes) {
    if (size <= 0) continue
    count++
    sum += size
    squares += size * size
  }
  return { count, unevenness: count === 0 ? 1 : (squares * count) / (sum * sum) }
}

const ROUNDS = 8
const FIRST_PRICE = 3
/** How far the number of chunks may be off, as a share. */
const CLOSE = 0.01
/** Less uneven than this share of what is allowed gives room away. */
const ROOM = 0.985
/** No step changes the price by more. */
const LONGEST_STEP = 3

/** A segmentation, and the price of sizes by which it costs least. */
export interface Fit {
  readonly path: readonly number[]
  readonly cost: SizeCost
}

/**
 * The segmentation by which there are about as many chunks as in `goal` and no more unevenness, found by moving aim and
 * price: the two multipliers of a least-cost problem with two conditions. At most 8 segmentations are tried.
 */
export function fitSizes(
  solve: (cost: SizeCost) => number[],
  shape: (path: readonly number[]) => SizeShape,
  goal: SizeShape,
  mean: number,
): Fit {
  let cost: SizeCost = { price: FIRST_PRICE, aim: mean }
  let best: (Fit & { readonly miss: number }) | undefined
  for (let round = 0; round < ROUNDS; round++) {
    const path = solve(cost)
    const { count, unevenness } = shape(path)
    const off = Math.abs(Math.log(count / goal.count))
    const miss = (off <= CLOSE ? 0 : off) + Math.max(0, Math.log(unevenness / goal.unevenness))
    if (best === undefined || miss < best.miss) best = { path, cost, miss }
    if (miss === 0 && unevenness >= ROOM * goal.unevenness) return { path, cost }
    const step = (unevenness - 1 + 1e-4) / (goal.unevenness - 1 + 1e-4)
    cost = {
      price: cost.price * Math.min(LONGEST_STEP, Math.max(1 / LONGEST_STEP, step)),
      aim: cost.aim * (count / goal.count),
    }
  }
  return best as Fit
}
