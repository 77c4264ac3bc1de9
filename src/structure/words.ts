import { isBlankUnit } from '../document/span.js'
import { isGraphemeBoundary } from './graphemes.js'
import {
  closes,
  continues,
  isCombining,
  isStraightQuote,
  isWordUnit,
  LINE,
  opens,
  ROLES,
} from './sentences/characters.js'

/** How far back `wordFloor` looks, in UTF-16 units. */
export const LONGEST_WORD = 256

/**
 * Words of scripts without blanks come from windows that lie at fixed places of the text: the segmenter sees `CORE` units
 * with `MARGIN` more on each side, and only what starts in the core counts. So the answer for an offset is the same
 * whoever asks, costs the same, and no window edge cuts a word.
 */
const CORE = 128
const MARGIN = 64

const NO = 0
const YES = 1
/** A script without blanks: the segmenter knows. */
const ASK = 2

const UNSPACED = new Uint8Array(65536)
for (const [first, last] of [
  [0xe01, 0xfff],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
  [0x1950, 0x19ff],
  [0x1a20, 0x1aad],
  [0x2e80, 0xa4cf],
  [0xa9e0, 0xa9ff],
  [0xaa60, 0xaadf],
  [0xd840, 0xd88d],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff9f],
])
  UNSPACED.fill(1, first, last + 1)

/** What no Japanese or Chinese line starts with, beyond closing punctuation. */
const NEVER_FIRST = new Set(
  Array.from('々〻ーゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ・〜～％℃—―–', (character) =>
    character.charCodeAt(0),
  ),
)

let segmenter: Intl.Segmenter | undefined

/**
 * The offsets in (start, end) at which a word begins, in rising order. White space belongs to the piece before a word, and
 * so does the punctuation that follows it; opening brackets and quotes belong to the word after. Hyphenated words are
 * whole. Scripts without blanks are cut by `Intl.Segmenter`. No offset lies inside a grapheme. An offset is a word start of
 * the whole text, whatever the range.
 */
export function wordStarts(text: string, start: number, end: number): number[] {
  const starts: number[] = []
  const last = Math.min(end, text.length)
  let words: CoreWords | undefined
  let decided = 0
  for (let at = Math.max(start + 1, 1); at < last; at++) {
    const verdict = judge(text, at)
    if (verdict === NO) continue
    if (verdict === YES) {
      starts.push(at)
      continue
    }
    if (at < decided || !mayStart(text, at)) continue
    if (words === undefined || at >= words.end) words = coreWords(text, at)
    const word = wordIn(words, at)
    decided = Math.min(word.end, words.end)
    if (word.start === at) starts.push(at)
  }
  return starts
}

/**
 * The greatest word start in (start, offset], or `start` where none lies within 256 units before `offset`: a longer word
 * is for the caller to cut by graphemes. Agrees with `wordStarts`; its cost does not depend on the length of the text.
 */
export function wordFloor(text: string, offset: number, start: number): number {
  const limit = Math.max(start, Math.min(offset, text.length) - LONGEST_WORD, 0)
  let words: CoreWords | undefined
  let decided = text.length
  for (let at = Math.min(offset, text.length - 1); at > limit; at--) {
    const verdict = judge(text, at)
    if (verdict === YES) return at
    if (verdict === NO || at > decided || !mayStart(text, at)) continue
    if (words === undefined || at < words.start) words = coreWords(text, at)
    const word = wordIn(words, at)
    if (word.start === at) return at
    decided = Math.max(word.start, words.start - 1)
  }
  return start
}

/** Whether a word starts between the two units, as far as they tell. */
function judge(text: string, at: number): number {
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at)
  if (isBlankUnit(before)) {
    if (isBlankUnit(after) || closesAfterBlank(text, at, after)) return NO
    if (at > 1 && opens(text.charCodeAt(at - 2))) return NO
    return after < 0x300 || (!isCombining(text, at) && isGraphemeBoundary(text, at)) ? YES : NO
  }
  if (UNSPACED[before] === 1 || UNSPACED[after] === 1) return isBlankUnit(after) ? NO : ASK
  if ((before === 0x2014 || before === 0x2015) && after !== before) return startsAfterDash(text, at, after) ? YES : NO
  return NO
}

/** Closing punctuation, or a mark that belongs to what comes before; `.5` and `:x` are words. */
function closesAfterBlank(text: string, at: number, unit: number): boolean {
  if (closes(unit)) return !isStraightQuote(unit)
  if (ROLES[unit] <= LINE && (!continues(unit) || unit === 0x26 || unit === 0x2f)) return false
  if (unit >= 0x80 || at + 1 >= text.length) return true
  const next = text.charCodeAt(at + 1)
  return !isWordUnit(text, at + 1) && !(next >= 0x30 && next <= 0x39)
}

/** After a dash that joins two words without blanks. */
function startsAfterDash(text: string, at: number, unit: number): boolean {
  if (isBlankUnit(unit) || closes(unit) || continues(unit) || ROLES[unit] > LINE) return false
  let dash = at - 1
  while (dash > 0 && dash > at - 4 && (text.charCodeAt(dash - 1) & 0xfffe) === 0x2014) dash--
  return dash > 0 && !isBlankUnit(text.charCodeAt(dash - 1)) && isGraphemeBoundary(text, at)
}

/** Whether a piece may start at `at`, should the segmenter find a word there. */
function mayStart(text: string, at: number): boolean {
  const after = text.charCodeAt(at)
  if (closes(after) || continues(after) || ROLES[after] > LINE || NEVER_FIRST.has(after) || isCombining(text, at))
    return false
  const before = text.charCodeAt(at - 1)
  if (opens(before) || isStraightQuote(before)) return false
  return isGraphemeBoundary(text, at)
}

/** The segmenter over one core and its margins. */
interface CoreWords {
  readonly start: number
  readonly end: number
  readonly origin: number
  readonly segments: Intl.Segments
}

function coreWords(text: string, at: number): CoreWords {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' })
  const start = at - (at % CORE)
  const origin = Math.max(0, start - MARGIN)
  const end = start + CORE
  return { start, end, origin, segments: segmenter.segment(text.slice(origin, end + MARGIN)) }
}

function wordIn(words: CoreWords, at: number): { start: number; end: number } {
  const word = words.segments.containing(at - words.origin)
  if (word === undefined) return { start: at, end: at + 1 }
  const start = words.origin + word.index
  return { start, end: start + word.segment.length }
}
