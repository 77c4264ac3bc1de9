import type { ExplainedCut } from '../document/chunk.js'
import type { Document } from '../document/document.js'
import { type Span, skipBlank, skipBlankBack } from '../document/span.js'
import { type Budget, createBudget } from './budget.js'
import { type Candidates, candidates } from './candidates.js'
import { cheapestPath, type PathProblem } from './cheapest-path.js'
import { explainCuts } from './explain.js'
import { fitSizes, type SizeCost, type SizeShape, shapeOf } from './fit-sizes.js'
import type { Item } from './items.js'
import { LEVEL } from './levels.js'
import { splitRecursively } from './recursive.js'

/** What a cut within a sentence costs by its level, in mean item weights per sentence. */
const PRICES: readonly number[] = [20, 8, 6, 5]

/** How much less a cut between blocks costs than one between sentences, in mean item weights per sentence. */
export const BLOCK_BONUS = 4

/** How uneven chunks may be: against those of recursive splitting, and against the evenest cut at sentences. */
const UNEVEN_AS_RECURSIVE = 1.015
const UNEVEN_AS_EVENEST = 1.03

/** A price that leaves nothing but the sizes. */
const EVEN_PRICE = 1e3

/** What speaks for items: with so many in a sentence they and the structure count the same. */
const EVEN_EVIDENCE = 0.25

/** How much items should count against the structure of the text, 0 to 1, by how many signs of them there are in how many sentences. */
export function evidenceOf(signs: number, sentences: number): number {
  const even = EVEN_EVIDENCE * Math.max(1, sentences)
  return signs ** 2 / (signs ** 2 + even ** 2)
}

/** An estimate of a span's tokens from prefix counts is off by no more than this in practice; exact counts decide near the limit. */
const SLACK_TOKENS = 16

export interface LeastCostOptions {
  readonly items?: readonly Item[]
  /** Spans that are never cut as long as they fit, sorted by start. */
  readonly protect?: readonly Span[]
  /** How much the items count against the structural prior, 0 to 1; by default `evidenceOf` them. */
  readonly evidence?: number
  /** How much less a cut between blocks costs than one between sentences, in mean item weights per sentence. Default 4. */
  readonly blockBonus?: number
  /** Is told of each cut why it is there. */
  readonly explain?: (cuts: readonly ExplainedCut[]) => void
}

/**
 * The segmentation that costs least, by dynamic programming over candidate cuts under a hard size limit, as Knuth and
 * Plass break paragraphs into lines (Software: Practice and Experience 11, 1981).
 *
 * The cost is `e · (items parted + sizes + level prices) + (1 − e) · (cuts that recursive splitting would not make + cuts of
 * recursive splitting left out)`, where `e` is the evidence. Sizes are priced so that there are about as many chunks as
 * recursive splitting to the target makes, and hardly more uneven ones. With `e = 0` the result is that of recursive
 * splitting, but for cuts inside protected spans.
 */
export function leastCost(document: Document, budget: Budget, options: LeastCostOptions = {}): Span[] {
  const { items = [], protect = [], blockBonus = BLOCK_BONUS } = options
  const places = candidates(document, budget, protect)
  const { offsets } = places
  const weighed = items.filter(({ weight }) => weight > 0)
  const sentences = Math.max(1, document.sentences.length)
  const evidence = weighed.length === 0 ? 0 : (options.evidence ?? evidenceOf(weighed.length, sentences))
  const gains = gainsOf(offsets, evidence > 0 ? weighed : [])
  // All costs are in mean weights per sentence of the items that a cut could part.
  const unit = gains.reduce((sum, { weight }) => sum + weight, 0) / sentences || 1
  const sizes = sizesBetween(document, budget, offsets)
  const priceOf = (level: number): number => PRICES[level] ?? (level < LEVEL.part ? 0 : -blockBonus)
  const problem = {
    last: offsets.length - 1,
    isTooLong: (start: number, end: number) => sizes.of(start, end) > budget.maxTokens + SLACK_TOKENS,
    cutCost: (place: number) => cutCost(places, place, evidence, priceOf),
    gains: gains.map((gain) => ({ ...gain, weight: (gain.weight * evidence) / unit })),
  }
  const fit =
    evidence === 0 ? unfitted(problem, sizes, budget.targetTokens) : fitted(document, budget, problem, sizes, evidence)
  options.explain?.(explainCuts({ ...problem, chunkCost: fit.chunkCost }, fit.path, places, { evidence, unit }))
  return fit.path
    .slice(1)
    .map((place, at) => ({ start: offsets[fit.path[at]], end: offsets[place] }))
    .filter(({ start, end }) => skipBlank(document.text, start, end) < end)
}

