import { createRequire } from 'node:module'
import { ChunkingError } from '../../errors.js'

export type EncodingName = 'cl100k_base' | 'o200k_base'

/** A rank takes at most this many bits. */
export const RANK_BITS = 18
/** What no pair of tokens merges into; above every rank. */
export const NO_RANK = (1 << RANK_BITS) - 1

const HASH_BASE = 0x01000193

/**
 * The tokens of an encoding: byte string to rank. All bytes lie in one arena and the table is open-addressed in typed
 * arrays, since 100,000 to 200,000 strings in a `Map` would cost several times the time to build and to ask.
 */
export class Vocabulary {
  readonly maxTokenBytes: number
  /** Rank of each single byte, which is always a token. */
  readonly byteRanks = new Int32Array(0x100)
  /** Rank of each token of two bytes, by `first * 256 + second`. */
  readonly pairRanks = new Int32Array(0x10000).fill(NO_RANK)
  readonly #bytes: Uint8Array
  /** Token `rank` is `bytes[offsets[rank], offsets[rank + 1])`. */
  readonly #offsets: Int32Array
  /** Hash and rank + 1 side by side, so that a look-up costs one line of cache; 0 is free. */
  readonly #table: Int32Array
  readonly #shift: number

  /** `ranks` is js-tiktoken's form: `! 0 TOKEN TOKEN …`, base64, by rank from 0. */
  constructor(ranks: string) {
    const source = Buffer.from(ranks, 'latin1')
    let size = -1
    for (let i = 0; i < source.length; i++) if (source[i] === 0x20) size++
    if (!ranks.startsWith('! 0 ') || ranks.includes('\n') || size >= NO_RANK) {
      throw new ChunkingError(
        'missing-package',
        `Expected the rank data of js-tiktoken to be one line of fewer than ${NO_RANK} tokens from rank 0, got ${size} tokens in another form; install js-tiktoken 1.0.21.`,
      )
    }
    this.#bytes = new Uint8Array((source.length * 3) >> 2)
    this.#offsets = new Int32Array(size + 1)
    const bits = Math.ceil(Math.log2(size * 2))
    this.#shift = 32 - bits
    this.#table = new Int32Array(2 << bits)
    this.maxTokenBytes = this.#load(source, size)
  }

  #load(source: Uint8Array, size: number): number {
    const bytes = this.#bytes
    const sextets = base64Values()
    let at = 4
    let end = 0
    let longest = 0
    for (let rank = 0; rank < size; rank++) {
      const start = end
      let hash = 0
      let held = 0
      let bits = 0
      for (; at < source.length; at++) {
        const sextet = sextets[source[at]]
        if (sextet === 0xff) break
        held = (held << 6) | sextet
        bits += 6
        if (bits >= 8) {
          bits -= 8
          const byte = (held >> bits) & 0xff
          bytes[end++] = byte
          hash = (Math.imul(hash, HASH_BASE) + byte) | 0
        }
      }
      while (at < source.length && source[at++] !== 0x20);
      this.#offsets[rank + 1] = end
      if (end - start > longest) longest = end - start
      if (end - start === 1) this.byteRanks[bytes[start]] = rank
      else if (end - start === 2) this.pairRanks[(bytes[start] << 8) | bytes[start + 1]] = rank
      this.#insert(hash, rank)
    }
    return longest
  }

  #insert(hash: number, rank: number): void {
    const table = this.#table
    let slot = (Math.imul(hash, 0x9e3779b1) >>> this.#shift) << 1
    while (table[slot + 1] !== 0) slot = (slot + 2) & (table.length - 1)
    table[slot] = hash
    table[slot + 1] = rank + 1
  }

  /** The rank of the token that is `bytes[start, end)`; `NO_RANK` where there is none. */
  rank(bytes: Uint8Array, start: number, end: number): number {
    if (end - start > this.maxTokenBytes) return NO_RANK
    let hash = 0
    for (let i = start; i < end; i++) hash = (Math.imul(hash, HASH_BASE) + bytes[i]) | 0
    const table = this.#table
    let slot = (Math.imul(hash, 0x9e3779b1) >>> this.#shift) << 1
    for (;;) {
      const entry = table[slot + 1]
      if (entry === 0) return NO_RANK
      if (table[slot] === hash && this.#equals(entry - 1, bytes, start, end)) return entry - 1
      slot = (slot + 2) & (table.length - 1)
    }
  }

  #equals(rank: number, bytes: Uint8Array, start: number, end: number): boolean {
    let at = this.#offsets[rank]
    if (this.#offsets[rank + 1] - at !== end - start) return false
    const own = this.#bytes
    for (let i = start; i < end; i++) if (own[at++] !== bytes[i]) return false
    return true
  }
}

function base64Values(): Uint8Array {
  const values = new Uint8Array(256).fill(0xff)
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  for (let i = 0; i < digits.length; i++) values[digits.charCodeAt(i)] = i
  return values
}

/** The vocabulary of an encoding, read from js-tiktoken's rank data. */
export function readVocabulary(name: EncodingName): Vocabulary {
  const data = createRequire(import.meta.url)(`js-tiktoken/ranks/${name}`) as { readonly bpe_ranks: string }
  return new Vocabulary(data.bpe_ranks)
}
