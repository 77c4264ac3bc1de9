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
  const spans = new Map<number, Float64Array>()
  lattice.mentions((from, to, type, probability) => {
    const key = from * SPAN + to - from
    let types = spans.get(key)
    if (types === undefined) {
      types = new Float64Array(TYPES)
      spans.set(key, types)
    }
    types[type] = probability
  })
  const probable = [...spans].map(([key, types]) => ({ key, types, total: types.reduce((sum, each) => sum + each) }))
  const kept: Chosen[] = []
  const taken = new Uint8Array(lattice.length)
  for (const { key, types, total } of probable.sort((a, b) => b.total - a.total || a.key - b.key)) {
    if (total < threshold) break
    const from = Math.floor(key / SPAN)
    const to = from + (key % SPAN)
    if (taken.subarray(from, to).includes(1)) continue
    taken.fill(1, from, to)
    const type = types.indexOf(Math.max(...types))
    kept.push({ from, to, type, probability: Math.min(1, types[type]) })
  }
  return kept.sort((a, b) => a.from - b.from)
}

const SPAN = 64
