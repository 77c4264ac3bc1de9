/** A choice of cuts among places 0 to `last`; a unit is the text between two neighbouring places. */
export interface PathProblem {
  readonly last: number
  /** What a chunk between two places costs by itself; `Infinity` where it is not allowed. A single unit is always taken. */
  chunkCost(start: number, end: number): number
  /** Whether a chunk is so long that no longer one can be allowed; bounds the search. */
  isTooLong(start: number, end: number): boolean
  /** What a cut at a place costs. */
  cutCost(place: number): number
  /** What is gained where one chunk holds the units `first` to `last`. */
  readonly gains: readonly { readonly first: number; readonly last: number; readonly weight: number }[]
}

/**
 * The places to cut, both ends included, for which chunk costs and cut costs less gains are lowest; of equal ones the one
 * with the later cuts. Dynamic programming: the time is the number of pairs of places that are not too long, and of gains.
 */
export function cheapestPath({ last, chunkCost, isTooLong, cutCost, gains }: PathProblem): number[] {
  const best = new Float64Array(last + 1)
  const previous = new Int32Array(last + 1)
  const endingIn = byLastUnit(gains, last)
  /** What is gained from units that start here and end before the place at hand. */
  const open = new Float64Array(last + 1)
  for (let end = 1; end <= last; end++) {
    for (const { first, weight } of endingIn[end - 1]) open[first] += weight
    let gained = 0
    let lowest = Infinity
    for (let start = end - 1; start >= 0; start--) {
      gained += open[start]
      const alone = start === end - 1
      if (!alone && isTooLong(start, end)) break
      const cost = chunkCost(start, end)
      const total = best[start] - gained + (alone && cost === Infinity ? 0 : cost)
      if (total < lowest) {
        lowest = total
        previous[end] = start
      }
    }
    best[end] = lowest + (end < last ? cutCost(end) : 0)
  }
  const places = [last]
  while (places[places.length - 1] > 0) places.push(previous[places[places.length - 1]])
  return places.reverse()
}

function byLastUnit(gains: PathProblem['gains'], units: number): PathProblem['gains'][number][][] {
  const lists: PathProblem['gains'][number][][] = Array.from({ length: units }, () => [])
  for (const gain of gains) lists[gain.last].push(gain)
  return lists
}
