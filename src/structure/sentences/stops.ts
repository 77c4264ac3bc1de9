import { isBlankUnit, skipBlank } from '../../document/span.js'
import {
  abbreviationKind,
  COMPANY,
  dottedKind,
  endsName,
  followsOrdinal,
  HOUR,
  isExclaimedName,
  isNameParticle,
  isSpelledLetter,
  isTimeWord,
  joinsNames,
  LONGEST_ABBREVIATION,
  NEVER,
  NUMBERED,
  reportsSpeech,
  STARTER,
  startsSentences,
} from './abbreviations.js'
import {
  CASELESS,
  caseAt,
  closes,
  continues,
  DIGIT,
  DOT,
  ELLIPSIS,
  FULL,
  isAsciiDigit,
  isCombining,
  isDash,
  isHanOrKana,
  isStraightQuote,
  isWordUnit,
  LINE,
  LOWER,
  MARK,
  OTHER,
  opens,
  ROLES,
  UPPER,
  WIDE_DOT,
} from './characters.js'

/** How far a rule looks around a stop, in UTF-16 units: bounds the cost of a stop on any input. */
const LOOK_AROUND = 256
const LONGEST_WORD = 24

/** A stop and what surrounds it. */
interface Stop {
  readonly text: string
  /** Start of the sentence. */
  readonly from: number
  /** The first stop of the run. */
  readonly at: number
  /** After the run and all that belongs to it. */
  readonly after: number
  readonly end: number
  /** The role that decides for the run. */
  readonly role: number
  /** A closing quotation mark or bracket belongs to the run. */
  readonly closed: boolean
  /** A closing bracket belongs to the run. */
  readonly bracketed: boolean
  /** The run is one full stop that may mark an abbreviation. */
  readonly single: boolean
}

/**
 * Decides whether the stop at `at` ends the sentence that starts at `from`. Returns the offset after the stop and all that
 * belongs to it (more stops, closing quotes and brackets, reference numbers, emoji) where it does, else the bitwise
 * complement of the offset at which to go on; that offset is always beyond `at`.
 */
export function judgeStop(text: string, from: number, at: number, end: number): number {
  if (isPlainEnd(text, from, at, end)) return at + 1
  let role = ROLES[text.charCodeAt(at)]
  let stops = 1
  let closed = false
  let bracketed = false
  let sealed = false
  let after = at + 1
  for (; after < end; after++) {
    const unit = text.charCodeAt(after)
    const next = ROLES[unit]
    if (next > LINE) {
      stops++
      if (next > role) role = next
      sealed ||= closed
    } else if (closes(unit)) {
      if (unit === 0x27 && after + 1 < end && isWordUnit(text, after + 1)) break
      closed = true
      bracketed ||= unit === 0x29 || unit === 0x5d || unit === 0xff09
    } else if (turnsToClose(text, unit, after, end)) {
      closed = true
    } else if (!isCombining(text, after)) break
  }
  if (stops > 1 && role === DOT && !sealed) role = ELLIPSIS
  const quoted = afterSpacedQuote(text, after, end)
  closed ||= quoted > after
  after = afterPictures(text, afterReferences(text, quoted, end), end)
  if (after >= end) return after
  if (!hasContent(text, from, at)) return ~after

  const stop = { text, from, at, after, end, role, closed, bracketed, single: stops === 1 }
  const blank = isBlankUnit(text.charCodeAt(after))
  if (!blank) return endsBeforeGlued(stop) ? after : ~after
  const next = skipBlank(text, after, end)
  if (next >= end || holdsEmptyLine(text, after, next)) return after
  return endsBeforeBlank(stop, next) ? after : ~after
}

/** The commonest end, decided without the rules: a word too long for an abbreviation, a full stop, a blank, a capital. */
function isPlainEnd(text: string, from: number, at: number, end: number): boolean {
  if (at + 2 >= end || at - from <= LONGEST_ABBREVIATION || text.charCodeAt(at + 1) !== 0x20) return false
  const next = text.charCodeAt(at + 2)
  if (next < 0x41 || next > 0x5a || text.charCodeAt(at) !== 0x2e) return false
  for (let index = at - 1; index >= at - LONGEST_ABBREVIATION - 1; index--) {
    const unit = text.charCodeAt(index)
    if (unit < 0x61 || unit > 0x7a) return false
  }
  return true
}

