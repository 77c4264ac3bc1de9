import type { Mention, Relation } from '../../document/document.js'

/** A fact that the words between two mentions state. */
export interface Assertion {
  /** Indexes of mentions. */
  readonly subject: number
  readonly object: number
  readonly predicate: string
  readonly negated: boolean
  readonly modality: Relation['modality']
}

/** Mentions as ranges of words, the last left out. */
export interface Placed {
  readonly mentions: readonly Mention[]
  readonly from: Int32Array
  readonly to: Int32Array
}

/** Takes a fact of two mentions, by their indexes. */
export type Tell = (subject: number, predicate: string, object: number, negated?: boolean) => void
