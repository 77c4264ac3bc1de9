import type { AbstractGraph } from 'graphology-types'
import { z } from 'zod'
import { aliasProblem } from './annotate/entities/aliases.js'
import type { ExtractContext, Extraction, Extractor } from './annotate/extractor.js'
import type { GivenEntity, GivenRelation } from './annotate/given.js'
import { givenEntitySchema, givenRelationSchema } from './annotate/given-options.js'
import { termShapes } from './annotate/terms/options.js'
import type { Ignored, Lexicon, TermPattern } from './annotate/terms.js'
import type { Chunker } from './chunkers/define.js'
import type { Prefix, Transform } from './chunks/materialize.js'
import type { Document, EntityType, Mention } from './document/document.js'
import { ChunkingError, describe, suggestion } from './errors.js'
import type { CentralityMeasure } from './graph/centrality.js'
import type { LlmFn } from './llm/llm.js'
import type { Logger } from './logger.js'
import { findMethod, type SegmentFunction, toChunker } from './registry.js'
import type { SentenceFinder } from './structure/create.js'
import type { Tokenizer } from './structure/tokens/tokenizer.js'

/**
 * The options of each method by its name. Add your own by declaration merging:
 * `declare module 'graph-chunker' { interface MethodOptions { my_method: { strength?: number } } }`.
 */
export interface MethodOptions {
  recursive: Record<never, never>
  token: Record<never, never>
  character: { readonly maxCharacters?: number }
  word: { readonly maxWords?: number }
  sentence: { readonly maxSentences?: number }
  paragraph: { readonly maxParagraphs?: number }
  sliding_window: { readonly strideTokens?: number; readonly snap?: 'none' | 'sentence' }
  structural: { readonly sectionDepth?: number; readonly atomic?: boolean }
  entity_aware: Record<never, never>
  relation_aware: BridgeOptions
  community_detection: { readonly gather?: boolean } & BridgeOptions & CommunityLayerOptions
  centrality_based: { readonly gather?: boolean; readonly hops?: number } & BridgeOptions & CentralityLayerOptions
  graph_based: {
    readonly strategy?: 'community' | 'centrality' | 'subgraph'
    readonly gather?: boolean
  } & BridgeOptions &
    SubgraphOptions &
    CommunityLayerOptions &
    CentralityLayerOptions
  subgraph: SubgraphOptions & CentralityLayerOptions
}

/** How parted relations are bridged. */
export interface BridgeOptions {
  /** Share of extra tokens, 0 to 0.5, for sentences that are copied into the chunks that miss them. Default 0. */
  readonly bridge?: number
}

/** Which part of the graph is gathered. */
export interface SubgraphOptions {
  readonly seeds?: readonly string[]
  readonly hops?: number
}

/** How communities are found. */
export interface CommunityLayerOptions {
  /** Above 1 gives more and smaller communities. Default 1. */
  readonly resolution?: number
  /** Communities of more entities are parted again; 0, the default, sets no bound. */
  readonly maxCommunitySize?: number
}

/** How centrality is measured. */
export interface CentralityLayerOptions {
  /** Default `pagerank`. */
  readonly centrality?: CentralityMeasure
}

export type MethodName = keyof MethodOptions

/** A method with options of its own. */
export type ConfiguredMethod = { [Name in MethodName]: { readonly method: Name } & MethodOptions[Name] }[MethodName]

/** A method by name, by name with options, as a chunker, or as a function that returns spans. */
export type MethodChoice = MethodName | (string & {}) | ConfiguredMethod | Chunker | SegmentFunction

/** An extractor of the caller: finds mentions, and relations if it can. */
export type ExtractFunction = (document: Document, context: ExtractContext) => Extraction | Promise<Extraction>

/** An extractor by name, as an object, or as a function. */
export type ExtractorChoice =
  | 'tagger'
  | 'rules'
  | 'wink'
  | 'compromise'
  | 'gazetteer'
  | 'jieba'
  | 'llm'
  | (string & {})
  | Extractor
  | ExtractFunction

