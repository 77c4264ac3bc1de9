import type { ExplainedCut } from '../document/chunk.js'
import type { Candidates } from './candidates.js'
import type { PathProblem } from './cheapest-path.js'
import { levelName } from './levels.js'

/** Explains the inner cuts of a path. Linear in the places and gains between the cuts around each. */
export function explainCuts(
  { chunkCost, cutCost, gains }: PathProblem,
  path: readonly number[],
  { offsets, levels }: Candidates,
  { evidence, unit }: { readonly evidence: number; readonly unit: number },
): ExplainedCut[] {
  const crossing = crossings(gains, offsets.length)
  const sorted = [...gains].sort((a, b) => a.first - b.first)
  let reached = 0
  return path.slice(1, -1).map((place, index) => {
    const [from, to] = [path[index], path[index + 2]]
    while (reached < sorted.length && sorted[reached].first < from) reached++
    const lost = new Float64Array(to - from + 1)
    for (let at = reached; at < sorted.length && sorted[at].first < to; at++) {
      const { first, last, weight } = sorted[at]
      if (last >= to) continue
      // Lost by a cut at any place after its first unit, up to its last.
      lost[first + 1 - from] += weight
      lost[last + 1 - from] -= weight
    }
    for (let at = 1; at < lost.length; at++) lost[at] += lost[at - 1]
    const costAt = (at: number): number => chunkCost(from, at) + chunkCost(at, to) + cutCost(at) + lost[at - from]
    let best = -1
    for (let at = from + 1; at < to; at++) if (at !== place && (best < 0 || costAt(at) < costAt(best))) best = at
    const own = costAt(place)
    const other = best < 0 ? Infinity : costAt(best)
    const links = crossing[place]
    return {
      offset: offsets[place],
      level: levelName(levels[place]),
      relations: evidence === 0 ? 0 : (links * unit) / evidence,
      cost: { links, place: cutCost(place), sizes: chunkCost(from, place) + chunkCost(place, to) },
      alternative: Number.isFinite(other)
        ? { offset: offsets[best], level: levelName(levels[best]), extraCost: other - own }
        : null,
    }
  })
}

/** The weight over each place. */
function crossings(gains: PathProblem['gains'], places: number): Float64Array {
  const sums = new Float64Array(places + 1)
  for (const { first, last, weight } of gains) {
    sums[first + 1] += weight
    sums[last + 1] -= weight
  }
  for (let at = 1; at < sums.length; at++) sums[at] += sums[at - 1]
  return sums
}
