import type { Annotated, EntityId, Mention, Relation } from '../document/document.js'
import { hull, type Span } from '../document/span.js'
import { boundaryFeatures, measureBoundaries } from './boundary.js'
import { FURTHEST, type LinkContext, linkFeatures, topicsOf } from './links.js'
import { type CohesionModel, cohesionModel, expected } from './model.js'
import { entityPairs, type SentencePair, salience } from './pairs.js'
import { type SentenceTable, sentenceTable } from './sentences.js'

/** Two sentences that belong together, with all between them: how many relations are lost where a cut parts them. */
export interface Link extends Span {
  readonly weight: number
}

/** What holds a document's sentences together, and how far the models are trusted with it. */
export interface Cohesion {
  readonly links: readonly Link[]
  /** 0 to 1: how much of `links` the trained models have, against the salience of entities. */
  readonly learned: number
}

export interface CohesionOptions {
  /** What it is worth to keep two entities together, by their ids; by default their salience. */
  readonly pairs?: (a: EntityId, b: EntityId) => number
  /** 0 to 1: the most that the trained models may have against the pairs. Default 1. */
  readonly trust?: number
}

/** Lighter links are left out. */
const LEAST = 0.02

/** The types that the models have been fitted on. */
const KNOWN_TYPES: ReadonlySet<string> = new Set(['person', 'organization', 'location', 'misc', 'time', 'number'])

const isOwnType = (type: string): boolean => type !== 'concept' && !KNOWN_TYPES.has(type)

/** Everything that the features need but the boundary model. */
export function prepare(document: Annotated<'mentions'>): Omit<LinkContext, 'crossing' | 'topic'> {
  const table = sentenceTable(document)
  return { table, boundaries: measureBoundaries(table), weight: relationWeights(document) }
}

/** Expected relations over each place between two sentences. */
export function crossings(
  { table, boundaries }: Pick<LinkContext, 'table' | 'boundaries'>,
  weights: Float64Array,
): Float64Array {
  const features: number[] = []
  const crossing = new Float64Array(table.length)
  for (let i = 1; i < table.length; i++) {
    boundaryFeatures(table, boundaries, i, features)
    crossing[i] = expected(features, weights)
  }
  return crossing
}

/**
 * What holds a document's sentences together, in expected relations. The trained models share with salience, which takes
 * over the same number of relations, by the odds that a mention is a name of a type which the models know, to the third
 * power. Where words have no blanks between them, which the models cannot read, sentences that follow each other in a block
 * hold together as well, by as many relations again. Linear in the number of sentences.
 */
export function cohesionOf(document: Annotated<'mentions'>, { pairs, trust = 1 }: CohesionOptions = {}): Cohesion {
  const { sentences, mentions } = document
  const prepared = prepare(document)
  const { table } = prepared
  const learned = trust * learnedShare(mentions) * (1 - table.unspaced)
  const predicted = predict(prepared, cohesionModel())
  const salient = entityPairs(
    table,
    pairs === undefined ? salience(table, isOwnType) : (a, b) => pairs(table.ids[a], table.ids[b]),
  )
  const scale = total(predicted) / (total(salient) || 1)
  const links = new Map<number, number>()
  const add = ({ first, last, weight }: SentencePair, by: number): void => {
    const key = first * sentences.length + last
    links.set(key, (links.get(key) ?? 0) + weight * by)
  }
  for (const pair of predicted) add(pair, learned)
  for (const pair of salient) add(pair, (1 - learned) * scale)
  const mean = total(predicted) / Math.max(1, sentences.length)
  for (const pair of neighbours(table)) add(pair, mean * table.unspaced)
  const found: Link[] = []
  for (const [key, weight] of links) {
    const first = Math.floor(key / sentences.length)
    if (weight < LEAST) continue
    const { start, end } = hull(sentences[first], sentences[key % sentences.length])
    // Not by spreading: objects made so are several times slower to read.
    found.push({ start, end, weight })
  }
  return { links: found, learned }
}

function learnedShare(mentions: readonly Mention[]): number {
  let [known, other] = [0, 0]
  for (const { kind, type } of mentions) {
    if (kind === 'name' && KNOWN_TYPES.has(type)) known++
    else if (kind !== 'anaphor') other++
  }
  return share(known, other, 3)
}

/** The share of `a` against `b`, sharpened by the power; 0 where there is no `a`. */
function share(a: number, b: number, power: number): number {
  return a === 0 ? 0 : a ** power / (a ** power + b ** power)
}

/** The sentences that follow each other in one block. */
function neighbours({ length, block }: SentenceTable): SentencePair[] {
  return Array.from({ length: Math.max(0, length - 1) }, (_, first) => ({ first, last: first + 1, weight: 1 })).filter(
    ({ first, last }) => block[first] === block[last],
  )
}

function total(pairs: readonly SentencePair[]): number {
  return pairs.reduce((sum, { weight }) => sum + weight, 0)
}

/** What the models say of all sentences that are near each other: relations by nearest mentions and by evidence together. */
function predict(prepared: Omit<LinkContext, 'crossing' | 'topic'>, model: CohesionModel): SentencePair[] {
  const crossing = crossings(prepared, model.boundary)
  const context = { ...prepared, crossing, topic: topicsOf(prepared.boundaries, crossing) }
  const pairs: SentencePair[] = []
  const features: number[] = []
  const { length } = prepared.table as SentenceTable
  for (let first = 0; first < length; first++) {
    for (let last = first + 1; last < length && last - first <= FURTHEST; last++) {
      linkFeatures(context, first, last, features)
      pairs.push({ first, last, weight: expected(features, model.nearest) + expected(features, model.evidence) })
    }
  }
  return pairs
}

/** Sums the weights of relations by the sentences of their two mentions. */
function relationWeights({
  sentences,
  relations = [],
}: Annotated<'mentions'> & { readonly relations?: readonly Relation[] }): (a: number, b: number) => number {
  const sums = new Map<number, number>()
  const size = sentences.length
  const sentenceAt = (offset: number): number => {
    let low = 0
    let high = size
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (sentences[middle].start <= offset) low = middle
      else high = middle
    }
    return low
  }
  for (const { subject, object, weight } of relations) {
    const a = sentenceAt(subject.start)
    const b = sentenceAt(object.start)
    if (a === b) continue
    const key = Math.min(a, b) * size + Math.max(a, b)
    sums.set(key, (sums.get(key) ?? 0) + weight)
  }
  return (a, b) => sums.get(a * size + b) ?? 0
}
