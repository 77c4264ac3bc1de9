import type { IntList } from './int-list.js'
import { NO_RANK, RANK_BITS, type Vocabulary } from './vocabulary.js'

/** Longer strings are merged in windows of this many bytes at first. */
const WINDOW_BYTES = 96
/** The longest string that is merged whole, without a window. */
const WHOLE_BYTES = 144
/** Up to this many bytes a search for the lowest pair that looks at all of them beats the heap. */
const PLAIN_BITS = 10
const PLAIN_BYTES = 1 << PLAIN_BITS

/** Pairs of ranks whose merged rank is remembered; an entry is two numbers. */
const PAIR_BITS = 15
/** The second number of an entry: what the first has no room for, the merged rank, and that the entry is in use. */
const HIGH_BITS = 2 * RANK_BITS - 32
const KNOWN = 1 << (HIGH_BITS + RANK_BITS)
const HIGH_MASK = KNOWN | ((1 << HIGH_BITS) - 1)

/**
 * Splits a byte string into the tokens of byte-pair encoding: of all neighbours whose concatenation is a token, the pair
 * with the lowest rank (the leftmost of equals) is merged, until none is left (Sennrich et al. 2016, as in tiktoken).
 *
 * Long strings go window by window, which is exact by two properties of this procedure. A part of an encoding is the
 * encoding of what that part spells. And a sequence of tokens in which each two neighbours are the encoding of what they
 * spell together is the encoding of the whole: the first merge over a border between two of them would have been made in
 * that pair alone as well. So two windows that share one token, at the same place, may be joined at it. Windows that share
 * none are made larger, and large ones are merged with a heap, so the worst case is n log n.
 */
export class Merger {
  readonly #vocabulary: Vocabulary
  readonly #pairs = new Int32Array(2 << PAIR_BITS)
  readonly #windowBytes: number
  /** The parts of the last window. */
  #parts = smallParts

  /** `windowBytes`: the size of the first windows; one larger than the string does without. */
  constructor(vocabulary: Vocabulary, windowBytes = WINDOW_BYTES) {
    this.#vocabulary = vocabulary
    this.#windowBytes = windowBytes
  }

  /**
   * The number of tokens of `bytes[0, length)`, `length` at least 1 and less than `bytes.length`. With `ends`, the byte
   * offset at which each token ends is appended to it, and reading stops some time after the first `enough` tokens; the
   * number is then that of the tokens read.
   */
  count(bytes: Uint8Array, length: number, ends: IntList | null = null, enough = Number.POSITIVE_INFINITY): number {
    if (length <= WHOLE_BYTES && ends === null) return this.#mergePlainly(bytes, 0, length)
    for (let size = this.#windowBytes; ; size *= 2) {
      const tokens = this.#countByWindows(bytes, length, size, ends, enough)
      if (tokens >= 0) return tokens
      ends?.clear()
    }
  }

