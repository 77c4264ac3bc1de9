import type { Span } from '../document/span.js'
import { skipBlank, skipBlankBack } from '../document/span.js'
import { isGraphemeBoundary } from './graphemes.js'
import { LINE, ORDINARY, ROLES } from './sentences/characters.js'
import { startsListItem } from './sentences/lists.js'
import { holdsEmptyLine, judgeStop } from './sentences/stops.js'

/**
 * The sentences of one block of text, `text.slice(start, end)`: sorted, disjoint, without white space at their ends, and
 * together holding every character of the range that is not blank.
 *
 * Ends are full stops, question and exclamation marks of Latin, CJK, Indic, Arabic, Armenian, Ethiopic, Khmer and Burmese
 * text, with the closing quotes and brackets after them; not the dots of abbreviations, initials, numbers, addresses, list
 * numbers and trailing ellipses. A line break alone is no end; an empty line is one, and so is a line that starts a list
 * item. Abbreviations known are those of English and, fewer, of other European languages. Linear in the length of the
 * range, whatever it holds.
 */
export function findSentences(text: string, start: number, end: number): Span[] {
  const sentences: Span[] = []
  let from = skipBlank(text, start, end)
  let at = from
  while (at < end) {
    at = nextRole(text, at, end)
    if (at === end) break
    const line = ROLES[text.charCodeAt(at)] === LINE
    const judged = line ? judgeLine(text, from, at, end) : judgeStop(text, from, at, end)
    if (judged < 0) {
      at = ~judged
      continue
    }
    if (!line && !isGraphemeBoundary(text, judged)) {
      at = judged
      continue
    }
    sentences.push({ start: from, end: skipBlankBack(text, from, judged) })
    from = skipBlank(text, judged, end)
    at = from
  }
  if (from < end) sentences.push({ start: from, end: skipBlankBack(text, from, end) })
  return sentences
}

/** As `judgeStop`, for the line break at `at`. */
function judgeLine(text: string, from: number, at: number, end: number): number {
  const next = skipBlank(text, at, end)
  const ends = next >= end || holdsEmptyLine(text, at, next) || startsListItem(text, from, next, end)
  return ends ? at : ~Math.max(next, at + 1)
}

/** The first unit at or after `at` that may end a sentence. */
function nextRole(text: string, at: number, end: number): number {
  // A local name: reading the module's binding for each unit halves the speed.
  const roles = ROLES
  let next = at
  while (next < end && roles[text.charCodeAt(next)] === ORDINARY) next++
  return next
}
