import type { TokenIndex } from '../../document/document.js'
import { isBlankUnit } from '../../document/span.js'
import { beforePair } from './character.js'
import { classAt, LETTER, NUMBER, width } from './classes.js'
import { IntList } from './int-list.js'
import { Units } from './units.js'

/**
 * Counts words. A word is a run of characters that are not blank, except that every Han and kana character begins a word
 * of its own, and so does a letter or digit right after one; other signs stay with the word before them. So `It's` is one
 * word, `图书馆` three, `图书馆。` three, and `第3版` three. Scripts without blanks other than these (Thai, Lao, Khmer)
 * count one word from blank to blank.
 *
 * A part that starts within a word counts the rest of it as a word.
 */
export class WordIndex implements TokenIndex {
  readonly name = 'word'
  readonly exact = true
  readonly total: number
  readonly #text: string
  readonly #units: Units
  /** Where words begin. */
  readonly #starts: Int32Array

  constructor(text: string) {
    this.#text = text
    this.#units = Units.of(text)
    this.#starts = wordStarts(this.#units)
    this.total = this.#starts.length
  }

  count(start: number, end: number): number {
    const from = Math.max(start, 0)
    const to = Math.min(end, this.#units.length)
    if (to - from <= 4) return countStarts(this.#units, from, to, from, to)
    // Only the first two units and the last can differ from the text: a word or a surrogate pair may be parted there.
    const inner = this.#startsBefore(to - 1) - this.#startsBefore(from + 2)
    return countStarts(this.#units, from, from + 2, from, to) + inner + countStarts(this.#units, to - 1, to, from, to)
  }

  measure(text: string): number {
    return wordStarts(Units.of(text)).length
  }

  furthest(start: number, end: number, limit: number): number {
    const from = Math.max(start, 0)
    const to = beforePair(this.#text, from, Math.min(end, this.#units.length))
    if (!(limit >= 1) || from >= to) return start
    const early = countStarts(this.#units, from, from + 2, from, to)
    const whole = Math.floor(limit)
    if (early > whole) return from + 1
    const next = this.#startsBefore(from + 2) + whole - early
    return next < this.#starts.length ? Math.min(this.#starts[next], to) : to
  }

  /** How many words of the text begin before `offset`. */
  #startsBefore(offset: number): number {
    const starts = this.#starts
    let low = 0
    let high = starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (starts[middle] < offset) low = middle + 1
      else high = middle
    }
    return low
  }
}

function wordStarts(units: Units): Int32Array {
  const { length } = units
  const starts = new IntList((length >> 2) + 16)
  let before = BLANK_KIND
  for (let at = 0; at < length; ) {
    const kind = kindAt(units, at, length)
    if (begins(before, kind)) starts.push(at)
    before = kind
    at += width(classAt(units.codes, at, length))
  }
  return starts.toArray()
}

/** How many words begin in `[first, last)`, in a text that is no more than `[from, to)`. */
function countStarts(units: Units, first: number, last: number, from: number, to: number): number {
  let count = 0
  for (let at = first; at < Math.min(last, to); at++) {
    if (isTrailOf(units, at, from)) continue
    const before = at === from ? BLANK_KIND : kindAt(units, isTrailOf(units, at - 1, from) ? at - 2 : at - 1, to)
    if (begins(before, kindAt(units, at, to))) count++
  }
  return count
}

/** Whether `at` is the second half of a surrogate pair in a text that begins at `from`. */
function isTrailOf(units: Units, at: number, from: number): boolean {
  return at > from && (units.codes[at] & 0xfc00) === 0xdc00 && (units.codes[at - 1] & 0xfc00) === 0xd800
}

const BLANK_KIND = 0
const SIGN = 1
const WORD = 2
const IDEOGRAPH = 3

function begins(before: number, kind: number): boolean {
  if (kind === BLANK_KIND) return false
  return before === BLANK_KIND || kind === IDEOGRAPH || (kind === WORD && before === IDEOGRAPH)
}

function kindAt(units: Units, at: number, limit: number): number {
  const unit = units.codes[at]
  if (isBlankUnit(unit)) return BLANK_KIND
  const characterClass = classAt(units.codes, at, limit)
  const code = width(characterClass) === 1 ? unit : codePoint(unit, units.codes[at + 1])
  if (code >= 0x2e80 && isHanOrKana(code)) return IDEOGRAPH
  return (characterClass & (LETTER | NUMBER)) !== 0 ? WORD : SIGN
}

function isHanOrKana(code: number): boolean {
  if (code >= 0x3400) {
    return (
      (code <= 0x9fff && (code <= 0x4dbf || code >= 0x4e00)) ||
      (code >= 0xf900 && code <= 0xfaff) ||
      (code >= 0xff66 && code <= 0xff9d) ||
      (code >= 0x1aff0 && code <= 0x1b16f) ||
      (code >= 0x20000 && code <= 0x3ffff)
    )
  }
  return (
    code <= 0x2fdf ||
    (code >= 0x3005 && code <= 0x3007) ||
    (code >= 0x3021 && code <= 0x3029) ||
    (code >= 0x3031 && code <= 0x303c) ||
    (code >= 0x3041 && code <= 0x3096) ||
    (code >= 0x309d && code <= 0x309f) ||
    (code >= 0x30a1 && code <= 0x30fa) ||
    (code >= 0x30fc && code <= 0x30ff) ||
    (code >= 0x31f0 && code <= 0x31ff)
  )
}

function codePoint(lead: number, trail: number): number {
  return 0x10000 + ((lead - 0xd800) << 10) + (trail - 0xdc00)
}
