import type { Document } from '../../document/document.js'
import { readNames } from '../mentions/names.js'
import { CAPITAL, DIGITS, FIRST, INNER, type Words } from '../words.js'
import { describeForms, EDGE, type Form } from './forms.js'
import { describeRules, type Rules } from './rules.js'
import { describeEnclosure, describeMemory, describeStyle } from './surroundings.js'

/** The most features that a word has. */
export const MOST_FEATURES = 72
/** A feature is a number of so many bits. */
export const KEY_BITS = 23

/** Words that may be part of a name are looked at with so many neighbours. */
const REACH = 2
const MARKED = CAPITAL | INNER | DIGITS

const EDGE_TAG = 15
const EDGE_RULE = 99

/** Reads the features of the words of one document as numbers below 2 to the power `KEY_BITS`. */
export class Features {
  readonly #flags: Uint16Array
  readonly #tags: Uint8Array
  readonly #forms: readonly Form[]
  readonly #rules: Rules
  readonly #memory: Int32Array
  readonly #inside: Uint8Array
  readonly #style: number
  /** The range of words whose features may look at each other. */
  #from = 0
  #to = 0

  constructor(document: Document, words: Words, tags: Uint8Array) {
    const reading = readNames(document, words, tags)
    this.#flags = words.flags
    this.#tags = tags
    this.#forms = describeForms(words)
    this.#rules = describeRules(this.#forms, reading)
    this.#memory = describeMemory(words, reading)
    this.#inside = describeEnclosure(words)
    this.#style = describeStyle(words)
  }

  /**
   * Whether the word is small, in a sentence that starts with a capital, and more than `REACH` words from everything that
   * is not: such a word is in no mention, and need not be read.
   */
  isPlain(at: number, from: number, to: number): boolean {
    const flags = this.#flags
    if (!(flags[from] & CAPITAL)) return false
    const end = Math.min(to, at + REACH + 1)
    for (let i = Math.max(from + 1, at - REACH); i < end; i++) {
      if (flags[i] & MARKED || this.#rules.part[i] > 0) return false
    }
    return at > from
  }

  /** The features of the word `at` in the sentence of words `from` to `to`, written to `out`; returns how many. */
  read(at: number, from: number, to: number, out: Int32Array): number {
    this.#from = from
    this.#to = to
    const ofWord = this.#readWord(at, out)
    return this.#rules.part[at] > 0 ? this.#readName(at, out, ofWord) : ofWord
  }

  #form(at: number): Form {
    return at < this.#from || at >= this.#to ? EDGE : this.#forms[at]
  }

