import { IntList } from './int-list.js'
import { Merger } from './merge.js'
import type { Units } from './units.js'
import { NO_RANK, type Vocabulary } from './vocabulary.js'

/**
 * Pieces of up to 6 and of up to 14 units are remembered, in caches of their own: an entry holds two units a number, in 3
 * or 7 numbers, and then length and answer.
 */
const SHORT_UNITS = 6
const SHORT_BITS = 14
const MEDIUM_UNITS = 14
const MEDIUM_BITS = 15

/** `MASKS[7 * length + i]` keeps of the i-th pair of units what belongs to a piece of that length. */
const MASKS = new Int32Array(7 * (MEDIUM_UNITS + 1))
for (let length = 0; length <= MEDIUM_UNITS; length++) {
  for (let i = 0; i < 7; i++) MASKS[7 * length + i] = length >= 2 * i + 2 ? -1 : length === 2 * i + 1 ? 0xffff : 0
}

/** Scratch larger than this is given back after use. */
const KEPT_BYTES = 1 << 16

/** Places between characters at which a token ends, and how many tokens there are up to each; the first is the start. */
export interface Cuts {
  readonly offsets: Int32Array
  readonly tokens: Int32Array
}

/**
 * Counts the tokens of single pieces. Most pieces of a text have come before: small direct-mapped caches, kept across
 * texts and holding their own copy of each piece, answer for them.
 */
