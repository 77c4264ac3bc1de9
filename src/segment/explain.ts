import type { ExplainedCut } from '../document/chunk.js'
import type { Candidates } from './candidates.js'
import { type GainsByEnd, type PathProblem, type SizeCost, sizeBetween } from './cheapest-path.js'
import { levelName } from './levels.js'

/**
 * Explains the inner cuts of a path. Linear in the places and gains between the cuts around each.
 * @param unit How many expected relations a gain of 1 is.
 */
export function explainCuts(
  problem: PathProblem,
  { price, aim, mean }: SizeCost,
  path: readonly number[],
  { offsets, levels }: Candidates,
  unit: number,
): ExplainedCut[] {
  const { cutCosts, earliest } = problem
  const gains = gainsByStart(problem.gains)
  const crossing = crossings(gains, offsets.length)
  const sizeCost = (start: number, end: number): number =>
    start < earliest[end] && start < end - 1 ? Infinity : price * ((sizeBetween(problem, start, end) - aim) / mean) ** 2
  let reached = 0
  return path.slice(1, -1).map((place, index) => {
    const [from, to] = [path[index], path[index + 2]]
    while (reached < gains.length && gains[reached].first < from) reached++
    const lost = new Float64Array(to - from + 1)
    for (let at = reached; at < gains.length && gains[at].first < to; at++) {
      const { first, last, weight } = gains[at]
      if (last >= to) continue
      // Lost by a cut at any place after its first unit, up to its last.
      lost[first + 1 - from] += weight
      lost[last + 1 - from] -= weight
    }
    for (let at = 1; at < lost.length; at++) lost[at] += lost[at - 1]
    const costAt = (at: number): number => sizeCost(from, at) + sizeCost(at, to) + cutCosts[at] + lost[at - from]
    let best = -1
    for (let at = from + 1; at < to; at++) if (at !== place && (best < 0 || costAt(at) < costAt(best))) best = at
    const other = best < 0 ? Infinity : costAt(best)
    return {
      offset: offsets[place],
      level: levelName(levels[place]),
      relations: gains.length === 0 ? 0 : crossing[place] * unit,
      cost: {
        links: crossing[place],
        place: cutCosts[place],
        sizes: sizeCost(from, place) + sizeCost(place, to),
      },
      alternative: Number.isFinite(other)
        ? { offset: offsets[best], level: levelName(levels[best]), extraCost: other - costAt(place) }
        : null,
    }
  })
}

interface Gain {
  readonly first: number
  readonly last: number
  readonly weight: number
}

function gainsByStart({ from, first, weight }: GainsByEnd): Gain[] {
  const gains: Gain[] = []
  for (let last = 0; last + 1 < from.length; last++) {
    for (let at = from[last]; at < from[last + 1]; at++) gains.push({ first: first[at], last, weight: weight[at] })
  }
  return gains.sort((a, b) => a.first - b.first)
}

/** The weight over each place. */
function crossings(gains: readonly Gain[], places: number): Float64Array {
  const sums = new Float64Array(places + 1)
  for (const { first, last, weight } of gains) {
    sums[first + 1] += weight
    sums[last + 1] -= weight
  }
  for (let at = 1; at < sums.length; at++) sums[at] += sums[at - 1]
  return sums
}
