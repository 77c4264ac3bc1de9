import { BEFORE, FIRST_WORD, INSIDE, LAST_WORD, mayEnd, mayStart, ONLY_WORD, TAGS, TYPES, tagOf } from './tags.js'

/** A mention of more words than this is not looked for. */
const LONGEST = 30
/** Mentions that are less probable than this are not reported. */
const LEAST = 0.02

const STARTS = Float64Array.from({ length: TAGS }, (_, tag) => (mayStart(tag) ? 1 : 0))
const ENDS = Float64Array.from({ length: TAGS }, (_, tag) => (mayEnd(tag) ? 1 : 0))

/** Exponents of transition scores, as a lattice takes them. */
export function factorsOf(transitions: ArrayLike<number>): Float64Array {
  return Float64Array.from(transitions, Math.exp)
}

/**
 * All tag sequences of a row of words with their probabilities, as a linear-chain conditional random field (Lafferty,
 * McCallum and Pereira 2001) gives them, by scaled forward and backward sums. Reused from row to row.
 */
export class Lattice {
  /** `scores[at * TAGS + tag]`: how well the tag fits the word; the caller writes it between `prepare` and `sum`. */
  scores = new Float32Array(0)
  /** `exp(score)`, scaled so that forward times backward is a probability. */
  fit = new Float64Array(0)
  forward = new Float64Array(0)
  backward = new Float64Array(0)
  length = 0
  #factors: Float64Array = new Float64Array(TAGS * TAGS)

  /** Makes room for so many words, with all scores 0. */
  prepare(length: number): void {
    const size = length * TAGS
    if (this.scores.length < size) {
      this.scores = new Float32Array(2 * size)
      this.fit = new Float64Array(2 * size)
      this.forward = new Float64Array(2 * size)
      this.backward = new Float64Array(2 * size)
    }
    this.scores.fill(0, 0, size)
    this.length = length
  }

  /** Works out the probabilities; `factors[before * TAGS + tag]` comes from `factorsOf`. */
  sum(factors: Float64Array): void {
    this.#factors = factors
    this.#exponentiate()
    this.#sumForward()
    this.#sumBackward()
  }

  /** The probability that the word has the tag. */
  probability(at: number, tag: number): number {
    return this.forward[at * TAGS + tag] * this.backward[at * TAGS + tag]
  }

  /** Calls `found` with each mention that is not improbable: words `from` to `to` (left out) as one mention of the type. */
  mentions(found: (from: number, to: number, type: number, probability: number) => void): void {
    for (let from = 0; from < this.length; from++) {
      for (let type = 0; type < TYPES; type++) {
        const only = this.probability(from, tagOf(type, ONLY_WORD))
        if (only > LEAST) found(from, from + 1, type, only)
        if (this.probability(from, tagOf(type, FIRST_WORD)) > LEAST) this.#longer(from, type, found)
      }
    }
  }

  #longer(from: number, type: number, found: (from: number, to: number, type: number, probability: number) => void) {
    const { fit, backward } = this
    const [inside, last] = [tagOf(type, INSIDE), tagOf(type, LAST_WORD)]
    let tag = tagOf(type, FIRST_WORD)
    let path = this.forward[from * TAGS + tag]
    const end = Math.min(this.length, from + LONGEST)
    for (let at = from + 1; at < end; at++) {
      const row = at * TAGS
      const ending = path * this.#factors[tag * TAGS + last] * fit[row + last] * backward[row + last]
      if (ending > LEAST) found(from, at + 1, type, ending)
      path *= this.#factors[tag * TAGS + inside] * fit[row + inside]
      if (path * backward[row + inside] <= LEAST) return
      tag = inside
    }
  }

  #exponentiate(): void {
    const { scores, fit } = this
    for (let row = 0; row < this.length * TAGS; row += TAGS) {
      let most = scores[row]
      for (let tag = 1; tag < TAGS; tag++) if (scores[row + tag] > most) most = scores[row + tag]
      for (let tag = 0; tag < TAGS; tag++) fit[row + tag] = Math.exp(scores[row + tag] - most)
    }
  }

  #sumForward(): void {
    const { fit, forward } = this
    const factors = this.#factors
    for (let tag = 0; tag < TAGS; tag++) forward[tag] = STARTS[tag] * fit[tag]
    this.#scale(0)
    for (let row = TAGS; row < this.length * TAGS; row += TAGS) {
      for (let tag = 0; tag < TAGS; tag++) {
        const before = BEFORE[tag]
        let sum = 0
        for (let k = 0; k < before.length; k++) sum += forward[row - TAGS + before[k]] * factors[before[k] * TAGS + tag]
        forward[row + tag] = sum * fit[row + tag]
      }
      this.#scale(row)
    }
  }

  /** Makes the row of forward sums add up to 1, and scales the fits of the row with it. */
  #scale(row: number): void {
    const { fit, forward } = this
    let total = 0
    for (let tag = 0; tag < TAGS; tag++) total += forward[row + tag]
    for (let tag = 0; tag < TAGS; tag++) {
      forward[row + tag] /= total
      fit[row + tag] /= total
    }
  }

  #sumBackward(): void {
    const { fit, backward } = this
    const factors = this.#factors
    const last = (this.length - 1) * TAGS
    let total = 0
    for (let tag = 0; tag < TAGS; tag++) total += ENDS[tag] * this.forward[last + tag]
    for (let tag = 0; tag < TAGS; tag++) backward[last + tag] = ENDS[tag] / total
    for (let row = last - TAGS; row >= 0; row -= TAGS) {
      backward.fill(0, row, row + TAGS)
      for (let tag = 0; tag < TAGS; tag++) {
        const onward = fit[row + TAGS + tag] * backward[row + TAGS + tag]
        const before = BEFORE[tag]
        for (let k = 0; k < before.length; k++) backward[row + before[k]] += onward * factors[before[k] * TAGS + tag]
      }
    }
  }
}
