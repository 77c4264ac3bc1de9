import type { TokenIndex } from '../../document/document.js'
import { BLANK, NEWLINE, unitClasses } from './classes.js'
import { LongPiece } from './long-piece.js'
import { PieceCounter } from './pieces.js'
import { type Scanner, scanCl100k, scanO200k } from './scanner.js'
import { splitsPair, Units } from './units.js'
import { type EncodingName, readVocabulary } from './vocabulary.js'

/** One boundary is looked up in a page of this many units. */
const PAGE_BITS = 6
/** Pieces longer than this have an index of their own. */
const LONG_UNITS = 256
/** Pieces longer than this are not counted whole only to see that they do not fit. */
const EDGE_UNITS = 96
/** So close to where looking ahead stopped, what follows might have mattered: the length of the longest tokens. */
const NEAR_END = 128
const SENTINEL = 0x7fffffff
/** Scratch for longer texts is not kept. */
const KEPT_UNITS = 1 << 21

/** An encoding with what it remembers from text to text. */
class Encoding {
  readonly scan: Scanner
  readonly pieces: PieceCounter
  #units = new Units(1024)
  #bounds = new Int32Array(0)
  #sums = new Int32Array(0)

  constructor(readonly name: EncodingName) {
    this.scan = name === 'cl100k_base' ? scanCl100k : scanO200k
    this.pieces = new PieceCounter(readVocabulary(name))
  }

