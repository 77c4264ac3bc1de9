import type { Span } from '../src/document/span.js'
import { hull } from '../src/document/span.js'
import {
  evidenceSpans,
  type GoldDocument,
  type GoldMention,
  type MeasuredChunk,
  nearestPair,
} from '../src/evaluate/index.js'
import { cheapestPath, type PathProblem, sortGains } from '../src/segment/cheapest-path.js'
import { splitRecursively } from '../src/segment/recursive.js'
import { budgetOf } from './integrity-cutters.js'
import { CLOSE } from './integrity-match.js'
import type { AnnotatedDocument, MeasuredDocument } from './integrity-sets.js'

/** How many chunks a segmentation of a set may have, how large they may be for the average token, and how large at most. */
export interface SizeLimits {
  readonly count: number
  readonly weightedMean: number
  readonly maxTokens: number
}

/** The sentences of a document as the units of a segmentation; one that exceeds the maximum is in pieces. */
export interface Units {
  readonly sentences: readonly Span[]
  /** Tokens of the text before each sentence, and up to the end of the one before it. */
  readonly tokensFrom: Float64Array
  readonly tokensTo: Float64Array
  /** The exact number of tokens of the sentences `first` to `end - 1` as a chunk. */
  count(first: number, end: number): number
}

/** Sentences, first and last, that are worth one where they stay together. */
export type Gain = { readonly first: number; readonly last: number; readonly weight: number }

/** For each document the sentences before which a chunk begins, and the number of all sentences at the end. */
export type Paths = readonly (readonly number[])[]

export function unitsOf(document: AnnotatedDocument, size: number): Units {
  const { tokens } = document
  const whole = budgetOf(document, size, 2 * size)
  const pieces = budgetOf(document, size, size)
  const sentences = document.sentences.flatMap((sentence) =>
    whole.fits(sentence.start, sentence.end) ? [sentence] : splitRecursively(document, pieces, sentence),
  )
  return {
    sentences,
    tokensFrom: Float64Array.from([...sentences.map(({ start }) => tokens.count(0, start)), 0]),
    tokensTo: Float64Array.from([0, ...sentences.map(({ end }) => tokens.count(0, end))]),
    count: (first, end) => whole.count(sentences[first].start, sentences[end - 1].end),
  }
}

/** The spans as gains of the sentences that they begin and end in; those within one sentence are left out. */
export function gainsOf({ sentences }: Units, spans: readonly Span[]): Gain[] {
  const sums = new Map<string, Gain>()
  for (const { start, end } of spans) {
    const [first, last] = [sentenceAt(sentences, start), sentenceAt(sentences, end - 1)]
    if (first === last) continue
    const key = `${first} ${last}`
    sums.set(key, { first, last, weight: (sums.get(key)?.weight ?? 0) + 1 })
  }
  return [...sums.values()]
}

/** From the first to the last of the two nearest mentions of each relation. */
export function nearestSpans(gold: GoldDocument): Span[] {
  return mentionLists(gold).flatMap(([heads, tails]) => {
    const pair = nearestPair(heads, tails)
    return pair === undefined ? [] : [hull(pair[0], pair[1])]
  })
}

/** From the first to the last sentence of each relation's evidence. */
export function evidenceHulls(gold: GoldDocument): Span[] {
  return gold.relations.flatMap((relation) => {
    const spans = evidenceSpans(gold, relation)
    return spans.length === 0 ? [] : [spans.reduce(hull)]
  })
}

function mentionLists({
  entities,
  relations,
}: GoldDocument): (readonly [readonly GoldMention[], readonly GoldMention[]])[] {
  const mentions = new Map(entities.map((entity) => [entity.id, entity.mentions]))
  return relations.map(({ head, tail }) => [mentions.get(head) ?? [], mentions.get(tail) ?? []] as const)
}

const STEPS = 18
const PRICE_STEPS = 9
const LEAST_PRICE = 1e-3
const MOST_PRICE = 1e3

interface Sized {
  readonly paths: Paths
  readonly count: number
  readonly weightedMean: number
  readonly gained: number
}