/** What the extraction stage takes. */
export interface ExtractOptions extends CommunityLayerOptions, CentralityLayerOptions {
  /** Tried in order until one works; `false` skips the stage: no entities, no graph. Default `['tagger', 'rules']`. */
  readonly extractors?: ExtractorChoice | readonly ExtractorChoice[] | false
  /** Entities that the caller knows; then no extractor runs. */
  readonly entities?: readonly GivenEntity[]
  /** Relations that the caller knows; then none are looked for. */
  readonly relations?: readonly GivenRelation[]
  /** A graph that the caller has: its nodes are the entities and its edges the relations. */
  readonly graph?: AbstractGraph
  /**
   * The language of the text: a code as `en`, `zh` or `pt-BR`, which engines that read several go by. Default `auto`: each
   * sentence by its scripts.
   */
  readonly language?: string
  /**
   * The kinds of mention to look for: `name`, `concept` (recurring terms), `anaphor` (pronouns and "the company").
   * Default: all three with the extractors of the package; else what yours returns, or what you give.
   */
  readonly kinds?: readonly Mention['kind'][]
  /** What `Relation.weight` is: the probability that two mentions are related, or GraphRAG's PMI. Default `probability`. */
  readonly relationWeight?: 'probability' | 'pmi'
  /** A language model for the extractor `llm`. */
  readonly llm?: LlmFn
  /** Whether short names join full ones (surname, acronym, brackets). Default true. */
  readonly merge?: boolean
  /** Whether one name with two types is two entities. Default false. */
  readonly separateTypes?: boolean
  /** Terms that the caller knows, with their types; they win over what the extractor finds. */
  readonly lexicon?: Lexicon
  /** Regular expressions with the type of what they find; each may take a bounded time. */
  readonly patterns?: readonly TermPattern[]
  /** Names and regular expressions that are never mentions. */
  readonly ignore?: readonly Ignored[]
  /** The types of mention that an extractor's findings keep. Default: all but `time` and `number`; terms are of type `concept`. */
  readonly types?: readonly EntityType[]
  /**
   * Other spellings of a name: `{ "the Fund": "International Monetary Fund" }`. A name that is a spelling of another is
   * followed to the end; a circle is an error.
   */
  readonly aliases?: Readonly<Record<string, string>>
  /** For everything random. Default 1. */
  readonly seed?: number
  /** Only the first of a list may answer; else one error with every cause. Default false. */
  readonly strict?: boolean
  /** Where warnings go. Default `console`. */
  readonly logger?: Logger
  readonly signal?: AbortSignal
  /** Called after each document with how far the run has come. */
  readonly onProgress?: (progress: Progress) => void
}

export interface Progress {
  readonly stage: 'extract' | 'chunk'
  readonly documents: number
  /** Unknown for a stream. */
  readonly of?: number
}

/** What `chunk` takes. */
export interface ChunkOptions extends ExtractOptions {
  /**
   * Tried in order until one works; `recursive` closes every list. Default
   * `['relation_aware', 'entity_aware', 'recursive']`; `['recursive']` where extraction is switched off and nothing is given.
   */
  readonly method?: MethodChoice | readonly MethodChoice[]
  /** No chunk's text has more, but for what is flagged `oversize`. Default 512. */
  readonly maxTokens?: number
  /** What chunks should have. Default: `maxTokens`, and half of it where the first method is graph-native. */
  readonly targetTokens?: number
  /** At most so much of the chunk before is repeated, inside `maxTokens`. Default 0. */
  readonly overlapTokens?: number
  /** Smaller chunks join a neighbour where the two fit together. Default 0. */
  readonly minTokens?: number
  /** Default: the document's own, which is `cl100k_base` unless it was made with another. */
  readonly tokenizer?: Tokenizer
  /** The kinds of mention that make an entity a seed of its chunk, an entry of `chunk.entities`. Default `['name']`. */
  readonly seedKinds?: readonly Mention['kind'][]
  /** Whether each chunk tells why it begins where it does, as `chunk.cut`. Default false. */
  readonly explain?: boolean
  /** The caller's sentence finder. */
  readonly sentences?: SentenceFinder
  /** Text before each chunk's own; room is kept for it. */
  readonly prefix?: Prefix
  /** Makes the chunk's text from the prefixed one; `original` and offsets stay. */
  readonly transform?: Transform
  /** Leave out white space at the ends of chunks. Default true. */
  readonly trim?: boolean
  /** Stands between spans that do not touch. Default two line feeds. */
  readonly joiner?: string
}

const isTokenizer = (value: unknown): boolean =>
  typeof value === 'function' ||
  (typeof value === 'object' && value !== null && typeof (value as { encode?: unknown }).encode === 'function')

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

const isLanguage = (value: unknown): boolean =>
  typeof value === 'string' && (value === 'auto' || /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(value))

const functionSchema = z.custom<(...given: never[]) => unknown>(
  (value) => typeof value === 'function',
  'to be a function',
)
const tokens = (least: number): z.ZodInt =>
  z.int(`to be a whole number`).min(least, `to be a whole number from ${least} up`)
