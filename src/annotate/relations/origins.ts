import type { EntityType } from '../../document/document.js'
import { LOCATION_NOUNS, MISC_NOUNS, ORGANIZATION_NOUNS, PERSON_NOUNS, TITLES } from '../../models/lexicon.js'
import { verbOf } from '../verbs.js'
import { CAPITAL, DIGITS, LETTERS, type Words } from '../words.js'
import type { Placed, Tell } from './assertion.js'
import type { Core } from './core.js'
import { isDemonym } from './gazetteer.js'
import { ADVERBS, BE, DESCENT, DETERMINERS, LINKS, NOT, PREPOSITIONS } from './vocabulary.js'

/** Most words between a describing mention and the name. */
const REACH = 7

/**
 * Reads `X is a DANISH singer`, `the DANISH singer X` and `X is a 1994 film`, and adds to the places around places those of
 * `the DANISH province of X`. Linear.
 */
export function readOrigins(text: Words, placed: Placed, core: Core, outer: Map<number, number>, tell: Tell): void {
  let at = 0
  for (const modifier of core.modifiers) {
    while (at < core.index.length && core.index[at] < modifier) at++
    const demonym = isDemonym(text, placed, modifier)
    if (demonym && isDescent(text, placed.to[modifier])) continue
    const before = at - 1
    if (before >= 0) readDefinition(text, placed, core, before, modifier, demonym, tell)
    if (at < core.index.length && readTitle(text, placed, core, at, modifier, tell))
      readList(text, placed, core, at, modifier, outer, tell)
  }
}

/** `the DANISH islands of X, X and X`. */
function readList(
  { lower, sentence }: Words,
  { from }: Placed,
  { index, mentions, from: start, to }: Core,
  first: number,
  modifier: number,
  outer: Map<number, number>,
  tell: Tell,
): void {
  outer.set(index[first], modifier)
  for (let at = first + 1; at < index.length; at++) {
    const gap = start[at] - to[at - 1]
    if (gap < 1 || gap > 2 || mentions[at].type !== 'location' || sentence[start[at]] !== sentence[from[modifier]])
      return
    for (let i = to[at - 1]; i < start[at]; i++) if (!LINKS.has(lower[i])) return
    tell(index[at], 'located_in', modifier)
    outer.set(index[at], modifier)
  }
}

function isDescent({ lower }: Words, at: number): boolean {
  for (let i = at; i < at + 3; i++) if (DESCENT.has(lower[i])) return true
  return false
}

/** `X is a DANISH singer`, `X, a DANISH singer`. */
function readDefinition(
  text: Words,
  placed: Placed,
  core: Core,
  before: number,
  modifier: number,
  demonym: boolean,
  tell: Tell,
): void {
  const { lower, flags, sentence } = text
  const subject = core.index[before]
  const end = placed.from[modifier]
  let at = core.to[before]
  if (end - at > REACH + 2 || end <= at || sentence[end] !== sentence[placed.from[subject]]) return
  const comma = lower[at] === ','
  if (!comma && !BE.has(lower[at])) return
  let negated = false
  for (at++; at < end && (ADVERBS.has(lower[at]) || NOT.has(lower[at])); at++) if (NOT.has(lower[at])) negated = true
  if (!DETERMINERS.has(lower[at])) return
  const start = placed.from[subject]
  if (start > 0 && PREPOSITIONS.has(lower[start - 1]) && sentence[start - 1] === sentence[start]) return
  for (at++; at < end; at++) {
    if (!(flags[at] & (LETTERS | DIGITS)) && lower[at] !== '-' && lower[at] !== ',') return
    if (PREPOSITIONS.has(lower[at]) && !(lower[at] === 'of' && lower[at - 1] === 'one')) return
  }
  const { type } = placed.mentions[subject]
  if (comma && type !== 'person' && lower[core.to[before] + 1] === 'the') return
  if (demonym) tell(subject, originOf(text, placed, type, modifier), modifier, negated)
  else if (type === 'misc' && placed.mentions[modifier].type === 'time') tell(subject, 'released_on', modifier, negated)
}

/** `DANISH singer X`, `the 1994 film X`; whether X is a place in MODIFIER. */
function readTitle(text: Words, placed: Placed, core: Core, at: number, modifier: number, tell: Tell): boolean {
  const { lower, flags } = text
  const object = core.index[at]
  const start = placed.to[modifier]
  let end = core.from[at]
  if (lower[end - 1] === ',') end--
  if (end <= start || end - start > REACH) return false
  const type = placed.mentions[object].type
  if (type === 'location') {
    // `the U.S. states of X`
    const noun = lower[end - 1] === 'of' ? lower[end - 2] : lower[end - 1]
    if (lower[end] === ',' || end - start > 4 || !LOCATION_NOUNS.has(noun)) return false
    tell(object, 'located_in', modifier)
    return true
  }
  const nouns = type === 'person' ? PERSON_NOUNS : type === 'organization' ? ORGANIZATION_NOUNS : MISC_NOUNS
  const last = lower[end - 1]
  const called =
    type === 'person' &&
    (TITLES.has(last) || (end === core.from[at] && end - start === 1 && verbOf(last) === undefined))
  if (!nouns.has(last) && !called) return false
  for (let i = start; i < end; i++) {
    if (!(flags[i] & LETTERS) && lower[i] !== '-' && lower[i] !== '/') return false
    if (PREPOSITIONS.has(lower[i]) || (flags[i] & CAPITAL && type !== 'person')) return false
  }
  if (isDemonym(text, placed, modifier)) tell(object, originOf(text, placed, type, modifier), modifier)
  else if (type === 'misc') tell(object, 'released_on', modifier)
  return false
}

const GROUPS = new Set(
  'band group duo trio quartet quintet sextet ensemble choir orchestra team crew troupe family'.split(' '),
)

/**
 * Places and organizations lie in a country; people and works come from it, and so do groups of people (`a DANISH rock band`)
 * and whatever a people or a faith describes.
 */
function originOf({ lower }: Words, { mentions, to }: Placed, type: EntityType, modifier: number): string {
  if (type === 'location') return 'located_in'
  if (type !== 'organization' || mentions[modifier].type !== 'location') return 'comes_from'
  const after = to[modifier]
  for (let i = after; i < Math.min(lower.length, after + REACH) && lower[i] !== ','; i++)
    if (GROUPS.has(lower[i])) return 'comes_from'
  return 'located_in'
}
