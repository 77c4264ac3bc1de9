import { isBlankUnit, skipBlank, skipBlankBack } from '../document/span.js'
import { isGraphemeBoundary } from './graphemes.js'
import { caseAt, closes, continues, DIGIT, FULL, isStraightQuote, LINE, ROLES } from './sentences/characters.js'

const NONE = 0
/** Ends a clause before a blank. */
const SPACED = 1
/** Ends a clause with or without a blank, but not between digits. */
const FREE = 2
/** The em dash: as `FREE`, but only where it follows a word. */
const DASH = 3
/** The hyphen: ends a clause where it stands between blanks, or doubled. */
const HYPHEN = 4

const MARKS = new Uint8Array(65536)
assign(',;:\u2013)]}»”!?\u2026\u203c\u2047\u2048\u2049', SPACED)
assign('\uff0c\u3001\uff1b\uff1a\ufe50\ufe51\ufe54\ufe55\uff64\u060c\u061b\u055d\u1363\u1364\u1365\u0f0d\u104a', FREE)
assign('）】〕］〉》」』｝', FREE)
assign('\u2014\u2015', DASH)
assign('-', HYPHEN)
for (let unit = 0x80; unit < ROLES.length; unit++) if (ROLES[unit] === FULL) MARKS[unit] = FREE

function assign(units: string, kind: number): void {
  for (let at = 0; at < units.length; at++) MARKS[units.charCodeAt(at)] = kind
}

/**
 * The offsets in (start, end) at which a clause begins, in rising order: after a comma, semicolon, colon, dash, closing
 * bracket or a stop inside the range, of Latin, CJK, Arabic and Ethiopic text, and after the blanks that follow, which
 * belong to the piece before. None lies inside a number or address, before closing punctuation or inside a grapheme.
 */
export function clauseStarts(text: string, start: number, end: number): number[] {
  const marks = MARKS
  const starts: number[] = []
  let at = start
  while (at < end) {
    const kind = marks[text.charCodeAt(at)]
    if (kind === NONE) {
      at++
      continue
    }
    const after = afterMark(text, start, at, end, kind)
    const next = skipBlank(text, after, end)
    if (endsClause(text, start, at, after, next, end, kind) && next < end) starts.push(next)
    at = Math.max(after, next)
  }
  return starts
}

/** After the mark and the like ones and closing punctuation that touch it. */
function afterMark(text: string, start: number, at: number, end: number, kind: number): number {
  let after = at + 1
  for (; after < end; after++) {
    const unit = text.charCodeAt(after)
    if (
      kind === DASH || kind === HYPHEN
        ? MARKS[unit] !== kind
        : !closes(unit) && ROLES[unit] <= LINE && MARKS[unit] === NONE
    )
      break
    if (isStraightQuote(unit) && after > start && after + 1 < end && !isBlankUnit(text.charCodeAt(after + 1))) break
  }
  return after
}

function endsClause(
  text: string,
  start: number,
  at: number,
  after: number,
  next: number,
  end: number,
  kind: number,
): boolean {
  if (next >= end) return false
  const unit = text.charCodeAt(next)
  if ((closes(unit) && !isStraightQuote(unit)) || continues(unit) || ROLES[unit] > LINE) return false
  const spaced = next > after
  const free = kind === FREE || MARKS[text.charCodeAt(after - 1)] === FREE
  if (kind === SPACED && !free && !spaced) return false
  const before = at > start ? text.charCodeAt(at - 1) : 0x20
  if (text.charCodeAt(at) === 0x2013 && isRange(text, start, at, next)) return false
  if (kind === HYPHEN) {
    if (unit === 0x2d || (after - at === 1 && !(spaced && isBlankUnit(before)))) return false
    if (!spaced && isBlankUnit(before)) return false
  }
  if (!spaced) {
    if (isStraightQuote(unit)) return false
    if (kind === DASH && (isBlankUnit(before) || MARKS[unit] !== NONE)) return false
    if (at > start && caseAt(text, at - 1) === DIGIT && caseAt(text, next) === DIGIT) return false
  }
  return isGraphemeBoundary(text, next)
}

/** Whether the en dash at `at` joins two numbers, with or without blanks. */
function isRange(text: string, start: number, at: number, next: number): boolean {
  const last = skipBlankBack(text, start, at) - 1
  return last >= start && caseAt(text, last) === DIGIT && caseAt(text, next) === DIGIT
}