const names = z.custom<string>(isText, 'to be a string that is not empty')

/** The measures by name; here as well, so that checking an option loads no graph code. */
export const MEASURES = [
  'pagerank',
  'degree',
  'betweenness',
  'eigenvector',
  'closeness',
] as const satisfies readonly CentralityMeasure[]

/** The kinds of mention. */
export const KINDS = ['name', 'concept', 'anaphor'] as const satisfies readonly Mention['kind'][]

const layerShape = {
  resolution: z.number('to be a number above 0').positive('to be a number above 0').default(1),
  maxCommunitySize: tokens(0).default(0),
  centrality: z.enum(MEASURES).default('pagerank'),
}

const extractShape = {
  ...layerShape,
  extractors: z.unknown().optional(),
  entities: z.array(givenEntitySchema, 'to be a list of entities').optional(),
  relations: z.array(givenRelationSchema, 'to be a list of relations').optional(),
  graph: z
    .custom<AbstractGraph>(
      (value) => typeof (value as AbstractGraph | null)?.forEachNode === 'function',
      'to be a graphology graph',
    )
    .optional(),
  kinds: z.array(z.enum(KINDS), `to be a list of ${KINDS.join(', ')}`).optional(),
  relationWeight: z.enum(['probability', 'pmi']).default('probability'),
  language: z
    .custom<string>(isLanguage, 'to be `auto` or the code of a language, as `en` or `zh`')
    .transform((language) => (language === 'auto' ? undefined : language))
    .optional(),
  llm: functionSchema.optional(),
  merge: z.boolean('to be true or false').default(true),
  separateTypes: z.boolean('to be true or false').default(false),
  ...termShapes,
  types: z.array(names, 'to be a list of entity types').optional(),
  aliases: z
    .record(names, names, 'to be an object from spelling to name')
    .superRefine((table, context) => {
      const problem = aliasProblem(table)
      if (problem !== undefined)
        context.addIssue({ code: 'custom', path: [problem.spelling], message: problem.message })
    })
    .optional(),
  seed: z.int('to be a whole number').default(1),
  strict: z.boolean('to be true or false').default(false),
  logger: z
    .custom<Logger>((value) => typeof (value as Logger | null)?.warn === 'function', 'to have a `warn` function')
    .optional(),
  signal: z.custom<AbortSignal>((value) => value instanceof AbortSignal, 'to be an AbortSignal').optional(),
  onProgress: functionSchema.optional(),
}

const extractSchema = z.strictObject(extractShape)

const chunkSchema = z.strictObject({
  ...extractShape,
  method: z.unknown().optional(),
  maxTokens: tokens(1).default(512),
  targetTokens: tokens(1).optional(),
  overlapTokens: tokens(0).default(0),
  minTokens: tokens(0).default(0),
  tokenizer: z
    .union([z.enum(['cl100k_base', 'o200k_base', 'character', 'word']), z.custom<Tokenizer>(isTokenizer)], {
      error:
        'to be cl100k_base, o200k_base, character, word, an object with `encode`, or a function from text to a count',
    })
    .optional(),
  seedKinds: z.array(z.enum(KINDS), `to be a list of ${KINDS.join(', ')}`).default(['name']),
  explain: z.boolean('to be true or false').default(false),
  sentences: functionSchema.optional(),
  prefix: z.union([z.string(), functionSchema], { error: 'to be a string or a function' }).optional(),
  transform: functionSchema.optional(),
  trim: z.boolean('to be true or false').default(true),
  joiner: z.string('to be a string').default('\n\n'),
})

const ALL = 'the options'

/** One method of the list with its checked options. */
export interface ChosenMethod {
  readonly chunker: Chunker
  readonly options: Readonly<Record<string, unknown>>
  readonly layers: LayerOptions
}

export interface LayerOptions {
  readonly resolution: number
  readonly maxCommunitySize: number
  readonly centrality: CentralityMeasure
  readonly seed: number
}

export type ResolvedExtractOptions = Omit<ExtractOptions, 'extractors' | keyof LayerOptions | Defaulted> &
  LayerOptions &
  Required<Pick<ExtractOptions, Defaulted>> & {
    readonly extractors: readonly ExtractorChoice[] | false
    /** The options that the caller gave and that only the extraction stage heeds. */
    readonly forExtraction: readonly string[]
  }

/** Options that have no effect where nothing is extracted. */
const FOR_EXTRACTION = [
  'extractors',
  'entities',
  'relations',
  'graph',
  'language',
  'kinds',
  'relationWeight',
  'llm',
  'merge',
  'separateTypes',
  'lexicon',
  'patterns',
  'ignore',
  'types',
  'aliases',
] as const satisfies readonly (keyof ExtractOptions)[]

