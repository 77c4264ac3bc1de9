import { isBlankUnit } from '../../document/span.js'
import type { Spaced } from './tree.js'

/**
 * The words and marks of a text, code and addresses and all: where a term can start and end. A word is a run of letters,
 * marks and digits; in scripts without blanks every character is one, and so is every other sign.
 */
export interface Units {
  readonly length: number
  readonly start: Int32Array
  readonly end: Int32Array
  /** 2 where a blank line stands before it, which no term goes over. */
  readonly spaced: Uint8Array
}

const BLANK = 1
const WORD = 2
const WIDE = 3
const EXTENDS = 4
const SIGN = 5
const HIGH = 6

const classes = new Uint8Array(0x10000)

function classOf(unit: number): number {
  return classes[unit] || learn(unit)
}

function learn(unit: number): number {
  const char = String.fromCharCode(unit)
  let found = SIGN
  if (isBlankUnit(unit)) found = BLANK
  else if (/[\ud800-\udbff]/.test(char)) found = HIGH
  else found = classOfChar(char)
  classes[unit] = found
  return found
}

function classOfChar(char: string): number {
  if (/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u.test(char))
    return /\p{M}/u.test(char) ? EXTENDS : WIDE
  if (/[\p{M}\u200c\u200d\ufe0f]/u.test(char)) return EXTENDS
  return /[\p{L}\p{Nd}]/u.test(char) ? WORD : SIGN
}

/** Linear in the length of the text. */
export function unitsOf(text: string): Units {
  const starts: number[] = []
  const ends: number[] = []
  const gaps: number[] = []
  let at = 0
  let gap = 0
  let lines = 0
  while (at < text.length) {
    const kind = kindAt(text, at)
    if (kind === BLANK) {
      const unit = text.charCodeAt(at)
      if (unit === 10 || unit === 0x2029 || (unit === 13 && text.charCodeAt(at + 1) !== 10)) lines++
      gap = lines > 1 ? 2 : 1
      at++
      continue
    }
    starts.push(at)
    at = endOf(text, at, kind)
    ends.push(at)
    gaps.push(gap)
    gap = 0
    lines = 0
  }
  return {
    length: starts.length,
    start: Int32Array.from(starts),
    end: Int32Array.from(ends),
    spaced: Uint8Array.from(gaps),
  }
}

function kindAt(text: string, at: number): number {
  const kind = classOf(text.charCodeAt(at))
  return kind === HIGH ? classOfChar(String.fromCodePoint(text.codePointAt(at)!)) : kind
}

const size = (text: string, at: number) => (text.codePointAt(at)! > 0xffff ? 2 : 1)

function endOf(text: string, start: number, kind: number): number {
  let at = start + size(text, start)
  while (at < text.length) {
    const next = kindAt(text, at)
    const joined = text.charCodeAt(at - 1) === 0x200d && next === SIGN && kind === SIGN
    if (next === EXTENDS || joined || (kind === WORD && next === WORD)) at += size(text, at)
    else if (kind === WORD && text[at] === '_' && at + 1 < text.length && kindAt(text, at + 1) === WORD) at++
    else break
  }
  return at
}

const ASCII = /^[\x20-\x7e]*$/

/** The form of a word under which it is looked up: lower case, composed, apostrophes straight. */
export function foldUnit(unit: string): string {
  if (unit === '\u2019') return "'"
  return ASCII.test(unit) ? unit.toLowerCase() : unit.normalize('NFC').toLowerCase()
}

/** The units of a term, folded, for a tree. */
export function wordsOfTerm(term: string): { word: string; spaced: Spaced }[] {
  const { length, start, end, spaced } = unitsOf(term)
  return Array.from({ length }, (_, i) => ({
    word: foldUnit(term.slice(start[i], end[i])),
    spaced: spaced[i] > 0 ? 1 : 0,
  }))
}
