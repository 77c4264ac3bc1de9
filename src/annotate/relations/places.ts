import { gazetteers } from '../../models/gazetteers.js'
import { DIRECTIONS, LOCATION_NOUNS, PERSON_NOUNS } from '../../models/lexicon.js'
import { foldTerm } from '../../models/terms.js'
import { verbOf } from '../verbs.js'
import { CAPITAL, LETTERS, POSSESSIVE, type Words } from '../words.js'
import type { Placed, Tell } from './assertion.js'
import { AREAS, isDemonym, isKnownPlace, levelOf, nameAt } from './gazetteer.js'
import { DETERMINERS, LINKS, PREPOSITIONS } from './vocabulary.js'

const REACH = 7
/** A list of places is followed this far. */
const LONGEST_LIST = 12
const RULERS = new Set(
  'president king queen emperor premier minister mayor governor chancellor prince sultan'.split(' '),
)
const SPREAD = new Set('church union army navy league party'.split(' '))
const INSIDE = new Set(['in', 'within', 'inside'])

/**
 * Reads `Porto, Portugal`, `Porto in Portugal`, `Portugal's Porto`, `Porto-based X` and what else a bare `'s` says.
 * @returns the place around each place, where the text names it next.
 */
export function readPlaces(text: Words, placed: Placed, tell: Tell): Map<number, number> {
  const { mentions, from, to } = placed
  const outer = new Map<number, number>()
  for (let right = 1; right < mentions.length; right++) {
    const left = right - 1
    const gap = from[right] - to[left]
    if (gap < 0 || gap > REACH || text.sentence[from[left]] !== text.sentence[from[right]]) continue
    const kinds = `${mentions[left].type} ${mentions[right].type}`
    if (kinds === 'location location') {
      if (isInside(text, placed, left, right)) {
        outer.set(left, right)
        tell(left, 'located_in', right)
      } else if (isOwned(text, placed, left, right) || isPartOf(text, placed, left, right))
        tell(right, 'located_in', left)
    } else if (kinds === 'location organization') {
      if (isHeading(text, placed, left) || isBased(text, placed, left, right) || isOwned(text, placed, left, right))
        tell(right, 'located_in', left)
    } else if (kinds === 'organization location') {
      if (!isSpread(text, placed, left) && isInside(text, placed, left, right)) tell(left, 'located_in', right)
    } else if (kinds === 'person misc' && gap === 1 && text.flags[to[left]] & POSSESSIVE) {
      tell(left, 'created', right)
    } else if (kinds === 'time misc' && gap === 1 && text.flags[to[left]] & POSSESSIVE) {
      tell(right, 'released_on', left)
    } else if (kinds === 'location person' && isRuled(text, placed, left, gap)) {
      tell(right, 'leads', left)
    } else if (kinds === 'person organization' && isPost(text, placed, left, right)) {
      tell(left, 'works_for', right)
    } else if (kinds === 'location person' && gap === 1 && isOwned(text, placed, left, right)) {
      tell(right, 'comes_from', left)
    }
  }
  return outer
}

function isInside(text: Words, placed: Placed, left: number, right: number): boolean {
  const { lower } = text
  const { mentions, from, to } = placed
  const start = to[left]
  const end = from[right]
  if (mentions[left].kind === 'anaphor' || mentions[right].kind === 'anaphor' || isDemonym(text, placed, left))
    return false
  if (start === end) return false
  const comma = lower[start] === ','
  if (comma && end - start === 1) {
    const [sure, outer] = levelOf(text, placed, right)
    const [least, most] = levelOf(text, placed, left)
    const larger =
      outer > most || (outer > 1 && outer === most && (outer < 3 ? least === 0 : least === 2 && sure === 3))
    const named = most === 0 && LOCATION_NOUNS.has(lower[start - 1]) && start - from[left] > 1
    const site = named && isKnownPlace(nameAt(text, placed, right)) && !isKnownPlace(nameAt(text, placed, left))
    const seat =
      mentions[left].type === 'organization' && isKnownPlace(nameAt(text, placed, right)) && !isSubject(text, to[right])
    return (larger || seat || site) && !isListed(text, placed, right) && lower[to[right]] !== 'native'
  }
  if (lower[to[right]] === '-' || isNoun(text, to[right])) return false
  if (AREAS.has(lower[start]) && lower[start + 1] === 'of')
    return isDirected(text, start + 2, end) && !isPartOf(text, placed, left, right)
  if (lower[start] === 'of') {
    if (mentions[left].type === 'organization') return isDirected(text, start + 1, end)
    return AREAS.has(lower[start - 1]) && levelOf(text, placed, right)[1] > 1 && isDirected(text, start + 1, end)
  }
  const at = start + (comma ? 1 : 0)
  if (INSIDE.has(lower[at])) return isDirected(text, at + 1, end)
  return comma && DIRECTIONS.has(lower[at]) && isDirected(text, at, end) && levelOf(text, placed, right)[1] > 1
}

/** Whether the word is a noun of places, of which the name before is a part: `the Solo River valley`. */
function isNoun({ lower, flags, length }: Words, at: number): boolean {
  return at < length && !(flags[at] & CAPITAL) && LOCATION_NOUNS.has(lower[at]) && !AREAS.has(lower[at])
}