export class PieceCounter {
  readonly #vocabulary: Vocabulary
  readonly #merger: Merger
  readonly #short = new Int32Array(4 << SHORT_BITS)
  readonly #medium = new Int32Array(8 << MEDIUM_BITS)
  #bytes = new Uint8Array(1024)

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary
    this.#merger = new Merger(vocabulary)
  }

  /** The number of tokens of the piece `[from, to)`, which is not empty. */
  count(units: Units, from: number, to: number): number {
    const length = to - from
    if (length > SHORT_UNITS) {
      return length > MEDIUM_UNITS ? this.#countAfresh(units, from, to) : this.#countMedium(units, from, to)
    }
    // Read as a whole and masked: pieces differ in length at random, so a loop would be guessed wrong at every end.
    const view = units.view
    const at = from * 2
    const mask = length * 7
    const a = view.getInt32(at, true) & MASKS[mask]
    const b = view.getInt32(at + 4, true) & MASKS[mask + 1]
    const c = view.getInt32(at + 8, true) & MASKS[mask + 2]
    const hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35)
    const slot = (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> (32 - SHORT_BITS)) << 2
    const cache = this.#short
    const known = cache[slot + 3]
    if (known >> 8 === length && cache[slot] === a && cache[slot + 1] === b && cache[slot + 2] === c)
      return known & 0xff
    const count = this.#countAfresh(units, from, to)
    cache[slot] = a
    cache[slot + 1] = b
    cache[slot + 2] = c
    cache[slot + 3] = (length << 8) | count
    return count
  }

  #countMedium(units: Units, from: number, to: number): number {
    const length = to - from
    const view = units.view
    const at = from * 2
    const mask = length * 7
    const a = view.getInt32(at, true) & MASKS[mask]
    const b = view.getInt32(at + 4, true) & MASKS[mask + 1]
    const c = view.getInt32(at + 8, true) & MASKS[mask + 2]
    const d = view.getInt32(at + 12, true) & MASKS[mask + 3]
    const e = view.getInt32(at + 16, true) & MASKS[mask + 4]
    const f = view.getInt32(at + 20, true) & MASKS[mask + 5]
    const g = view.getInt32(at + 24, true) & MASKS[mask + 6]
    let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35) ^ Math.imul(d, 0x27d4eb2f)
    hash ^= Math.imul(e, 0x165667b1) ^ Math.imul(f, 0x7feb352d) ^ Math.imul(g, 0x846ca68b)
    const slot = (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> (32 - MEDIUM_BITS)) << 3
    const cache = this.#medium
    const known = cache[slot + 7]
    if (
      known >> 8 === length &&
      cache[slot] === a &&
      cache[slot + 1] === b &&
      cache[slot + 2] === c &&
      cache[slot + 3] === d &&
      cache[slot + 4] === e &&
      cache[slot + 5] === f &&
      cache[slot + 6] === g
    ) {
      return known & 0xff
    }
    const count = this.#countAfresh(units, from, to)
    cache[slot] = a
    cache[slot + 1] = b
    cache[slot + 2] = c
    cache[slot + 3] = d
    cache[slot + 4] = e
    cache[slot + 5] = f
    cache[slot + 6] = g
    cache[slot + 7] = (length << 8) | count
    return count
  }

  /**
   * Where tokens of the piece `[from, to)` end between characters. With `enough`, reading may stop once there are that
   * many tokens and some more; the work is then linear in `enough`.
   */
  cuts(units: Units, from: number, to: number, enough = Number.POSITIVE_INFINITY): Cuts {
    let end = to
    if (to - from > 4 * enough + 256) end = from + 4 * enough + 256
    const ends = new IntList()
    for (;;) {
      const length = this.#encode(units, from, end)
      this.#merger.count(this.#bytes, length, ends, enough)
      if (end === to || ends.length >= enough) break
      end = Math.min(to, from + (end - from) * 2)
      ends.clear()
    }
    return cutsBetweenCharacters(units, from, end, ends)
  }

  #countAfresh(units: Units, from: number, to: number): number {
    const length = this.#encode(units, from, to)
    const bytes = this.#bytes
    if (this.#vocabulary.rank(bytes, 0, length) !== NO_RANK) return 1
    const count = this.#merger.count(bytes, length)
    if (bytes.length > KEPT_BYTES) this.#bytes = new Uint8Array(1024)
    return count
  }

  /** Writes `[from, to)` as UTF-8 into the scratch bytes, lone surrogates as U+FFFD; returns the length. */
  #encode(units: Units, from: number, to: number): number {
    if (this.#bytes.length <= (to - from) * 3) this.#bytes = new Uint8Array((to - from) * 3 + 1)
    const codes = units.codes
    const bytes = this.#bytes
    let at = 0
    for (let i = from; i < to; i++) {
      const unit = codes[i]
      if (unit < 0x80) bytes[at++] = unit
      else if (unit < 0x800) {
        bytes[at++] = 0xc0 | (unit >> 6)
        bytes[at++] = 0x80 | (unit & 0x3f)
      } else if ((unit & 0xf800) !== 0xd800) {
        bytes[at++] = 0xe0 | (unit >> 12)
        bytes[at++] = 0x80 | ((unit >> 6) & 0x3f)
        bytes[at++] = 0x80 | (unit & 0x3f)
      } else if (unit < 0xdc00 && i + 1 < to && (codes[i + 1] & 0xfc00) === 0xdc00) {
        const code = 0x10000 + ((unit - 0xd800) << 10) + (codes[++i] - 0xdc00)
        bytes[at++] = 0xf0 | (code >> 18)
        bytes[at++] = 0x80 | ((code >> 12) & 0x3f)
        bytes[at++] = 0x80 | ((code >> 6) & 0x3f)
        bytes[at++] = 0x80 | (code & 0x3f)
      } else {
        bytes[at++] = 0xef
        bytes[at++] = 0xbf
        bytes[at++] = 0xbd
      }
    }
    return at
  }
}

function cutsBetweenCharacters(units: Units, from: number, to: number, ends: IntList): Cuts {
  const codes = units.codes
  const offsets = new IntList(ends.length + 1)
  const tokens = new IntList(ends.length + 1)
  offsets.push(from)
  tokens.push(0)
  let at = from
  let bytes = 0
  for (let token = 0; token < ends.length; token++) {
    const end = ends.at(token)
    while (bytes < end && at < to) {
      const unit = codes[at]
      const pair = (unit & 0xfc00) === 0xd800 && at + 1 < to && (codes[at + 1] & 0xfc00) === 0xdc00
      bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : pair ? 4 : 3
      at += pair ? 2 : 1
    }
    if (bytes === end) {
      offsets.push(at)
      tokens.push(token + 1)
    }
  }
  return { offsets: offsets.toArray(), tokens: tokens.toArray() }
}