/** Whether only white space with two line breaks or more lies in the range. */
export function holdsEmptyLine(text: string, start: number, end: number): boolean {
  let breaks = 0
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    if (ROLES[unit] !== LINE) continue
    if (unit === 0x2029) return true
    if (unit === 0x0a && at > start && text.charCodeAt(at - 1) === 0x0d) continue
    if (++breaks === 2) return true
  }
  return false
}

/** The case where more text touches the stop. */
function endsBeforeGlued(stop: Stop): boolean {
  const { text, from, at, after, end, role } = stop
  const unit = text.charCodeAt(after)
  if (continues(unit) || isDash(unit)) return false
  if (role === FULL) return !quoteGoesOn(stop) && !(stop.bracketed && opensWithin(text, from, at))
  let letter = after
  while (letter < end && letter < after + 3 && opens(text.charCodeAt(letter))) letter++
  if (letter >= end) return false
  const kind = caseAt(text, letter)
  if (kind === CASELESS) return endsBeforeCaseless(stop, letter)
  if (kind !== UPPER || !beginsWord(text, letter, end)) return false
  if (role === ELLIPSIS) return caseAt(text, at - 1) === LOWER
  if (role === WIDE_DOT) return isHanOrKana(text.charCodeAt(at - 1))
  if (role === MARK) return !inAddress(text, from, at, end) && !speechGoesOn(stop, letter)

  const word = wordStart(text, from, at)
  const next = wordAt(text, letter, end)
  if (word === at) {
    const before = text.charCodeAt(at - 1)
    if (!isAsciiDigit(before)) return closes(before)
    return at - 4 >= from && !isListNumber(text, from, at) && startsSentences(next)
  }
  const followed = letter + next.length
  const dotted = followed + 1 < end && text.charCodeAt(followed) === 0x2e && isWordUnit(text, followed + 1)
  if (dotted || at - word < 2 || (word > from && text.charCodeAt(word - 1) === 0x2e) || endsName(next)) return false
  // `London.Then` is prose, `Math.Floor` most likely a program.
  if (caseAt(text, word) === UPPER && !startsSentences(next)) return false
  if (caseAt(text, at - 1) === UPPER || inAddress(text, from, at, end)) return false
  const abbreviation = abbreviationKind(text.slice(word, at))
  return abbreviation === 0 || (abbreviation !== NEVER && startsSentences(next))
}

/** A stop of Latin shape before a letter without case that touches it. */
function endsBeforeCaseless(stop: Stop, letter: number): boolean {
  const { text, from, at, role } = stop
  if (role === MARK) return !quoteGoesOn(stop) && !(stop.closed && isHangul(text.charCodeAt(letter)))
  if (role === ELLIPSIS || isThaiLike(text.charCodeAt(letter))) return false
  // Korean parts sentences by blanks; what touches a quotation is its particle.
  if (stop.closed && isHangul(text.charCodeAt(letter))) return false
  const before = text.charCodeAt(at - 1)
  if (isHanOrKana(before)) return !quoteGoesOn(stop)
  if (role === WIDE_DOT) return closes(before)
  return (
    caseAt(text, letter) === CASELESS &&
    at - wordStart(text, from, at) > 2 &&
    caseAt(text, wordStart(text, from, at)) === CASELESS
  )
}

