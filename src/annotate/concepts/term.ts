import type { Span } from '../../document/span.js'

/** A term of a document and its places. */
export interface Term {
  readonly name: string
  /** 0 to 1. */
  readonly salience: number
  /** In the order of the text. */
  readonly spans: Span[]
}
