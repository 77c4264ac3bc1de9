// The second look: how much the first look's scores and the votes of the document count. Fitted on documents that the first
// look has not seen.
import { factorsOf, Lattice } from '../../../src/annotate/tagger/lattice.js'
import { addVotes, countVotes } from '../../../src/annotate/tagger/look.js'
import { TAGS } from '../../../src/annotate/tagger/tags.js'
import { VOTES, Votes } from '../../../src/annotate/tagger/votes.js'
import type { Example } from './examples.js'
import { transitionErrors } from './field.js'
import { shuffled } from './random.js'

/** A document with the scores of a first look that was not trained on it. */
export interface Unseen {
  readonly example: Example
  readonly scores: Float32Array
  readonly transitions: Float32Array
}

export interface SecondLook {
  readonly trust: number
  readonly votes: Float32Array
  readonly secondTransitions: Float32Array
}

const ROUNDS = 4
const RATE = 0.1

export function fitSecondLook(all: readonly Unseen[], transitions: Float32Array, seed: number): SecondLook {
  const learner = new SecondLearner(transitions)
  const rows = all.flatMap((unseen) => {
    const votes = votesOf(unseen)
    return unseen.example.rows.map(({ from, to }) => ({ ...unseen, votes, from, to }))
  })
  for (let round = 0; round < ROUNDS; round++) for (const row of shuffled(rows, seed + round)) learner.learn(row)
  return learner
}

/** The votes of the first look in the document. */
export function votesOf({ example, scores, transitions }: Unseen): Votes {
  const votes = new Votes(example.words)
  const lattice = new Lattice()
  const model = { factors: factorsOf(transitions) }
  for (const row of example.rows) countVotes(votes, row, scores, model, lattice)
  return votes
}

class SecondLearner implements SecondLook {
  trust = 1
  readonly votes = new Float32Array(VOTES * TAGS)
  readonly secondTransitions: Float32Array
  readonly #squares = new Float64Array(1 + VOTES * TAGS + TAGS * TAGS).fill(1)
  readonly #lattice = new Lattice()
  readonly #seen: Float64Array[] = []

  constructor(transitions: Float32Array) {
    this.secondTransitions = transitions.slice()
  }

  learn({ example, scores, votes, from, to }: Unseen & { votes: Votes; from: number; to: number }): void {
    const lattice = this.#lattice
    lattice.prepare(to - from)
    for (let at = from; at < to; at++) {
      this.#seen[at - from] ??= new Float64Array(VOTES)
      const seen = this.#seen[at - from]
      votes.read(at, seen)
      addVotes(this, seen, scores, at * TAGS, lattice.scores, (at - from) * TAGS)
    }
    const factors = factorsOf(this.secondTransitions)
    lattice.sum(factors)
    this.#moveTransitions(transitionErrors(lattice, factors, example.tags, from))
    let trust = 0
    for (let at = from; at < to; at++) trust += this.#learnWord(example, scores, at, at - from)
    this.trust -= this.#step(0, trust / 10)
  }

  #learnWord({ tags }: Example, scores: Float32Array, at: number, place: number): number {
    const seen = this.#seen[place]
    let trust = 0
    for (let tag = 0; tag < TAGS; tag++) {
      const error = this.#lattice.probability(place, tag) - (tags[at] === tag ? 1 : 0)
      trust += error * scores[at * TAGS + tag]
      if (Math.abs(error) < 1e-4) continue
      for (let vote = 0; vote < VOTES; vote++) {
        if (seen[vote] === 0) continue
        const cell = vote * TAGS + tag
        this.votes[cell] -= this.#step(1 + cell, error * seen[vote])
      }
    }
    return trust
  }

  #moveTransitions(errors: Float64Array): void {
    for (let cell = 0; cell < errors.length; cell++)
      if (errors[cell] !== 0) this.secondTransitions[cell] -= this.#step(1 + VOTES * TAGS + cell, errors[cell])
  }

  #step(cell: number, gradient: number): number {
    this.#squares[cell] += gradient * gradient
    return (RATE * gradient) / Math.sqrt(this.#squares[cell])
  }
}
