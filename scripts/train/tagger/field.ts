// A linear-chain conditional random field, fitted by stochastic gradient descent with AdaGrad and an L1 penalty.
import { factorsOf, Lattice } from '../../../src/annotate/tagger/lattice.js'
import { BEFORE, TAGS } from '../../../src/annotate/tagger/tags.js'
import type { Example } from './examples.js'
import { shuffled } from './random.js'

export interface FieldOptions {
  readonly rounds: number
  readonly rate: number
  /** How strongly weights are pulled to zero. */
  readonly penalty: number
  /** Features of fewer places are left out. */
  readonly leastCount: number
  readonly seed: number
}

export interface Field {
  /** The row of each feature. */
  readonly rows: ReadonlyMap<number, number>
  /** `[row * TAGS + tag]` */
  readonly weights: Float32Array
  readonly transitions: Float32Array
}

/** Errors below this move nothing: most words are clear cases. */
const NEGLIGIBLE = 1e-3

export function fitField(examples: readonly Example[], options: FieldOptions): Field {
  const rows = frequentFeatures(examples, options.leastCount)
  const learner = new Learner(rows.size, options)
  const indexed = examples.map((example) => ({ example, ...indexFeatures(example, rows) }))
  const all = indexed.flatMap((each) => each.example.rows.map(({ from, to }) => ({ ...each, from, to })))
  const averaged = { weights: new Float32Array(rows.size * TAGS), transitions: new Float32Array(TAGS * TAGS) }
  const averagedRounds = Math.ceil(options.rounds / 2)
  for (let round = 0; round < options.rounds; round++) {
    for (const row of shuffled(all, options.seed + round)) learner.learn(row)
    if (round >= options.rounds - averagedRounds) addScaled(averaged, learner, 1 / averagedRounds)
  }
  return { rows, ...averaged }
}

function addScaled(total: Pick<Field, 'weights' | 'transitions'>, part: Learner, scale: number): void {
  for (let i = 0; i < total.weights.length; i++) total.weights[i] += scale * part.weights[i]
  for (let i = 0; i < total.transitions.length; i++) total.transitions[i] += scale * part.transitions[i]
}

function frequentFeatures(examples: readonly Example[], least: number): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { features } of examples)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  const kept = [...counts].filter(([, count]) => count >= least).map(([feature]) => feature)
  return new Map(kept.sort((a, b) => a - b).map((feature, row) => [feature, row]))
}

interface Indexed {
  /** As the features of an example, as rows of the field; what the field does not know is left out. */
  readonly known: Int32Array
  readonly start: Int32Array
}

function indexFeatures({ features, first }: Example, rows: ReadonlyMap<number, number>): Indexed {
  const known = new Int32Array(features.length)
  const start = new Int32Array(first.length)
  let written = 0
  for (let at = 0; at + 1 < first.length; at++) {
    for (let k = first[at]; k < first[at + 1]; k++) {
      const row = rows.get(features[k])
      if (row !== undefined) known[written++] = row
    }
    start[at + 1] = written
  }
  return { known: known.slice(0, written), start }
}

/** Adds up the weights of the features of each word: `[word * TAGS + tag]`. */
export function scoreExample(example: Example, field: Field): Float32Array {
  const { known, start } = indexFeatures(example, field.rows)
  const scores = new Float32Array(example.words.length * TAGS)
  for (let at = 0; at < example.words.length; at++)
    for (let k = start[at]; k < start[at + 1]; k++) addRow(scores, at * TAGS, field.weights, known[k] * TAGS)
  return scores
}

function addRow(target: Float32Array, at: number, source: Float32Array, from: number): void {
  for (let tag = 0; tag < TAGS; tag++) target[at + tag] += source[from + tag]
}

interface TrainingRow extends Indexed {
  readonly example: Example
  readonly from: number
  readonly to: number
}

class Learner {
  readonly weights: Float32Array
  readonly transitions = new Float32Array(TAGS * TAGS)
  readonly #squares: Float32Array
  readonly #transitionSquares = new Float32Array(TAGS * TAGS).fill(1)
  readonly #lattice = new Lattice()
  readonly #errors = new Float64Array(TAGS)
  readonly #rate: number
  readonly #penalty: number

  constructor(features: number, { rate, penalty }: FieldOptions) {
    this.weights = new Float32Array(features * TAGS)
    this.#squares = new Float32Array(features * TAGS).fill(1)
    this.#rate = rate
    this.#penalty = penalty
  }

  learn(row: TrainingRow): void {
    const { from, to, known, start } = row
    this.#lattice.prepare(to - from)
    for (let at = from; at < to; at++)
      for (let k = start[at]; k < start[at + 1]; k++)
        addRow(this.#lattice.scores, (at - from) * TAGS, this.weights, known[k] * TAGS)
    const factors = factorsOf(this.transitions)
    this.#lattice.sum(factors)
    const errors = transitionErrors(this.#lattice, factors, row.example.tags, from)
    errors.forEach((error, cell) => {
      if (error !== 0) this.#moveTransition(cell, error)
    })
    for (let at = from; at < to; at++) this.#learnWord(row, at)
  }

  #moveTransition(cell: number, error: number): void {
    this.#transitionSquares[cell] += error * error
    this.transitions[cell] -= (this.#rate * error) / Math.sqrt(this.#transitionSquares[cell])
  }

  #learnWord({ example, from, known, start }: TrainingRow, at: number): void {
    const errors = this.#errors
    for (let tag = 0; tag < TAGS; tag++) errors[tag] = this.#lattice.probability(at - from, tag)
    errors[example.tags[at]] -= 1
    for (let tag = 0; tag < TAGS; tag++) {
      const error = errors[tag]
      if (error < NEGLIGIBLE && error > -NEGLIGIBLE) continue
      for (let k = start[at]; k < start[at + 1]; k++) this.#move(known[k] * TAGS + tag, error)
    }
  }

  #move(cell: number, error: number): void {
    this.#squares[cell] += error * error
    const step = this.#rate / Math.sqrt(this.#squares[cell])
    const moved = this.weights[cell] - step * error
    const pull = step * this.#penalty
    this.weights[cell] = moved > pull ? moved - pull : moved < -pull ? moved + pull : 0
  }
}

/** How much more often each transition is expected than it is found in the gold, over the words of the lattice. */
export function transitionErrors(
  lattice: Lattice,
  factors: Float64Array,
  gold: Uint8Array,
  from: number,
): Float64Array {
  const errors = new Float64Array(TAGS * TAGS)
  const { forward, backward, fit, length } = lattice
  for (let at = 1; at < length; at++) {
    const row = at * TAGS
    for (let tag = 0; tag < TAGS; tag++) {
      const onward = fit[row + tag] * backward[row + tag]
      for (const before of BEFORE[tag])
        errors[before * TAGS + tag] += forward[row - TAGS + before] * factors[before * TAGS + tag] * onward
    }
    errors[gold[from + at - 1] * TAGS + gold[from + at]] -= 1
  }
  return errors
}
