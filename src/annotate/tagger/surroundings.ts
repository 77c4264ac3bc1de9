import type { Reading } from '../mentions/names.js'
import { CAPITAL, FIRST, LETTERS, OPAQUE, PUNCTUATION, type Words } from '../words.js'

/** How the document writes each word elsewhere, as one number a word; 0 for punctuation marks. */
export function describeMemory(words: Words, { writing }: Reading): Int32Array {
  const memory = new Int32Array(words.length)
  for (let at = 0; at < words.length; at++) {
    if (words.flags[at] & PUNCTUATION) continue
    const capital = writing.capital.get(words.lower[at]) ?? 0
    const small = writing.small.get(words.lower[at]) ?? 0
    memory[at] = 1 + Math.min(3, capital) + 4 * Math.min(3, small) + 16 * writing.style[words.sentence[at]]
  }
  return memory
}

const BRACKET = 1
const QUOTE = 2
/** Brackets and quotations of more words than this are not followed. */
const LONGEST = 40

/** Whether each word stands in brackets (1) or quote marks (2), as bits; neither goes over the end of a sentence. */
export function describeEnclosure(words: Words): Uint8Array {
  const { flags, form, sentence } = words
  const inside = new Uint8Array(words.length)
  let bracket = -1
  let quote = -1
  for (let at = 0; at < words.length; at++) {
    if (at > 0 && sentence[at] !== sentence[at - 1]) bracket = quote = -1
    if (flags[at] & PUNCTUATION) {
      const mark = form[at]
      if (mark === '(' || mark === '[') bracket = at
      else if (mark === ')' || mark === ']') bracket = -1
      else if (mark === '“' || (mark === '"' && quote < 0)) quote = at
      else if (mark === '”' || mark === '"') quote = -1
    }
    if (bracket >= 0 && at - bracket < LONGEST) inside[at] |= BRACKET
    if (quote >= 0 && at - quote < LONGEST) inside[at] |= QUOTE
  }
  return inside
}

/** Edited prose is 0; text with addresses, labels or sentences that start small is 1 to 3, the more of them the higher. */
export function describeStyle(words: Words): number {
  const { flags } = words
  let opaque = 0
  let first = 0
  let small = 0
  for (let at = 0; at < words.length; at++) {
    if (flags[at] & OPAQUE) opaque++
    if (!(flags[at] & FIRST) || !(flags[at] & LETTERS)) continue
    first++
    if (!(flags[at] & CAPITAL)) small++
  }
  return (opaque > 0.02 * words.length ? 1 : 0) + (small > 0.2 * first ? 2 : 0)
}
