import type { Annotated, Block, Mention } from '../../document/document.js'
import { firstStartingAt } from '../../document/span.js'
import { LETTERS, type Words } from '../words.js'
import type { Placed } from './patterns.js'

/** Two entities that are mentioned near each other. */
export interface Pair {
  /** Indexes of the two mentions with the fewest words between them, in the order of the text. */
  left: number
  right: number
  /** Words between these two. */
  gap: number
  /** Sentences from the one to the other. */
  sentences: number
  /** Names between these two. */
  between: number
  /** How often the two come near each other. */
  count: number
  /** Sum of 1 / (1 + gap / 10), halved for each sentence end between. */
  closeness: number
  /** One of them is the first name of the paragraph. */
  topic: boolean
}

/** Each mention is paired with at most this many mentions after it. */
const NEXT = 16
/** The furthest sentence that a pair may reach over. */
const SENTENCES = 3
/** The furthest sentence from which a mention is paired with the first name of its paragraph. */
const TOPIC_SENTENCES = 12
const DECAY = 10

/** The ranges of words of all names in the text; mentions that no word was read for are left out. */
export function placeMentions(document: Annotated<'mentions'>, words: Words): Placed {
  const kept: Mention[] = []
  const from: number[] = []
  const to: number[] = []
  let at = 0
  for (const mention of document.mentions) {
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

/** Finds the pairs of entities that are near each other, by the numbers that `entityOf` gives. Linear in the mentions. */
export function findPairs(placed: Placed, words: Words, entityOf: Int32Array, blocks: readonly Block[]): Pair[] {
  const { mentions, from, to } = placed
  const pairs = new Map<number, Pair>()
  let block = -1
  let blockEnd = -1
  let topic = -1
  for (let i = 0; i < mentions.length; i++) {
    if (mentions[i].start >= blockEnd) {
      block = firstStartingAt(blocks, mentions[i].start + 1) - 1
      blockEnd = block < 0 ? 0 : blocks[block].end
      topic = i
    }
    const sentence = words.sentence[from[i]]
    if (topic < i && entityOf[topic] !== entityOf[i] && sentence - words.sentence[from[topic]] <= TOPIC_SENTENCES) {
      add(topic, i, true)
    }
    for (let k = i + 1; k < Math.min(mentions.length, i + 1 + NEXT); k++) {
      if (words.sentence[from[k]] - sentence > SENTENCES) break
      if (entityOf[k] !== entityOf[i] && !(i === topic && k > topic)) add(i, k, false)
    }
  }
  return [...pairs.values()]

  function add(left: number, right: number, isTopic: boolean): void {
    const [a, b] = [entityOf[left], entityOf[right]]
    const key = a < b ? a * mentions.length + b : b * mentions.length + a
    const gap = Math.max(0, from[right] - to[left])
    const sentences = words.sentence[from[right]] - words.sentence[from[left]]
    const close = 1 / (1 + gap / DECAY) / 2 ** sentences
    const pair = pairs.get(key)
    if (pair === undefined) {
      pairs.set(key, {
        left,
        right,
        gap,
        sentences,
        between: right - left - 1,
        count: 1,
        closeness: close,
        topic: isTopic,
      })
      return
    }
    pair.count++
    pair.closeness += close
    pair.topic ||= isTopic
    if (sentences < pair.sentences || (sentences === pair.sentences && gap < pair.gap)) {
      Object.assign(pair, { left, right, gap, sentences, between: right - left - 1 })
    }
  }
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
