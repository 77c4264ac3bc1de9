import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { packed, predicates, vocabulary } from '../../models/facts.generated.js'
import { LOCATION_NOUNS, MISC_NOUNS, ORGANIZATION_NOUNS } from '../../models/lexicon.js'
import { CAPITAL, DIGITS, type Words } from '../words.js'
import type { Assertion, Placed } from './assertion.js'
import { isEvent } from './brackets.js'
import { AREAS, isDemonym, levelOf } from './gazetteer.js'
import { fits, isTyped } from './predicates.js'
import { questionsOf } from './questions.js'
import { BEFORE_UNSURE, DENIES, NOT, UNSURE, WANTS } from './vocabulary.js'

/** Each mention is paired with at most this many after it. */
const NEXT = 8
/** Most words between the two. */
const REACH = 28
/** Buckets of weights that features are hashed into. */
export const BUCKETS = 2 ** 15
/** Steps to 1 in which weights are kept. */
const STEPS = 25

const GAPS = [1, 2, 3, 5, 8, 12, 20]
const KINDS = [
  'person',
  'organization',
  'misc',
  'time',
  'people',
  'place',
  'area',
  'region',
  'country',
  'region?',
  'country?',
]
const BASIC = ['person', 'organization', 'location', 'misc', 'time']
const OTHER_WORD = 1
const CAPITAL_WORD = 2
const NUMBER = 3
const MENTION = 4
/** The first number of a word of the vocabulary. */
const FIRST_WORD = MENTION + KINDS.length + 1

/** What the model of one kind of text needs to know. */
export interface Vocabulary {
  readonly numbers: ReadonlyMap<string, number>
  /** The number of the first noun that heads a name. */
  readonly size: number
}

/** Gives each word a number: the same list, the same numbers. */
export function vocabularyOf(words: readonly string[]): Vocabulary {
  return { numbers: new Map(words.map((word, at) => [word, FIRST_WORD + at])), size: FIRST_WORD + words.length }
}

/** A pair of mentions of one sentence that a fact may be stated of. */
export interface Candidate {
  readonly subject: number
  readonly object: number
  /** Index into the predicates. */
  readonly predicate: number
  /** Buckets of the features that hold. */
  readonly features: Int32Array
}

/** A fact with the probability that annotators call it true. */
export interface LearntFact extends Assertion {
  readonly probability: number
}

/** A predicate that the model asserts, from the probability that was right often enough in other documents. */
export interface LearntPredicate {
  readonly name: string
  readonly least: number
}

/**
 * Facts that a small model reads between two mentions of one sentence where no pattern read more than their words: only those that it is sure of,
 * and none in a sentence that asks, denies or supposes. Linear in the words and mentions.
 */
export function readFacts(text: Words, placed: Placed, known: readonly Assertion[]): LearntFact[] {
  const model = loaded()
  const said = new Set<number>()
  for (const { subject, object, predicate, negated, modality } of known)
    if (negated || modality !== 'fact' || isTyped(predicate)) said.add(pairOf(subject, object))
  const found: LearntFact[] = []
  const stated = new Set<string>()
  for (const { subject, object, predicate, features } of candidatesOf(text, placed, model.names, model.vocabulary)) {
    if (said.has(pairOf(subject, object))) continue
    const probability = logistic(features, model.weights)
    if (probability < model.least[predicate]) continue
    const { mentions, from } = placed
    const key = `${text.sentence[from[subject]]} ${mentions[subject].entity} ${predicate} ${mentions[object].entity}`
    if (stated.has(key)) continue
    stated.add(key)
    found.push({ subject, object, predicate: model.names[predicate], negated: false, modality: 'fact', probability })
  }
  return found
}

const pairOf = (a: number, b: number): number => Math.min(a, b) * 2 ** 26 + Math.max(a, b)

