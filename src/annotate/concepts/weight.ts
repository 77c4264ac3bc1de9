import { levels } from '../../models/common-words.generated.js'
import { GENERIC_MODIFIERS, GENERIC_NOUNS, TERM_ENDS, TERM_STARTS } from '../../models/concept-words.js'
import { FUNCTION_WORDS } from '../../models/lexicon.js'
import { decodeTerms } from '../../models/terms.js'
import { DIGITS, INNER, SHOUT } from '../words.js'
import { singularOf } from './singular.js'

/** How far a word is from everyday language: by how many of some 4,000 texts it is in. */
const RARITY = [0.75, 0.5, 0.25, 0.05]

let rarities: Map<string, number> | undefined

function load(): Map<string, number> {
  const found = new Map<string, number>()
  levels.forEach((packed, level) => {
    for (const term of decodeTerms(packed)) found.set(term, RARITY[level])
  })
  return found
}

export const isGenericNoun = (lower: string) => GENERIC_NOUNS.has(lower) || GENERIC_NOUNS.has(singularOf(lower))
export const isGeneric = (lower: string) => GENERIC_MODIFIERS.has(lower) || isGenericNoun(lower)

const known = new Map<string, number>()
/** Words repeat; this many are kept. */
const MOST_KNOWN = 20_000

/** 0 for an everyday or generic word to 1 for a word that everyday texts do not have. `lower` is the word in small letters. */
export function rarityOf(lower: string): number {
  let rarity = known.get(lower)
  if (rarity === undefined) {
    rarity = readRarity(lower)
    if (known.size >= MOST_KNOWN) known.clear()
    // A copy, since a slice would keep its whole document in memory.
    known.set(` ${lower}`.slice(1), rarity)
  }
  return rarity
}

function readRarity(lower: string): number {
  if (isGeneric(lower) || FUNCTION_WORDS.has(lower)) return 0
  rarities ??= load()
  const itself = rarities.get(lower)
  const singular = singularOf(lower)
  const base = singular === lower ? undefined : rarities.get(singular)
  if (itself !== undefined || base !== undefined) return Math.min(itself ?? 1, base ?? 1)
  // An inflected or derived form is as common as its stem.
  const stem = /^(.{3,}?)(?:ing|ed|er|ers|ly|al|ally|ness)$/.exec(lower)?.[1]
  const ofStem = stem && (rarities.get(stem) ?? rarities.get(`${stem}e`))
  return ofStem === undefined || ofStem === '' ? 1 : Math.min(1, ofStem + 0.3)
}

/** Whether a word is made like a term: by its ending or beginning, as an acronym, or of letters and digits. */
export function isTechnical(lower: string, flags: number): boolean {
  if (flags & SHOUT || flags & INNER) return true
  if (flags & DIGITS || /\d/.test(lower)) return /\p{L}/u.test(lower)
  return lower.length > 4 && (TERM_ENDS.test(lower) || TERM_STARTS.test(lower))
}
