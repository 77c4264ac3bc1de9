import { isBlankUnit, skipBlankBack } from '../../document/span.js'
import { closes, continues, isAsciiDigit, LINE, ROLES } from './characters.js'

const BULLETS = unitsOf('-*+•‣◦▪●○·–—')
const CHINESE_NUMERALS = unitsOf('一二三四五六七八九十百')
const ROMAN_NUMERALS = unitsOf('ivxlcIVXLC')

const NO_ITEM = 0
/** A letter or Roman numeral with a full stop, which may as well be an initial. */
const DOUBTFUL = 1
const ITEM = 2

/**
 * Whether the line whose text starts at `at` is a list item: a bullet; a number, letter or Roman numeral with `.` or `)`
 * and a blank; a Chinese ordinal. A letter with a full stop counts only where the line above has ended or where the
 * sentence, which starts at `from`, is such an item itself.
 */
export function startsListItem(text: string, from: number, at: number, end: number): boolean {
  const marker = markerAt(text, at, end)
  if (marker !== DOUBTFUL) return marker === ITEM
  const last = text.charCodeAt(skipBlankBack(text, from, at) - 1)
  return ROLES[last] > LINE || continues(last) || closes(last) || markerAt(text, from, end) === DOUBTFUL
}

function markerAt(text: string, at: number, end: number): number {
  const first = text.charCodeAt(at)
  if (BULLETS.has(first)) return at + 1 < end && isBlankUnit(text.charCodeAt(at + 1)) ? ITEM : NO_ITEM
  if (first >= 0x2460 && first <= 0x24ff) return ITEM
  const bracket = first === 0x28 || first === 0xff08
  const start = bracket ? at + 1 : at
  const numerals = runOf(text, start, Math.min(end, start + 4), CHINESE_NUMERALS)
  if (numerals > start && numerals < end) {
    const mark = text.charCodeAt(numerals)
    return mark === (bracket ? 0xff09 : 0x3001) ? ITEM : NO_ITEM
  }
  const digits = numberEnd(text, start, end)
  const stem = digits > start ? digits : letterEnd(text, start, end)
  if (stem === start || stem + 1 >= end || !isBlankUnit(text.charCodeAt(stem + 1))) return NO_ITEM
  const mark = text.charCodeAt(stem)
  if (mark === 0x29) return ITEM
  if (mark !== 0x2e || bracket) return NO_ITEM
  return digits > start ? ITEM : DOUBTFUL
}

/** After a number of up to three digits, or several joined by full stops. */
function numberEnd(text: string, start: number, end: number): number {
  let at = start
  for (let level = 0; level < 4; level++) {
    const first = at
    while (at < end && at < first + 3 && isAsciiDigit(text.charCodeAt(at))) at++
    if (at === first) return level === 0 ? start : at - 1
    if (at + 1 >= end || text.charCodeAt(at) !== 0x2e || !isAsciiDigit(text.charCodeAt(at + 1))) return at
    at++
  }
  return start
}

/** After one ASCII letter or a Roman numeral. */
function letterEnd(text: string, start: number, end: number): number {
  const roman = runOf(text, start, Math.min(end, start + 6), ROMAN_NUMERALS)
  if (roman > start) return roman
  const letter = text.charCodeAt(start) | 32
  return letter >= 0x61 && letter <= 0x7a ? start + 1 : start
}

function runOf(text: string, start: number, end: number, units: ReadonlySet<number>): number {
  let at = start
  while (at < end && units.has(text.charCodeAt(at))) at++
  return at
}

function unitsOf(characters: string): ReadonlySet<number> {
  return new Set(Array.from(characters, (character) => character.charCodeAt(0)))
}
