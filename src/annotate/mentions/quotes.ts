import { FUNCTION_WORDS, TITLES } from '../../models/lexicon.js'
import { BROKEN, CAPITAL, DIGITS, INNER, LETTERS, PUNCTUATION, SPACED, STOPPED, type Words } from '../words.js'
import type { Run } from './runs.js'

/** A quotation of more words than this is no title. */
const LONGEST_TITLE = 14
/** What a title in capitals leaves small. */
const SMALL_IN_TITLES = new Set(
  "a an the and or but nor of in on at to for from by with as vs via into onto over upon 's up than".split(' '),
)
const CLOSERS: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”',
  '‘': '’',
  '«': '»',
  "'": "'",
  '„': '“',
  '《': '》',
}

/** Finds quoted titles of works: at least three quarters of the words that are not small are capitalised. */
export function findTitles(words: Words): Run[] {
  const { flags, form, lower, sentence } = words
  const runs: Run[] = []
  let at = 0
  while (at < words.length) {
    const closer = flags[at] & PUNCTUATION ? CLOSERS[form[at]] : undefined
    if (closer === undefined || (closer === "'" && !(flags[at] & (SPACED | BROKEN)))) {
      at++
      continue
    }
    let capitals = 0
    let content = 0
    let names = 0
    let prose = false
    let end = at + 1
    const limit = Math.min(words.length, at + 2 + LONGEST_TITLE)
    while (end < limit && sentence[end] === sentence[at] && form[end] !== closer) {
      if (flags[end] & LETTERS) {
        const capital = (flags[end] & (CAPITAL | INNER)) !== 0
        const small = FUNCTION_WORDS.has(lower[end])
        if (capital || !small) {
          content++
          if (capital) capitals++
          if (capital && !small) names++
        } else if (!SMALL_IN_TITLES.has(lower[end])) prose = true
      } else if (flags[end] & DIGITS) {
        content++
        capitals++
      }
      end++
    }
    const closed = end < limit && form[end] === closer && sentence[end] === sentence[at]
    const asked = flags[end - 1] & PUNCTUATION && '?!'.includes(form[end - 1]) && content !== names
    if (
      !closed ||
      content === 0 ||
      prose ||
      asked ||
      (TITLES.has(lower[at + 1]) && flags[at + 1] & STOPPED) ||
      (names === 0 && content < 2) ||
      capitals < 0.75 * content ||
      !(flags[at + 1] & (CAPITAL | INNER | DIGITS))
    ) {
      at++
      continue
    }
    let to = end
    while (to > at + 1 && flags[to - 1] & PUNCTUATION && ',.;:'.includes(form[to - 1])) to--
    const sentenceLike = to < end && form[to] === '.' && to - at > 6
    if (!sentenceLike && to > at + 1) runs.push({ from: at + 1, to, quoted: true })
    at = end + 1
  }
  return runs
}