/** The case where white space without an empty line follows; `next` is what comes after it. */
function endsBeforeBlank(stop: Stop, next: number): boolean {
  const { text, from, at, end, role } = stop
  if (role === FULL) return true
  const first = text.charCodeAt(next)
  if (continues(first) || (closes(first) && !isStraightQuote(first))) return false
  if (ROLES[first] > LINE) {
    const beyond = next + 1 < end ? text.charCodeAt(next + 1) : 0x20
    if (isBlankUnit(beyond) || ROLES[beyond] > LINE) return false
  }
  const letter = firstLetter(text, next, end)
  const kind = letter < end ? caseAt(text, letter) : OTHER
  if (kind === OTHER) return false
  if (role === DOT || role === WIDE_DOT) return stop.single ? dotEnds(stop, letter, kind) : kind !== LOWER
  if (role === ELLIPSIS) return kind === UPPER || kind === CASELESS
  if (kind === LOWER) {
    const word = wordStart(text, from, at)
    return !stop.closed && at - word > 1 && caseAt(text, word) === LOWER
  }
  if (kind !== UPPER) return true
  if (stop.bracketed && opensWithin(text, from, at)) return isStarter(text, letter, end)
  if (speechGoesOn(stop, letter)) return false
  const following = wordAt(text, letter, end)
  if (abbreviationKind(following) === COMPANY) return false
  return !isExclaimedName(text.slice(wordStart(text, from, at), at)) || startsSentences(following)
}

/** Whether a single full stop ends the sentence, before a blank and the letter or digit at `letter`. */
function dotEnds(stop: Stop, letter: number, kind: number): boolean {
  const { text, from, at, end } = stop
  const word = wordStart(text, from, at)
  const length = at - word
  const before = word > from ? text.charCodeAt(word - 1) : 0x20
  if (length === 0) return isAsciiDigit(before) ? numberEnds(stop, letter, kind) : kind !== LOWER
  const suffix = !standsFree(text, from, word, length)
  if (before === 0x2e && word - 2 >= from && isWordUnit(text, word - 2)) return dottedEnds(stop, letter, kind)
  if (length === 1 && !suffix) return letterEnds(stop, word, letter, kind)
  const written = length <= LONGEST_ABBREVIATION && !suffix ? text.slice(word, at) : ''
  const abbreviation = written === '' ? 0 : abbreviationKind(written)
  if (kind === LOWER) {
    return (
      abbreviation === 0 && length > 3 && !stop.closed && !CONSONANTS.test(written) && isPlainWord(text, from, word, at)
    )
  }
  if (abbreviation === 0) {
    if (word === from && isRoman(written)) return false
    if (isSpelledLetter(written)) return false
    return !CONSONANTS.test(written) || kind !== UPPER || isStarter(text, letter, end)
  }
  if (abbreviation === NEVER) return false
  if (abbreviation === STARTER) {
    return kind === UPPER && (isStarter(text, letter, end) || (written === 'ft' && followsNumber(text, from, word)))
  }
  if (abbreviation === COMPANY) return kind === UPPER && companyEnds(text, letter, end)
  if (abbreviation === NUMBERED) return kind !== DIGIT && !isCount(text, letter, end, written === 'No')
  return true
}

/** After a number and a full stop: not the number of a list item, a date or an ordinal. */
function numberEnds(stop: Stop, letter: number, kind: number): boolean {
  const { text, from, at, end } = stop
  if (kind === LOWER || isListNumber(text, from, at)) return false
  let first = at
  while (first > from && at - first < 3 && isAsciiDigit(text.charCodeAt(first - 1))) first--
  if (at - first > 2) return true
  return kind !== DIGIT && !(kind === UPPER && followsOrdinal(wordAt(text, letter, end)))
}

/** After a single letter: an initial, a list letter or half of an abbreviation with a blank (`z. B.`). */
function letterEnds(stop: Stop, word: number, letter: number, kind: number): boolean {
  const { text, from, end } = stop
  const own = caseAt(text, word)
  if (own === CASELESS) return isHanOrKana(text.charCodeAt(word)) || followsNumber(text, from, word)
  if (kind !== UPPER || word === from) return false
  if (followsNumber(text, from, word)) return true
  if (word - 3 >= from && text.charCodeAt(word - 2) === 0x2e && isWordUnit(text, word - 3)) {
    const alone = word - 4 < from || !isWordUnit(text, word - 4)
    if (alone && dottedKind(text.charAt(word - 3) + text.charAt(word)) === NEVER) return false
  }
  if (text.charCodeAt(word) === 0x49 && word - 4 >= from && text.startsWith('War ', word - 4)) return true
  return isStarter(text, letter, end) && !isNameParticle(wordAt(text, letter, end))
}

