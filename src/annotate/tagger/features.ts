import type { Document } from '../../document/document.js'
import { readNames } from '../mentions/names.js'
import { CAPITAL, DIGITS, FIRST, INNER, type Words } from '../words.js'
import { describeForms, EDGE, type Form } from './forms.js'
import { describeRules, type Rules } from './rules.js'
import { describeEnclosure, describeMemory, describeStyle } from './surroundings.js'
import { NAME_GROUPS, type NamePlace, type Place, WORD_GROUPS, writeNamePairs, writeWordPairs } from './templates.js'

/** The most features that a word has. */
export const MOST_FEATURES = 72
/** Words that may be part of a name are looked at with so many neighbours. */
const REACH = 2
const MARKED = CAPITAL | INNER | DIGITS

const EDGE_TAG = 15
const EDGE_RULE = 99

const emptyPlace = (style: number): Place => ({
  style,
  start: 0,
  memory: 0,
  inside: 0,
  b2: EDGE,
  b1: EDGE,
  w: EDGE,
  a1: EDGE,
  a2: EDGE,
  pb: 0,
  p0: 0,
  pa: 0,
  rb: 0,
  r0: 0,
  ra: 0,
  part: 0,
  sure: 0,
  own: 0,
  around: 0,
})

/** Reads the features of the words of one document as numbers below 2 to the power `KEY_BITS`. */
export class Features {
  readonly #flags: Uint16Array
  readonly #tags: Uint8Array
  readonly #forms: readonly Form[]
  readonly #rules: Rules
  readonly #memory: Int32Array
  readonly #inside: Uint8Array
  readonly #place: Place
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
    this.#place = emptyPlace(describeStyle(words))
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
    const place = this.look(at, from, to)
    let n = 0
    for (const { write } of WORD_GROUPS) n = write(place, out, n)
    n = writeWordPairs(place, out, n)
    const name = this.nameAround(at)
    if (name === undefined) return n
    for (const { write } of NAME_GROUPS) n = write(name, out, n)
    return writeNamePairs(name, out, n)
  }

  /** What the features see at the word `at` in the sentence of words `from` to `to`. The same object each time. */
  look(at: number, from: number, to: number): Place {
    this.#from = from
    this.#to = to
    const place = this.#place
    const { part, sure, own, around } = this.#rules
    place.start = this.#flags[at] & FIRST ? 1 : 0
    place.memory = this.#memory[at]
    place.inside = this.#inside[at]
    place.b2 = this.#form(at - 2)
    place.b1 = this.#form(at - 1)
    place.w = this.#forms[at]
    place.a1 = this.#form(at + 1)
    place.a2 = this.#form(at + 2)
    place.pb = this.#tag(at - 1)
    place.p0 = this.#tags[at]
    place.pa = this.#tag(at + 1)
    place.rb = this.#rule(at - 1)
    place.r0 = this.#rule(at)
    place.ra = this.#rule(at + 1)
    place.part = part[at]
    place.sure = sure[at]
    place.own = own[at]
    place.around = around[at]
    return place
  }

  /** The name that the rules found around the word just looked at. */
  nameAround(at: number): NamePlace | undefined {
    const { part, head, first, from, length } = this.#rules
    if (part[at] === 0) return undefined
    const start = from[at]
    const end = start + length[at]
    return {
      part: part[at],
      r0: this.#rule(at),
      length: length[at],
      head: head[at],
      first: first[at],
      from: this.#form(start),
      to: this.#form(end - 1),
      b2: this.#form(start - 2),
      b1: this.#form(start - 1),
      a1: this.#form(end),
      a2: this.#form(end + 1),
    }
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
}
