import type { AbstractGraph } from 'graphology-types'
import type { JsonObject } from './json.js'
import type { Span } from './span.js'

/** What an entity is. Other strings are allowed: a caller's own types pass through. */
export type EntityType = 'person' | 'organization' | 'location' | 'time' | 'number' | 'misc' | (string & {})

/** Names one entity within a run: its canonical name, folded; stable across runs. */
export type EntityId = string

/** One place in the text where an entity is named. */
export interface Mention extends Span {
  readonly entity: EntityId
  readonly type: EntityType
  readonly kind: 'name' | 'concept' | 'anaphor'
  /** 0 to 1. */
  readonly confidence: number
  /** The extractor that found it. */
  readonly by: string
}

/** A thing that the text names, with every place where it does. */
export interface Entity {
  readonly id: EntityId
  readonly name: string
  readonly type: EntityType
  readonly kind: 'name' | 'concept'
  /** Other spellings seen, the name itself left out. */
  readonly aliases: readonly string[]
  /** Types that a minority of the mentions had. */
  readonly otherTypes: readonly EntityType[]
  /** Sorted by position. */
  readonly mentions: readonly Mention[]
}

/** What our own extraction calls its relations: read by patterns, by the small model of facts, or weighed by distance and kind. */
export const PREDICTED_BY = ['patterns', 'model', 'distance'] as const

export type PredictedBy = (typeof PREDICTED_BY)[number]

/** Two mentions that belong together, directed from subject to object. */
export interface Relation {
  readonly subject: Mention
  readonly predicate: string
  readonly object: Mention
  /** How probable it is that the two are related, 0 to 1; with `relationWeight: "pmi"` that instead, of any sign. */
  readonly weight: number
  readonly kind: 'asserted' | 'cooccurrence'
  readonly negated: boolean
  readonly modality: 'fact' | 'question' | 'hypothetical'
  /** The text that the relation rests on; holds both mentions. */
  readonly evidence: Span
  /** One of `PREDICTED_BY`, or the caller's engine that gave it. */
  readonly by: string
}

export type BlockKind = 'heading' | 'paragraph' | 'list' | 'table' | 'code' | 'quote' | 'html' | 'frontmatter' | 'rule'

/** A structural unit of the text. Blocks are in order and do not overlap; only white space lies between them. */
export interface Block extends Span {
  readonly kind: BlockKind
  /** Headings: 1 to 6. */
  readonly depth?: number
  /** Headings: the words without the markup. */
  readonly title?: string
  /** Code: what the fence names. */
  readonly language?: string
  /** Lists: the items; tables: the rows, header and rule line first; code: the lines between the fences. */
  readonly parts?: readonly Span[]
}

/** One page of a paged source; `number` counts from 1. */
export interface Page extends Span {
  readonly number: number
}

/**
 * Counts tokens of any part of a text. The text is encoded once; a span costs two look-ups and a recount of the pieces at
 * its edges.
 */
export interface TokenIndex {
  /** `cl100k_base`, `o200k_base`, `character`, `word` or `custom`. */
  readonly name: string
  /** Whether `count(start, end)` always equals `measure(text.slice(start, end))`. False for a caller's own counter. */
  readonly exact: boolean
  /** Tokens of the whole text. */
  readonly total: number
  /** Tokens of `text.slice(start, end)` encoded on its own; an estimate where `exact` is false. */
  count(start: number, end: number): number
  /** Tokens of any text, counted afresh. Always exact. */
  measure(text: string): number
  /**
   * The furthest offset in [start, end] for which `count(start, offset)` is at most `limit`. It lies between two tokens of
   * the part's own encoding and never inside a surrogate pair; `start` where not even one token fits.
   */
  furthest(start: number, end: number, limit: number): number
}

/** Which community each entity is in, at the finest level, and how communities nest. */
export interface Communities {
  readonly of: ReadonlyMap<EntityId, string>
  readonly levels: readonly CommunityLevel[]
  /** Modularity of the finest partition; 0 for a graph without edges. */
  readonly modularity: number
}

/** One level of the hierarchy, coarsest first. */
export interface CommunityLevel {
  readonly of: ReadonlyMap<EntityId, string>
  readonly parents: ReadonlyMap<string, string>
}

/** How central each entity is, 0 to 1, the most central entity at 1. */
export interface Centrality {
  readonly of: ReadonlyMap<EntityId, number>
  /** The measure that made the scores; differs from the one asked for where that one did not settle. */
  readonly measure: string
}

/** What an annotator can add to a document. */
export interface Layers {
  readonly mentions: readonly Mention[]
  readonly entities: readonly Entity[]
  readonly relations: readonly Relation[]
  readonly graph: AbstractGraph
  readonly communities: Communities
  readonly centrality: Centrality
  readonly vectors: readonly Float32Array[]
}

export type Layer = keyof Layers

/** A text, its structure, and the layers added so far. Immutable: an annotator returns a copy with one layer more. */
export interface Document extends Partial<Layers> {
  readonly id: string
  readonly text: string
  readonly mediaType: string
  readonly metadata: JsonObject
  readonly tokens: TokenIndex
  readonly blocks: readonly Block[]
  /** Sorted, not overlapping, without the white space between them; each lies within one block. */
  readonly sentences: readonly Span[]
  readonly pages?: readonly Page[]
}

/** A document that has the layers `L`. */
export type Annotated<L extends Layer> = Document & Pick<Layers, L>
