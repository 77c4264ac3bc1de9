import { gazetteers } from '../../models/gazetteers.js'
import { DIRECTIONS, STATE_CODES } from '../../models/lexicon.js'
import { foldTerm } from '../../models/terms.js'
import { CAPITAL, LETTERS, POSSESSIVE, type Words } from '../words.js'
import { isDemonym } from './core.js'
import type { Placed, Tell } from './patterns.js'
import { DETERMINERS, LINKS } from './vocabulary.js'

const REACH = 7
const AREAS = new Set(
  'county counties district province prefecture state region governorate oblast parish department municipality township'.split(
    ' ',
  ),
)
const INSIDE = new Set(['in', 'within', 'inside'])

/**
 * Reads `Porto, Portugal`, `Porto in Portugal`, `Portugal's Porto`, `Porto-based X`.
 * @returns the place around each place, where the text names it next.
 */
export function readPlaces(text: Words, placed: Placed, tell: Tell): ReadonlyMap<number, number> {
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
      } else if (isOwned(text, placed, left, right)) tell(right, 'located_in', left)
    } else if (kinds === 'location organization') {
      if (isBased(text, placed, left, right) || isOwned(text, placed, left, right)) tell(right, 'located_in', left)
    } else if (kinds === 'organization location' && isInside(text, placed, left, right)) tell(left, 'located_in', right)
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
    const outer = levelOf(text, placed, right)[1]
    return outer > 0 && outer > levelOf(text, placed, left)[0] && !isListed(text, placed, right)
  }
  const at = start + (comma ? 1 : 0)
  return comma ? isDirected(text, at, end) : INSIDE.has(lower[at]) && isDirected(text, at + 1, end)
}

/** Nothing but `the`, `southern` and `the province of`. */
function isDirected({ lower }: Words, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const low = lower[i]
    if (DETERMINERS.has(low) || DIRECTIONS.has(low) || AREAS.has(low) || low === '-' || low === 'city') continue
    if (low === 'of' && i > from) continue
    return false
  }
  return true
}

/** Whether the place ends a list: `Ohio, Indiana and Texas`. */
function isListed({ lower }: Words, { mentions, from, to }: Placed, at: number): boolean {
  return (
    LINKS.has(lower[to[at]]) &&
    lower[to[at]] !== ',' &&
    at + 1 < mentions.length &&
    from[at + 1] === to[at] + 1 &&
    mentions[at + 1].type === 'location'
  )
}

/** How large a place the name may stand for, least and most: 3 for a country, 2 for a state, 1 for a county, else 0. */
function levelOf({ lower, start, form }: Words, { from, to }: Placed, at: number): [number, number] {
  const words = lower.slice(from[at], to[at])
  if (words[0] === 'the') words.shift()
  const name = foldTerm(words.join(' '))
  const { countries, regions, cities } = gazetteers()
  const bare = name.replaceAll('.', '').replaceAll(' ', '')
  const levels: number[] = []
  if (countries.has(name) || countries.has(bare)) levels.push(3)
  if (regions.has(name) || (STATE_CODES.has(bare) && form[from[at]] !== lower[from[at]])) levels.push(2)
  if (AREAS.has(words[words.length - 1])) levels.push(1)
  if (levels.length === 0 || cities.has(name)) levels.push(0)
  void start
  return [Math.min(...levels), Math.max(...levels)]
}

/** `Portugal's river X`. */
function isOwned(text: Words, placed: Placed, left: number, right: number): boolean {
  const { lower, flags } = text
  const start = placed.to[left]
  const end = placed.from[right]
  if (!(flags[start] & POSSESSIVE) || end - start > 4 || placed.mentions[left].kind === 'anaphor') return false
  for (let i = start + 1; i < end; i++) if (!(flags[i] & LETTERS) || flags[i] & CAPITAL) return false
  const [, outer] = levelOf(text, placed, left)
  void lower
  return outer > 1
}

/** `Porto-based X`. */
function isBased({ lower, flags }: Words, { from, to }: Placed, left: number, right: number): boolean {
  const start = to[left]
  if (!(lower[start] === '-' && lower[start + 1] === 'based')) return false
  for (let i = start + 2; i < from[right]; i++) if (!(flags[i] & LETTERS) || flags[i] & CAPITAL) return false
  return true
}
