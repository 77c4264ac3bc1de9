import type { Document } from '../document/document.js'
import { isBlankUnit, type Span } from '../document/span.js'
import { proseSentences } from './mentions/prose.js'

/** What a word looks like, as bits. */
export const LETTERS = 1
/** The first letter is upper case. */
export const CAPITAL = 2
/** At least two letters, all upper case. */
export const SHOUT = 4
/** An upper-case letter after a lower-case one: `iPhone`, `McKay`. */
export const INNER = 8
/** Starts with a digit. */
export const DIGITS = 16
export const PUNCTUATION = 32
/** Not words: addresses, code, markup, runs of more than 64 units. */
export const OPAQUE = 64
/** A run of Chinese characters or kana. */
export const HAN = 128
/** One letter with a stop: `J.` */
export const INITIAL = 256
/** White space stands before it. */
export const SPACED = 512
/** A line end that separates stands before it. */
export const BROKEN = 1024
/** `'s` or `’s` after a word. */
export const POSSESSIVE = 2048
/** Ends with a stop that belongs to it: `Dr.`, `U.S.` */
export const STOPPED = 4096
/** The first word of a sentence, a list item or a table cell. */
export const FIRST = 8192

/** The words and punctuation marks of a document, in order, as parallel arrays. */
export interface Words {
  readonly length: number
  readonly start: Int32Array
  readonly end: Int32Array
  readonly flags: Uint16Array
  /** The index into `document.sentences`. */
  readonly sentence: Int32Array
  readonly form: readonly string[]
  readonly lower: readonly string[]
}

const SPACE = 1
const UPPER = 2
const LOWER = 3
const OTHER_LETTER = 4
const MARK = 5
const DIGIT = 6
const WIDE = 7
const REST = 8

const classes = new Uint8Array(0x10000)

function classOf(unit: number): number {
  return classes[unit] || learn(unit)
}

function learn(unit: number): number {
  const char = String.fromCharCode(unit)
  let found = REST
  if (isBlankUnit(unit)) found = SPACE
  else if (/[\p{Lu}\p{Lt}]/u.test(char)) found = UPPER
  else if (/\p{Ll}/u.test(char)) found = LOWER
  else if (/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}々〇ー]/u.test(char)) found = WIDE
  else if (/\p{L}/u.test(char)) found = OTHER_LETTER
  else if (/[\p{M}\u200c\u200d]/u.test(char)) found = MARK
  else if (/\p{Nd}/u.test(char)) found = DIGIT
  classes[unit] = found
  return found
}

const isLetter = (kind: number) => kind >= UPPER && kind <= MARK
const isWordPart = (kind: number) => kind >= UPPER && kind <= DIGIT
const isApostrophe = (unit: number) => unit === 0x27 || unit === 0x2019

/** The first half of a Chinese character beyond U+FFFF. */
const isRareHan = (unit: number) => unit >= 0xd840 && unit <= 0xd88f

/** Longest run of units that is still read as a word. */
const LONGEST_WORD = 64
/** A line at least this long is taken for wrapped prose: its end does not separate words. */
const WRAPPED_LINE = 40

const STOPPED_WORDS = new Set(
  (
    'mr mrs ms mx dr prof rev fr hon gen col maj capt cmdr lt sgt cpl pvt adm gov sen rep pres supt st ste mt ft jr sr esq ' +
    'inc ltd corp co bros llc plc vs v no vol nos dept est ed eds pp ca cf etc al jan feb mar apr jun jul aug sep sept oct nov dec ' +
    'messrs mme mlle sra srta dra ph phil assn univ ave blvd rd op approx'
  ).split(' '),
)

/** `"<>)]` and the backtick. */
const ADDRESS_ENDS = [0x22, 0x3c, 0x3e, 0x29, 0x5d, 0x60]

const DOTTED = /(?:\p{L}\.){1,8}\p{L}?/uy

const known = new WeakMap<object, Words>()

