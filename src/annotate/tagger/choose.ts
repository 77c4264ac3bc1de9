import type { Lattice } from './lattice.js'
import { TYPES } from './tags.js'

/** Words `from` to `to` (left out) as one mention. */
export interface Chosen {
  readonly from: number
  readonly to: number
  /** An index into `TAGGED_TYPES`. */
  readonly type: number
  /** The probability that exactly these words are one mention of this type. */
  readonly probability: number
}

/**
 * The mentions of a row of words that are more probable than the threshold, whatever their type; of overlapping ones the
 * more probable. Each gets its most probable type. Choosing mentions and not the best tag sequence keeps names whose
 * bounds are clear and whose type is not.
 */
export function chooseMentions(lattice: Lattice, threshold: number): Chosen[] {
  const probable = candidatesOf(lattice).filter(({ total }) => total >= threshold)
  const kept: Chosen[] = []
  const taken = new Uint8Array(lattice.length)
  for (const { from, to, types } of probable.sort((a, b) => b.total - a.total || a.from - b.from || a.to - b.to)) {
    if (isTaken(taken, from, to)) continue
    taken.fill(1, from, to)
    const type = types.indexOf(Math.max(...types))
    kept.push({ from, to, type, probability: Math.min(1, types[type]) })
  }
  return kept.sort((a, b) => a.from - b.from)
}

interface Candidate {
  readonly from: number
  readonly to: number
  /** The probability of each type, and of any. */
  readonly types: number[]
  total: number
}

/** The mentions that are not improbable, those of all types over the same words as one. */
function candidatesOf(lattice: Lattice): Candidate[] {
  const found: Candidate[] = []
  let first = 0
  lattice.mentions((from, to, type, probability) => {
    if (first < found.length && found[first].from !== from) first = found.length
    let at = first
    while (at < found.length && found[at].to !== to) at++
    if (at === found.length) found.push({ from, to, types: NO_TYPES.slice(), total: 0 })
    found[at].types[type] = probability
  })
  for (const candidate of found) for (const each of candidate.types) candidate.total += each
  return found
}

const NO_TYPES = new Array<number>(TYPES).fill(0)

function isTaken(taken: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (taken[at]) return true
  return false
}
