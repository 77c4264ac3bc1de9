import type { Annotated, Entity } from '../../document/document.js'
import { firstStartingAt } from '../../document/span.js'
import { gazetteers } from '../../models/gazetteers.js'
import { weights } from '../../models/relatedness.generated.js'
import { foldName } from '../entities/fold.js'
import type { Words } from '../words.js'
import { classOfWord, type Pair, WORD_CLASSES } from './pairs.js'
import type { Placed } from './patterns.js'

const TYPES = ['person', 'organization', 'location', 'misc', 'time', 'number', 'country', 'people']
const ORDERED = TYPES.length ** 2
const GAPS = 9

const BIAS = 0
const TYPE_PAIR = 1
const TYPES_BY_GAP = TYPE_PAIR + ORDERED
const FIRST_WORD = TYPES_BY_GAP + ORDERED * GAPS
const LAST_WORD = FIRST_WORD + ORDERED * WORD_CLASSES
const COUNT = LAST_WORD + ORDERED * WORD_CLASSES
const CLOSENESS = COUNT + 4
const FREQUENCY = CLOSENESS + 8
const TOPIC = FREQUENCY + 16
const ASSERTED = TOPIC + ORDERED * 2
const BETWEEN = ASSERTED + ORDERED
const EARLY = BETWEEN + 5
const SIZE = EARLY + ORDERED * 3

/** How many features there are. */
export const FEATURES = SIZE

/** What the model needs to know of an entity. */
export interface Profile {
  /** Index into the types of the model. */
  readonly type: number
  readonly count: number
  /** Whether the first sentence that names anything names it. */
  readonly early: boolean
}

/** The profile of each entity: places are told apart as countries, peoples and others. */
export function profilesOf(entities: readonly Entity[], firstEnd: number): Profile[] {
  const { countries, demonyms } = gazetteers()
  return entities.map(({ type, name, mentions }) => {
    const folded = type === 'location' ? foldName(name, type) : ''
    const at = countries.has(folded) ? 6 : demonyms.has(folded) ? 7 : TYPES.indexOf(type)
    return { type: at < 0 ? 3 : at, count: mentions.length, early: mentions[0].start < firstEnd }
  })
}

/** Where the first sentence with a name in it ends. */
export function firstSentenceEnd({ mentions, sentences }: Annotated<'mentions'>): number {
  const first = mentions[0]
  return first === undefined ? 0 : (sentences[firstStartingAt(sentences, first.start + 1) - 1]?.end ?? first.end)
}

function gapIndex({ gap, sentences }: Pair): number {
  if (sentences > 0) return Math.min(5 + sentences, 8)
  return gap < 2 ? 0 : gap < 4 ? 1 : gap < 7 ? 2 : gap < 13 ? 3 : gap < 26 ? 4 : 5
}

const frequencyIndex = (count: number) => (count < 3 ? count - 1 : count < 5 ? 2 : 3)

/** The features of a pair that hold, as indexes: types, distance, small words at the names, frequency, topic, pattern. */
export function featuresOf(
  pair: Pair,
  placed: Placed,
  words: Words,
  a: Profile,
  b: Profile,
  asserted: boolean,
  out: number[],
): void {
  const { from, to } = placed
  const types = a.type * TYPES.length + b.type
  out.length = 0
  out.push(BIAS, TYPE_PAIR + types, TYPES_BY_GAP + types * GAPS + gapIndex(pair))
  if (pair.sentences === 0) {
    const none = pair.gap === 0
    out.push(FIRST_WORD + types * WORD_CLASSES + (none ? 0 : classOfWord(words, to[pair.left])))
    out.push(LAST_WORD + types * WORD_CLASSES + (none ? 0 : classOfWord(words, from[pair.right] - 1)))
  }
  out.push(COUNT + Math.min(3, pair.count - 1), CLOSENESS + Math.min(7, Math.floor(4 * Math.log2(1 + pair.closeness))))
  out.push(FREQUENCY + 4 * frequencyIndex(a.count) + frequencyIndex(b.count))
  if (pair.topic) out.push(TOPIC + types * 2 + (pair.sentences > 0 ? 1 : 0))
  if (asserted) out.push(ASSERTED + types)
  out.push(BETWEEN + (pair.between < 3 ? pair.between : pair.between < 6 ? 3 : 4))
  if (a.early || b.early) out.push(EARLY + types * 3 + (a.early ? (b.early ? 2 : 0) : 1))
}

let table: Float32Array | undefined

/** The probability that the two entities of a pair are related: a logistic model over `featuresOf`. */
export function probability(features: readonly number[]): number {
  table ??= decode(weights)
  let sum = 0
  for (const feature of features) sum += table[feature]
  return 1 / (1 + Math.exp(-sum))
}

/** Two letters a weight: base 94 from `!`, centred, in hundredths. */
function decode(packed: string): Float32Array {
  return Float32Array.from({ length: SIZE }, (_, at) => {
    const high = packed.charCodeAt(2 * at) - 35
    const low = packed.charCodeAt(2 * at + 1) - 35
    return (high * 90 + low - 4050) / 100
  })
}

/** Packs weights as `probability` reads them. */
export function encodeWeights(values: ArrayLike<number>): string {
  let packed = ''
  for (let at = 0; at < values.length; at++) {
    const whole = Math.min(8099, Math.max(0, Math.round(values[at] * 100) + 4050))
    packed += letter(Math.floor(whole / 90)) + letter(whole % 90)
  }
  return packed
}

/** From `#` on. */
function letter(digit: number): string {
  return String.fromCharCode(digit + 35)
}
