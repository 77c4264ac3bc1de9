import { gazetteers } from '../../models/gazetteers.js'
import {
  AFTER_PLACE,
  DOUBLE_SURNAMES,
  LEADING_PREPOSITIONS,
  PLACES,
  PRIVATE_ENDS,
  SHORT_PLACES,
  SURE_PREPOSITIONS,
  SURNAME_WORDS,
  SURNAMES,
  TITLES_AFTER,
  TRAILING_PREPOSITIONS,
  TRANSLITERATION,
} from '../../models/lexicon-zh.js'
import type { Token } from './tokens.js'

const LONGEST_PLACE = 8

/** Splits words that hold a name and more: `中国|政府`, `陈|主席`, `港澳|同胞`, and of unknown ones `给|奈史密斯`. */
export function refine(tokens: readonly Token[]): Token[] {
  const countries = gazetteers().countriesZh
  const refined: Token[] = []
  for (const [at, token] of tokens.entries()) {
    const { text } = token
    const cut = isDotted(tokens[at + 1]) ? undefined : prepositionIn(token)
    if (cut !== undefined) {
      const middle = token.start + cut
      refined.push({ start: token.start, end: middle, text: text.slice(0, cut), tag: cut === 1 ? 'p' : 'x' })
      refined.push({ start: middle, end: token.end, text: text.slice(cut), tag: cut === 1 ? 'x' : 'p' })
      continue
    }
    const country = token.tag === 'nt' ? countryBefore(text, countries) : undefined
    if (country !== undefined) {
      const middle = token.start + country
      refined.push({ start: token.start, end: middle, text: text.slice(0, country), tag: 'ns' })
      refined.push({ start: middle, end: token.end, text: text.slice(country), tag: 'nt' })
      continue
    }
    const size = text.length < 3 ? 0 : (placeBefore(text, countries) ?? personBefore(token) ?? 0)
    if (size === 0) {
      refined.push(token)
      continue
    }
    const middle = token.start + size
    const tag =
      size === 1 || /^nr/.test(token.tag)
        ? 'nr'
        : size === 2 && SHORT_PLACES.has(text[0]) && SHORT_PLACES.has(text[1])
          ? 'j'
          : 'ns'
    refined.push({ start: token.start, end: middle, text: text.slice(0, size), tag })
    refined.push({ start: middle, end: token.end, text: text.slice(size), tag: 'n' })
  }
  return refined
}

/** Where a preposition at either end of an unknown word is cut off: 1 for the first character. */
function prepositionIn({ text, tag }: Token): number | undefined {
  if (tag !== 'x' || text.length < 2) return undefined
  if ((text.length > 2 ? LEADING_PREPOSITIONS : SURE_PREPOSITIONS).has(text[0])) return 1
  const last = text.length - 1
  return last > 1 && TRAILING_PREPOSITIONS.has(text[last]) ? last : undefined
}

/** `让-雅克·卢梭` is a name. */
const isDotted = (next: Token | undefined): boolean => next !== undefined && /^[-·•・‧∙．]$/.test(next.text)

function placeBefore(text: string, countries: ReadonlySet<string>): number | undefined {
  for (let size = Math.min(LONGEST_PLACE, text.length - 1); size > 1; size--) {
    const place = text.slice(0, size)
    const isPlace = PLACES.has(place) || countries.has(place) || /^.{2,}(?:省|市|县|特别行政区)$/.test(place)
    const isPair = size === 2 && SHORT_PLACES.has(text[0]) && SHORT_PLACES.has(text[1])
    if ((isPlace || isPair) && AFTER_PLACE.has(text.slice(size))) return size
  }
  return undefined
}

/** `美国|匹兹堡大学`: another place after the country shows that the name starts there. */
function countryBefore(text: string, countries: ReadonlySet<string>): number | undefined {
  for (let size = Math.min(LONGEST_PLACE, text.length - 4); size > 1; size--) {
    if (!countries.has(text.slice(0, size))) continue
    for (let next = 2; next < Math.min(LONGEST_PLACE, text.length - size); next++) {
      if (isForeignStem(text.slice(size, size + next)) && PRIVATE_ENDS.has(text.slice(size + next))) return size
    }
  }
  return undefined
}

function isForeignStem(text: string): boolean {
  if (PLACES.has(text)) return true
  for (const char of text) if (!TRANSLITERATION.has(char)) return false
  return true
}

function personBefore({ text, tag }: Token): number | undefined {
  for (let size = text.length - 1; size > 0; size--) {
    if (!TITLES_AFTER.has(text.slice(size))) continue
    const name = text.slice(0, size)
    if (size === 1 && SURNAMES.has(name) && !SURNAME_WORDS.has(name)) return size
    if (/^nr/.test(tag) && size > 1 && (SURNAMES.has(name[0]) || DOUBLE_SURNAMES.has(name.slice(0, 2)) || size === 2))
      return size
  }
  return undefined
}
