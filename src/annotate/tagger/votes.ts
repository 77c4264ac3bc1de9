import { LETTERS, type Words } from '../words.js'
import type { Chosen } from './choose.js'
import type { Lattice } from './lattice.js'
import { FIRST_WORD, INSIDE, LAST_WORD, ONLY_WORD, OUTSIDE, TYPES, tagOf } from './tags.js'

/** Of one word: outside, alone as each type, within a longer name of each type. */
const OF_WORD = 1 + 2 * TYPES
/** How many votes a word gets: those of the same word elsewhere, those of the same mention elsewhere, and one always. */
export const VOTES = OF_WORD + TYPES + 1

interface Tally {
  readonly sum: number[]
  count: number
}

/**
 * What a first look at a whole document says of each word at the other places where the same word, or the mention around
 * it, stands: the sum of the probabilities there by the number of places, counted with this one. Linear in the words.
 */
export class Votes {
  readonly #words: Words
  readonly #own: Float32Array
  readonly #ofForm = new Map<string, Tally>()
  /** The tally of each word with letters that was counted. */
  readonly #tallyAt: Tally[]
  readonly #ofMention = new Map<string, Tally>()
  readonly #mentionAt: Int32Array
  readonly #mentions: Chosen[] = []
  readonly #tallies: Tally[] = []

  constructor(words: Words) {
    this.#words = words
    this.#own = new Float32Array(words.length * OF_WORD)
    this.#tallyAt = new Array(words.length)
    this.#mentionAt = new Int32Array(words.length).fill(-1)
  }

  /** Counts a row of words from word `from` on, as the first look sees it. */
  count(from: number, lattice: Lattice, chosen: readonly Chosen[]): void {
    for (let at = 0; at < lattice.length; at++) this.#countWord(from + at, lattice, at)
    for (const each of chosen) this.#countMention({ ...each, from: from + each.from, to: from + each.to })
  }

  #countWord(at: number, lattice: Lattice, row: number): void {
    if (!(this.#words.flags[at] & LETTERS)) return
    const own = this.#own
    const first = at * OF_WORD
    own[first] = lattice.probability(row, OUTSIDE)
    for (let type = 0; type < TYPES; type++) {
      own[first + 1 + type] = lattice.probability(row, tagOf(type, ONLY_WORD))
      own[first + 1 + TYPES + type] =
        lattice.probability(row, tagOf(type, FIRST_WORD)) +
        lattice.probability(row, tagOf(type, INSIDE)) +
        lattice.probability(row, tagOf(type, LAST_WORD))
    }
    const tally = tallyOf(this.#ofForm, this.#words.lower[at], OF_WORD)
    for (let k = 0; k < OF_WORD; k++) tally.sum[k] += own[first + k]
    tally.count++
    this.#tallyAt[at] = tally
  }

  #countMention(mention: Chosen): void {
    const { from, to, type, probability } = mention
    const tally = tallyOf(this.#ofMention, this.#words.lower.slice(from, to).join(' '), TYPES)
    tally.sum[type] += probability
    tally.count++
    this.#mentionAt.fill(this.#mentions.length, from, to)
    this.#mentions.push(mention)
    this.#tallies.push(tally)
  }

  /** Writes the votes for the word to `out`. */
  read(at: number, out: Float64Array): void {
    out.fill(0)
    out[VOTES - 1] = 1
    if (this.#words.flags[at] & LETTERS) {
      const { sum, count } = this.#tallyAt[at]
      if (count > 1) for (let k = 0; k < OF_WORD; k++) out[k] = (sum[k] - this.#own[at * OF_WORD + k]) / count
    }
    const mention = this.#mentionAt[at]
    if (mention < 0) return
    const { sum, count } = this.#tallies[mention]
    const { type, probability } = this.#mentions[mention]
    if (count < 2) return
    for (let k = 0; k < TYPES; k++) out[OF_WORD + k] = (sum[k] - (k === type ? probability : 0)) / count
  }
}

function tallyOf(tallies: Map<string, Tally>, key: string, size: number): Tally {
  let tally = tallies.get(key)
  if (tally === undefined) {
    tally = { sum: new Array<number>(size).fill(0), count: 0 }
    tallies.set(key, tally)
  }
  return tally
}