/** Every pair that some of the predicates fit, with its features. */
export function* candidatesOf(
  text: Words,
  placed: Placed,
  names: readonly string[],
  vocabulary: Vocabulary,
): Generator<Candidate> {
  const { mentions, from, to } = placed
  const reader = new FeatureReader(text, placed, vocabulary)
  const unsure = unsureSentences(text)
  for (let left = 0; left < mentions.length; left++) {
    const sentence = text.sentence[from[left]]
    if (unsure.has(sentence)) continue
    for (let right = left + 1; right <= left + NEXT && right < mentions.length; right++) {
      const gap = from[right] - to[left]
      if (gap > REACH || text.sentence[from[right]] !== sentence) break
      if (gap < 0 || mentions[left].entity === mentions[right].entity) continue
      let codes: readonly number[] | undefined
      for (let predicate = 0; predicate < names.length; predicate++) {
        for (const forward of [true, false]) {
          const [subject, object] = forward ? [left, right] : [right, left]
          if (
            mentions[object].kind === 'anaphor' ||
            isJoined(text, placed, object) ||
            (names[predicate] === 'released_on' && isEvent(text, placed, subject)) ||
            !suits(names[predicate], mentions[subject].type, mentions[object].type)
          )
            continue
          codes ??= reader.read(left, right)
          const salt = predicate * 2 + (forward ? 1 : 0)
          yield { subject, object, predicate, features: Int32Array.from(codes, (code) => bucketOf(code, salt)) }
        }
      }
    }
  }
}

/** Whether the name is half of a compound: `African-AMERICAN`. */
function isJoined({ lower }: Words, { from, to }: Placed, at: number): boolean {
  return lower[from[at] - 1] === '-' || lower[to[at]] === '-'
}

function suits(name: string, subject: string, object: string): boolean {
  return fits(name, subject, object) && !(name === 'part_of' && subject === 'location')
}

/** The sentences that ask, deny or suppose something. */
function unsureSentences(text: Words): ReadonlySet<number> {
  const unsure = new Set(questionsOf(text))
  const { lower, sentence, length } = text
  for (let i = 0; i < length; i++) {
    const low = lower[i]
    if (
      NOT.has(low) ||
      UNSURE.has(low) ||
      DENIES.has(low) ||
      WANTS.has(low) ||
      BEFORE_UNSURE.has(low) ||
      low.endsWith("n't") ||
      low.endsWith('n’t')
    )
      unsure.add(sentence[i])
  }
  return unsure
}

/** What a template of features is filled with, as a number. */
function mix(template: number, a: number, b = 0, c = 0, d = 0): number {
  let hash = Math.imul(template + 0x9e3779b9, 0x85ebca6b)
  hash = Math.imul(hash ^ a, 0xc2b2ae35)
  hash = Math.imul((hash ^ (hash >>> 15)) + b, 0x27d4eb2f)
  hash = Math.imul((hash ^ (hash >>> 13)) + c, 0x165667b1)
  hash = Math.imul((hash ^ (hash >>> 16)) + d, 0x9e3779b1)
  return hash ^ (hash >>> 15)
}

function bucketOf(code: number, salt: number): number {
  const hash = Math.imul(code ^ Math.imul(salt + 1, 0x9e3779b1), 0x85ebca6b)
  return ((hash ^ (hash >>> 16)) >>> 0) % BUCKETS
}

/** Reads the features of pairs: what the two are, how far apart, and the words between and beside them. */
class FeatureReader {
  private readonly kinds: Int8Array
  private readonly words: Int16Array
  private readonly coarse: Int8Array

  constructor(
    private readonly text: Words,
    private readonly placed: Placed,
    private readonly vocabulary: Vocabulary,
  ) {
    this.kinds = Int8Array.from(placed.mentions, (_, i) => KINDS.indexOf(kindOf(text, placed, i)))
    this.coarse = Int8Array.from(placed.mentions, ({ type }) => BASIC.indexOf(type) + 1)
    this.words = Int16Array.from({ length: text.length }, (_, at) => {
      if (text.flags[at] & CAPITAL) return CAPITAL_WORD
      if (text.flags[at] & DIGITS) return NUMBER
      return vocabulary.numbers.get(text.lower[at]) ?? OTHER_WORD
    })
  }

