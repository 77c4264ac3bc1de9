import type { TokenIndex } from '../../document/document.js'
import { isBlankUnit } from '../../document/span.js'
import { beforePair } from './character.js'
import { classAt, LETTER, NUMBER, width } from './classes.js'
import { Units } from './units.js'

const IDEOGRAPHIC = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc]$/u

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
    if (to - from <= 4) return countStarts(this.#units, from, to)
    // Only the first two units and the last can differ from the text: a word or a surrogate pair may be parted there.
    const inner = this.#startsBefore(to - 1) - this.#startsBefore(from + 2)
    return countStarts(this.#units, from, from + 2, from, to) + inner + countStarts(this.#units, to - 1, to, from, to)
  }

  measure(text: string): number {
    const units = Units.of(text)
    return countStarts(units, 0, units.length)
  }

  furthest(start: number, end: number, limit: number): number {
    const from = Math.max(start, 0)
    const to = beforePair(this.#text, from, Math.min(end, this.#units.length))
    if (!(limit >= 1) || from >= to) return start
    const whole = Math.floor(limit)
    let next = this.#startsBefore(from) + whole
    // A part that starts within a word has a word more than the text's own words tell.
    next -= this.count(from, this.#startAt(next, to)) - whole
    return this.#startAt(Math.max(next, this.#startsBefore(from)), to)
  }