/** After a word with inner dots: `U.S.`, `Ph.D.`, `a.m.`, or a host or file name, which is an ordinary word. */
function dottedEnds(stop: Stop, letter: number, kind: number): boolean {
  const { text, from, at, end } = stop
  if (kind === LOWER) return false
  let first = at
  let part = 0
  let letters = ''
  for (; first > from && at - first < LONGEST_WORD; first--) {
    if (text.charCodeAt(first - 1) === 0x2e) part = 0
    else if (!isWordUnit(text, first - 1)) break
    else if (++part > 3) return true
    else letters = text.charAt(first - 1) + letters
  }
  const abbreviation = dottedKind(letters)
  if (abbreviation === NEVER || kind === DIGIT) return false
  if (abbreviation === HOUR) return !isTimeWord(wordAt(text, letter, end))
  if (abbreviation === STARTER) return kind === UPPER && isStarter(text, letter, end)
  return true
}

/** Whether a number and at most one blank come before the word, which makes it a unit. */
function followsNumber(text: string, from: number, word: number): boolean {
  const last = word > from && isBlankUnit(text.charCodeAt(word - 1)) ? word - 2 : word - 1
  return last >= from && isAsciiDigit(text.charCodeAt(last))
}

function companyEnds(text: string, letter: number, end: number): boolean {
  if (isStarter(text, letter, end)) return true
  const next = letter + wordAt(text, letter, end).length
  if (next + 1 >= end || text.charCodeAt(next) !== 0x20 || caseAt(text, next + 1) !== LOWER) return false
  return !joinsNames(wordAt(text, next + 1, end))
}

/** Whether the digits before the full stop number an item: they begin the sentence, or follow
 * a bracket or semicolon, or are the `1` after a colon. */
function isListNumber(text: string, from: number, at: number): boolean {
  let first = at
  while (first > from && at - first < 12) {
    const unit = text.charCodeAt(first - 1)
    if (!isAsciiDigit(unit) && unit !== 0x2e) break
    first--
  }
  if (first === from) return at - first <= 3 || text.slice(first, at).includes('.')
  const before = text.charCodeAt(first - 1)
  if (opens(before)) return at - first <= 2
  if (before !== 0x20 || first - 2 < from || at - first > 2) return false
  const mark = text.charCodeAt(first - 2)
  return mark === 0x3b || (mark === 0x3a && at - first === 1 && text.charCodeAt(first) === 0x31)
}

/** Whether the word at `letter` is one that sentences start with, and not an initial or the first part of a compound. */
function isStarter(text: string, letter: number, end: number): boolean {
  const word = wordAt(text, letter, end)
  const next = letter + word.length
  if (next < end) {
    const unit = text.charCodeAt(next)
    if (unit === 0x2e || unit === 0x2d) return false
  }
  return startsSentences(word)
}

/** A single capital or Roman numeral, as counts things after `Fig.`; the pronoun `I` is none, nor after `No.` the article. */
function isCount(text: string, letter: number, end: number, afterNo: boolean): boolean {
  const word = wordAt(text, letter, end)
  if (word === 'I') {
    const next = letter + 2
    return !(next < end && text.charCodeAt(next - 1) === 0x20 && caseAt(text, next) === LOWER)
  }
  return word.length === 1 ? word !== 'A' || !afterNo : isRoman(word)
}

function isRoman(word: string): boolean {
  return word.length > 0 && word.length < 7 && /^[IVXLC]+$/.test(word)
}

/** Whether the word is whole, and not the end of a number, an address or a word with an apostrophe. */
function standsFree(text: string, from: number, word: number, length: number): boolean {
  if (word === from) return true
  const before = text.charCodeAt(word - 1)
  if (before === 0x27) return word - 2 < from || !isWordUnit(text, word - 2)
  if (before === 0x2f) return length > 1
  return isBlankUnit(before) || opens(before) || before === 0x22 || before === 0x2d || isDash(before)
}

