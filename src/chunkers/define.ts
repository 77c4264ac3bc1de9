import type { ZodObject } from 'zod'
import type { ExplainedCut, Segment } from '../document/chunk.js'
import type { Annotated, Layer } from '../document/document.js'
import type { Budget } from '../segment/budget.js'

/** What a chunker is given besides the document: its own options, the sizes to keep, and a place for remarks. */
export type ChunkerContext<Options> = Options & {
  readonly budget: Budget
  /** Adds a sentence to the result's `notes`. */
  note(text: string): void
  /** Says how much each source had in the cut; goes to the result's `weights`. */
  weigh(weights: Readonly<Record<string, number>>): void
  /** Takes the reasons for the cuts; only there where the caller asks for them. */
  explain?(cuts: readonly ExplainedCut[]): void
}

/**
 * One way to cut: a pure, synchronous function from an annotated document to segments. Overlap, trimming, token counts,
 * entity lists, ids and metadata are added after it, for all chunkers in the same way.
 */
export interface Chunker<Needs extends Layer = Layer, Options = Record<string, unknown>> {
  readonly name: string
  /** One line: what it does. */
  readonly summary: string
  /** The layers that the document must have; the chain sees to it. */
  readonly requires: readonly Needs[]
  /** The options of its own, as a zod object with defaults. */
  readonly options?: ZodObject
  /** Whether the graph drives the cut; then the default target is half the maximum. */
  readonly graphNative?: boolean
  /**
   * Where the overlap with the chunk before may begin: at the start of a `sentence` (else of a word), of a `word`, at a
   * `token`; `section` is as `sentence`, but never reaches over a heading; `own` where the method itself repeats text, by
   * `before` of its segments; `none` for chunks that repeat nothing.
   */
  readonly overlap?: 'sentence' | 'word' | 'token' | 'section' | 'own' | 'none'
  /** Whether it may leave text out on purpose. */
  selects?(options: Options): boolean
  segment(document: Annotated<Needs>, context: ChunkerContext<Options>): readonly Segment[]
}

/** Gives a chunker its types; returns it unchanged. */
export function defineChunker<Needs extends Layer = never, Options = unknown>(
  chunker: Chunker<Needs, Options>,
): Chunker<Needs, Options> {
  return chunker
}
