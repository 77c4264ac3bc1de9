/** What a chunk costs by its size: `price · ((size − aim) / mean)²`. The aim moves how many chunks there are, the price how even they are. */
export interface SizeCost {
  readonly price: number
  readonly aim: number
  readonly mean: number
}

/** What is gained where one chunk holds the units `first` to `last`; a unit is the text between two neighbouring places. */
export interface Gains {
  readonly first: Int32Array
  readonly last: Int32Array
  readonly weight: Float64Array
}

/** A choice of cuts among places 0 to `last`. */
export interface PathProblem {
  readonly last: number
  /** Tokens of the text up to what a chunk starts with that starts at each place. */
  readonly tokensFrom: Float64Array
  /** Tokens of the text up to what a chunk ends with that ends at each place. */
  readonly tokensTo: Float64Array
  /** For each place the first one from which a chunk up to it is allowed; a single unit is always taken. */
  readonly earliest: Int32Array
  /** What a cut at each place costs. */
  readonly cutCosts: Float64Array
  readonly gains: GainsByEnd
}

/** Gains in the order of their last units. */
export interface GainsByEnd {
  /** Where the gains of each unit begin in the lists; one entry more than units. */
  readonly from: Int32Array
  readonly first: Int32Array
  readonly weight: Float64Array
}

/** The size of the chunk between two places. */
export function sizeBetween({ tokensFrom, tokensTo }: PathProblem, start: number, end: number): number {
  return Math.max(0, tokensTo[end] - tokensFrom[start])
}

/**
 * The places to cut, both ends included, for which the costs of sizes and cuts less gains are lowest; of equal ones the one
 * with the later cuts. Dynamic programming: the time is the number of allowed pairs of places, and of gains.
 */
export function cheapestPath(problem: PathProblem, { price, aim, mean }: SizeCost): number[] {
  const { last, tokensFrom, tokensTo, earliest, cutCosts, gains } = problem
  const best = new Float64Array(last + 1)
  const previous = new Int32Array(last + 1)
  /** What is gained from units that start here and end before the place at hand. */
  const open = new Float64Array(last + 1)
  const factor = price / mean ** 2
  for (let end = 1; end <= last; end++) {
    for (let at = gains.from[end - 1]; at < gains.from[end]; at++) open[gains.first[at]] += gains.weight[at]
    const first = Math.min(earliest[end], end - 1)
    const to = tokensTo[end]
    let gained = 0
    let lowest = Infinity
    let from = end - 1
    for (let start = end - 1; start >= first; start--) {
      gained += open[start]
      const size = to - tokensFrom[start]
      const off = Math.max(size, 0) - aim
      const total = best[start] - gained + factor * off * off
      if (total < lowest) {
        lowest = total
        from = start
      }
    }
    previous[end] = from
    best[end] = lowest + (end < last ? cutCosts[end] : 0)
  }
  const places = [last]
  while (places[places.length - 1] > 0) places.push(previous[places[places.length - 1]])
  return places.reverse()
}

/** Puts gains in the order of their last units. */
export function sortGains({ first, last, weight }: Gains, units: number): GainsByEnd {
  const from = new Int32Array(units + 1)
  for (const unit of last) from[unit + 1]++
  for (let unit = 0; unit < units; unit++) from[unit + 1] += from[unit]
  const next = from.slice()
  const sorted = { from, first: new Int32Array(first.length), weight: new Float64Array(first.length) }
  for (let gain = 0; gain < first.length; gain++) {
    const at = next[last[gain]]++
    sorted.first[at] = first[gain]
    sorted.weight[at] = weight[gain]
  }
  return sorted
}
