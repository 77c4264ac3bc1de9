import type { Block, Mention } from '../../document/document.js'
import { firstStartingAt } from '../../document/span.js'
import { LETTERS, type Words } from '../words.js'
import type { Placed } from './patterns.js'

/** Two entities that are mentioned near each other. */
export interface Pair {
  /** Indexes of the two mentions with the fewest sentences, then words, between them, in the order of the text. */
  left: number
  right: number
  /** Words between these two. */
  gap: number
  /** Sentences from the one to the other. */
  sentences: number
  /** How often the two share a sentence. */
  together: number
  /** Sum of 1 / (1 + gap / 10) over all their places in reach, halved for each sentence end between. */
  closeness: number
}

/** Which mentions are paired. */
export interface Reach {
  /** Each mention is paired with at most this many mentions after it. */
  readonly next: number
  /** The furthest sentence that a pair may reach over. */
  readonly sentences: number
  /** Says of two mentions that they make no pair. */
  readonly skips?: (a: Mention, b: Mention) => boolean
}

/** Names are paired over a long paragraph or two. */
const NAMES: Reach = { next: 48, sentences: 12 }
const DECAY = 10

/** The ranges of words of all names in the text; mentions that no word was read for are left out. */
export function placeMentions(mentions: readonly Mention[], words: Words): Placed {
  const kept: Mention[] = []
  const from: number[] = []
  const to: number[] = []
  let at = 0
  for (const mention of mentions) {
    while (at < words.length && words.end[at] <= mention.start) at++
    if (at === words.length) break
    if (words.start[at] >= mention.end) continue
    let end = at
    while (end < words.length && words.start[end] < mention.end) end++
    kept.push(mention)
    from.push(at)
    to.push(end)
  }
  return { mentions: kept, from: Int32Array.from(from), to: Int32Array.from(to) }
}

/**
 * Gives each pair of entities a key of its own, the same in either order; entities are numbers below the given one. Keys are small where entities are few: a map takes
 * those faster.
 */
export function pairKeys(entities: number): (a: number, b: number) => number {
  return (a, b) => (a < b ? a * entities + b : b * entities + a)
}

/** Pairs of entities, in the order in which they are found. */
export interface Pairs extends Iterable<Pair> {
  /** The pair of two entities, by their numbers in either order. */
  of(a: number, b: number): Pair | undefined
}

/**
 * The pairs of entities that are within reach of each other, by the numbers that `entityOf` gives; anaphors make none.
 * Linear in the mentions.
 */
export function findPairs(
  { mentions, from, to }: Placed,
  words: Words,
  entityOf: Int32Array,
  { next, sentences: furthest, skips }: Reach = NAMES,
): Pairs {
  const pairs = new Map<number, Pair>()
  const keyOf = pairKeys(entityOf.reduce((most, entity) => Math.max(most, entity), 0) + 1)
  const size = mentions.length
  const isNamed = Uint8Array.from(mentions, ({ kind }) => (kind === 'anaphor' ? 0 : 1))
  for (let i = 0; i < size; i++) {
    if (!isNamed[i]) continue
    const sentence = words.sentence[from[i]]
    const a = entityOf[i]
    for (let k = i + 1, seen = 0; k < size && seen < next; k++) {
      if (!isNamed[k]) continue
      const sentences = words.sentence[from[k]] - sentence
      if (sentences > furthest) break
      seen++
      if (skips?.(mentions[i], mentions[k])) continue
      const b = entityOf[k]
      if (b !== a) take(pairs, keyOf(a, b), i, k, Math.max(0, from[k] - to[i]), sentences)
    }
  }
  return { of: (a, b) => pairs.get(keyOf(a, b)), [Symbol.iterator]: () => pairs.values() }
}

function take(pairs: Map<number, Pair>, key: number, left: number, right: number, gap: number, sentences: number) {
  const closeness = (1 / (1 + gap / DECAY)) * 0.5 ** sentences
  const together = sentences === 0 ? 1 : 0
  const pair = pairs.get(key)
  if (pair === undefined) {
    pairs.set(key, { left, right, gap, sentences, together, closeness })
    return
  }
  pair.together += together
  pair.closeness += closeness
  if (sentences > pair.sentences || (sentences === pair.sentences && gap >= pair.gap)) return
  pair.left = left
  pair.right = right
  pair.gap = gap
  pair.sentences = sentences
}

/** Where each mention stands in its block. */
export interface Positions {
  /** The first mention of the block. */
  readonly topic: Int32Array
  /** Sentences since the first one of the block that names anything. */
  readonly sentence: Int32Array
}

/** The place of each mention in its block. Linear. */
export function positionsOf({ mentions, from }: Placed, words: Words, blocks: readonly Block[]): Positions {
  const topic = new Int32Array(mentions.length)
  const sentence = new Int32Array(mentions.length)
  let end = -1
  let first = 0
  mentions.forEach(({ start }, i) => {
    if (start >= end) {
      const block = blocks[firstStartingAt(blocks, start + 1) - 1]
      end = block === undefined ? Number.POSITIVE_INFINITY : Math.max(block.end, start + 1)
      first = i
    }
    topic[i] = first
    sentence[i] = words.sentence[from[i]] - words.sentence[from[first]]
  })
  return { topic, sentence }
}

const CLASSES = [
  '',
  ',',
  'and',
  'in',
  'of',
  'by',
  "'s",
  '(',
  'from',
  'at',
  'to',
  'on',
  'with',
  'for',
  'the',
  ')',
  '-',
  '"',
  'or',
  'as',
  'is',
  'was',
  ':',
  'a',
  'between',
]
/** How many kinds of words are told apart; the last is any other word, the one before any other mark. */
export const WORD_CLASSES = CLASSES.length + 2
const CLASS_OF = new Map(CLASSES.map((word, at): [string, number] => [word, at]))

/** The kind of a word that stands beside a name: a small word or a mark, or any other. */
export function classOfWord(words: Words, at: number): number {
  const found = CLASS_OF.get(words.lower[at])
  if (found !== undefined) return found
  return words.flags[at] & LETTERS ? WORD_CLASSES - 1 : WORD_CLASSES - 2
}