/** A word in small letters that stands free, so that it is no part of a host name. */
function isPlainWord(text: string, from: number, word: number, at: number): boolean {
  if (!standsFree(text, from, word, at - word)) return false
  for (let index = word; index < at; index++) if (caseAt(text, index) === UPPER) return false
  return true
}

/** Small consonants, after a capital or not, as in an abbreviation that the list does not have. */
const CONSONANTS = /^[B-DF-HJ-NP-TV-XZ]?[b-df-hj-np-tv-xz]+$/

/** Whether reported speech goes on after its closing quotation mark: `"Why?" Tom asked`. */
function speechGoesOn(stop: Stop, letter: number): boolean {
  const { text, end } = stop
  if (!stop.closed || stop.bracketed) return false
  let at = letter
  for (let words = 0; words < 3 && at < end; words++) {
    const word = wordAt(text, at, end)
    if (word === '') return false
    if (words > 0 && reportsSpeech(word)) return true
    if (words === 0 && word !== 'I' && startsSentences(word)) return false
    if (words > 0 && caseAt(text, at) !== UPPER) return false
    at += word.length + 1
    if (at >= end || text.charCodeAt(at - 1) !== 0x20) return false
  }
  return false
}

/** Whether a CJK sentence goes on after its quotation: the Japanese particle と, or a short Chinese clause with 说. */
function quoteGoesOn(stop: Stop): boolean {
  const { text, after, end } = stop
  if (!stop.closed || stop.bracketed) return false
  const unit = text.charCodeAt(after)
  if (unit === 0x3068) return true
  if (unit === 0x3063 && after + 1 < end && text.charCodeAt(after + 1) === 0x3066) return true
  for (let at = after; at < end && at < after + 8; at++) {
    const own = text.charCodeAt(at)
    if (!isHanOrKana(own)) return false
    if (SAYS.has(own)) {
      const next = at + 1 < end ? text.charCodeAt(at + 1) : 0x3002
      if (!SAYS.has(next)) return continues(next) || ROLES[next] > LINE
    }
  }
  return false
}

const SAYS = new Set(Array.from('说說道问問喊叫曰', (character) => character.charCodeAt(0)))

/** Whether the bracket that closes after `at` opens within the sentence, after words of it. */
function opensWithin(text: string, from: number, at: number): boolean {
  const limit = Math.max(from, at - LOOK_AROUND)
  for (let open = at - 1; open > limit; open--) {
    const unit = text.charCodeAt(open)
    if (unit === 0x28 || unit === 0x5b || unit === 0xff08) return true
  }
  return false
}

/** Whether the stop stands in a URL, mail address, path or program text. */
function inAddress(text: string, from: number, at: number, end: number): boolean {
  const first = Math.max(from, at - LOOK_AROUND)
  for (let index = at - 1; index >= first; index--) {
    const unit = text.charCodeAt(index)
    if (unit <= 0x20 || unit >= 0x80 || opens(unit) || isStraightQuote(unit)) break
    if (marksAddress(unit)) return true
  }
  const last = Math.min(end, at + 64)
  for (let index = at + 1; index < last; index++) {
    const unit = text.charCodeAt(index)
    if (unit <= 0x20 || unit >= 0x80 || ROLES[unit] > LINE) return false
    if (marksAddress(unit)) return true
  }
  return false
}

function marksAddress(unit: number): boolean {
  return unit === 0x2f || unit === 0x40 || unit === 0x5c || unit === 0x5f || unit === 0x3d || unit === 0x23
}

/** Whether a capital begins a word of prose: `Then`, `I`, but not `XMLFile`. */
function beginsWord(text: string, letter: number, end: number): boolean {
  let at = letter + 1
  for (; at < end && at < letter + LONGEST_WORD; at++) {
    if (!isWordUnit(text, at)) break
    if (caseAt(text, at) === UPPER) return false
  }
  if (at > letter + 1) return true
  const unit = text.charCodeAt(letter)
  return (
    (unit === 0x41 || unit === 0x49) && at < end && (isBlankUnit(text.charCodeAt(at)) || text.charCodeAt(at) === 0x27)
  )
}

