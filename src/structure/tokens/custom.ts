import type { TokenIndex } from '../../document/document.js'
import { isBlankUnit } from '../../document/span.js'
import { ChunkingError, describe } from '../../errors.js'
import { beforePair } from './character.js'

/** The counter is called once for each stretch of about this many units, when a part of it is first asked for. */
const STRETCH_UNITS = 1024
/** A stretch ends before a word that begins in its last units, so that few tokens are cut in two. */
const WORD_UNITS = 64
/** The most text, in units, that is remembered with its count. */
const MEMO_UNITS = 1 << 20
const MEMO_TEXTS = 1024

/**
 * The index of a caller's own counter. `measure` asks the counter and remembers the answer; `count` and `furthest` estimate
 * from counts of stretches of about a thousand units, and in proportion within a stretch. Estimates are not below what the
 * counter would say for whole stretches, as long as it counts no fewer tokens for two parts than for the whole.
 */
export class CustomIndex implements TokenIndex {
  readonly exact = false
  readonly #text: string
  readonly #count: (text: string) => number
  readonly #memo = new Map<string, number>()
  #memoUnits = 0
  /** Where the stretches begin, and last the length of the text. */
  readonly #bounds: readonly number[]
  /** Tokens before each of them, as far as they are known. */
  readonly #sums = [0]

  constructor(
    text: string,
    readonly name: string,
    count: (text: string) => number,
  ) {
    this.#text = text
    this.#count = count
    this.#bounds = stretches(text)
  }

  get total(): number {
    return this.#sum(this.#bounds.length - 1)
  }

  count(start: number, end: number): number {
    const from = Math.max(start, 0)
    const to = Math.min(end, this.#text.length)
    return from >= to ? 0 : Math.ceil(this.#tokensBefore(to) - this.#tokensBefore(from) - ROUNDING)
  }

  measure(text: string): number {
    const known = this.#memo.get(text)
    if (known !== undefined) return known
    const tokens = this.#ask(text)
    if (text.length > MEMO_UNITS) return tokens
    if (this.#memo.size >= MEMO_TEXTS || this.#memoUnits + text.length > MEMO_UNITS) {
      this.#memo.clear()
      this.#memoUnits = 0
    }
    this.#memo.set(text, tokens)
    this.#memoUnits += text.length
    return tokens
  }

  furthest(start: number, end: number, limit: number): number {
    const from = Math.max(start, 0)
    const to = Math.min(end, this.#text.length)
    if (!(limit > 0) || from >= to) return start
    const most = this.#tokensBefore(from) + limit + ROUNDING
    let stretch = this.#stretchAt(from)
    while (this.#bounds[stretch + 1] < to && this.#sum(stretch + 1) <= most) stretch++
    const [first, last] = [this.#bounds[stretch], this.#bounds[stretch + 1]]
    const tokens = this.#sum(stretch + 1) - this.#sum(stretch)
    const share = tokens === 0 ? 1 : (most - this.#sum(stretch)) / tokens
    const offset = share >= 1 ? last : first + Math.floor(share * (last - first))
    return beforePair(this.#text, from, Math.min(offset, to))
  }

  #tokensBefore(offset: number): number {
    const stretch = this.#stretchAt(offset)
    const first = this.#bounds[stretch]
    if (first === offset) return this.#sum(stretch)
    const share = (offset - first) / (this.#bounds[stretch + 1] - first)
    return this.#sum(stretch) + share * (this.#sum(stretch + 1) - this.#sum(stretch))
  }

  #stretchAt(offset: number): number {
    const bounds = this.#bounds
    let low = 0
    let high = bounds.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (bounds[middle] <= offset) low = middle
      else high = middle
    }
    return low
  }

  #sum(bound: number): number {
    const sums = this.#sums
    while (sums.length <= bound) {
      const last = sums.length - 1
      sums.push(sums[last] + this.#ask(this.#text.slice(this.#bounds[last], this.#bounds[last + 1])))
    }
    return sums[bound]
  }

  #ask(text: string): number {
    const tokens: unknown = this.#count(text)
    if (typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens >= 0) return tokens
    throw new ChunkingError(
      'invalid-option',
      `Expected \`tokenizer\` to count a text of ${text.length} characters as a whole number from 0, got ${describe(tokens)}; return the number of tokens.`,
    )
  }
}

/** Sums of shares are off by less than this. */
const ROUNDING = 1e-6

function stretches(text: string): number[] {
  const bounds = [0]
  for (let at = 0; at < text.length; ) {
    const most = Math.min(text.length, at + STRETCH_UNITS)
    let end = most
    if (most < text.length) {
      while (end > most - WORD_UNITS && !isBlankUnit(text.charCodeAt(end))) end--
      if (end === most - WORD_UNITS) end = beforePair(text, at, most)
    }
    bounds.push(end)
    at = end
  }
  return bounds
}
