export type { ExtractContext, Extraction, Extractor, MentionDraft, RelationDraft } from './annotate/extractor.js'
export type { GivenEntity, GivenRelation } from './annotate/given.js'
export { chunk, chunkSync } from './chunk.js'
export { type Chunker, type ChunkerContext, defineChunker } from './chunkers/define.js'
export type { Prefix, PrefixContext, Transform, TransformContext } from './chunks/materialize.js'
export { type CorpusInput, type CorpusRun, chunkAll, type DocumentFailure } from './corpus/chunk-all.js'
export type {
  Attempt,
  Chunk,
  ChunkEntity,
  ChunkRelation,
  ChunkResult,
  ChunkSpan,
  PartedRelation,
  Segment,
} from './document/chunk.js'
export type {
  Annotated,
  Block,
  BlockKind,
  Centrality,
  Communities,
  CommunityLevel,
  Document,
  Entity,
  EntityId,
  EntityType,
  Layer,
  Layers,
  Mention,
  Page,
  Relation,
  TokenIndex,
} from './document/document.js'
export type { JsonObject, JsonValue } from './document/json.js'
export type { LocationIndex, Position } from './document/location.js'
export type { DocumentSource } from './document/source.js'
export type { Span } from './document/span.js'
export { ChunkingError, type ErrorCode } from './errors.js'
export { annotate, type ExtractResult, extract } from './extract.js'
export { type Logger, silentLogger } from './logger.js'
export type {
  CentralityLayerOptions,
  ChunkOptions,
  CommunityLayerOptions,
  ConfiguredMethod,
  ExtractFunction,
  ExtractOptions,
  ExtractorChoice,
  MethodChoice,
  MethodName,
  MethodOptions,
  Progress,
  SubgraphOptions,
} from './options.js'
export { type MethodInfo, methods, registerMethod, type SegmentFunction, unregisterMethod } from './registry.js'
export type { Budget } from './segment/budget.js'
export { createDocument, type DocumentOptions, type SentenceFinder } from './structure/create.js'
export { createLocationIndex } from './structure/lines.js'
export type { Encoder, Tokenizer, TokenizerName } from './structure/tokens/tokenizer.js'