  read(left: number, right: number): number[] {
    const { placed, kinds } = this
    const { from, to, mentions } = placed
    const types = (kinds[left] + 1) * 16 + kinds[right] + 1
    const kinds4 =
      types * 4 + (mentions[left].kind === 'anaphor' ? 2 : 0) + (mentions[right].kind === 'anaphor' ? 1 : 0)
    const coarse = this.coarse[left] * 16 + this.coarse[right]
    const gap = this.between(left, right)
    const size = bin(gap.length, GAPS)
    const apart = Math.min(4, right - left - 1)
    const [first, last] = [gap[0] ?? 0, gap[gap.length - 1] ?? 0]
    const before = this.wordAt(from[left] - 1, from[left])
    const after = this.wordAt(to[right], to[right] - 1)
    const codes = [mix(1, 0), mix(2, kinds4), mix(3, types, size), mix(4, size), mix(5, types, apart), mix(6, apart)]
    codes.push(mix(7, types, first), mix(8, types, last), mix(9, first), mix(10, last))
    codes.push(mix(11, before), mix(12, after), mix(13, coarse, before), mix(14, coarse, after))
    for (const word of new Set(gap)) if (word !== OTHER_WORD) codes.push(mix(15, word), mix(16, coarse, word))
    if (gap.length > 1) codes.push(mix(17, first, gap[1]), mix(18, gap[gap.length - 2], last))
    if (gap.length <= 4) {
      const whole = mix(20, gap[0] ?? 0, gap[1] ?? 0, gap[2] ?? 0, gap[3] ?? 0)
      codes.push(mix(19, types, whole), mix(24, coarse, whole))
    }
    codes.push(mix(21, this.headOf(left)), mix(22, this.headOf(right)))
    if (left === 0 || this.text.sentence[from[left - 1]] !== this.text.sentence[from[left]]) codes.push(mix(23, types))
    return codes
  }

  /** The words between, each other mention as one. */
  private between(left: number, right: number): number[] {
    const { from, to } = this.placed
    const gap: number[] = []
    let next = left + 1
    for (let at = to[left]; at < from[right]; at++) {
      while (next < right && to[next] <= at) next++
      if (next >= right || at < from[next]) gap.push(this.words[at])
      else if (at === from[next]) gap.push(MENTION + 1 + this.kinds[next])
    }
    return gap
  }

  private wordAt(at: number, beside: number): number {
    const { sentence, length } = this.text
    return at < 0 || at >= length || sentence[at] !== sentence[beside] ? 0 : this.words[at]
  }

  /** The noun that a name ends with, where it says what is so named. */
  private headOf(at: number): number {
    const low = this.text.lower[this.placed.to[at] - 1]
    const isHead = LOCATION_NOUNS.has(low) || ORGANIZATION_NOUNS.has(low) || MISC_NOUNS.has(low) || AREAS.has(low)
    return isHead ? (this.vocabulary.numbers.get(low) ?? OTHER_WORD) : 0
  }
}

function kindOf(text: Words, placed: Placed, at: number): string {
  const { type } = placed.mentions[at]
  if ((type === 'location' || type === 'misc') && isDemonym(text, placed, at)) return 'people'
  if (type !== 'location') return type
  const [least, most] = levelOf(text, placed, at)
  if (least !== most && most > 1) return most === 3 ? 'country?' : 'region?'
  return ['place', 'area', 'region', 'country'][most]
}

function bin(value: number, bounds: readonly number[]): number {
  let at = 0
  while (at < bounds.length && value >= bounds[at]) at++
  return at
}

/** The probability that a logistic model gives to features. */
export function logistic(features: Int32Array, weights: ArrayLike<number>): number {
  let sum = 0
  for (const feature of features) sum += weights[feature]
  return 1 / (1 + Math.exp(-sum))
}

/** Weights as bytes with a sign, in steps of 1/25, compressed, in base 64. */
export function packBuckets(values: ArrayLike<number>): string {
  const bytes = Int8Array.from(values, (value) => Math.max(-127, Math.min(127, Math.round(value * STEPS))))
  return brotliCompressSync(Buffer.from(bytes.buffer)).toString('base64')
}

function unpackBuckets(packed: string): Float32Array {
  return Float32Array.from(new Int8Array(brotliDecompressSync(Buffer.from(packed, 'base64'))), (byte) => byte / STEPS)
}

interface Model {
  readonly names: readonly string[]
  readonly least: readonly number[]
  readonly vocabulary: Vocabulary
  readonly weights: Float32Array
}

let model: Model | undefined

function loaded(): Model {
  model ??= {
    names: predicates.map(({ name }) => name),
    least: predicates.map(({ least }) => least),
    vocabulary: vocabularyOf(vocabulary.split(' ')),
    weights: unpackBuckets(packed),
  }
  return model
}
