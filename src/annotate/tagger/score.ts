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

/** Slots of the table at first, and at most: a power of 2. */
const FEWEST_SLOTS = 1 << 8
const MOST_SLOTS = 1 << 15
/** Numbers of a slot: the three of the key, and one more than the row of its sums; 0 is free. */
const SLOT = 4
const ROW = 3

/**
 * The sums of the weights of a group of features at the places seen so far, in a hash table with open addressing that is
 * at most half full. When it cannot grow any more it starts afresh.
 */
class Memory<Seen> {
  readonly #model: Model
  readonly #group: Group<Seen>
  readonly #key = new Int32Array(ROW)
  #slots = new Int32Array(SLOT * FEWEST_SLOTS)
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
    const at = this.#find(key[0], key[1], key[2])
    const row = this.#slots[at + ROW] || this.#learn(seen)
    const sums = this.#sums
    const first = (row - 1) * TAGS
    for (let tag = 0; tag < TAGS; tag++) total[tag] += sums[first + tag]
  }

  /** Where the slot begins that has the key, or a free one for it. */
  #find(a: number, b: number, c: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    let at = (hash(a, b, c) * SLOT) & mask
    while (slots[at + ROW] !== 0 && (slots[at] !== a || slots[at + 1] !== b || slots[at + 2] !== c))
      at = (at + SLOT) & mask
    return at
  }

  /** Works out the sums of a place that is not known; returns one more than their row. */
  #learn(seen: Seen): number {
    ofGroup.fill(0)
    addWeights(this.#model, found, this.#group.write(seen, found, 0), ofGroup)
    if (2 * SLOT * this.#size >= this.#slots.length) this.#makeRoom()
    this.#sums.set(ofGroup, this.#size * TAGS)
    this.#size++
    this.#enter(this.#key[0], this.#key[1], this.#key[2], this.#size)
    return this.#size
  }

  #enter(a: number, b: number, c: number, row: number): void {
    this.#slots.set([a, b, c, row], this.#find(a, b, c))
  }

  #makeRoom(): void {
    const [slots, sums] = [this.#slots, this.#sums]
    if (slots.length === SLOT * MOST_SLOTS) {
      slots.fill(0)
      this.#size = 0
      return
    }
    this.#slots = new Int32Array(2 * slots.length)
    this.#sums = new Int16Array(2 * sums.length)
    this.#sums.set(sums)
    for (let at = 0; at < slots.length; at += SLOT)
      if (slots[at + ROW] > 0) this.#enter(slots[at], slots[at + 1], slots[at + 2], slots[at + ROW])
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