  measure(text: string): number {
    if (text.length > KEPT_UNITS) return this.count(Units.of(text), 0, text.length)
    this.#units.write(text)
    return this.count(this.#units, 0, text.length)
  }

  /** Room to put an index together in: as many numbers as the text can have bounds. */
  room(length: number): { bounds: Int32Array; sums: Int32Array } {
    if (length > KEPT_UNITS) return { bounds: new Int32Array(length), sums: new Int32Array(length) }
    if (length > this.#bounds.length) {
      this.#bounds = new Int32Array(length)
      this.#sums = new Int32Array(length)
    }
    return { bounds: this.#bounds, sums: this.#sums }
  }

  count(units: Units, from: number, to: number): number {
    const { scan, pieces } = this
    let tokens = 0
    for (let at = from; at < to; ) {
      const end = scan(units.codes, at, to)
      tokens += pieces.count(units, at, end)
      at = end
    }
    return tokens
  }
}

const encodings = new Map<EncodingName, Encoding>()

function encodingOf(name: EncodingName): Encoding {
  let encoding = encodings.get(name)
  if (encoding === undefined) {
    encoding = new Encoding(name)
    encodings.set(name, encoding)
  }
  return encoding
}

/**
 * The exact token index of a byte-pair encoding: the ends of the text's pieces, and the tokens up to each.
 *
 * The regular expression that cuts a text into pieces never looks back. So a part that starts within a piece falls back
 * into step where its own pieces first end together with one of the text's. And a piece that ends at or before the end of
 * a part is a piece of the part as well, but for one that ends a single unit before: blanks before a last blank, or
 * punctuation before half a surrogate pair, then reach further.
 */
export class BpeIndex implements TokenIndex {
  readonly name: EncodingName
  readonly exact = true
  readonly total: number
  readonly #encoding: Encoding
  readonly #units: Units
  /** Where pieces begin, then the length of the text, then a number above all offsets. */
  readonly #bounds: Int32Array
  /** Tokens before each of them. */
  readonly #sums: Int32Array
  /** The first bound at or after each page. */
  readonly #pages: Int32Array
  readonly #long = new Map<number, LongPiece>()

  constructor(text: string, name: EncodingName) {
    this.name = name
    this.#encoding = encodingOf(name)
    this.#units = Units.of(text)
    const length = text.length
    const { scan, pieces } = this.#encoding
    const { bounds, sums } = this.#encoding.room(length + 2)
    const units = this.#units
    const codes = units.codes
    let bound = 0
    let tokens = 0
    bounds[0] = 0
    for (let at = 0; at < length; ) {
      const end = scan(codes, at, length)
      if (end - at > LONG_UNITS) {
        const piece = new LongPiece(units, pieces, at, end, name === 'o200k_base')
        this.#long.set(bound, piece)
        tokens += piece.total
      } else tokens += pieces.count(units, at, end)
      at = end
      bounds[++bound] = at
      sums[bound] = tokens
    }
    bounds[bound + 1] = SENTINEL
    this.total = tokens
    this.#bounds = bounds.slice(0, bound + 2)
    this.#sums = sums.slice(0, bound + 1)
    this.#pages = pagesOf(this.#bounds, length)
  }

  measure(text: string): number {
    return this.#encoding.measure(text)
  }

  count(start: number, end: number): number {
    const from = Math.max(start, 0)
    const to = Math.min(end, this.#units.length)
    if (from >= to) return 0
    const bounds = this.#bounds
    const last = this.#lastSound(to)
    let bound = this.#boundAt(from)
    let at = from
    let tokens = 0
    if (bounds[bound] !== from) {
      while (at < to) {
        const next = this.#scan(at, to)
        tokens += this.#countPiece(at, next)
        at = next
        while (bounds[bound] < at) bound++
        if (bounds[bound] === at && bound <= last) break
      }
    }
    if (bound < last) {
      tokens += this.#sums[last] - this.#sums[bound]
      at = bounds[last]
    }
    while (at < to) {
      const next = this.#scan(at, to)
      tokens += this.#countPiece(at, next)
      at = next
    }
    return tokens
  }

  /**
   * The part up to the result is counted, and no token of `text.slice(start, end)` that ends between characters further on
   * would fit as well. So a window falls short of `limit` only by the tokens of one character, or where the end of the
   * window changes how its last blanks are encoded. The work is linear in `limit`, and for pieces of ordinary length
   * logarithmic.
   */
  furthest(start: number, end: number, limit: number): number {
    const from = Math.max(start, 0)
    const to = Math.min(end, this.#units.length)
    if (!(limit >= 1) || from >= to) return start
    // Only as much text is looked at as is likely to do: a token can be long, but few are.
    for (let reach = limit * 8 + NEAR_END * 2; ; reach *= 4) {
      const stop = reach < to - from ? from + Math.ceil(reach) : to
      if (stop < to && this.count(from, stop) <= limit) continue
      const found = this.#furthestBefore(from, splitsPair(this.#units, stop) ? stop - 1 : stop, limit)
      if (stop === to || found < stop - NEAR_END) return Math.max(found, start)
    }
  }

  #furthestBefore(from: number, to: number, limit: number): number {
    let found = this.#furthestByTokens(from, to, limit)
    while (this.count(from, found) > limit) {
      const before = splitsPair(this.#units, found - 1) ? found - 2 : found - 1
      found = this.#furthestByTokens(from, before, limit)
    }
    // A token that is one blank joins the blanks before it where nothing follows, so it may fit as well.
    const next = found + 1
    if (found === from || next > to || !this.#isBlank(found) || !this.#isBlank(found - 1)) return found
    const piece = this.#encoding.pieces.cuts(this.#units, found, this.#scan(found, to), 1)
    return piece.offsets[1] === next && this.count(from, next) <= limit ? next : found
  }

  /** The last token end of `[from, to)`, between characters, with at most `limit` tokens before it. */
  #furthestByTokens(from: number, to: number, limit: number): number {
    const { pieces } = this.#encoding
    const bounds = this.#bounds
    const units = this.#units
    let bound = this.#boundAt(from)
    if (bounds[bound] < from) bound++
    let inStep = false
    let at = from
    let left = limit
    while (at < to) {
      if (!inStep && bounds[bound] === at) {
        inStep = true
        const last = this.#lastWithin(bound, this.#lastSound(to), left)
        left -= this.#sums[last] - this.#sums[bound]
        at = bounds[last]
        if (at === to) break
      }
      const next = this.#scan(at, to)
      const short = next - at <= EDGE_UNITS
      const tokens = short ? pieces.count(units, at, next) : 0
      if (short && tokens <= left) left -= tokens
      else {
        const found = next - at > LONG_UNITS ? this.#longPieceAt(at)?.furthest(at, next, left, NEAR_END) : undefined
        if (found !== undefined && found >= 0) return found
        const cuts = pieces.cuts(units, at, next, left + 1)
        let cut = cuts.tokens.length - 1
        while (cuts.tokens[cut] > left) cut--
        if (cuts.offsets[cut] < next) return cuts.offsets[cut]
        left -= cuts.tokens[cut]
      }
      at = next
      if (!inStep) while (bounds[bound] < at) bound++
    }
    return at
  }

  /** The last bound from `bound` to `end` with at most `limit` tokens between; `bound` where `end` lies before it. */
  #lastWithin(bound: number, end: number, limit: number): number {
    const sums = this.#sums
    const most = sums[bound] + limit
    let low = bound
    // Every piece has a token at least.
    let high = Math.min(end, bound + limit) + 1
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (sums[middle] <= most) low = middle
      else high = middle
    }
    return low
  }

  /** The last bound at or before `offset`. */
  #boundAt(offset: number): number {
    const bounds = this.#bounds
    let bound = this.#pages[offset >> PAGE_BITS]
    while (bounds[bound] <= offset) bound++
    return bound - 1
  }

  /** The last bound at or before `to` up to which the pieces of a part that ends at `to` are those of the text. */
  #lastSound(to: number): number {
    const bounds = this.#bounds
    const bound = this.#boundAt(to)
    if (to === this.#units.length) return bound
    const before = bounds[bound] === to ? bound - 1 : bound
    if (bounds[before] !== to - 1 || before === 0) return bound
    const grows = (this.#isBlank(to - 1) && this.#isBlank(to - 2)) || splitsPair(this.#units, to)
    return grows ? before - 1 : bound
  }

  /** Whether the unit is a blank other than a line end. */
  #isBlank(at: number): boolean {
    return (unitClasses[this.#units.codes[at]] & (BLANK | NEWLINE)) === BLANK
  }

  #scan(from: number, to: number): number {
    const piece = to - from > LONG_UNITS ? this.#longPieceAt(from) : undefined
    const end = piece === undefined ? -1 : piece.scan(from, to)
    return end < 0 ? this.#encoding.scan(this.#units.codes, from, to) : end
  }

  #countPiece(from: number, to: number): number {
    const { pieces } = this.#encoding
    if (to - from <= LONG_UNITS) return pieces.count(this.#units, from, to)
    const bound = this.#boundAt(from)
    const end = this.#bounds[bound + 1]
    if (this.#bounds[bound] === from && end === to) return this.#sums[bound + 1] - this.#sums[bound]
    const piece = end < to ? undefined : this.#longPieceAt(from)
    return piece === undefined ? pieces.count(this.#units, from, to) : piece.count(from, to)
  }

  /** The long piece of the text in which `offset` lies, if it lies in one. */
  #longPieceAt(offset: number): LongPiece | undefined {
    return this.#long.size === 0 ? undefined : this.#long.get(this.#boundAt(offset))
  }
}

function pagesOf(bounds: Int32Array, length: number): Int32Array {
  const pages = new Int32Array((length >> PAGE_BITS) + 1)
  let bound = 0
  for (let page = 0; page < pages.length; page++) {
    while (bounds[bound] < page << PAGE_BITS) bound++
    pages[page] = bound
  }
  return pages
}