/**
 * The words of the document's sentences, code and markup left out. Worked out once for each document. Linear in the length
 * of the text.
 */
export function wordsOf(document: Pick<Document, 'text' | 'sentences' | 'blocks'>): Words {
  let words = known.get(document.sentences)
  if (words === undefined) {
    words = readWords(document)
    known.set(document.sentences, words)
  }
  return words
}

function readWords({ text, sentences, blocks }: Pick<Document, 'text' | 'sentences' | 'blocks'>): Words {
  const scanner = new Scanner(text)
  const prose = proseSentences({ sentences, blocks })
  const parts = blocks.flatMap((block) => (block.kind === 'list' || block.kind === 'table' ? (block.parts ?? []) : []))
  let part = 0
  for (let sentence = 0; sentence < sentences.length; sentence++) {
    if (!prose[sentence]) continue
    const { start, end } = sentences[sentence]
    let at = start
    while (part < parts.length && parts[part].start <= start) part++
    // A sentence that runs over list items or table rows is read piece by piece, since no name does so.
    while (part < parts.length && parts[part].start < end) {
      scanner.scan(at, parts[part].start, sentence)
      at = parts[part++].start
    }
    scanner.scan(at, end, sentence)
  }
  const words = scanner.finish()
  markFirstWords(words)
  return words
}

const OPENERS = '“‘"«(['

/** Marks the first word of sentences, items, cells and quoted sentences. */
function markFirstWords(words: Words): void {
  const { flags, form, sentence } = words
  let fresh = true
  for (let i = 0; i < words.length; i++) {
    if (i === 0 || sentence[i] !== sentence[i - 1] || flags[i] & BROKEN) fresh = true
    if (flags[i] & PUNCTUATION) {
      const mark = form[i]
      if (mark === ':' || mark === '|' || mark === '•' || mark === '*' || mark === '#') fresh = true
      else if (OPENERS.includes(mark)) fresh ||= i > 0 && (form[i - 1] === ',' || form[i - 1] === ':')
      continue
    }
    if (fresh) flags[i] |= FIRST
    // A number before the first word is a list number.
    fresh = fresh && (flags[i] & DIGITS) !== 0 && i + 1 < words.length && (form[i + 1] === '.' || form[i + 1] === ')')
  }
}

class Scanner {
  private readonly starts: number[] = []
  private readonly ends: number[] = []
  private readonly bits: number[] = []
  private readonly sentences: number[] = []
  private readonly form: string[] = []
  private readonly lower: string[] = []

  constructor(private readonly text: string) {}

  finish(): Words {
    return {
      length: this.starts.length,
      start: Int32Array.from(this.starts),
      end: Int32Array.from(this.ends),
      flags: Uint16Array.from(this.bits),
      sentence: Int32Array.from(this.sentences),
      form: this.form,
      lower: this.lower,
    }
  }

  scan(start: number, end: number, sentence: number): void {
    const { text } = this
    let at = start
    let lineStart = start
    let gap = BROKEN
    while (at < end) {
      const unit = text.charCodeAt(at)
      const kind = classOf(unit)
      if (kind === SPACE) {
        if (unit === 10 || unit === 13) {
          if (at - lineStart < WRAPPED_LINE) gap |= BROKEN
          lineStart = at + 1
        }
        gap |= SPACED
        at++
        continue
      }
      const [to, bits] = isWordPart(kind)
        ? this.word(at, end)
        : kind === WIDE || isRareHan(unit)
          ? [this.wide(at, end), HAN]
          : this.mark(at, end)
      this.push(at, to, bits | gap, sentence)
      gap = 0
      at = to
    }
  }

  private push(start: number, end: number, bits: number, sentence: number): void {
    const long = end - start > LONGEST_WORD
    const form = long ? '' : this.text.slice(start, end)
    this.starts.push(start)
    this.ends.push(end)
    this.bits.push(long && !(bits & HAN) ? (bits & (SPACED | BROKEN)) | OPAQUE : bits)
    this.sentences.push(sentence)
    this.form.push(form)
    const lower = bits & (CAPITAL | SHOUT | INNER) ? form.toLowerCase() : form
    this.lower.push(lower.includes('\u2019') ? lower.replaceAll('\u2019', "'") : lower)
  }

