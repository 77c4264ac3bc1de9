import type { Atom } from './phrases.js'

/** What is known of a phrase in one document. */
export interface Seen {
  readonly atoms: readonly Atom[]
  /** How often it stands in the document, within longer phrases too. */
  readonly count: number
  linked: boolean
  first: boolean
  defined: boolean
}

export function salienceOf({ atoms, count, linked, first, defined }: Seen): number {
  let most = 0
  let sum = 0
  let technical = false
  for (const atom of atoms) {
    most = Math.max(most, atom.rarity)
    sum += atom.rarity
    technical ||= atom.technical
  }
  const mean = sum / atoms.length
  const z =
    -3.4 +
    2 * most +
    1.2 * mean +
    (technical ? 1 : 0) +
    0.5 * Math.log2(Math.min(count, 16)) +
    (linked ? 0.7 : 0) +
    (first ? 0.5 : 0) +
    (defined ? 1 : 0)
  return 1 / (1 + Math.exp(-z))
}