/** Too small ever to outweigh a cut; it only decides between segmentations that the prior holds equal. */
const NO_PRICE = 1e-7

type UnpricedProblem = Omit<PathProblem, 'chunkCost'>

/** The cheapest path, and the cost of chunks that it is cheapest by. */
interface CheapestPath {
  readonly path: readonly number[]
  readonly chunkCost: PathProblem['chunkCost']
}

function unfitted(problem: UnpricedProblem, sizes: Sizes, targetTokens: number): CheapestPath {
  const chunkCost = sizes.cost({ price: NO_PRICE, aim: targetTokens }, targetTokens)
  return { path: cheapestPath({ ...problem, chunkCost }), chunkCost }
}

/** The cheapest path among those of the right sizes. */
function fitted(
  document: Document,
  budget: Budget,
  problem: UnpricedProblem,
  sizes: Sizes,
  evidence: number,
): CheapestPath {
  const plain = createBudget(document, { ...budget, maxTokens: budget.targetTokens })
  const pieces = splitRecursively(document, plain).map(({ start, end }) => plain.count(start, end))
  const mean = pieces.reduce((sum, size) => sum + size, 0) / Math.max(1, pieces.length)
  const recursive = shapeOf(pieces)
  const shape = (path: readonly number[]): SizeShape => shapeOf(sizes.along(path))
  const priced = ({ price, aim }: SizeCost): PathProblem['chunkCost'] => sizes.cost({ price, aim }, mean)
  const even = priced({ price: EVEN_PRICE, aim: mean })
  const evenest = shape(cheapestPath({ ...problem, gains: [], chunkCost: even }))
  const unevenness = Math.max(UNEVEN_AS_RECURSIVE * recursive.unevenness, UNEVEN_AS_EVENEST * evenest.unevenness)
  const scaled = ({ price, aim }: SizeCost): SizeCost => ({ price: price * evidence, aim })
  const solve = (cost: SizeCost): number[] => cheapestPath({ ...problem, chunkCost: priced(scaled(cost)) })
  const { path, cost } = fitSizes(solve, shape, { count: recursive.count, unevenness }, mean)
  return { path, chunkCost: priced(scaled(cost)) }
}

interface Sizes {
  /** Tokens between two places, without the blanks at the ends. */
  of(start: number, end: number): number
  along(path: readonly number[]): number[]
  /** What a chunk costs by its size; `Infinity` where it does not fit. */
  cost(cost: SizeCost, mean: number): PathProblem['chunkCost']
}

function sizesBetween({ text, tokens }: Document, budget: Budget, offsets: readonly number[]): Sizes {
  // Tokens of the text up to the first character that is not blank after each place, and up to the last one before it.
  const from = new Float64Array(offsets.length)
  const to = new Float64Array(offsets.length)
  for (let at = 0; at < offsets.length; at++) {
    from[at] = tokens.count(0, budget.trim ? skipBlank(text, offsets[at], text.length) : offsets[at])
    to[at] = tokens.count(0, budget.trim ? skipBlankBack(text, 0, offsets[at]) : offsets[at])
  }
  const of = (start: number, end: number): number => Math.max(0, to[end] - from[start])
  return {
    of,
    along: (path) => path.slice(1).map((place, at) => of(path[at], place)),
    cost:
      ({ price, aim }, mean) =>
      (start, end) => {
        const size = of(start, end)
        const limit = budget.limit(offsets[start])
        if (size > limit - SLACK_TOKENS && !budget.fits(offsets[start], offsets[end])) return Infinity
        return price * ((size - aim) / mean) ** 2
      },
  }
}

/** What a cut costs by itself; the prior pays for each cut of recursive splitting, and charges each other one, the finer the more. */
function cutCost(
  { levels, recursive }: Candidates,
  place: number,
  evidence: number,
  priceOf: (level: number) => number,
): number {
  const level = levels[place]
  const prior = recursive[place] ? -1 : 2 - Math.min(level, LEVEL.block) / LEVEL.block
  return evidence * priceOf(level) + (1 - evidence) * prior
}

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
