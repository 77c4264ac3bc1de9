import type { Gazetteers } from '../../models/gazetteers.js'
import {
  FUNCTION_WORDS,
  GENERIC_WORDS,
  LOCATION_NOUNS,
  MISC_NOUNS,
  NO_NAMES,
  ORDINAL_WORDS,
  ORGANIZATION_NOUNS,
  PERSON_NOUNS,
  TITLES,
} from '../../models/lexicon.js'
import { foldTerm } from '../../models/terms.js'
import { ADJECTIVE, ADVERB, AUXILIARY, NOUN, PROPER, VERB } from '../pos.js'
import { verbOf } from '../verbs.js'
import { BROKEN, CAPITAL, FIRST, INITIAL, INNER, LETTERS, OPAQUE, POSSESSIVE, SHOUT, type Words } from '../words.js'

/** How the words of a document are written, counted over the places where capitals mean something. */
export interface Evidence {
  /** Lower-case forms seen capitalised inside a sentence, and how often. */
  readonly capital: ReadonlyMap<string, number>
  /** Forms seen in lower case, and how often. */
  readonly small: ReadonlyMap<string, number>
  /** By sentence index: 1 where most words are capitalised, 2 where all letters are. */
  readonly style: Uint8Array
}

const TITLE_CASE = 1
const UPPER_CASE = 2
/** What a headline in title case leaves small. */
const TITLE_SMALL = new Set(
  'a an the and or but nor of in on at to for from by with as vs via into onto over upon de la du des von van'.split(
    ' ',
  ),
)
/** Endings of nouns that are rarely names. */
const ABSTRACT =
  /(?:tion|tions|ment|ments|ity|ities|ism|ness|ings?|ance|ence|ances|ences|ships?|ology|ally|ively|ously)$/

/** Counts how words are written. Headlines and shouting count for nothing. */
export function gatherEvidence(words: Words, sentences: number): Evidence {
  const { flags, sentence } = words
  const style = new Uint8Array(sentences)
  for (let from = 0, to = 0; from < words.length; from = to) {
    let capitals = 0
    let shouts = 0
    let total = 0
    let prose = 0
    for (to = from; to < words.length && sentence[to] === sentence[from]; to++) {
      if (!(flags[to] & LETTERS) || flags[to] & POSSESSIVE) continue
      const length = words.end[to] - words.start[to]
      if (length > 3) total++
      if (flags[to] & CAPITAL) capitals++
      else if (!TITLE_SMALL.has(words.lower[to])) prose++
      if (length > 3 && flags[to] & SHOUT) shouts++
    }
    if (total >= 3 && shouts >= 0.7 * total) style[sentence[from]] = UPPER_CASE
    else if (capitals >= 4 && prose === 0) style[sentence[from]] = TITLE_CASE
  }
  const capital = new Map<string, number>()
  const small = new Map<string, number>()
  for (let i = 0; i < words.length; i++) {
    const bits = flags[i]
    if (!(bits & LETTERS) || style[sentence[i]] !== 0) continue
    if (!(bits & (CAPITAL | INNER))) small.set(words.lower[i], (small.get(words.lower[i]) ?? 0) + 1)
    else if (!(bits & FIRST)) capital.set(words.lower[i], (capital.get(words.lower[i]) ?? 0) + 1)
  }
  return { capital, small, style }
}

const isHeadNoun = (low: string) => ORGANIZATION_NOUNS.has(low) || LOCATION_NOUNS.has(low) || MISC_NOUNS.has(low)

/**
 * Says of each word whether it can be part of a name: 1 where it can start one, 2 where it is a small word that a title
 * may hold, 3 where it is a label that can only go on with a name (`Jimmy Page`), 0 otherwise.
 */