  private wide(start: number, end: number): number {
    let at = start
    while (at < end) {
      const unit = this.text.charCodeAt(at)
      if (classOf(unit) === WIDE) at++
      else if (isRareHan(unit) && at + 1 < end) at += 2
      else break
    }
    return at
  }

  private word(start: number, end: number): [number, number] {
    const { text } = this
    if (start > 0 && isApostrophe(text.charCodeAt(start - 1))) {
      const next = text.charCodeAt(start)
      const after = start + 1 < text.length ? classOf(text.charCodeAt(start + 1)) : SPACE
      if ((next === 0x73 || next === 0x53) && !isWordPart(after)) return [start + 1, LETTERS]
    }
    let at = start
    for (;;) {
      at = this.letters(at, end)
      if (at >= end) break
      const unit = text.charCodeAt(at)
      const before = classOf(text.charCodeAt(at - 1))
      const after = at + 1 < end ? classOf(text.charCodeAt(at + 1)) : SPACE
      if (isApostrophe(unit)) {
        if (!isLetter(before) || !isLetter(after) || this.possessive(at, end)) break
      } else if (unit === 0x2e || unit === 0x2c) {
        if (before === DIGIT && after === DIGIT) at++
        else if (unit === 0x2e && after === LOWER && at - start > 1 && this.domain(at, end)) at++
        else break
        continue
      } else if (unit === 0x26) {
        if (before !== UPPER || after !== UPPER) break
      } else if (unit === 0x5f) {
        if (!isWordPart(after)) break
      } else break
      at++
    }
    return this.tail(start, at, end)
  }

  private letters(from: number, end: number): number {
    let at = from
    while (at < end && isWordPart(classOf(this.text.charCodeAt(at)))) at++
    return at
  }

  private possessive(at: number, end: number): boolean {
    const next = this.text.charCodeAt(at + 1)
    return (next === 0x73 || next === 0x53) && !(at + 2 < end && isWordPart(classOf(this.text.charCodeAt(at + 2))))
  }

  /** Whether a stop between letters joins them: `node.js`, `example.com`, not the end of a sentence without a blank. */
  private domain(stop: number, end: number): boolean {
    const to = Math.min(end, stop + 8)
    let at = stop + 1
    while (at < to && classOf(this.text.charCodeAt(at)) === LOWER) at++
    const length = at - stop - 1
    return length >= 2 && length <= 5
  }

  /** Takes in what may follow the letters of a word, and says what the word looks like. */
  private tail(start: number, letters: number, end: number): [number, number] {
    const { text } = this
    let at = letters
    const unit = at < end ? text.charCodeAt(at) : 0
    if (unit === 0x3a && text.startsWith('://', at)) return [this.address(at, end), OPAQUE]
    if (unit === 0x40 && at + 1 < end && isWordPart(classOf(text.charCodeAt(at + 1))))
      return [this.address(at, end), OPAQUE]
    if (text.charCodeAt(start) === 0x77 && text.startsWith('www', start) && unit === 0x2e)
      return [this.address(at, end), OPAQUE]
    let bits = this.shape(start, at)
    if (unit === 0x2e) {
      if (at - start === 1 && bits & LETTERS) {
        DOTTED.lastIndex = start
        const dotted = DOTTED.exec(text)
        if (dotted) {
          let to = start + dotted[0].length
          // The letter after the last stop starts the next word: `J.Smith`, or belongs to the abbreviation: `U.S`.
          if (text.charCodeAt(to - 1) !== 0x2e && to < end && isWordPart(classOf(text.charCodeAt(to)))) to--
          if (to <= end && (bits & CAPITAL || to - start > 2)) {
            const single = to - start === 2
            at = to
            bits |= single ? INITIAL | STOPPED : text.charCodeAt(to - 1) === 0x2e ? STOPPED : 0
            if (!single && bits & CAPITAL) bits |= SHOUT
          }
        }
      } else if (at - start <= 6 && STOPPED_WORDS.has(text.slice(start, at).toLowerCase())) {
        at++
        bits |= STOPPED
      }
    } else if (unit === 0x2b || unit === 0x23) {
      let to = at
      while (to < end && to - at < 2 && text.charCodeAt(to) === unit) to++
      const free = to >= end || !isWordPart(classOf(text.charCodeAt(to)))
      if (free && bits & CAPITAL && (unit === 0x2b || at - start === 1)) at = to
    }
    return [at, bits]
  }

