import { FIRST_WORD, INSIDE, LAST_WORD, mayEnd, mayStart, ONLY_WORD, OUTSIDE, TAGS, TYPES, tagOf } from './tags.js'

/** A mention of more words than this is not looked for. */
const LONGEST = 30
/** Mentions that are less probable than this are not reported. */
const LEAST = 0.02
/** A word that is outside with this probability is in no mention that is reported; a little more than 1 - `LEAST`. */
const SURELY_OUTSIDE = 0.980001

const tagsThat = (may: (tag: number) => boolean): Int32Array =>
  Int32Array.from({ length: TAGS }, (_, tag) => tag).filter((tag) => may(tag))

/** The tags that may follow a word that is outside or ends a mention, and those of such words. */
const OPENING = tagsThat(mayStart)
const CLOSING = tagsThat(mayEnd)
/** How many each of the two lists has. */
const ENDED = 1 + 2 * TYPES

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
  /** Those from closing to opening tags: `[opening * ENDED + closing]`, counted within the two lists. */
  readonly #openings = new Float64Array(ENDED * ENDED)
  /** Sums of the closing tags of the word before, and of the opening tags of the word after. */
  readonly #before = new Float64Array(ENDED)
  readonly #after = new Float64Array(ENDED)

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
    if (this.#factors !== factors) this.#take(factors)
    this.#exponentiate()
    this.#sumForward()
    this.#sumBackward()
  }

  #take(factors: Float64Array): void {
    this.#factors = factors
    OPENING.forEach((tag, opening) => {
      for (let closing = 0; closing < ENDED; closing++)
        this.#openings[opening * ENDED + closing] = factors[CLOSING[closing] * TAGS + tag]
    })
  }

  /** The probability that the word has the tag. */
  probability(at: number, tag: number): number {
    return this.forward[at * TAGS + tag] * this.backward[at * TAGS + tag]
  }

  /** Calls `found` with each mention that is not improbable: words `from` to `to` (left out) as one mention of the type. */
  mentions(found: (from: number, to: number, type: number, probability: number) => void): void {
    for (let from = 0; from < this.length; from++) {
      if (this.probability(from, OUTSIDE) > SURELY_OUTSIDE) continue
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
    for (let tag = 0; tag < TAGS; tag++) forward[tag] = STARTS[tag] * fit[tag]
    this.#scale(0)
    for (let row = TAGS; row < this.length * TAGS; row += TAGS) {
      this.#open(row)
      this.#goOn(row)
      this.#scale(row)
    }
  }

  /** Sums up what leads to the opening tags of a row. */
  #open(row: number): void {
    const { fit, forward } = this
    const openings = this.#openings
    const before = this.#before
    for (let closing = 0; closing < ENDED; closing++) before[closing] = forward[row - TAGS + CLOSING[closing]]
    for (let opening = 0, cell = 0; opening < ENDED; opening++) {
      let sum = 0
      for (let closing = 0; closing < ENDED; closing++) sum += before[closing] * openings[cell++]
      forward[row + OPENING[opening]] = sum * fit[row + OPENING[opening]]
    }
  }

  /** Sums up what leads to the words inside and at the end of mentions: the first, or another inside. */
  #goOn(row: number): void {
    const { fit, forward } = this
    const factors = this.#factors
    for (let type = 0; type < TYPES; type++) {
      const first = tagOf(type, FIRST_WORD)
      const inside = tagOf(type, INSIDE)
      const begun = forward[row - TAGS + first]
      const within = forward[row - TAGS + inside]
      for (let tag = inside; tag <= tagOf(type, LAST_WORD); tag++)
        forward[row + tag] =
          (begun * factors[first * TAGS + tag] + within * factors[inside * TAGS + tag]) * fit[row + tag]
    }
  }

  /** Makes the row of forward sums add up to 1, and scales the fits of the row with it. */
  #scale(row: number): void {
    const { fit, forward } = this
    let total = 0
    for (let tag = 0; tag < TAGS; tag++) total += forward[row + tag]
    const factor = 1 / total
    for (let tag = 0; tag < TAGS; tag++) {
      forward[row + tag] *= factor
      fit[row + tag] *= factor
    }
  }

  #sumBackward(): void {
    const { backward } = this
    const last = (this.length - 1) * TAGS
    let total = 0
    for (let tag = 0; tag < TAGS; tag++) total += ENDS[tag] * this.forward[last + tag]
    for (let tag = 0; tag < TAGS; tag++) backward[last + tag] = ENDS[tag] / total
    for (let row = last - TAGS; row >= 0; row -= TAGS) {
      this.#close(row)
      this.#stay(row)
    }
  }

  /** Sums up what the closing tags of a row lead to. */
  #close(row: number): void {
    const { fit, backward } = this
    const openings = this.#openings
    const after = this.#after
    for (let opening = 0; opening < ENDED; opening++) {
      const next = row + TAGS + OPENING[opening]
      after[opening] = fit[next] * backward[next]
    }
    for (let closing = 0; closing < ENDED; closing++) {
      let sum = 0
      for (let opening = 0, cell = closing; opening < ENDED; opening++, cell += ENDED)
        sum += after[opening] * openings[cell]
      backward[row + CLOSING[closing]] = sum
    }
  }

  /** Sums up what the first words of mentions and those inside lead to: another inside, or the last. */
  #stay(row: number): void {
    const { fit, backward } = this
    const factors = this.#factors
    const next = row + TAGS
    for (let type = 0; type < TYPES; type++) {
      const inside = tagOf(type, INSIDE)
      const last = tagOf(type, LAST_WORD)
      const goesOn = fit[next + inside] * backward[next + inside]
      const ends = fit[next + last] * backward[next + last]
      for (let tag = tagOf(type, FIRST_WORD); tag <= inside; tag++)
        backward[row + tag] = goesOn * factors[tag * TAGS + inside] + ends * factors[tag * TAGS + last]
    }
  }
}
