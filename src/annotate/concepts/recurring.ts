import { LETTERS, OPAQUE, POSSESSIVE, type Words } from '../words.js'
import type { Term } from './term.js'

/** Shorter words of an unknown language are too often particles. */
const SHORTEST = 6
const LEAST_TIMES = 3

/**
 * Recurring long words, for languages whose parts of speech are not known: each form is its own term. `isMeant` says of a
 * word whether it is to be counted.
 */
export function findRecurring(words: Words, isMeant: (i: number) => boolean): Term[] {
  const terms = new Map<string, Term>()
  for (let i = 0; i < words.length; i++) {
    const word = words.lower[i]
    if (word.length < SHORTEST || !(words.flags[i] & LETTERS) || words.flags[i] & (OPAQUE | POSSESSIVE)) continue
    if (!isMeant(i)) continue
    const span = { start: words.start[i], end: words.end[i] }
    const term = terms.get(word)
    if (term === undefined) terms.set(word, { name: word, salience: 0, spans: [span] })
    else term.spans.push(span)
  }
  return [...terms.values()]
    .filter(({ spans }) => spans.length >= LEAST_TIMES)
    .map((term) => ({ ...term, salience: salienceByCount(term.spans.length) }))
}

/** 0.5 at three places, towards 1 with more. */
export const salienceByCount = (times: number) => 1 - 1.5 / Math.max(times, 1.5)