  private shape(start: number, end: number): number {
    let bits = 0
    let upper = 0
    let letters = 0
    let lowerSeen = false
    const to = Math.min(end, start + LONGEST_WORD)
    for (let at = start; at < to; at++) {
      const kind = classOf(this.text.charCodeAt(at))
      if (kind === UPPER) {
        upper++
        letters++
        if (lowerSeen) bits |= INNER
        if (letters === 1) bits |= CAPITAL
      } else if (kind === LOWER || kind === OTHER_LETTER) {
        letters++
        if (kind === LOWER) lowerSeen = true
      }
    }
    if (letters) bits |= LETTERS
    if (upper > 1 && upper === letters) bits |= SHOUT
    if (classOf(this.text.charCodeAt(start)) === DIGIT) bits |= DIGITS
    return bits
  }

  private mark(start: number, end: number): [number, number] {
    const { text } = this
    const unit = text.charCodeAt(start)
    if (
      isApostrophe(unit) &&
      start > 0 &&
      isWordPart(classOf(text.charCodeAt(start - 1))) &&
      this.possessive(start, end)
    ) {
      return [start + 2, POSSESSIVE]
    }
    // @names and #tags are labels of a network, not words of the text.
    if ((unit === 0x40 || unit === 0x23) && start + 1 < end && isLetter(classOf(text.charCodeAt(start + 1)))) {
      return [this.label(start + 1, end), OPAQUE]
    }
    if (unit === 0x60) {
      const close = text.indexOf('`', start + 1)
      // Bounded, so that a text of lone backticks stays linear.
      if (close > start && close < Math.min(end, start + 200)) return [close + 1, OPAQUE]
    }
    if (unit === 0x5d && text.charCodeAt(start + 1) === 0x28) {
      const to = this.address(start + 2, end)
      if (text.charCodeAt(to) === 0x29 && to < end) return [to + 1, OPAQUE]
    }
    if (unit === 0x3c && /^<\/?[a-z][^<>]{0,200}>/i.test(text.slice(start, start + 204))) {
      return [Math.min(end, text.indexOf('>', start) + 1), OPAQUE]
    }
    const pair = (unit & 0xfc00) === 0xd800 && start + 1 < end && (text.charCodeAt(start + 1) & 0xfc00) === 0xdc00
    return [start + (pair ? 2 : 1), PUNCTUATION]
  }

  private label(from: number, end: number): number {
    let at = from
    while (at < end && (isWordPart(classOf(this.text.charCodeAt(at))) || this.text.charCodeAt(at) === 0x5f)) at++
    return at
  }

  /** The end of an address: the next blank or quote, at most 2,000 units on. */
  private address(from: number, end: number): number {
    let at = from
    const to = Math.min(end, from + 2000)
    while (at < to) {
      const unit = this.text.charCodeAt(at)
      if (isBlankUnit(unit) || ADDRESS_ENDS.includes(unit) || classOf(unit) === WIDE) break
      at++
    }
    while (at > from && /[.,;:!?'’”)\]]/.test(this.text[at - 1])) at--
    return Math.max(at, from)
  }
}

/** The span of the words `from` to `to`, the last left out. */
export function spanOf(words: Words, from: number, to: number): Span {
  return { start: words.start[from], end: words.end[to - 1] }
}