/** A note on the options that were given for an extraction that does not take place; none where there are none. */
export function withoutEffect(reason: string, { forExtraction }: ResolvedExtractOptions): string[] {
  if (forExtraction.length === 0) return []
  const names = forExtraction.map((name) => `\`${name}\``).join(', ')
  return [`${reason}, so ${names} ${forExtraction.length > 1 ? 'have' : 'has'} no effect.`]
}

const extractionOptionsOf = (given: ExtractOptions): readonly string[] =>
  FOR_EXTRACTION.filter((name) => given[name] !== undefined && !(name === 'extractors' && given.extractors === false))

type Defaulted = 'strict' | 'relationWeight' | 'merge' | 'separateTypes'

export type ResolvedChunkOptions = ResolvedExtractOptions &
  Omit<
    ChunkOptions,
    | keyof ExtractOptions
    | 'method'
    | 'maxTokens'
    | 'targetTokens'
    | 'overlapTokens'
    | 'minTokens'
    | 'trim'
    | 'joiner'
    | 'seedKinds'
    | 'explain'
  > & {
    readonly methods: readonly ChosenMethod[]
    readonly maxTokens: number
    readonly targetTokens: number
    readonly overlapTokens: number
    readonly minTokens: number
    readonly seedKinds: readonly Mention['kind'][]
    readonly explain: boolean
    readonly trim: boolean
    readonly joiner: string
  }

/** @throws ChunkingError `invalid-option`, `unknown-option` or `unknown-name`, before any work is done. */
export function resolveExtractOptions(given: ExtractOptions): ResolvedExtractOptions {
  const checked = check(extractSchema, given, ALL) as unknown as ResolvedExtractOptions
  return { ...checked, extractors: listOfExtractors(given.extractors), forExtraction: extractionOptionsOf(given) }
}

/** @throws ChunkingError `invalid-option`, `unknown-option` or `unknown-name`, before any work is done. */
export function resolveChunkOptions(given: ChunkOptions): ResolvedChunkOptions {
  const checked = check(chunkSchema, given, ALL) as unknown as Omit<
    ResolvedChunkOptions,
    'methods' | 'targetTokens' | 'forExtraction'
  >
  const methods = chooseMethods(given, checked)
  const { maxTokens, overlapTokens, minTokens } = checked
  // A graph-native method needs room to choose in: half of what is not kept for the overlap.
  const aim =
    methods[0].chunker.graphNative === true ? overlapTokens + Math.ceil((maxTokens - overlapTokens) / 2) : maxTokens
  const targetTokens = given.targetTokens ?? Math.max(1, aim)
  const size = given.targetTokens === undefined ? maxTokens : targetTokens
  if (overlapTokens >= size) {
    wrongSizes(`\`overlapTokens\` to be less than the size of a chunk (${size})`, overlapTokens)
  }
  if (targetTokens > maxTokens) wrongSizes(`\`targetTokens\` to be at most \`maxTokens\` (${maxTokens})`, targetTokens)
  if (minTokens > size) wrongSizes(`\`minTokens\` to be at most the size of a chunk (${size})`, minTokens)
  const extractors = listOfExtractors(given.extractors)
  return { ...checked, extractors, forExtraction: extractionOptionsOf(given), methods, targetTokens }
}

function wrongSizes(expectation: string, given: number): never {
  throw new ChunkingError('invalid-option', `Expected ${expectation}, got ${given}.`)
}

function listOfExtractors(given: ExtractOptions['extractors']): readonly ExtractorChoice[] | false {
  if (given === false) return false
  const list =
    given === undefined
      ? ['tagger', 'rules']
      : Array.isArray(given)
        ? (given as readonly ExtractorChoice[])
        : [given as ExtractorChoice]
  if (list.length > 0) return list
  const expected = 'Expected `extractors` to name at least one extractor, or to be false'
  throw new ChunkingError('invalid-option', `${expected}, got an empty list.`)
}

/** The methods of the list with their options; `recursive` closes it. */
function chooseMethods({ method, extractors, entities, graph }: ChunkOptions, general: LayerOptions): ChosenMethod[] {
  // Where nothing is looked for and nothing is given, a graph method could only give way.
  const unnamed = extractors === false && entities === undefined && graph === undefined
  const usual = unnamed ? ['recursive'] : ['relation_aware', 'entity_aware']
  const list = method === undefined ? usual : Array.isArray(method) ? method : [method]
  if (list.length === 0) {
    throw new ChunkingError('invalid-option', 'Expected `method` to name at least one method, got an empty list.')
  }
  const chosen = list.map((choice: MethodChoice) => chooseMethod(choice, general))
  const closed = chosen.some(({ chunker }) => chunker.name === 'recursive')
  return closed ? chosen : [...chosen, chooseMethod('recursive', general)]
}