  /** -1 where two windows of this size have no token in common. */
  #countByWindows(bytes: Uint8Array, length: number, size: number, ends: IntList | null, enough: number): number {
    let tokens = 0
    let at = 0
    let sharedEnd = 0
    for (;;) {
      const to = Math.min(at + size, length)
      if (to - at <= PLAIN_BYTES) this.#mergePlainly(bytes, at, to - at)
      else this.#mergeByHeap(bytes, at, to - at)
      const { after } = this.#parts
      if (at > 0 && at + after[0] !== sharedEnd) return -1
      // The next window begins a third before the end of this one, at the start of a token.
      const latest = to === length ? to : to - ((size / 3) | 0)
      let joint = 0
      let taken = 0
      while (joint < to - at && (to === length || at + after[joint] <= latest)) {
        joint = after[joint]
        taken++
        ends?.push(at + joint)
      }
      if (taken === 0) return -1
      tokens += taken
      if (to === length || tokens >= enough) return tokens
      sharedEnd = at + after[joint]
      at += joint
    }
  }

  /**
   * Merges `bytes[from, from + length)` as a string of its own, by search; returns how many parts are left. This is where
   * the time goes, so joining is written out.
   */
  #mergePlainly(bytes: Uint8Array, from: number, length: number): number {
    this.#parts = smallParts
    this.#begin(smallParts, bytes, from, length)
    const { after, before, ids, ranks } = smallParts
    let count = length
    let rank = NO_RANK
    let part = length
    for (;;) {
      // In runs, equal pairs to the right are next in turn.
      while (part < length && ranks[part] !== rank) part++
      if (part >= length) {
        // The minimum without a branch: which pair is lowest is what a processor cannot guess.
        let lowest = NO_RANK << PLAIN_BITS
        for (let i = 0; i < length; i++) {
          const less = ((ranks[i] << PLAIN_BITS) | i) - lowest
          lowest += less & (less >> 31)
        }
        rank = lowest >> PLAIN_BITS
        part = lowest & (PLAIN_BYTES - 1)
        if (rank === NO_RANK) return count
      }
      const gone = after[part]
      const next = after[gone]
      const previous = before[part]
      after[part] = next
      ids[part] = rank
      ranks[gone] = NO_RANK
      let right = NO_RANK
      let left = NO_RANK
      if (next < length) {
        before[next] = part
        right = this.#rank(rank, ids[next], bytes, from + part, from + after[next])
      }
      ranks[part] = right
      if (previous >= 0) {
        left = this.#rank(ids[previous], rank, bytes, from + previous, from + next)
        ranks[previous] = left
      }
      count--
      part = length < WINDOW_BYTES || right < rank || left < rank ? length : next
    }
  }

  /** The same by a heap, for long strings. */
  #mergeByHeap(bytes: Uint8Array, from: number, length: number): void {
    const parts = new Parts(length)
    this.#parts = parts
    this.#begin(parts, bytes, from, length)
    const { after, before, ids, ranks } = parts
    const heap = new RankHeap(length * 3)
    for (let i = 0; i < length; i++) if (ranks[i] !== NO_RANK) heap.push(ranks[i], i)
    while (heap.size > 0) {
      const rank = heap.topRank()
      const part = heap.topPlace()
      heap.pop()
      // Outdated entries stay until they come up. The pair that starts at one place only ever grows, so its rank tells.
      if (ranks[part] !== rank) continue
      const gone = after[part]
      const next = after[gone]
      const previous = before[part]
      after[part] = next
      ids[part] = rank
      ranks[gone] = NO_RANK
      ranks[part] = NO_RANK
      if (next < length) {
        before[next] = part
        ranks[part] = this.#rank(rank, ids[next], bytes, from + part, from + after[next])
        if (ranks[part] !== NO_RANK) heap.push(ranks[part], part)
      }
      if (previous >= 0) {
        ranks[previous] = this.#rank(ids[previous], rank, bytes, from + previous, from + next)
        if (ranks[previous] !== NO_RANK) heap.push(ranks[previous], previous)
      }
    }
  }

  #begin(parts: Parts, bytes: Uint8Array, from: number, length: number): void {
    const { byteRanks, pairRanks } = this.#vocabulary
    const { after, before, ids, ranks } = parts
    let byte = bytes[from]
    for (let i = 0; i < length; i++) {
      const next = bytes[from + i + 1]
      after[i] = i + 1
      before[i] = i - 1
      ids[i] = byteRanks[byte]
      ranks[i] = pairRanks[(byte << 8) | next]
      byte = next
    }
    ranks[length - 1] = NO_RANK
  }

  /** The rank of the token that the tokens `left` and `right` make together; they spell `bytes[start, end)`. */
  #rank(left: number, right: number, bytes: Uint8Array, start: number, end: number): number {
    const pairs = this.#pairs
    const slot = ((Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b)) >>> (32 - PAIR_BITS)) << 1
    const low = left | (right << RANK_BITS)
    const high = KNOWN | (right >> (32 - RANK_BITS))
    const entry = pairs[slot + 1]
    if (pairs[slot] === low && (entry & HIGH_MASK) === high) return (entry >> HIGH_BITS) & NO_RANK
    const rank = this.#vocabulary.rank(bytes, start, end)
    pairs[slot] = low
    pairs[slot + 1] = high | (rank << HIGH_BITS)
    return rank
  }
}

/** The parts of a string, each at the index of its first byte. */
class Parts {
  /** Where the next part starts. */
  readonly after: Int32Array
  /** Where the previous part starts. */
  readonly before: Int32Array
  /** The rank of the part itself. */
  readonly ids: Int32Array
  /** The rank of the token that the part and the next one make. */
  readonly ranks: Int32Array

  constructor(length: number) {
    this.after = new Int32Array(length)
    this.before = new Int32Array(length)
    this.ids = new Int32Array(length)
    this.ranks = new Int32Array(length)
  }
}

/** Shared by all mergers, so that its arrays are compiled in as constants. */
const smallParts = new Parts(PLAIN_BYTES)

/** A binary heap of (rank, place), lowest rank first, then lowest place; both are packed into one number to compare. */
class RankHeap {
  size = 0
  readonly #keys: Float64Array

  constructor(capacity: number) {
    this.#keys = new Float64Array(capacity)
  }

  topRank(): number {
    return Math.floor(this.#keys[0] / 0x100000000)
  }

  topPlace(): number {
    return this.#keys[0] % 0x100000000
  }

  push(rank: number, place: number): void {
    const keys = this.#keys
    const key = rank * 0x100000000 + place
    let at = this.size++
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (keys[parent] <= key) break
      keys[at] = keys[parent]
      at = parent
    }
    keys[at] = key
  }

  pop(): void {
    const keys = this.#keys
    const key = keys[--this.size]
    const size = this.size
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= size) break
      if (child + 1 < size && keys[child + 1] < keys[child]) child++
      if (keys[child] >= key) break
      keys[at] = keys[child]
      at = child
    }
    keys[at] = key
  }
}
