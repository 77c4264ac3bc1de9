import type { AbstractGraph } from 'graphology-types'
import type { Document, EntityId, EntityType, Relation } from './document.js'
import type { JsonObject } from './json.js'
import type { Span } from './span.js'

/** What a chunker returns: where one chunk's text lies. */
export interface Segment {
  /** The chunk's own text: spans in order that do not overlap. Most chunks have one. */
  readonly spans: readonly Span[]
  /** Text before the first span that the method itself repeats from the chunk before. */
  readonly before?: Span
  /** Text from elsewhere that is copied into the chunk: spans in order, apart from `spans` and from each other. */
  readonly bridges?: readonly Span[]
  /** Text around the chunk that is kept beside it. */
  readonly context?: readonly Span[]
  readonly metadata?: JsonObject
}

export interface ChunkSpan extends Span {
  /** `own` text is in no other chunk of the run; `overlap` repeats the chunk before; `bridge` is copied from elsewhere. */
  readonly role: 'own' | 'overlap' | 'bridge'
}

/** An entity that a chunk names: a seed for graph expansion. */
export interface ChunkEntity {
  readonly id: EntityId
  readonly name: string
  readonly type: EntityType
  /** Where this chunk names it. */
  readonly mentions: readonly Span[]
  /** 0 to 1; null where there is no graph. */
  readonly centrality: number | null
  readonly community: string | null
}

/** A relation with both ends inside the chunk, by the ids of its entities. */
export interface ChunkRelation {
  readonly subject: EntityId
  readonly predicate: string
  readonly object: EntityId
  readonly weight: number
  readonly kind: Relation['kind']
  readonly negated: boolean
  readonly modality: Relation['modality']
}

/** Why a cut is where it is. Costs are in mean weights of links per sentence. */
export interface ExplainedCut {
  /** Where it is, in UTF-16 units. */
  readonly offset: number
  /** What it lies between: `section`, `block`, `sentence`, `line`, `clause`, `word` or `grapheme`. */
  readonly level: string
  /** How many relations are expected to be parted by it; null for methods that weigh none. */
  readonly relations: number | null
  /** Null for methods that weigh nothing. */
  readonly cost: {
    /** For the links that it parts. */
    readonly links: number
    /** For its level, and for being or not being a cut of recursive splitting; below 0 where it is welcome. */
    readonly place: number
    /** For the sizes of the two chunks beside it. */
    readonly sizes: number
  } | null
  /** The cheapest other place between the cuts before and after it, and how much more that costs; null where there is none. */
  readonly alternative: { readonly offset: number; readonly level: string; readonly extraCost: number } | null
}

export interface Chunk extends Span {
  /**
   * The first 32 hexadecimal digits of the SHA-256, in UTF-8, of `JSON.stringify([documentId, spans as [start, end] pairs])`
   * followed by `original`.
   */
  readonly id: string
  readonly documentId: string
  /** Place among the document's chunks, from 0. */
  readonly index: number
  /** The method that made it. */
  readonly method: string
  readonly spans: readonly ChunkSpan[]
  /** Whether all spans touch, so that `original === document.text.slice(spans[0].start, spans.at(-1).end)`. */
  readonly contiguous: boolean
  /** The slices of the document's text, joined by `joiner` where they do not touch. */
  readonly original: string
  /** The prefix and `original`, after the transform; `tokenCount` and `maxTokens` refer to it. */
  readonly text: string
  readonly tokenCount: number
  readonly overlapTokens: { readonly before: number; readonly after: number }
  /** Text kept beside the chunk; it is not in `text`. */
  readonly context: readonly Span[]
  /** In order of first mention. */
  readonly entities: readonly ChunkEntity[]
  /**
   * Relations with a mention of each end inside. An end that only a pronoun stands for here is no seed, so it is not in
   * `entities`, unless `seedKinds` has `anaphor`.
   */
  readonly relations: readonly ChunkRelation[]
  /** The communities of the chunk's mentions with their shares, the largest first. */
  readonly communities: readonly { readonly id: string; readonly share: number }[]
  /** The headings over the chunk's first own text, outermost first. */
  readonly headings: readonly string[]
  readonly pages: readonly number[]
  /** First and last line, from 1. */
  readonly lines: { readonly from: number; readonly to: number }
  readonly previous: string | null
  readonly next: string | null
  readonly parent: string | null
  readonly children: readonly string[]
  /** Why it begins where it does; only with `explain`, and not for the first chunk. */
  readonly cut?: ExplainedCut
  /** Why the chunk exceeds `maxTokens`; absent where it does not. */
  readonly oversize?: string
  readonly metadata: JsonObject
}

/** One step of a chain: what was tried, and why it gave way. */
export interface Attempt {
  readonly stage: 'extract' | 'cut'
  readonly name: string
  readonly ok: boolean
  readonly reason?: string
  readonly ms: number
}

/** A relation that no chunk holds, and the chunks that hold its ends. */
export interface PartedRelation {
  readonly relation: Relation
  readonly chunks: readonly [string, string]
}

export interface ChunkResult {
  readonly document: Document
  readonly chunks: readonly Chunk[]
  readonly graph: AbstractGraph | null
  /** The method that made the chunks. */
  readonly method: string
  /** Whether another method or extractor ran than the first one asked for. */
  readonly degraded: boolean
  /**
   * How much each source had in the cut, 0 to 1, together 1: `learned` models, `pairs` of entities, `given` relations, the
   * `structure` of the text. Empty for methods that do not weigh.
   */
  readonly weights: Readonly<Record<string, number>>
  /** What a reader of the result should know, in sentences. */
  readonly notes: readonly string[]
  readonly attempts: readonly Attempt[]
  readonly parted: readonly PartedRelation[]
  /** Share of the characters that are not blank which lie in at least one chunk, 0 to 1. */
  readonly coverage: number
  readonly uncovered: readonly Span[]
  /** Names, relations and graph nodes that the caller gave and that were not found in the text. */
  readonly unplaced: readonly string[]
  /** Names that could stand for several entities and were attached to none. */
  readonly ambiguous: readonly string[]
  /** The same as plain data, without the document's text and without times, so that equal runs give equal bytes. */
  toJSON(): JsonObject
}
