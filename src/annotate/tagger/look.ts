import type { Words } from '../words.js'
import { type Chosen, chooseMentions } from './choose.js'
import type { Lattice } from './lattice.js'
import type { Model } from './model.js'
import { OUTSIDE, TAGS } from './tags.js'
import { VOTES, type Votes } from './votes.js'

/** What the first look takes for a mention whose votes count. */
const PROBABLE = 0.3

/** A sentence, or a part of a very long one: words `from` to `to` (left out). */
export interface Row {
  readonly from: number
  readonly to: number
}

/** A row of more words than this is cut. */
const LONGEST_ROW = 300

/** The rows that the tagger reads one by one. */
export function rowsOf({ length, sentence }: Words): Row[] {
  const rows: Row[] = []
  for (let from = 0, to = 0; from < length; from = to) {
    for (to = from + 1; to < length && to - from < LONGEST_ROW && sentence[to] === sentence[from]; ) to++
    rows.push({ from, to })
  }
  return rows
}

/** A word whose score for being outside leads all others by so much is in no mention, whatever its neighbours are. */
const CLEAR = 4

/**
 * The parts of a row between words that are in no mention beyond doubt, with one such word at each end, since what
 * follows a mention counts for it: most of a text need not be looked at twice.
 */
export function unclearParts({ from, to }: Row, scores: Float32Array): Row[] {
  const parts: Row[] = []
  let start = -1
  for (let at = from; at < to; at++) {
    if (isClear(scores, at * TAGS)) {
      if (start >= 0) parts.push({ from: Math.max(from, start - 1), to: at + 1 })
      start = -1
    } else if (start < 0) start = at
  }
  if (start >= 0) parts.push({ from: Math.max(from, start - 1), to })
  return parts
}

function isClear(scores: Float32Array, row: number): boolean {
  const least = scores[row + OUTSIDE] - CLEAR
  for (let tag = 1; tag < TAGS; tag++) if (scores[row + tag] > least) return false
  return true
}

/** Counts a row for the votes of its document, by the scores `[word * TAGS + tag]` of the document's words. */
export function countVotes(
  votes: Votes,
  { from, to }: Row,
  scores: Float32Array,
  { factors }: Pick<Model, 'factors'>,
  lattice: Lattice,
): void {
  lattice.prepare(to - from)
  lattice.scores.set(scores.subarray(from * TAGS, to * TAGS))
  lattice.sum(factors)
  votes.count(from, lattice, chooseMentions(lattice, PROBABLE))
}

const seen = new Float64Array(VOTES)

/** The mentions of a row after the second look. */
export function lookAgain(
  { from, to }: Row,
  scores: Float32Array,
  votes: Votes,
  model: Pick<Model, 'trust' | 'votes' | 'secondFactors' | 'threshold'>,
  lattice: Lattice,
): Chosen[] {
  lattice.prepare(to - from)
  for (let at = from; at < to; at++) {
    votes.read(at, seen)
    addVotes(model, seen, scores, at * TAGS, lattice.scores, (at - from) * TAGS)
  }
  lattice.sum(model.secondFactors)
  return chooseMentions(lattice, model.threshold).map((each) => ({
    ...each,
    from: from + each.from,
    to: from + each.to,
  }))
}

const sums = new Float64Array(TAGS)

/** The scores of a word in the second look: those of the first, and what the votes add. */
export function addVotes(
  { trust, votes }: Pick<Model, 'trust' | 'votes'>,
  seen: Float64Array,
  scores: Float32Array,
  row: number,
  target: Float32Array,
  targetRow: number,
): void {
  for (let tag = 0; tag < TAGS; tag++) sums[tag] = trust * scores[row + tag]
  for (let vote = 0; vote < VOTES; vote++) {
    const value = seen[vote]
    if (value === 0) continue
    for (let tag = 0; tag < TAGS; tag++) sums[tag] += value * votes[vote * TAGS + tag]
  }
  for (let tag = 0; tag < TAGS; tag++) target[targetRow + tag] = sums[tag]
}
