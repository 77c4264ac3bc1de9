import { type Features, MOST_FEATURES } from './features.js'
import { addWeights, type Model } from './model.js'
import { OUTSIDE, TAGS } from './tags.js'
import {
  type Group,
  NAME_GROUPS,
  type NamePlace,
  type Place,
  WORD_GROUPS,
  writeNamePairs,
  writeWordPairs,
} from './templates.js'

/** The score for being outside of a word that is not read. */
const PLAIN = 100

/** Sums by tag of the group that is being read, and of the whole word, in steps. */
const ofGroup = new Int32Array(TAGS)
const ofWord = new Int32Array(TAGS)
const found = new Int32Array(MOST_FEATURES)

/** How well each tag fits the words of a document, by the weights of a model. */
export class Scorer {
  readonly #model: Model
  readonly #ofWords: readonly Memory<Place>[]
  readonly #ofNames: readonly Memory<NamePlace>[]

  constructor(model: Model) {
    this.#model = model
    this.#ofWords = WORD_GROUPS.map((group) => new Memory(model, group))
    this.#ofNames = NAME_GROUPS.map((group) => new Memory(model, group))
  }

  /** Writes the scores of the words `from` to `to` (left out), which are one sentence, as `scores[word * TAGS + tag]`. */
  scoreRow(features: Features, from: number, to: number, scores: Float32Array): void {
    const { step } = this.#model
    for (let at = from; at < to; at++) {
      const row = at * TAGS
      if (features.isPlain(at, from, to)) {
        scores[row + OUTSIDE] = PLAIN
        continue
      }
      this.#addUp(features, at, from, to)
      for (let tag = 0; tag < TAGS; tag++) scores[row + tag] = ofWord[tag] * step
    }
  }

  /** Adds up the weights of a word in `ofWord`. */
  #addUp(features: Features, at: number, from: number, to: number): void {
    ofWord.fill(0)
    const place = features.look(at, from, to)
    for (const memory of this.#ofWords) memory.addTo(ofWord, place)
    addWeights(this.#model, found, writeWordPairs(place, found, 0), ofWord)
    const name = features.nameAround(at)
    if (name === undefined) return
    for (const memory of this.#ofNames) memory.addTo(ofWord, name)
    addWeights(this.#model, found, writeNamePairs(name, found, 0), ofWord)
  }
}

const KEY = 3
/** Slots of the table at first, and at most: a power of 2. */
const FEWEST_SLOTS = 1 << 8
const MOST_SLOTS = 1 << 15

/**
 * The sums of the weights of a group of features at the places seen so far, in a hash table with open addressing that is
 * at most half full. When it cannot grow any more it starts afresh.
 */
class Memory<Seen> {
  readonly #model: Model
  readonly #group: Group<Seen>
  readonly #key = new Int32Array(KEY)
  /** By slot, one more than the row of its sums; 0 is free. */
  #rows = new Int32Array(FEWEST_SLOTS)
  #keys = new Int32Array(KEY * FEWEST_SLOTS)
  #sums = new Int16Array((TAGS * FEWEST_SLOTS) / 2)
  #size = 0

  constructor(model: Model, group: Group<Seen>) {
    this.#model = model
    this.#group = group
  }

  /** Adds the weights of the group's features at a place to `total`. */
  addTo(total: Int32Array, seen: Seen): void {
    const key = this.#key
    this.#group.identify(seen, key)
    let slot = this.#find(key[0], key[1], key[2])
    if (this.#rows[slot] === 0) slot = this.#learn(seen)
    const sums = this.#sums
    const row = (this.#rows[slot] - 1) * TAGS
    for (let tag = 0; tag < TAGS; tag++) total[tag] += sums[row + tag]
  }

  /** The slot that has the key, or a free one for it. */
  #find(a: number, b: number, c: number): number {
    const keys = this.#keys
    const rows = this.#rows
    const mask = rows.length - 1
    let slot = hash(a, b, c) & mask
    for (;;) {
      const at = slot * KEY
      if (rows[slot] === 0 || (keys[at] === a && keys[at + 1] === b && keys[at + 2] === c)) return slot
      slot = (slot + 1) & mask
    }
  }

  /** Works out the sums of a place that is not known; returns its slot. */
  #learn(seen: Seen): number {
    ofGroup.fill(0)
    addWeights(this.#model, found, this.#group.write(seen, found, 0), ofGroup)
    if (2 * this.#size >= this.#rows.length) this.#makeRoom()
    this.#sums.set(ofGroup, this.#size * TAGS)
    return this.#enter(this.#key[0], this.#key[1], this.#key[2], ++this.#size)
  }

  #enter(a: number, b: number, c: number, row: number): number {
    const slot = this.#find(a, b, c)
    this.#keys[slot * KEY] = a
    this.#keys[slot * KEY + 1] = b
    this.#keys[slot * KEY + 2] = c
    this.#rows[slot] = row
    return slot
  }

  #makeRoom(): void {
    const [rows, keys, sums] = [this.#rows, this.#keys, this.#sums]
    if (rows.length === MOST_SLOTS) {
      rows.fill(0)
      this.#size = 0
      return
    }
    this.#rows = new Int32Array(2 * rows.length)
    this.#keys = new Int32Array(2 * keys.length)
    this.#sums = new Int16Array(2 * sums.length)
    this.#sums.set(sums)
    rows.forEach((row, slot) => {
      if (row > 0) this.#enter(keys[slot * KEY], keys[slot * KEY + 1], keys[slot * KEY + 2], row)
    })
  }
}

function hash(a: number, b: number, c: number): number {
  let mixed = Math.imul(a ^ Math.imul(b, 0x85ebca6b), 0x9e3779b1)
  mixed = Math.imul(mixed ^ (mixed >>> 15) ^ c, 0xc2b2ae35)
  return mixed ^ (mixed >>> 15)
}

const scorers = new WeakMap<Model, Scorer>()

/** The scorer of a model; what it remembers serves one document after another. */
export function scorerOf(model: Model): Scorer {
  let scorer = scorers.get(model)
  if (scorer === undefined) {
    scorer = new Scorer(model)
    scorers.set(model, scorer)
  }
  return scorer
}
