import type { PieceCounter } from './pieces.js'
import { type Run, runOf, scanRun } from './scanner.js'
import type { Units } from './units.js'

/** First width of the stretches that are encoded afresh at both ends of a part. */
const EDGE_UNITS = 96

/**
 * Counts the tokens of any part of one long piece without encoding that part whole: only its ends are encoded, each up to
 * where it falls into step with the encoding of the piece. Two encodings that both have a token end at two places have the
 * same tokens between them, and so may be joined there (see `Merger`).
 */
export class LongPiece {
  readonly #units: Units
  readonly #pieces: PieceCounter
  readonly #run: Run | null
  /** Where tokens end between characters, the start first, and how many tokens there are up to each. */
  readonly #offsets: Int32Array
  readonly #tokens: Int32Array

  /** `cased`: whether words are cut by case, as in o200k_base. */
  constructor(units: Units, pieces: PieceCounter, start: number, end: number, cased: boolean) {
    this.#units = units
    this.#pieces = pieces
    this.#run = runOf(units.codes, start, end, cased)
    const cuts = pieces.cuts(units, start, end)
    this.#offsets = cuts.offsets
    this.#tokens = cuts.tokens
  }

  get total(): number {
    return this.#tokens[this.#tokens.length - 1]
  }

  /** The end of the piece of a part that starts at `from`, within this one, and ends at `limit`; -1 where it must be scanned. */
  scan(from: number, limit: number): number {
    return this.#run === null ? -1 : scanRun(this.#run, this.#units.codes, from, limit)
  }

  /** Tokens of `[from, to)` as a piece; it lies within this one. */
  count(from: number, to: number): number {
    for (let edge = EDGE_UNITS; edge * 4 < to - from; edge *= 2) {
      const head = this.#head(from, edge)
      const tail = head === null ? null : this.#tail(to, edge, head.cut)
      if (head !== null && tail !== null)
        return head.tokens + this.#tokens[tail.cut] - this.#tokens[head.cut] + tail.tokens
    }
    return this.#pieces.count(this.#units, from, to)
  }

  /**
   * The last cut after which `[from, cut)` has at most `limit` tokens; -1 where `from` is no cut itself, or where less than
   * `margin` units are left up to `to`.
   */
  furthest(from: number, to: number, limit: number, margin: number): number {
    const offsets = this.#offsets
    const tokens = this.#tokens
    const first = this.#cutAt(from)
    if (offsets[first] !== from) return -1
    let low = first
    let high = Math.min(offsets.length, first + limit + 1)
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (tokens[middle] - tokens[first] <= limit) low = middle
      else high = middle
    }
    return offsets[low] <= to - margin ? offsets[low] : -1
  }

  /** A cut of the piece that a fresh encoding from `from` shares, and the tokens before it. */
  #head(from: number, edge: number): Joint | null {
    const at = this.#cutAt(from)
    if (this.#offsets[at] === from) return { cut: at, tokens: 0 }
    const fresh = this.#pieces.cuts(this.#units, from, from + edge)
    let shared = 0
    for (let i = 1; i < fresh.offsets.length; i++) {
      const cut = this.#cutAt(fresh.offsets[i])
      if (this.#offsets[cut] === fresh.offsets[i] && ++shared === 2) return { cut, tokens: fresh.tokens[i] }
    }
    return null
  }

  /** A cut after `after` that a fresh encoding up to `to` shares, and the tokens behind it. */
  #tail(to: number, edge: number, after: number): Joint | null {
    const end = this.#cutAt(to)
    if (this.#offsets[end] === to) return { cut: end, tokens: 0 }
    const begin = this.#cutAt(to - edge)
    if (begin < after) return null
    const start = this.#offsets[begin]
    const fresh = this.#pieces.cuts(this.#units, start, to)
    const total = fresh.tokens[fresh.tokens.length - 1]
    for (let i = 1; i < fresh.offsets.length; i++) {
      const cut = this.#cutAt(fresh.offsets[i])
      // The start is a cut of both; one more makes two.
      if (this.#offsets[cut] === fresh.offsets[i]) return { cut, tokens: total - fresh.tokens[i] }
    }
    return null
  }

  /** The last cut at or before `offset`. */
  #cutAt(offset: number): number {
    const offsets = this.#offsets
    let low = 0
    let high = offsets.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (offsets[middle] <= offset) low = middle
      else high = middle
    }
    return low
  }
}

interface Joint {
  readonly cut: number
  readonly tokens: number
}
