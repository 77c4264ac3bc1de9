import type { Entity } from '../../document/document.js'
import { gazetteers } from '../../models/gazetteers.js'
import { weights } from '../../models/relatedness.generated.js'
import { foldName } from '../entities/fold.js'
import type { Words } from '../words.js'
import { classOfWord, type Pair, type Positions, WORD_CLASSES } from './pairs.js'
import type { Placed } from './patterns.js'

const TYPES = ['person', 'organization', 'location', 'misc', 'time', 'number', 'country', 'people']
const COUNTRY = 6
const PEOPLE = 7
/** Concepts, and the types that the model does not know. */
export const UNKNOWN = 8
const KINDS = 9
const ORDERED = KINDS ** 2

/** Upper bounds of the bins of each measure; what is larger has a bin of its own. */
const GAPS = [1, 2, 4, 7, 13, 26]
const SENTENCES = [2, 3, 4, 6, 9]
const TOGETHER = [1, 2, 3, 5]
const CLOSENESS = [0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1, 1.5, 2.5]
const BETWEEN = [1, 2, 3, 5, 8]
const FREQUENCY = [2, 3, 5]
const POSITION = [1, 2, 4, 8]
const DISTANCES = GAPS.length + SENTENCES.length + 2

/** Where the features of each sort begin. */
const AT = layout({
  bias: 1,
  types: ORDERED,
  distance: DISTANCES,
  typesByDistance: ORDERED * DISTANCES,
  firstWord: ORDERED * WORD_CLASSES,
  lastWord: ORDERED * WORD_CLASSES,
  between: BETWEEN.length + 1,
  together: TOGETHER.length + 1,
  closeness: CLOSENESS.length + 1,
  frequency: (FREQUENCY.length + 1) ** 2,
  leftTopic: ORDERED * 2,
  rightTopic: ORDERED * 2,
  early: ORDERED * 4,
  sharedWord: ORDERED * 2,
  asserted: ORDERED,
  position: (POSITION.length + 1) * 2,
})

/** How many features there are. */
export const FEATURES = AT.end

function layout<Sort extends string>(sizes: Readonly<Record<Sort, number>>): Readonly<Record<Sort | 'end', number>> {
  let end = 0
  const starts: Record<string, number> = {}
  for (const [sort, size] of Object.entries<number>(sizes)) {
    starts[sort] = end
    end += size
  }
  return { ...starts, end } as Record<Sort | 'end', number>
}

/** What the model needs to know of an entity. */
export interface Profile {
  /** Index into the types of the model. */
  readonly type: number
  /** Mentions, anaphors left out. */
  readonly count: number
  /** The words of its name, folded, those of one or two letters left out. */
  readonly words: readonly string[]
}

/** The profile of each entity: places are told apart as countries, peoples and others. */
export function profilesOf(entities: readonly Entity[]): Profile[] {
  return entities.map((entity) => {
    let count = 0
    for (const { kind } of entity.mentions) if (kind !== 'anaphor') count++
    const folded = foldName(entity.name, entity.type)
    return { type: typeOf(entity, folded), count, words: folded.split(' ').filter((word) => word.length > 2) }
  })
}

function typeOf({ type, kind }: Entity, folded: string): number {
  if (kind === 'concept') return UNKNOWN
  if (type === 'location') {
    const { countries, demonyms } = gazetteers()
    if (countries.has(folded)) return COUNTRY
    if (demonyms.has(folded)) return PEOPLE
  }
  const at = TYPES.indexOf(type)
  return at < 0 ? UNKNOWN : at
}

/** What the features of the pairs of one document are read from. */
export interface PairContext {
  readonly placed: Placed
  readonly words: Words
  readonly entityOf: Int32Array
  readonly profiles: readonly Profile[]
  readonly positions: Positions
}

/** The most features that hold of a pair. */
export const MOST_FEATURES = 16

/**
 * The features of a pair that hold, as indexes: types, distance, small words at the names, frequency, topic, place in the
 * block, pattern. Written to `out`; returns how many.
 */
export function featuresOf(pair: Pair, asserted: boolean, context: PairContext, out: Int32Array): number {
  const { placed, words, entityOf, profiles, positions } = context
  const { left, right, sentences, gap } = pair
  const a = profiles[entityOf[left]]
  const b = profiles[entityOf[right]]
  const types = a.type * KINDS + b.type
  const near = sentences === 0
  const distance = near ? bin(gap, GAPS) : GAPS.length + 1 + bin(sentences, SENTENCES)
  const far = near ? 0 : 1
  let n = 0
  out[n++] = AT.bias
  out[n++] = AT.types + types
  out[n++] = AT.distance + distance
  out[n++] = AT.typesByDistance + types * DISTANCES + distance
  if (near) {
    const touching = gap === 0
    out[n++] = AT.firstWord + types * WORD_CLASSES + (touching ? 0 : classOfWord(words, placed.to[left]))
    out[n++] = AT.lastWord + types * WORD_CLASSES + (touching ? 0 : classOfWord(words, placed.from[right] - 1))
    out[n++] = AT.between + bin(right - left - 1, BETWEEN)
  }
  out[n++] = AT.together + bin(pair.together, TOGETHER)
  out[n++] = AT.closeness + bin(pair.closeness, CLOSENESS)
  out[n++] = AT.frequency + bin(a.count, FREQUENCY) * (FREQUENCY.length + 1) + bin(b.count, FREQUENCY)
  if (entityOf[positions.topic[left]] === entityOf[left]) out[n++] = AT.leftTopic + types * 2 + far
  if (entityOf[positions.topic[right]] === entityOf[right]) out[n++] = AT.rightTopic + types * 2 + far
  const early = (positions.sentence[left] === 0 ? 1 : 0) + (positions.sentence[right] === 0 ? 2 : 0)
  out[n++] = AT.early + types * 4 + early
  if (shareWord(a.words, b.words)) out[n++] = AT.sharedWord + types * 2 + far
  if (asserted) out[n++] = AT.asserted + types
  out[n++] = AT.position + bin(positions.sentence[left], POSITION) * 2 + far
  return n
}

function bin(value: number, bounds: readonly number[]): number {
  let at = 0
  while (at < bounds.length && value >= bounds[at]) at++
  return at
}

function shareWord(a: readonly string[], b: readonly string[]): boolean {
  for (const word of a) if (b.includes(word)) return true
  return false
}

let table: Float32Array | undefined

/** The probability that the two entities of a pair are related: a logistic model over the `count` features of `featuresOf`. */
export function probability(features: Int32Array, count: number): number {
  table ??= decodeWeights(weights)
  let sum = 0
  for (let at = 0; at < count; at++) sum += table[features[at]]
  return 1 / (1 + Math.exp(-sum))
}

/** Steps to 1 in which weights are kept. */
const STEPS = 25

/** Weights as base 64 of bytes with a sign, in steps of 1/25. */
export function encodeWeights(values: ArrayLike<number>): string {
  const bytes = Int8Array.from(values, (value) => Math.max(-127, Math.min(127, Math.round(value * STEPS))))
  return Buffer.from(bytes.buffer).toString('base64')
}

export function decodeWeights(packed: string): Float32Array {
  const bytes = new Int8Array(Buffer.from(packed, 'base64'))
  return Float32Array.from(bytes, (byte) => byte / STEPS)
}
