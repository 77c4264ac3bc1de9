import type { Document, EntityId, EntityType, Mention, Relation } from '../document/document.js'
import type { Span } from '../document/span.js'

/** A place that names something, before it is tied to an entity. */
export interface MentionDraft extends Span {
  readonly type: EntityType
  /** `name` unless given. */
  readonly kind?: Mention['kind']
  /** 0 to 1; 1 unless given. */
  readonly confidence?: number
  /** The entity, where the extractor knows it. Mentions with one id are one entity. */
  readonly id?: EntityId
  /** The entity's own name, where it differs from the words at this place. */
  readonly name?: string
  /** Who found it, where that is not the extractor itself. */
  readonly by?: string
}

/** A stated fact between two mentions; both spans must equal spans of mentions. */
export interface RelationDraft {
  readonly subject: Span
  readonly object: Span
  readonly predicate: string
  /** 0 to 1; 1 unless given. */
  readonly weight?: number
  readonly negated?: boolean
  readonly modality?: Relation['modality']
  /** The smallest span that holds both mentions, unless given. */
  readonly evidence?: Span
}

/** What an extractor found. */
export interface Extraction {
  readonly mentions: readonly MentionDraft[]
  readonly relations?: readonly RelationDraft[]
  /** What the reader of the result should know: things dropped, and why. */
  readonly notes?: readonly string[]
}

/** What an extractor is told beside the document. */
export interface ExtractContext {
  readonly signal?: AbortSignal
  /** The code of the language that the caller named; left out with `auto`. */
  readonly language?: string
}

/** Finds mentions in a document. It works or it throws; falling back is the caller's business. */
export interface Extractor {
  readonly name: string
  extract(document: Document, context: ExtractContext): Extraction | Promise<Extraction>
}
