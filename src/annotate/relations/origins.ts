import { MISC_NOUNS, ORGANIZATION_NOUNS, PERSON_NOUNS, TITLES } from '../../models/lexicon.js'
import { CAPITAL, LETTERS, type Words } from '../words.js'
import { type Core, isDemonym } from './core.js'
import type { Placed, Tell } from './patterns.js'
import { ADVERBS, BE, DESCENT, DETERMINERS, NOT, PREPOSITIONS } from './vocabulary.js'

/** Most words between a describing mention and the name. */
const REACH = 7

/** Reads `X is a DANISH singer`, `the DANISH singer X` and `X is a 1994 film`. Linear. */
export function readOrigins(text: Words, placed: Placed, core: Core, tell: Tell): void {
  let at = 0
  for (const modifier of core.modifiers) {
    while (at < core.index.length && core.index[at] < modifier) at++
    const demonym = isDemonym(text, placed, modifier)
    if (demonym && isDescent(text, placed.to[modifier])) continue
    const before = at - 1
    if (before >= 0) readDefinition(text, placed, core, before, modifier, demonym, tell)
    if (demonym && at < core.index.length) readTitle(text, placed, core, at, modifier, tell)
  }
}

function isDescent({ lower }: Words, at: number): boolean {
  for (let i = at; i < at + 3; i++) if (DESCENT.has(lower[i])) return true
  return false
}

/** `X is a DANISH singer`, `X, a DANISH singer`. */
function readDefinition(
  { lower, flags, sentence }: Words,
  placed: Placed,
  core: Core,
  before: number,
  modifier: number,
  demonym: boolean,
  tell: Tell,
): void {
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
    if (!(flags[at] & LETTERS) && lower[at] !== '-' && lower[at] !== ',') return
    if (PREPOSITIONS.has(lower[at]) && lower[at] !== 'of') return
  }
  const { type } = placed.mentions[subject]
  if (demonym) tell(subject, type === 'location' ? 'located_in' : 'comes_from', modifier, negated)
  else if (type === 'misc' && placed.mentions[modifier].type === 'time') tell(subject, 'released_on', modifier, negated)
}

/** `DANISH singer X`. */
function readTitle(text: Words, placed: Placed, core: Core, at: number, modifier: number, tell: Tell): void {
  const { lower, flags } = text
  const object = core.index[at]
  const start = placed.to[modifier]
  const end = core.from[at]
  if (end <= start || end - start > REACH) return
  const type = placed.mentions[object].type
  const nouns = type === 'person' ? PERSON_NOUNS : type === 'organization' ? ORGANIZATION_NOUNS : MISC_NOUNS
  const last = lower[end - 1]
  if (!nouns.has(last) && !(type === 'person' && TITLES.has(last))) return
  for (let i = start; i < end; i++) {
    if (!(flags[i] & LETTERS) && lower[i] !== '-' && lower[i] !== '/') return
    if (PREPOSITIONS.has(lower[i]) || (flags[i] & CAPITAL && type !== 'person')) return
  }
  tell(object, 'comes_from', modifier)
}
