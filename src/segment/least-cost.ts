import type { ExplainedCut } from '../document/chunk.js'
import type { Document } from '../document/document.js'
import { type Span, skipBlank, skipBlankBack } from '../document/span.js'
import { type Budget, createBudget } from './budget.js'
import { type Candidates, candidates } from './candidates.js'
import { cheapestPath, type Gains, type PathProblem, sortGains } from './cheapest-path.js'
import { explainCuts } from './explain.js'
import { evenestShape, type Fit, fitSizes, shapeOf } from './fit-sizes.js'
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
  const { problem, places, evidence, unit } = cuttingProblem(document, budget, options)
  const { path, cost } = evidence === 0 ? unfitted(problem, budget) : fitted(document, budget, problem, evidence)
  options.explain?.(explainCuts(problem, cost, path, places, unit / evidence))
  return spansAlong(document, places, path)
}

/** The places to cut and all that the choice among them costs but the sizes. */
export interface CuttingProblem {
  readonly problem: PathProblem
  readonly places: Candidates
  /** How much the items count against the structural prior, 0 to 1. */
  readonly evidence: number
  /** The mean weight of items for each sentence, which is what costs are counted in. */
  readonly unit: number
}

export function cuttingProblem(document: Document, budget: Budget, options: LeastCostOptions): CuttingProblem {
  const { items = [], protect = [], blockBonus = BLOCK_BONUS } = options
  const places = candidates(document, budget, protect)
  const { offsets } = places
  const sentences = Math.max(1, document.sentences.length)
  const evidence = items.length === 0 ? 0 : (options.evidence ?? evidenceOf(items.length, sentences))
  const last = offsets.length - 1
  const gains = gainsOf(offsets, evidence > 0 ? items : [])
  // All costs are in mean weights per sentence of the items that a cut could part.
  const unit = gains.weight.reduce((sum, weight) => sum + weight, 0) / sentences || 1
  const priceOf = (level: number): number => PRICES[level] ?? (level < LEVEL.part ? 0 : -blockBonus)
  const problem: PathProblem = {
    last,
    ...allowedSizes(document, budget, offsets),
    cutCosts: Float64Array.from(offsets, (_, place) => cutCost(places, place, evidence, priceOf)),
    gains: sortGains({ ...gains, weight: gains.weight.map((weight) => (weight * evidence) / unit) }, last),
  }
  return { problem, places, evidence, unit }
}

/** The text between the places of a path; blank spans are left out. */
export function spansAlong({ text }: Document, { offsets }: Candidates, path: readonly number[]): Span[] {
  return path
    .slice(1)
    .map((place, at) => ({ start: offsets[path[at]], end: offsets[place] }))
    .filter(({ start, end }) => skipBlank(text, start, end) < end)
}

/** Too small ever to outweigh a cut; it only decides between segmentations that the prior holds equal. */
const NO_PRICE = 1e-7

function unfitted(problem: PathProblem, { targetTokens }: Budget): Fit {
  const cost = { price: NO_PRICE, aim: targetTokens, mean: targetTokens }
  return { path: cheapestPath(problem, cost), cost }
}

/** The cheapest path of about as many chunks as recursive splitting to the target makes, and hardly more uneven ones. */
function fitted(document: Document, budget: Budget, problem: PathProblem, evidence: number): Fit {
  const plain = createBudget(document, { ...budget, maxTokens: budget.targetTokens })
  const pieces = splitRecursively(document, plain).map(({ start, end }) => plain.count(start, end))
  const mean = Math.max(1, pieces.reduce((sum, size) => sum + size, 0) / Math.max(1, pieces.length))
  const { count, unevenness } = shapeOf(pieces)
  const most = Math.max(UNEVEN_AS_RECURSIVE * unevenness, UNEVEN_AS_EVENEST * evenestShape(problem, mean).unevenness)
  return fitSizes(problem, { count: Math.max(1, count), unevenness: most, mean }, evidence)
}

/** Tokens up to each place, and the first place from which a chunk up to each fits by an exact count. */
function allowedSizes(
  { text, tokens }: Document,
  budget: Budget,
  offsets: readonly number[],
): Pick<PathProblem, 'tokensFrom' | 'tokensTo' | 'earliest'> {
  const tokensFrom = new Float64Array(offsets.length)
  const tokensTo = new Float64Array(offsets.length)
  for (let at = 0; at < offsets.length; at++) {
    const start = budget.trim ? skipBlank(text, offsets[at], text.length) : offsets[at]
    const end = budget.trim ? skipBlankBack(text, 0, offsets[at]) : offsets[at]
    tokensFrom[at] = tokens.count(0, start)
    tokensTo[at] = end === start ? tokensFrom[at] : tokens.count(0, end)
  }
  const earliest = new Int32Array(offsets.length)
  for (let end = 1, start = 0; end < offsets.length; end++) {
    while (start < end - 1 && !fits(start, end)) start++
    earliest[end] = start
  }
  function fits(start: number, end: number): boolean {
    const spare = budget.limit(offsets[start]) - (tokensTo[end] - tokensFrom[start])
    if (Math.abs(spare) > SLACK_TOKENS) return spare > 0
    return budget.fits(offsets[start], offsets[end])
  }
  return { tokensFrom, tokensTo, earliest }
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
function gainsOf(offsets: readonly number[], items: readonly Item[]): Gains {
  const first = new Int32Array(items.length)
  const last = new Int32Array(items.length)
  const weight = new Float64Array(items.length)
  const unitAt = unitFinder(offsets)
  let count = 0
  for (const item of items) {
    if (!(item.weight > 0)) continue
    const start = unitAt(item.start)
    const end = unitAt(item.end - 1)
    if (end === start) continue
    first[count] = start
    last[count] = end
    weight[count++] = item.weight
  }
  return { first: first.subarray(0, count), last: last.subarray(0, count), weight: weight.subarray(0, count) }
}

/** A page of text for which the finder keeps the unit that it begins in, as a power of two. */
const PAGE_BITS = 7

/** Finds the unit that an offset is in. */
function unitFinder(offsets: readonly number[]): (offset: number) => number {
  const units = offsets.length - 1
  const pages = new Int32Array(((offsets[units] ?? 0) >> PAGE_BITS) + 1)
  for (let page = 0, unit = 0; page < pages.length; page++) {
    while (unit + 1 < units && offsets[unit + 1] <= page << PAGE_BITS) unit++
    pages[page] = unit
  }
  return (offset) => {
    let unit = pages[offset >> PAGE_BITS]
    while (unit + 1 < units && offsets[unit + 1] <= offset) unit++
    return unit
  }
}