  #tag(at: number): number {
    return at < this.#from || at >= this.#to ? EDGE_TAG : this.#tags[at]
  }

  #rule(at: number): number {
    return at < this.#from || at >= this.#to ? EDGE_RULE : this.#rules.part[at] * 8 + this.#rules.type[at]
  }

  #readWord(at: number, out: Int32Array): number {
    const { part, sure, own, around } = this.#rules
    const [b2, b1, w] = [this.#form(at - 2), this.#form(at - 1), this.#form(at)]
    const [a1, a2] = [this.#form(at + 1), this.#form(at + 2)]
    const [rb, r0, ra] = [this.#rule(at - 1), this.#rule(at), this.#rule(at + 1)]
    const [pb, p0, pa] = [this.#tag(at - 1), this.#tag(at), this.#tag(at + 1)]
    const start = this.#flags[at] & FIRST ? 1 : 0
    let n = 0
    out[n++] = mix(0, this.#style, 0, 0)
    out[n++] = mix(1, w.word, 0, 0)
    out[n++] = mix(2, b1.word, 0, 0)
    out[n++] = mix(3, a1.word, 0, 0)
    out[n++] = mix(4, b2.word, 0, 0)
    out[n++] = mix(5, a2.word, 0, 0)
    out[n++] = mix(6, b1.word, w.word, 0)
    out[n++] = mix(7, w.word, a1.word, 0)
    out[n++] = mix(8, w.shape, start, 0)
    out[n++] = mix(9, b1.shape, w.shape, 0)
    out[n++] = mix(10, w.shape, a1.shape, 0)
    out[n++] = mix(11, b1.shape, w.shape, a1.shape)
    out[n++] = mix(12, w.prefix, 0, 0)
    out[n++] = mix(13, w.suffix3, 0, 0)
    out[n++] = mix(14, w.suffix2, 0, 0)
    out[n++] = mix(15, w.suffix4, 0, 0)
    out[n++] = mix(16, b1.suffix3, r0, 0)
    out[n++] = mix(17, a1.suffix3, r0, 0)
    out[n++] = mix(18, p0, pb, 0)
    out[n++] = mix(19, p0, pa, 0)
    out[n++] = mix(20, p0, r0, 0)
    out[n++] = mix(21, r0, sure[at], 0)
    out[n++] = mix(22, rb, r0, 0)
    out[n++] = mix(23, r0, ra, 0)
    out[n++] = mix(24, r0, w.shape, 0)
    out[n++] = mix(25, w.lists, 0, 0)
    out[n++] = mix(26, w.lists, r0, 0)
    out[n++] = mix(27, b1.lists, r0, 0)
    out[n++] = mix(28, a1.lists, r0, 0)
    out[n++] = mix(29, this.#memory[at], start, r0)
    out[n++] = mix(30, r0, w.word, 0)
    out[n++] = mix(31, b1.word, r0, 0)
    out[n++] = mix(32, a1.word, r0, 0)
    out[n++] = mix(33, b2.word, b1.word, 0)
    out[n++] = mix(34, a1.word, a2.word, 0)
    out[n++] = mix(35, b1.word, w.shape, 0)
    out[n++] = mix(36, a1.word, w.shape, 0)
    out[n++] = mix(37, own[at], around[at], 0)
    out[n++] = mix(38, own[at], part[at], 0)
    out[n++] = mix(39, around[at], part[at], 0)
    out[n++] = mix(49, b2.lists, b1.lists, w.lists)
    out[n++] = mix(50, w.lists, a1.lists, a2.lists)
    out[n++] = mix(51, w.word, p0, 0)
    out[n++] = mix(52, this.#style, r0, w.shape)
    out[n++] = mix(53, this.#inside[at], r0, 0)
    out[n++] = mix(54, this.#style, p0, w.lists)
    out[n++] = mix(55, w.shape, p0, start)
    return n
  }

  /** What holds for the whole name that the rules found around the word. */
  #readName(at: number, out: Int32Array, written: number): number {
    const { part, type, head, first, from, length, own, around } = this.#rules
    const last = from[at] + length[at]
    const [b2, b1] = [this.#form(from[at] - 2), this.#form(from[at] - 1)]
    const [a1, a2] = [this.#form(last), this.#form(last + 1)]
    const place = part[at] * 8 + type[at]
    let n = written
    out[n++] = mix(40, head[at], part[at], 0)
    out[n++] = mix(41, first[at], part[at], 0)
    out[n++] = mix(42, b1.word, place, 0)
    out[n++] = mix(43, a1.word, place, 0)
    out[n++] = mix(44, b2.word, b1.word, part[at])
    out[n++] = mix(45, a1.word, a2.word, part[at])
    out[n++] = mix(46, Math.min(6, length[at]), place, 0)
    out[n++] = mix(47, head[at], first[at], 0)
    out[n++] = mix(48, b1.suffix3, part[at], a1.suffix3)
    out[n++] = mix(56, own[at], around[at], place)
    out[n++] = mix(57, this.#form(from[at]).lists, this.#form(last - 1).lists, part[at])
    return n
  }
}

function mix(template: number, a: number, b: number, c: number): number {
  let hash = Math.imul(a ^ Math.imul(template + 1, 0x9e3779b1), 0x85ebca6b)
  hash ^= hash >>> 15
  hash = Math.imul(hash + b, 0xc2b2ae35)
  hash ^= hash >>> 13
  hash = Math.imul(hash + c, 0x27d4eb2f)
  hash ^= hash >>> 16
  return Math.imul(hash, 0x9e3779b1) >>> (32 - KEY_BITS)
}
