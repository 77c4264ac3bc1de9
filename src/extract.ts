import { linkEntities } from './annotate/entities.js'
import type { Extraction, Extractor } from './annotate/extractor.js'
import { entitiesFromGraph, locateGiven, locateRelations, relationsFromGraph } from './annotate/given.js'
import { compromiseExtractor } from './annotate/mentions/compromise.js'
import { finishMentions } from './annotate/mentions/finish.js'
import { rulesExtractor } from './annotate/mentions/rules.js'
import { relate } from './annotate/relations/relate.js'
import { firstThatResolves } from './chain.js'
import type { Attempt } from './document/chunk.js'
import type { Document, Entity, Mention, Relation } from './document/document.js'
import { ChunkingError, describe, suggestion, throwIfAborted } from './errors.js'
import { addGraphLayers } from './layers.js'
import { createRunLogger, type Logger } from './logger.js'
import {
  type ExtractOptions,
  type ExtractorChoice,
  type ResolvedExtractOptions,
  resolveExtractOptions,
} from './options.js'
import { asDocument, withLayers } from './structure/create.js'

/** A document with what the extraction stage found in it. */
export interface Extracted {
  readonly document: Document
  readonly attempts: readonly Attempt[]
  /** Whether another extractor answered than the first, or none. */
  readonly degraded: boolean
  readonly notes: readonly string[]
  /** Names, relations and graph nodes that the caller gave and that were not found in the text. */
  readonly unplaced: readonly string[]
  /** Names that could stand for several entities and were attached to none. */
  readonly ambiguous: readonly string[]
}

export interface ExtractResult extends Extracted {
  readonly mentions: readonly Mention[]
  readonly entities: readonly Entity[]
  readonly relations: readonly Relation[]
}

/**
 * Finds the entities of a text, where each is mentioned, and how they are related.
 * @throws ChunkingError on wrong input or options; with `strict` also where the first extractor fails.
 */
export async function extract(input: string | Document, options: ExtractOptions = {}): Promise<ExtractResult> {
  const resolved = resolveExtractOptions(options)
  const extracted = await extractLayers(asDocument(input, {}), resolved, createRunLogger(resolved.logger ?? console))
  const { mentions = [], entities = [], relations = [] } = extracted.document
  return { ...extracted, mentions, entities, relations }
}

/**
 * A document with all layers that need no model: mentions, entities, relations, graph, communities and centrality.
 * @throws ChunkingError on wrong input or options; with `strict` also where the first extractor fails.
 */
export async function annotate(input: string | Document, options: ExtractOptions = {}): Promise<Document> {
  const resolved = resolveExtractOptions(options)
  const { document } = await extractLayers(asDocument(input, {}), resolved, createRunLogger(resolved.logger ?? console))
  return (await addGraphLayers(document, resolved)).document
}

/** Adds mentions, entities and relations, unless the document has them or the stage is switched off. */
export async function extractLayers(
  document: Document,
  options: ResolvedExtractOptions,
  logger: Logger,
): Promise<Extracted> {
  const nothing = { attempts: [], degraded: false, notes: [], unplaced: [], ambiguous: [] }
  const { mentions, entities, relations } = document
  if (mentions !== undefined && entities !== undefined && relations !== undefined) return { ...nothing, document }
  if (options.entities !== undefined || options.graph !== undefined)
    return { ...nothing, ...layersFromGiven(document, options) }
  if (options.extractors === false) return { ...nothing, document }
  return runExtractors(document, options, options.extractors, logger)
}

async function runExtractors(
  document: Document,
  options: ResolvedExtractOptions,
  choices: readonly ExtractorChoice[],
  logger: Logger,
): Promise<Extracted> {
  const { signal, strict } = options
  throwIfAborted(signal)
  const alternatives = choices.map(toExtractor).map((extractor) => ({
    name: extractor.name,
    run: async () =>
      layersFromExtraction(
        document,
        await extractor.extract(document, signal === undefined ? {} : { signal }),
        extractor.name,
        options,
      ),
  }))
  const { answer, attempts } = await firstThatResolves(alternatives, { stage: 'extract', strict, logger })
  throwIfAborted(signal)
  if (answer === undefined) {
    return {
      document,
      attempts,
      degraded: true,
      notes: ['No extractor worked: there are no entities and no graph.'],
      unplaced: [],
      ambiguous: [],
    }
  }
  return { ...answer.value, attempts, degraded: attempts.length > 1 }
}

type Layered = Pick<Extracted, 'document' | 'notes' | 'unplaced' | 'ambiguous'>

function layersFromExtraction(
  document: Document,
  extraction: Extraction,
  by: string,
  options: ResolvedExtractOptions,
): Layered {
  if (!Array.isArray(extraction?.mentions)) {
    throw new ChunkingError(
      'refused-output',
      `Its output was refused: expected an object with \`mentions\`, a list, got ${describe(extraction)}.`,
    )
  }
  const { mentions: drafts, notes } = finishMentions(document, extraction.mentions)
  const linked = link(document, drafts, by, options)
  const relations = options.relations === undefined ? relate(linked.document, extraction.relations ?? []) : undefined
  const given =
    relations === undefined ? locateRelations(linked.document, options.relations ?? []) : { relations, unplaced: [] }
  return {
    document: withLayers(linked.document, { relations: given.relations }),
    notes: [...(extraction.notes ?? []), ...notes],
    unplaced: given.unplaced,
    ambiguous: linked.ambiguous,
  }
}

function layersFromGiven(document: Document, options: ResolvedExtractOptions): Layered {
  const { graph } = options
  const located = locateGiven(document, [
    ...(options.entities ?? []),
    ...(graph === undefined ? [] : entitiesFromGraph(graph)),
  ])
  const { mentions: drafts, notes } = finishMentions(document, located.drafts)
  const linked = link(document, drafts, 'given', options)
  const known = graph === undefined ? options.relations : [...(options.relations ?? []), ...relationsFromGraph(graph)]
  const given =
    known === undefined ? { relations: relate(linked.document), unplaced: [] } : locateRelations(linked.document, known)
  const layers = { relations: given.relations, ...(graph === undefined ? {} : { graph }) }
  return {
    document: withLayers(linked.document, layers),
    notes,
    unplaced: [...located.unplaced, ...given.unplaced],
    ambiguous: linked.ambiguous,
  }
}

function link(
  document: Document,
  drafts: Parameters<typeof linkEntities>[1],
  by: string,
  { aliases }: ResolvedExtractOptions,
) {
  const { mentions, entities, ambiguous } = linkEntities(document, drafts, {
    by,
    ...(aliases === undefined ? {} : { aliases }),
  })
  return { document: withLayers(document, { mentions, entities }), ambiguous }
}

const BUILT_IN: readonly Extractor[] = [rulesExtractor, compromiseExtractor]

/** @throws ChunkingError `unknown-name` or `invalid-option` where the choice is no extractor. */
export function toExtractor(choice: ExtractorChoice): Extractor {
  if (typeof choice === 'string') {
    const known = BUILT_IN.find(({ name }) => name === choice)
    if (known !== undefined) return known
    throw new ChunkingError(
      'unknown-name',
      `There is no extractor "${choice}"${suggestion(
        choice,
        BUILT_IN.map(({ name }) => name),
      )}`,
    )
  }
  if (typeof choice === 'function') return { name: choice.name || 'custom', extract: choice }
  if (choice !== null && typeof choice === 'object' && typeof choice.extract === 'function') return choice
  throw new ChunkingError(
    'invalid-option',
    `Expected \`extractors\` to hold names, functions or extractors, got ${describe(choice)}.`,
  )
}