/** Start of the word that ends at `at`, at most `LONGEST_WORD` units back; `at` itself where none does. */
function wordStart(text: string, from: number, at: number): number {
  const limit = Math.max(from, at - LONGEST_WORD)
  let first = at
  while (first > limit && isWordUnit(text, first - 1)) first--
  return first
}

function wordAt(text: string, start: number, end: number): string {
  const limit = Math.min(end, start + LONGEST_WORD)
  let at = start
  while (at < limit && isWordUnit(text, at)) at++
  return text.slice(start, at)
}

/** The first letter or digit after at most a few marks and blanks. */
function firstLetter(text: string, start: number, end: number): number {
  const limit = Math.min(end, start + 6)
  for (let at = start; at < limit; at++) {
    const unit = text.charCodeAt(at)
    if (continues(unit)) return end
    if (caseAt(text, at) !== OTHER) return at
  }
  return end
}

/** Whether the piece holds a letter or digit, so that stops alone make no sentence. */
function hasContent(text: string, from: number, at: number): boolean {
  if (at - from > 8) return true
  for (let index = from; index < at; index++) {
    const unit = text.charCodeAt(index)
    if (isWordUnit(text, index) || isAsciiDigit(unit) || (unit >= 0x80 && caseAt(text, index) === DIGIT)) return true
  }
  return false
}

/** Quotation marks that open in one language close in another; before a blank or a stop they close. */
function turnsToClose(text: string, unit: number, at: number, end: number): boolean {
  if (unit !== 0x201c && unit !== 0x2018 && unit !== 0xab && unit !== 0x2039) return false
  if (at + 1 >= end) return true
  const next = text.charCodeAt(at + 1)
  return isBlankUnit(next) || continues(next) || ROLES[next] > LINE || closes(next)
}

/** A closing quotation mark after one blank: a guillemet, as French sets it, or another one between blanks. */
function afterSpacedQuote(text: string, at: number, end: number): number {
  if (at + 1 >= end || !isBlankUnit(text.charCodeAt(at)) || ROLES[text.charCodeAt(at)] === LINE) return at
  const quote = text.charCodeAt(at + 1)
  if (quote !== 0xbb && quote !== 0x203a && quote !== 0x201d && quote !== 0x22) return at
  if (at + 2 >= end || isBlankUnit(text.charCodeAt(at + 2))) return at + 2
  return quote !== 0x22 && caseAt(text, at + 2) === OTHER ? at + 2 : at
}

/** Reference numbers in brackets that touch the stop. */
function afterReferences(text: string, start: number, end: number): number {
  let at = start
  while (at + 2 < end && text.charCodeAt(at) === 0x5b) {
    let close = at + 1
    while (close < end && close < at + 4 && isAsciiDigit(text.charCodeAt(close))) close++
    if (close === at + 1 || close >= end || text.charCodeAt(close) !== 0x5d) break
    at = close + 1
  }
  return at
}

/** Emoji that follow the stop, after one blank at most, where a blank or the end comes after them. */
function afterPictures(text: string, start: number, end: number): number {
  let at = start < end && text.charCodeAt(start) === 0x20 ? start + 1 : start
  const first = at
  while (at < end) {
    const unit = text.charCodeAt(at)
    const astral = at + 1 < end && unit >= 0xd83c && unit <= 0xd83e
    const joins = at > first && (unit === 0xfe0f || unit === 0x200d)
    if (!astral && !joins && !(unit >= 0x2600 && unit <= 0x27bf)) break
    at += astral ? 2 : 1
  }
  return at > first && (at >= end || isBlankUnit(text.charCodeAt(at))) ? at : start
}

function isHangul(unit: number): boolean {
  return unit >= 0xac00 && unit <= 0xd7a3
}

function isThaiLike(unit: number): boolean {
  return (unit >= 0xe00 && unit <= 0xeff) || (unit >= 0x1000 && unit <= 0x109f) || (unit >= 0x1780 && unit <= 0x17ff)
}
