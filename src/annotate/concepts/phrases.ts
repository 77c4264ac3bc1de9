import { GENERIC_MODIFIERS, TERM_LINKS } from '../../models/concept-words.js'
import { FUNCTION_WORDS } from '../../models/lexicon.js'
import { ADJECTIVE, NOUN, PROPER, VERB } from '../pos.js'
import {
  BROKEN,
  CAPITAL,
  DIGITS,
  HAN,
  INNER,
  LETTERS,
  OPAQUE,
  POSSESSIVE,
  SHOUT,
  SPACED,
  type Words,
} from '../words.js'
import { singularOf } from './singular.js'
import { isGeneric, isGenericNoun, isTechnical, rarityOf } from './weight.js'

/** A word of a noun phrase, or several that hyphens join. */
export interface Atom {
  /** Word indexes, the last left out. */
  readonly from: number
  readonly to: number
  /** Small letters, hyphens as blanks, the last word in the singular. */
  readonly key: string
  /** 0 (everyday) to 1. */
  readonly rarity: number
  readonly technical: boolean
  /** Says nothing of a subject. */
  readonly generic: boolean
  /** Can only describe: an adjective, or a participle. */
  readonly modifier: boolean
  /** A joined participle follows: `cold` of "cold-induced". */
  readonly linked: boolean
}

/** Longer runs of nouns are lists or noise; they are read in pieces of this many. */
const LONGEST_RUN = 8

/** The runs of adjectives and nouns outside `taken` words, in order, each cut into atoms. */
export function findRuns(words: Words, tags: Uint8Array, taken: Uint8Array): Atom[][] {
  const runs: Atom[][] = []
  let run: Atom[] = []
  const flush = () => {
    if (run.length > 0) runs.push(run)
    run = []
  }
  for (let i = 0; i < words.length; ) {
    const to = taken[i] ? i : atomEnd(words, tags, taken, i)
    if (to === i) {
      flush()
      i++
      continue
    }
    if (
      run.length >= LONGEST_RUN ||
      words.flags[i] & BROKEN ||
      words.sentence[i] !== words.sentence[Math.max(0, i - 1)]
    )
      flush()
    const atom = readAtom(words, tags, i, to)
    run.push(atom)
    if (atom.linked) flush()
    i = to
  }
  flush()
  return runs
}

/** The end of the atom that starts at word `i`, or `i` where none does. */
function atomEnd(words: Words, tags: Uint8Array, taken: Uint8Array, i: number): number {
  if (isHyphen(words, i - 1)) return i
  let to = i
  let nominal = false
  for (;;) {
    if (taken[to] || !isJoinable(words, to)) break
    nominal ||= isNominal(words, tags, to)
    to++
    if (!isHyphen(words, to) || to + 1 >= words.length || taken[to + 1] || TERM_LINKS.has(words.lower[to + 1])) break
    to++
  }
  if (to === i || isHyphen(words, to - 1)) return i
  if (to - i === 1) return isNominal(words, tags, i) ? to : i
  return nominal ? to : i
}

function isHyphen({ flags, form, length }: Words, i: number): boolean {
  if (i < 1 || i + 1 >= length || (form[i] !== '-' && form[i] !== '‐' && form[i] !== '‑')) return false
  return !((flags[i] | flags[i + 1]) & (SPACED | BROKEN))
}

const isJoinable = ({ flags }: Words, i: number) =>
  (flags[i] & (LETTERS | DIGITS)) !== 0 && !(flags[i] & (OPAQUE | POSSESSIVE | HAN))

function isNominal({ flags, lower }: Words, tags: Uint8Array, i: number): boolean {
  if (!(flags[i] & LETTERS) || flags[i] & (OPAQUE | POSSESSIVE | HAN) || !isLatin(lower[i])) return false
  if (isSlight(lower[i], flags[i]) || FUNCTION_WORDS.has(lower[i])) return false
  const tag = tags[i]
  if (tag === NOUN || tag === PROPER || tag === ADJECTIVE) return true
  // The tagger guesses at words it does not know.
  return (
    !/(?:ed|ly|ing|ate|ates|ize|izes|ise|ises)$/.test(lower[i]) &&
    rarityOf(lower[i]) === 1 &&
    isTechnical(lower[i], flags[i])
  )
}

/** A unit or an abbreviation of the text's own apparatus: `mw`, `i.v.`, `al.` */
function isSlight(lower: string, flags: number): boolean {
  const least = flags & (CAPITAL | SHOUT | INNER | DIGITS) ? 2 : 3
  return lower.length < least || (lower.includes('.') && !(flags & (CAPITAL | SHOUT)))
}

/** Latin by its first letter. */
export function isLatin(word: string): boolean {
  const unit = word.charCodeAt(0)
  return unit < 0x250 || (unit >= 0x1e00 && unit < 0x1f00)
}

function readAtom(words: Words, tags: Uint8Array, from: number, to: number): Atom {
  const { lower, flags } = words
  const last = to - 1
  const linked = isHyphen(words, to) && TERM_LINKS.has(lower[to + 1])
  if (last === from) {
    const word = lower[from]
    const rarity = rarityOf(word)
    return {
      from,
      to,
      key: singularOf(word),
      rarity,
      technical: rarity > 0.6 && isTechnical(word, flags[from]),
      generic: GENERIC_MODIFIERS.has(word) || isGenericNoun(word),
      modifier: tags[from] === ADJECTIVE || tags[from] === VERB,
      linked,
    }
  }
  const parts: string[] = []
  let rarity = 0
  let technical = false
  let generic = true
  for (let i = from; i < to; i += 2) {
    parts.push(i === last ? singularOf(lower[i]) : lower[i])
    const own = flags[i] & LETTERS ? rarityOf(lower[i]) : 0
    rarity = Math.max(rarity, own)
    technical ||= own > 0.6 && isTechnical(lower[i], flags[i])
    if (!(flags[i] & LETTERS)) technical ||= to - from === 3
    generic &&= !(flags[i] & LETTERS) || isGeneric(lower[i])
  }
  const modifier = tags[last] !== NOUN && tags[last] !== PROPER
  return { from, to, key: parts.join(' '), rarity, technical, generic, modifier, linked }
}