/** `the London district of Streatham`, where the second is no known place. */
function isPartOf(text: Words, placed: Placed, left: number, right: number): boolean {
  const { lower } = text
  const start = placed.to[left]
  if (!AREAS.has(lower[start]) || lower[start + 1] !== 'of' || placed.from[right] !== start + 2) return false
  return isKnownPlace(nameAt(text, placed, left)) && levelOf(text, placed, right)[1] === 0
}

/** Nothing but `the`, `southern` and `the province of`. */
function isDirected({ lower }: Words, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const low = lower[i]
    if (
      DETERMINERS.has(low) ||
      low === 'nearby' ||
      DIRECTIONS.has(low) ||
      AREAS.has(low) ||
      low === '-' ||
      low === 'city'
    )
      continue
    if (low === 'of' && (AREAS.has(lower[i - 1]) || lower[i - 1] === 'city')) continue
    return false
  }
  return true
}

/** Whether a verb follows, whose subject is the name before: `At the United Nations, India found`. */
function isSubject({ lower, flags, length }: Words, at: number): boolean {
  return at < length && !(flags[at] & CAPITAL) && verbOf(lower[at]) !== undefined
}

/** Whether the place stands in a list, as in `Ohio, Indiana and Texas`, but not in `Dayton, Ohio and Austin, Texas`. */
function isListed(text: Words, placed: Placed, at: number): boolean {
  const { lower } = text
  const { from, to } = placed
  let last = at
  while (last < at + LONGEST_LIST && lower[to[last]] === ',' && isPlaceAt(placed, last + 1, to[last] + 1)) last++
  if (last > at && levelOf(text, placed, at)[0] > levelOf(text, placed, at + 1)[1]) return false
  const link = to[last] + (lower[to[last]] === ',' ? 1 : 0)
  if (!LINKS.has(lower[link]) || lower[link] === ',' || !isPlaceAt(placed, last + 1, link + 1)) return false
  const own = lower[to[last + 1]] === ',' && isPlaceAt(placed, last + 2, to[last + 1] + 1)
  return !own || from[at] < from[last]
}

const isPlaceAt = ({ mentions, from }: Placed, at: number, word: number): boolean =>
  at < mentions.length && from[at] === word && mentions[at].type === 'location'

/** `Portugal's river X`. */
function isOwned(text: Words, placed: Placed, left: number, right: number): boolean {
  const { lower, flags } = text
  const start = placed.to[left]
  const end = placed.from[right]
  if (!(flags[start] & POSSESSIVE) || end - start > 4 || placed.mentions[left].kind === 'anaphor') return false
  for (let i = start + 1; i < end; i++)
    if (!(flags[i] & LETTERS) || flags[i] & CAPITAL || PREPOSITIONS.has(lower[i])) return false
  const [, outer] = levelOf(text, placed, left)
  return outer > 1
}

/** Whether the organization is in many places, of which the text names one. */
function isSpread({ lower }: Words, { from, to }: Placed, at: number): boolean {
  for (let i = from[at]; i < to[at]; i++) if (SPREAD.has(lower[i])) return true
  return false
}

/** `president of PLACE, X`. */
function isRuled({ lower }: Words, { from, to }: Placed, at: number, gap: number): boolean {
  if (gap > 1 || (gap === 1 && lower[to[at]] !== ',')) return false
  let before = from[at] - 1
  if (before >= 0 && DETERMINERS.has(lower[before])) before--
  return before > 0 && lower[before] === 'of' && RULERS.has(lower[before - 1])
}

/** `X, a PLACE spokeswoman`, `X is the PLACE's chief editor`: what follows the organization says what X is. */
function isPost({ lower, flags, sentence }: Words, { from, to }: Placed, left: number, right: number): boolean {
  const start = to[left]
  const end = from[right]
  if (end - start > 4 || !(lower[start] === ',' || lower[start] === 'is' || lower[start] === 'was')) return false
  if (!DETERMINERS.has(lower[start + 1]) || start + 1 >= end) return false
  for (let i = start + 2; i < end; i++)
    if (!(flags[i] & LETTERS) || flags[i] & CAPITAL || PREPOSITIONS.has(lower[i])) return false
  for (let i = to[right]; i < Math.min(lower.length, to[right] + 4) && sentence[i] === sentence[start]; i++) {
    if (PERSON_NOUNS.has(lower[i])) return true
    if (!(flags[i] & (LETTERS | POSSESSIVE)) || flags[i] & CAPITAL || PREPOSITIONS.has(lower[i])) return false
  }
  return false
}

/** A place and, without a word between, who is there: the head of a dispatch. */
function isHeading(text: Words, { from, to }: Placed, left: number): boolean {
  return to[left] === from[left + 1] && !gazetteers().demonyms.has(foldTerm(text.lower[from[left]]))
}

/** `Porto-based X`. */
function isBased({ lower, flags }: Words, { from, to }: Placed, left: number, right: number): boolean {
  const start = to[left]
  if (!(lower[start] === '-' && lower[start + 1] === 'based')) return false
  for (let i = start + 2; i < from[right]; i++) if (!(flags[i] & LETTERS) || flags[i] & CAPITAL) return false
  return true
}
