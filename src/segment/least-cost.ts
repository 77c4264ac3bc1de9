import type { Document } from '../document/document.js'
import { type Span, skipBlank, skipBlankBack } from '../document/span.js'
import type { Budget } from './budget.js'
import { type Candidates, candidates } from './candidates.js'
import { cheapestPath, type PathProblem } from './cheapest-path.js'
import type { Item } from './items.js'
import { LEVEL } from './levels.js'

/** What a cut costs by its level, in mean item weights per sentence: a cut in a paragraph loses much cohesion. */
const PRICES: readonly number[] = [20, 8, 6, 5, 4]

/** How much a chunk costs that is as far from the target as the target itself, in mean item weights per sentence. */
const SIZE_PRICE = 4

/** How many items a sentence must have for the items and the structure to count the same. */
const EVEN_EVIDENCE = 0.25

/** An estimate of a span's tokens from prefix counts is off by no more than this in practice; exact counts decide near the limit. */
const SLACK_TOKENS = 16

export interface LeastCostOptions {
  readonly items?: readonly Item[]
  /** Spans that are never cut as long as they fit, sorted by start. */
  readonly protect?: readonly Span[]
  /** How much the items count against the structural prior, 0 to 1; worked out from how many there are by default. */
  readonly evidence?: number
}

/**
 * The segmentation that costs least, by dynamic programming over candidate cuts under a hard size limit, as Knuth and
 * Plass break paragraphs into lines (Software: Practice and Experience 11, 1981).
 *
 * The cost is `e · (items parted + distance from the target size + level prices) + (1 − e) · (cuts that recursive splitting
 * would not make + cuts of recursive splitting left out)`, where `e` is the evidence. With `e = 0` the result is that of
 * recursive splitting, but for cuts inside protected spans.
 */
export function leastCost(document: Document, budget: Budget, options: LeastCostOptions = {}): Span[] {
  const { items = [], protect = [] } = options
  const places = candidates(document, budget, protect)
  const { offsets } = places
  const weighed = items.filter(({ weight }) => weight > 0)
  const sentences = Math.max(1, document.sentences.length)
  const evidence = weighed.length === 0 ? 0 : (options.evidence ?? evidenceOf(weighed.length, sentences))
  const gains = gainsOf(offsets, evidence > 0 ? weighed : [])
  // All costs are in mean weights per sentence of the items that a cut could part.
  const unit = gains.reduce((sum, { weight }) => sum + weight, 0) / sentences || 1
  const chosen = cheapestPath({
    last: offsets.length - 1,
    ...chunkCosts(document, budget, offsets, evidence),
    cutCost: (place) => cutCost(places, place, evidence),
    gains: gains.map((gain) => ({ ...gain, weight: (gain.weight * evidence) / unit })),
  })
  return chosen
    .slice(1)
    .map((place, at) => ({ start: offsets[chosen[at]], end: offsets[place] }))
    .filter(({ start, end }) => skipBlank(document.text, start, end) < end)
}

/** From 0 to 1, with the number of items to a sentence. */
function evidenceOf(items: number, sentences: number): number {
  return items / (items + EVEN_EVIDENCE * sentences)
}

function chunkCosts(
  document: Document,
  budget: Budget,
  offsets: readonly number[],
  evidence: number,
): Pick<PathProblem, 'chunkCost' | 'isTooLong'> {
  const { text, tokens } = document
  // Tokens of the text up to the first character that is not blank after each place, and up to the last one before it.
  const from = new Float64Array(offsets.length)
  const to = new Float64Array(offsets.length)
  for (let at = 0; at < offsets.length; at++) {
    from[at] = tokens.count(0, budget.trim ? skipBlank(text, offsets[at], text.length) : offsets[at])
    to[at] = tokens.count(0, budget.trim ? skipBlankBack(text, 0, offsets[at]) : offsets[at])
  }
  // The lesser price, too small ever to outweigh a cut, only decides between segmentations that the prior holds equal.
  const price = evidence * SIZE_PRICE + (1 - evidence) * 1e-7
  return {
    isTooLong: (start, end) => to[end] - from[start] > budget.maxTokens + SLACK_TOKENS,
    chunkCost(start, end) {
      const size = Math.max(0, to[end] - from[start])
      const limit = budget.limit(offsets[start])
      if (size > limit - SLACK_TOKENS && !budget.fits(offsets[start], offsets[end])) return Infinity
      const target = budget.target(offsets[start])
      return price * ((size - target) / target) ** 2
    },
  }
}

/** What a cut costs by itself; the prior pays for each cut of recursive splitting, and charges each other one, the finer the more. */
function cutCost({ levels, recursive }: Candidates, place: number, evidence: number): number {
  const level = levels[place]
  const prior = recursive[place] ? -1 : 2 - Math.min(level, LEVEL.block) / LEVEL.block
  return evidence * (PRICES[level] ?? 0) + (1 - evidence) * prior
}

/** The items that a cut can part, as ranges of the units between candidates. */
/** The items that some cut could part, by the units that they begin and end in. */
function gainsOf(offsets: readonly number[], items: readonly Item[]): PathProblem['gains'] {
  return items
    .map(({ start, end, weight }) => ({ first: unitAt(offsets, start), last: unitAt(offsets, end - 1), weight }))
    .filter(({ first, last }) => last > first)
}

function unitAt(offsets: readonly number[], offset: number): number {
  let low = 0
  let high = offsets.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (offsets[middle] <= offset) low = middle
    else high = middle
  }
  return low
}