/**
 * The segmentation at sentences that keeps most, with as many chunks over all documents as the limits have (within 1 %) and
 * no larger token-weighted mean: both conditions are multipliers of a least-cost problem that dynamic programming solves
 * exactly, a price for each chunk and one for its squared size. Near exact: optima between two multipliers are not seen.
 */
export function bestPaths(units: readonly Units[], gains: readonly (readonly Gain[])[], limits: SizeLimits): Paths {
  const problems = units.map((unit, at) => problemOf(unit, gains[at], limits))
  let best: Sized | undefined
  const consider = (found: Sized): void => {
    const isAllowed = found.weightedMean <= limits.weightedMean && Math.abs(found.count / limits.count - 1) <= CLOSE
    if (isAllowed && (best === undefined || found.gained > best.gained)) best = found
  }
  let [low, high] = [Math.log(LEAST_PRICE), Math.log(MOST_PRICE)]
  let last = atCount(problems, limits, MOST_PRICE, consider)
  for (let step = 0; step < PRICE_STEPS; step++) {
    const middle = (low + high) / 2
    const found = atCount(problems, limits, Math.exp(middle), consider)
    if (found.weightedMean <= limits.weightedMean) {
      high = middle
      last = found
    } else low = middle
  }
  return (best ?? last).paths
}

/** The least token-weighted mean size that a segmentation at sentences with so many chunks has. */
export function evenestMean(units: readonly Units[], count: number, maxTokens: number): number {
  const limits = { count, weightedMean: Infinity, maxTokens }
  const problems = units.map((unit) => problemOf(unit, [], limits))
  return atCount(problems, limits, 1, () => {}).weightedMean
}

/** A document's cut without the price of a chunk. */
interface Problem extends Omit<PathProblem, 'cutCosts'> {
  readonly units: Units
  readonly list: readonly Gain[]
}

function problemOf(units: Units, list: readonly Gain[], { maxTokens }: SizeLimits): Problem {
  const last = units.sentences.length
  const earliest = new Int32Array(last + 1)
  for (let end = 1, start = 0; end <= last; end++) {
    while (start < end - 1 && units.count(start, end) > maxTokens) start++
    earliest[end] = start
  }
  const gains = {
    first: Int32Array.from(list, ({ first }) => first),
    last: Int32Array.from(list, ({ last }) => last),
    weight: Float64Array.from(list, ({ weight }) => weight),
  }
  const { tokensFrom, tokensTo } = units
  return { last, tokensFrom, tokensTo, earliest, gains: sortGains(gains, last), units, list }
}

/** The segmentation with closest to so many chunks at one price of sizes, by bisection on the price of a chunk. */
function atCount(
  problems: readonly Problem[],
  limits: SizeLimits,
  price: number,
  consider: (found: Sized) => void,
): Sized {
  const bound = 8 * price + MOST_CROSSING
  let [low, high] = [-bound, bound]
  let best: Sized | undefined
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    const found = solve(problems, limits, price, middle)
    consider(found)
    if (best === undefined || Math.abs(found.count - limits.count) < Math.abs(best.count - limits.count)) best = found
    if (found.count === limits.count) break
    if (found.count > limits.count) low = middle
    else high = middle
  }
  return best as Sized
}

/** No more gains than this matter at one place. */
const MOST_CROSSING = 200

function solve(problems: readonly Problem[], { count }: SizeLimits, price: number, chunkPrice: number): Sized {
  const total = problems.reduce((sum, { last, tokensTo }) => sum + tokensTo[last], 0)
  const cost = { price, aim: 0, mean: total / count }
  let [chunks, sum, squares, gained] = [0, 0, 0, 0]
  const paths = problems.map((problem) => {
    const cutCosts = new Float64Array(problem.last + 1).fill(chunkPrice)
    const path = cheapestPath({ ...problem, cutCosts }, cost)
    for (let chunk = 1; chunk < path.length; chunk++) {
      const size = problem.units.count(path[chunk - 1], path[chunk])
      chunks++
      sum += size
      squares += size * size
    }
    gained += keptBy(path, problem.list)
    return path
  })
  return { paths, count: chunks, weightedMean: squares / sum, gained }
}

/** The weight of the gains that one chunk holds. */
export function keptBy(path: readonly number[], gains: readonly Gain[]): number {
  const chunkOf = chunkIndex(path)
  return gains.reduce((sum, { first, last, weight }) => sum + (chunkOf[first] === chunkOf[last] ? weight : 0), 0)
}

