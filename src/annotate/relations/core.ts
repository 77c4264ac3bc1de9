import type { Mention } from '../../document/document.js'
import { LOCATION_NOUNS, PERSON_NOUNS } from '../../models/lexicon.js'
import { CAPITAL, DIGITS, LETTERS, POSSESSIVE, type Words } from '../words.js'
import type { Placed } from './assertion.js'
import { isDemonym, levelOf } from './gazetteer.js'
import { BE, CLAUSE, DETERMINERS, HAVE, LINKS, PREPOSITIONS } from './vocabulary.js'

/** Furthest words that a bracket after a name is looked for. */
const BRACKET_REACH = 40
const QUOTES = new Set(['"', '“', '”', '‘', '’', "'", '«', '»'])

/** The mentions that facts are told of, in the order of the text, without those that only describe them. */
export interface Core {
  /** Indexes of mentions. */
  readonly index: readonly number[]
  readonly mentions: readonly Mention[]
  /** Ranges of words; a bracket and a quote mark after the name count as part of it, and a quote mark before it. */
  readonly from: readonly number[]
  readonly to: readonly number[]
  /** Mentions that describe: `a DANISH singer`, `the 1994 film`. */
  readonly modifiers: readonly number[]
  /** For each mention, the words from its opening bracket to its closing one. */
  readonly brackets: ReadonlyMap<number, readonly [from: number, to: number]>
}

/** Sorts out what describes and what is told of; `outer` has the place around each place. Linear. */
export function coreOf(text: Words, placed: Placed, outer: ReadonlyMap<number, number>): Core {
  const index: number[] = []
  const from: number[] = []
  const to: number[] = []
  const modifiers: number[] = []
  const brackets = new Map<number, readonly [number, number]>()
  let after = 0
  // The last mention of the chain that the one before starts: `Porto, Portugal`.
  let tail = -1
  for (let i = 0; i < placed.mentions.length; i++) {
    if (placed.from[i] < after || placed.mentions[i].type === 'number') continue
    if (isModifier(text, placed, i)) {
      modifiers.push(i)
      continue
    }
    if (i > 0 && outer.get(i - 1) === i && tail === i - 1) {
      after = placed.to[i]
      to[to.length - 1] = after
      tail = i
      continue
    }
    tail = i
    const before = placed.from[i] - 1
    const quoted =
      before >= after && QUOTES.has(text.form[before]) && text.sentence[before] === text.sentence[placed.from[i]]
    after = placed.to[i]
    if (isQuote(text, after)) after++
    if (text.form[after] === ',' && closing(text, after + 1) > 0) after++
    const open = after
    for (let close = closing(text, after); close > 0; close = closing(text, after)) {
      brackets.set(i, [open, close])
      after = close + 1
    }
    index.push(i)
    from.push(quoted ? before : placed.from[i])
    to.push(after)
  }
  return { index, mentions: index.map((i) => placed.mentions[i]), from, to, modifiers, brackets }
}

const isQuote = ({ form, sentence, length }: Words, at: number): boolean =>
  at < length && QUOTES.has(form[at]) && sentence[at] === sentence[at - 1]

/** The word that closes the bracket opened at the word, or -1. */
function closing({ form, sentence, length }: Words, open: number): number {
  if (open >= length || form[open] !== '(' || sentence[open] !== sentence[open - 1]) return -1
  let depth = 0
  for (let i = open; i < Math.min(length, open + BRACKET_REACH) && sentence[i] === sentence[open]; i++) {
    if (form[i] === '(') depth++
    else if (form[i] === ')' && --depth === 0) return i
  }
  return -1
}

/** Whether the mention stands before a noun that it describes. */
function isModifier(text: Words, { mentions, from, to }: Placed, i: number): boolean {
  const { lower, flags, sentence, length } = text
  const next = to[i]
  if (next >= length || sentence[next] !== sentence[next - 1]) return false
  if (!(flags[next] & LETTERS) || isSmall(lower[next])) return false
  if (flags[next] & CAPITAL && mentions[i].type !== 'time')
    return PERSON_NOUNS.has(lower[next]) && isDemonym(text, { mentions, from, to }, i)
  if (mentions[i].type === 'time') {
    const before = from[i] - 1
    const lone = to[i] - from[i] === 1 && (flags[from[i]] & DIGITS) !== 0
    return lone && before >= 0 && (DETERMINERS.has(lower[before]) || (flags[before] & POSSESSIVE) !== 0)
  }
  if (isDemonym(text, { mentions, from, to }, i)) return !lower[next].endsWith('ed')
  const country = mentions[i].type === 'location' && LOCATION_NOUNS.has(lower[next]) && lower[next + 1] === 'of'
  return country && levelOf(text, { mentions, from, to }, i)[1] === 3
}

const isSmall = (low: string): boolean =>
  BE.has(low) || HAVE.has(low) || PREPOSITIONS.has(low) || LINKS.has(low) || CLAUSE.has(low)