export function findCandidates(words: Words, tags: Uint8Array, evidence: Evidence, lists: Gazetteers): Uint8Array {
  const { flags, lower, sentence } = words
  const result = new Uint8Array(words.length)
  for (let i = 0; i < words.length; i++) {
    const bits = flags[i]
    if (!(bits & (CAPITAL | INNER)) || bits & OPAQUE) continue
    const low = lower[i]
    const style = evidence.style[sentence[i]]
    if (style === UPPER_CASE) {
      if (evidence.capital.has(low)) result[i] = 1
      continue
    }
    if (NO_NAMES.has(low)) continue
    if (low === 'i') {
      result[i] = 2
      continue
    }
    if (GENERIC_WORDS.has(low) && (!(bits & SHOUT) || low.length > 3)) {
      if (!(bits & FIRST)) result[i] = 3
      continue
    }
    if (bits & INITIAL) {
      result[i] = 1
      continue
    }
    if (style === TITLE_CASE && i > 0 && result[i - 1] === 1 && !(bits & (FIRST | BROKEN)) && isHeadNoun(low))
      result[i] = 1
    else if (bits & FIRST || style === TITLE_CASE) result[i] = first(i, low)
    else result[i] = inside(i, low)
  }
  return result

  function inside(i: number, low: string): number {
    if (FUNCTION_WORDS.has(low)) return flags[i] & (SHOUT | INNER) ? 1 : 2
    if (flags[i] & SHOUT && words.end[i] - words.start[i] > 3 && isCommon(low) && !evidence.capital.has(low)) return 0
    if (flags[i] & SHOUT && low.length > 4 && isCommon(low)) return 0
    return 1
  }

  function isCommon(low: string): boolean {
    if (lists.common.has(low) || ORDINAL_WORDS.has(low) || PERSON_NOUNS.has(low) || isHeadNoun(low)) return true
    if (low.length > 6 && ABSTRACT.test(low)) return true
    return (
      low.endsWith('s') &&
      low.length > 4 &&
      isCommon(low.endsWith('es') && !lists.common.has(low.slice(0, -1)) ? low.slice(0, -2) : low.slice(0, -1))
    )
  }

  function first(i: number, low: string): number {
    if (FUNCTION_WORDS.has(low)) return 0
    const folded = foldTerm(low)
    const next = words.form[i + 1] === '&' ? i + 2 : i + 1
    const nextCapital =
      next < words.length &&
      sentence[next] === sentence[i] &&
      (flags[next] & (CAPITAL | INNER)) !== 0 &&
      !(flags[next] & (BROKEN | FIRST)) &&
      !FUNCTION_WORDS.has(lower[next])
    // The letter of a list or of a speaker: `Q: Who came?`
    if (low.length === 1 && (words.form[i + 1] === ':' || words.form[i + 1] === ')')) return 0
    const small = evidence.small.get(low) ?? 0
    const capital = evidence.capital.get(low) ?? 0
    if (capital > small) return 1
    if (flags[i] & (SHOUT | INNER)) return flags[i] & SHOUT && isCommon(low) ? 0 : 1
    if (TITLES.has(low) && nextCapital) return 1
    const known = lists.countries.has(folded) || lists.demonyms.has(folded) || lists.regions.has(folded)
    if (known && small === 0) return 1
    if (nextCapital) {
      // `Click Save`, `Installing Norvik`: what to do, and then a name.
      const heads = isHeadNoun(low) || isHeadNoun(lower[next]) || next === i + 2
      const listed = lists.given.has(folded) || lists.surnames.has(folded) || lists.cities.has(folded)
      if (verbOf(low) !== undefined && !low.endsWith('ed') && !heads && !listed) return 0
      if (tags[i] === PROPER) return 1
      if (tags[i] === ADVERB || tags[i] === AUXILIARY) return 0
      if (lists.given.has(folded) || lists.cities.has(folded)) return 1
      if (small > 0 && !isHeadNoun(low)) return 0
      return tags[i] === NOUN || tags[i] === ADJECTIVE || (tags[i] === VERB && !lists.common.has(low)) ? 1 : 0
    }
    if (small > 0) return 0
    const listed = lists.given.has(folded) || lists.surnames.has(folded) || lists.cities.has(folded)
    if (isCommon(low) || (verbOf(low) !== undefined && !low.endsWith('ed')))
      return tags[i] === PROPER && lists.given.has(folded) ? 1 : 0
    // `Tensions have`: a plural is a name less often.
    if (!listed && /[^sui]s$/.test(low) && low.length > 4) return 0
    if (tags[i] === PROPER || lists.given.has(folded) || lists.surnames.has(folded) || lists.cities.has(folded))
      return 1
    return 0
  }
}
