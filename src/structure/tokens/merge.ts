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
  readonly #heap = new RankHeap()
  // The parts of the window, each at the index of its first byte: where the next and the previous one start, its own rank,
  // and the rank of the token that it and the next make. `#starts` lists those left over, and the length after them.
  #after = new Int32Array(PLAIN_BYTES)
  #before = new Int32Array(PLAIN_BYTES)
  #ids = new Int32Array(PLAIN_BYTES)
  #ranks = new Int32Array(PLAIN_BYTES)
  #starts = new Int32Array(PLAIN_BYTES + 1)

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary
  }

  /**
   * The number of tokens of `bytes[0, length)`, `length` at least 1 and less than `bytes.length`. With `ends`, the byte
   * offset at which each token ends is appended to it, and reading stops some time after the first `enough` tokens; the
   * number is then that of the tokens read.
   */
  count(bytes: Uint8Array, length: number, ends: IntList | null = null, enough = Number.POSITIVE_INFINITY): number {
    let size = length <= WHOLE_BYTES ? length : WINDOW_BYTES
    for (;;) {
      const tokens = this.#countByWindows(bytes, length, size, ends, enough)
      if (tokens >= 0) return tokens
      ends?.clear()
      size *= 2
    }
  }

  /** -1 where two windows of this size have no token in common. */
  #countByWindows(bytes: Uint8Array, length: number, size: number, ends: IntList | null, enough: number): number {
    let tokens = 0
    let at = 0
    let sharedEnd = 0
    for (;;) {
      const to = Math.min(at + size, length)
      const parts = this.#merge(bytes, at, to)
      const starts = this.#starts
      if (at > 0 && at + starts[1] !== sharedEnd) return -1
      let joint = parts
      if (to < length) {
        // The next window begins a third before the end of this one, at the start of a token.
        joint--
        const overlap = (size / 3) | 0
        while (joint > 0 && to - at - starts[joint] < overlap) joint--
        if (joint === 0) return -1
      }
      if (ends !== null) for (let i = 1; i <= joint; i++) ends.push(at + starts[i])
      tokens += joint
      if (to === length || tokens >= enough) return tokens
      sharedEnd = at + starts[joint + 1]
      at += starts[joint]
    }
  }

  /** Merges `bytes[from, to)` as a string of its own; returns how many parts `#starts` then holds. */
  #merge(bytes: Uint8Array, from: number, to: number): number {
    const length = to - from
    if (this.#after.length < length) this.#grow(length)
    const { byteRanks, pairRanks } = this.#vocabulary
    const after = this.#after
    const before = this.#before
    const ids = this.#ids
    const ranks = this.#ranks
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
    if (length <= PLAIN_BYTES) this.#mergePlainly(bytes, from, length)
    else this.#mergeByHeap(bytes, from, length)
    const starts = this.#starts
    let parts = 0
    for (let i = 0; i < length; i = after[i]) starts[parts++] = i
    starts[parts] = length
    return parts
  }

  #mergePlainly(bytes: Uint8Array, from: number, length: number): void {
    const ranks = this.#ranks
    for (;;) {
      // The minimum without a branch: which pair is lowest is what a processor cannot guess.
      let lowest = NO_RANK << PLAIN_BITS
      for (let i = 0; i < length; i++) {
        const less = ((ranks[i] << PLAIN_BITS) | i) - lowest
        lowest += less & (less >> 31)
      }
      const rank = lowest >> PLAIN_BITS
      if (rank === NO_RANK) return
      const part = lowest & (PLAIN_BYTES - 1)
      let lower = this.#join(bytes, from, length, part, rank) < rank
      if (length < WINDOW_BYTES) continue
      // Runs: equal pairs to the right are next in turn, unless joining makes a lower one.
      for (let i = this.#after[part]; i < length && !lower; i++) {
        if (ranks[i] === rank) lower = this.#join(bytes, from, length, i, rank) < rank
      }
    }
  }

  #mergeByHeap(bytes: Uint8Array, from: number, length: number): void {
    const ranks = this.#ranks
    const before = this.#before
    const heap = this.#heap
    heap.clear(length)
    for (let i = 0; i < length; i++) if (ranks[i] !== NO_RANK) heap.push(ranks[i], i)
    while (heap.size > 0) {
      const rank = heap.topRank()
      const part = heap.topPlace()
      heap.pop()
      // Outdated entries stay until they come up. The pair that starts at one place only ever grows, so its rank tells.
      if (ranks[part] !== rank) continue
      this.#join(bytes, from, length, part, rank)
      if (ranks[part] !== NO_RANK) heap.push(ranks[part], part)
      const previous = before[part]
      if (previous >= 0 && ranks[previous] !== NO_RANK) heap.push(ranks[previous], previous)
    }
  }

  /** Makes the part that starts at `part` and the next one into the token `rank`; returns the lower of its two new pairs. */
  #join(bytes: Uint8Array, from: number, length: number, part: number, rank: number): number {
    const after = this.#after
    const before = this.#before
    const ids = this.#ids
    const ranks = this.#ranks
    const gone = after[part]
    const next = after[gone]
    after[part] = next
    ids[part] = rank
    ranks[gone] = NO_RANK
    let pair = NO_RANK
    if (next < length) {
      before[next] = part
      pair = this.#rank(rank, ids[next], bytes, from + part, from + after[next])
    }
    ranks[part] = pair
    const previous = before[part]
    if (previous < 0) return pair
    const other = this.#rank(ids[previous], rank, bytes, from + previous, from + next)
    ranks[previous] = other
    return Math.min(pair, other)
  }

  #grow(length: number): void {
    this.#after = new Int32Array(length * 2)
    this.#before = new Int32Array(length * 2)
    this.#ids = new Int32Array(length * 2)
    this.#ranks = new Int32Array(length * 2)
    this.#starts = new Int32Array(length * 2 + 1)
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

/** A binary heap of (rank, place), lowest rank first, then lowest place; both are packed into one number to compare. */
class RankHeap {
  size = 0
  #keys = new Float64Array(0)

  clear(capacity: number): void {
    this.size = 0
    if (this.#keys.length < capacity * 3) this.#keys = new Float64Array(capacity * 3)
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
