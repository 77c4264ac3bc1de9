import { gazetteers } from '../../models/gazetteers.js'
import { STATE_CODES } from '../../models/lexicon.js'
import { foldTerm } from '../../models/terms.js'
import type { Words } from '../words.js'
import type { Placed } from './assertion.js'

/** Nouns of areas that others lie in. */
export const AREAS = new Set(
  'county counties district province prefecture state region area governorate borough suburb neighborhood neighbourhood quarter commune village town oblast parish department municipality township'.split(
    ' ',
  ),
)
const STATES = new Set(['federation', 'empire', 'republic'])
const STATE_STEMS = new Set(
  'ala ariz ark calif colo conn del fla ga ill ind kan mass mich minn miss mont neb nev okla ore penn tenn tex wash wis wyo'.split(
    ' ',
  ),
)

/** Abbreviations that stand before a noun as adjectives do. */
const ADJECTIVES = new Set(['us', 'u.s.', 'u.s', 'uk', 'u.k.', 'u.k'])

/** Whether the mention is the adjective of a country or people. */
export function isDemonym({ lower }: Words, { mentions, from, to }: Placed, i: number): boolean {
  if (to[i] - from[i] > 2) return false
  const { type } = mentions[i]
  const word = lower[from[i]] + (to[i] - from[i] === 2 ? ` ${lower[from[i] + 1]}` : '')
  return (type === 'location' || type === 'misc') && (ADJECTIVES.has(word) || gazetteers().demonyms.has(foldTerm(word)))
}

/** The folded name of a mention. */
export function nameAt({ lower }: Words, { from, to }: Placed, at: number): string {
  return foldTerm(lower.slice(from[at], to[at]).join(' '))
}

/** Whether a list has the place, by its folded name. */
export function isKnownPlace(name: string): boolean {
  const { countries, regions, cities } = gazetteers()
  return countries.has(name) || regions.has(name) || cities.has(name)
}

/** How large a place the name may stand for, least and most: 3 for a country, 2 for a state, 1 for a county, else 0. */
export function levelOf({ lower, form }: Words, { from, to }: Placed, at: number): [number, number] {
  const words = lower.slice(from[at], to[at])
  if (words[0] === 'the') words.shift()
  const name = foldTerm(words.join(' '))
  const { countries, regions, cities } = gazetteers()
  const bare = name.replaceAll('.', '').replaceAll(' ', '')
  const levels: number[] = []
  if (countries.has(name) || countries.has(bare) || STATES.has(words[words.length - 1])) levels.push(3)
  if (regions.has(name) || ((STATE_CODES.has(bare) || STATE_STEMS.has(bare)) && form[from[at]] !== lower[from[at]]))
    levels.push(2)
  if (AREAS.has(words[words.length - 1]) || (AREAS.has(words[0]) && words[1] === 'of')) levels.push(1)
  if (levels.length === 0 || cities.has(name)) levels.push(0)
  return [Math.min(...levels), Math.max(...levels)]
}
