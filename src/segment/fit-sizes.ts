import { cheapestPath, type PathProblem, type SizeCost, sizeBetween } from './cheapest-path.js'

/** How many chunks a segmentation has, and how uneven they are: Σ size² · count / (Σ size)², 1 where all are of one size. */
export interface SizeShape {
  readonly count: number
  readonly unevenness: number
}

/** The sizes that a segmentation should have: about as many chunks, and no more unevenness; `mean` is that of their sizes. */
export interface SizeGoal extends SizeShape {
  readonly mean: number
}

/** A segmentation, and the cost of sizes by which it is the cheapest. */
export interface Fit {
  readonly path: readonly number[]
  readonly cost: SizeCost
}

const ROUNDS = 8
/** The price of sizes that is tried first. */
export const FIRST_PRICE = 3
/** How far the number of chunks may be off, as a share. */
const CLOSE = 0.01
/** Less uneven than this share of what is allowed gives room away. */
const ROOM = 0.985
/** No step changes the price by more. */
const LONGEST_STEP = 3
/** A price that leaves nothing but the sizes. */
const EVEN_PRICE = 1e3

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

/** The shape of the evenest cut at the places of the problem. */
export function evenestShape(problem: PathProblem, mean: number): SizeShape {
  const gains = { ...problem.gains, from: new Int32Array(problem.last + 1) }
  return shapeAlong(problem, cheapestPath({ ...problem, gains }, { price: EVEN_PRICE, aim: mean, mean }))
}

/**
 * The segmentation of the sizes in `goal`, found by moving aim and price: the two multipliers of a least-cost problem with
 * two conditions. At most 8 segmentations are tried; where none has these sizes, the one that is least off is taken.
 * @param weight What all other costs of the problem are multiplied by.
 */
export function fitSizes(problem: PathProblem, goal: SizeGoal, weight: number): Fit {
  const { mean } = goal
  let [price, aim] = [FIRST_PRICE, mean]
  let best: (Fit & { readonly miss: number }) | undefined
  for (let round = 0; round < ROUNDS; round++) {
    const cost = { price: price * weight, aim, mean }
    const path = cheapestPath(problem, cost)
    const { count, unevenness } = shapeAlong(problem, path)
    const off = Math.abs(Math.log(count / goal.count))
    const miss = (off <= CLOSE ? 0 : off) + Math.max(0, Math.log(unevenness / goal.unevenness))
    if (best === undefined || miss < best.miss) best = { path, cost, miss }
    if (miss === 0 && unevenness >= ROOM * goal.unevenness) return { path, cost }
    const step = (unevenness - 1 + 1e-4) / (goal.unevenness - 1 + 1e-4)
    price *= Math.min(LONGEST_STEP, Math.max(1 / LONGEST_STEP, step))
    aim *= count / goal.count
  }
  return best as Fit
}

function shapeAlong(problem: PathProblem, path: readonly number[]): SizeShape {
  return shapeOf(path.slice(1).map((place, at) => sizeBetween(problem, path[at], place)))
}