function chooseMethod(choice: MethodChoice, general: LayerOptions): ChosenMethod {
  const layers = pickLayers(general)
  if (typeof choice === 'string') return chosenMethod(findMethod(choice), {}, layers)
  if (typeof choice === 'function') return chosenMethod(toChunker(choice.name || 'custom', choice), {}, layers)
  if (choice !== null && typeof choice === 'object' && 'segment' in choice)
    return chosenMethod(toChunker(choice.name ?? 'custom', choice), {}, layers)
  if (choice === null || typeof choice !== 'object' || typeof choice.method !== 'string') {
    throw new ChunkingError(
      'invalid-option',
      `Expected \`method\` to be a name, { method: name, … }, or a list of them, got ${describe(choice)}.`,
    )
  }
  const { method, ...own } = choice
  return chosenMethod(findMethod(method), own, layers)
}

/** Parts the options of an entry into the chunker's own and those of the layers that it needs. */
function chosenMethod(chunker: Chunker, given: Readonly<Record<string, unknown>>, general: LayerOptions): ChosenMethod {
  const layerShapes: Record<string, z.ZodType> = {}
  if (chunker.requires.includes('communities'))
    Object.assign(layerShapes, pick(layerShape, ['resolution', 'maxCommunitySize']))
  if (chunker.requires.includes('centrality')) Object.assign(layerShapes, pick(layerShape, ['centrality']))
  const layerSchema = z.object(
    Object.fromEntries(Object.entries(layerShapes).map(([name, schema]) => [name, schema.optional()])),
  )
  const own = chunker.options ?? z.object({})
  const checked = check(z.strictObject({ ...own.shape, ...layerSchema.shape }), given, `method "${chunker.name}"`)
  const layers = Object.fromEntries(
    Object.keys(layerShapes)
      .filter((name) => given[name] !== undefined)
      .map((name) => [name, given[name]]),
  )
  const options = Object.fromEntries(Object.entries(checked).filter(([name]) => !(name in layerShapes)))
  return { chunker, options, layers: { ...general, ...layers } }
}

function pick<Shape extends object, Key extends keyof Shape>(shape: Shape, keys: readonly Key[]): Pick<Shape, Key> {
  return Object.fromEntries(keys.map((key) => [key, shape[key]])) as Pick<Shape, Key>
}

function pickLayers({ resolution, maxCommunitySize, centrality, seed }: LayerOptions): LayerOptions {
  return { resolution, maxCommunitySize, centrality, seed }
}

function check(schema: z.ZodObject, given: unknown, where: string): Record<string, unknown> {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) {
    throw new ChunkingError('invalid-option', `Expected ${where} to be an object, got ${describe(given)}.`)
  }
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  if (issue.code === 'unrecognized_keys') {
    const unknown = issue.keys.map((key) => `"${key}"${suggestion(key, Object.keys(schema.shape))}`)
    throw new ChunkingError(
      'unknown-option',
      `Unknown ${issue.keys.length > 1 ? 'options' : 'option'}${where === ALL ? '' : ` of ${where}`}: ${unknown.join(' ')}`,
    )
  }
  const path = issue.path.map((key) => shortened(String(key)))
  const value = issue.path
    .map(String)
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], given)
  const expected = issue.message.startsWith('to ') ? issue.message : expectation(issue)
  throw new ChunkingError(
    'invalid-option',
    `Expected \`${path.join('.')}\`${where === ALL ? '' : ` of ${where}`} ${expected}, got ${describe(value)}.`,
  )
}

const LONGEST_SHOWN = 60

/** A key of the caller's may be as long as a text. */
const shortened = (key: string): string => (key.length > LONGEST_SHOWN ? `${key.slice(0, LONGEST_SHOWN)}…` : key)

function expectation(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type')
    return `to be ${issue.expected === 'int' ? 'a whole number' : `of type ${issue.expected}`}`
  if (issue.code === 'invalid_value') return `to be ${issue.values.map(String).join(' or ')}`
  if (issue.code === 'too_small') return `to be at least ${issue.minimum}`
  if (issue.code === 'too_big') return `to be at most ${issue.maximum}`
  return `to be valid (${issue.message})`
}