function chunkIndex(path: readonly number[]): Int32Array {
  const chunkOf = new Int32Array(path[path.length - 1])
  for (let chunk = 1; chunk < path.length; chunk++) chunkOf.fill(chunk - 1, path[chunk - 1], path[chunk])
  return chunkOf
}

const ROUNDS = 4

/**
 * A segmentation that keeps as many relations as possible at entity level, the best that is found: from the nearest pairs,
 * and from each given cut, every relation is moved a few times to the pair of mentions that the present cut keeps or,
 * failing that, parts by the fewest cuts, and the segmentation is made anew.
 * @param starts Cuts to begin from: for each document, where its chunks begin.
 */
export function bestEntityPaths(
  documents: readonly MeasuredDocument[],
  units: readonly Units[],
  limits: SizeLimits,
  starts: readonly (readonly (readonly number[])[])[],
): Paths {
  const lists = documents.map(({ gold }) => mentionLists(gold))
  const nearest = bestPaths(
    units,
    documents.map(({ gold }, at) => gainsOf(units[at], nearestSpans(gold))),
    limits,
  )
  const cuts = [offsetsOf(units, nearest), ...starts]
  let best = nearest
  let most = keptAtEntities(lists, offsetsOf(units, nearest))
  for (const start of cuts) {
    let offsets = start
    for (let round = 0; round < ROUNDS; round++) {
      const gains = lists.map((list, at) => gainsOf(units[at], assigned(list, offsets[at])))
      const paths = bestPaths(units, gains, limits)
      offsets = offsetsOf(units, paths)
      const kept = keptAtEntities(lists, offsets)
      if (kept > most) {
        most = kept
        best = paths
      } else if (round > 0) break
    }
  }
  return best
}

function offsetsOf(units: readonly Units[], paths: Paths): number[][] {
  return paths.map((path, at) => path.slice(0, -1).map((place) => units[at].sentences[place]?.start ?? 0))
}

type MentionLists = ReturnType<typeof mentionLists>

/** For each relation the two mentions with the fewest cuts between their ends; of equals the nearest. */
function assigned(lists: MentionLists, starts: readonly number[]): Span[] {
  return lists.flatMap(([heads, tails]) => {
    const [placed, others] = [heads, tails].map((list) =>
      list.map((mention) => ({ mention, chunk: chunkAt(starts, mention) })),
    )
    let best: Span | undefined
    let least = Infinity
    for (const a of placed) {
      for (const b of others) {
        const span = hull(a.mention, b.mention)
        const cost = Math.abs(a.chunk - b.chunk) * FAR + (span.end - span.start)
        if (cost >= least) continue
        least = cost
        best = span
      }
    }
    return best === undefined ? [] : [best]
  })
}

/** Longer than any text. */
const FAR = 1e9

function keptAtEntities(lists: readonly MentionLists[], offsets: readonly (readonly number[])[]): number {
  let kept = 0
  lists.forEach((list, at) => {
    for (const [heads, tails] of list) {
      const chunks = new Set(heads.map((mention) => chunkAt(offsets[at], mention)))
      if (tails.some((mention) => chunks.has(chunkAt(offsets[at], mention)))) kept++
    }
  })
  return kept
}

function chunkAt(starts: readonly number[], { start }: Span): number {
  return indexAt(starts.length, (at) => starts[at], start)
}

function sentenceAt(sentences: readonly Span[], offset: number): number {
  return indexAt(sentences.length, (at) => sentences[at].start, offset)
}

/** The last index whose value is not above `value`; 0 where there is none. */
function indexAt(length: number, startOf: (at: number) => number, value: number): number {
  let [low, high] = [0, length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (startOf(middle) <= value) low = middle
    else high = middle
  }
  return low
}

/** The chunks of a path, with their exact sizes. */
export function chunksOf({ sentences, count }: Units, path: readonly number[]): MeasuredChunk[] {
  return path.slice(1).map((end, at) => ({
    spans: [{ start: sentences[path[at]].start, end: sentences[end - 1].end }],
    tokenCount: count(path[at], end),
  }))
}
