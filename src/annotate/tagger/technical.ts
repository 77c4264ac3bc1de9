import { gazetteers } from '../../models/gazetteers.js'
import { FUNCTION_WORDS } from '../../models/lexicon.js'
import { kindOfNoun } from '../mentions/typing.js'
import { PROPER } from '../pos.js'
import { CAPITAL, FIRST, LETTERS, SHOUT, type Words } from '../words.js'

const SHORTEST = 6
/** Endings of words that are rarely technical terms. */
const EVERYDAY = /(?:ly|ing|ed|tion|tions|ment|ments|ity|ities|ness|ance|ence|ances|ences|ic|al|ive|ous)$/

/**
 * The places of technical terms, as indices of words: a word that no list knows, that starts a sentence and is taken for a
 * proper noun there, and that the document writes small elsewhere (`Risperidone … risperidone`). Text about chemicals and
 * diseases names its subjects so. Words that are `taken` are left out. Linear in the words.
 */
export function findTechnicalTerms(words: Words, tags: Uint8Array, taken: Uint8Array): number[] {
  const { flags, lower } = words
  const openers = new Set<string>()
  const small = new Set<string>()
  for (let at = 0; at < words.length; at++) {
    if (!(flags[at] & LETTERS)) continue
    if (!(flags[at] & CAPITAL)) small.add(lower[at])
    else if (flags[at] & FIRST && !(flags[at] & SHOUT) && !taken[at] && tags[at] === PROPER && isRare(lower[at]))
      openers.add(lower[at])
  }
  const places: number[] = []
  for (let at = 0; at < words.length; at++)
    if (openers.has(lower[at]) && small.has(lower[at]) && !taken[at]) places.push(at)
  return places
}

function isRare(low: string): boolean {
  return low.length >= SHORTEST && !EVERYDAY.test(low) && !isListed(low)
}

/** Whether a list has the word or what it is the plural of. */
function isListed(low: string): boolean {
  if (gazetteers().common.has(low) || FUNCTION_WORDS.has(low) || kindOfNoun(low) >= 0) return true
  if (!low.endsWith('s') || low.length < 5) return false
  return isListed(low.slice(0, -1)) || (low.endsWith('es') && isListed(low.slice(0, -2)))
}
