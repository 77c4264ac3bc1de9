import { ENGINES, type EngineInfo } from './annotate/engines/index.js'
import type { Extractor } from './annotate/extractor.js'
import { extractionToJson } from './annotate/json.js'
import { detectLanguage, primaryOf } from './annotate/language.js'
import { firstThatResolves } from './chain.js'
import type { Attempt } from './document/chunk.js'
import type { Document, Entity, Mention, Relation } from './document/document.js'
import type { JsonObject } from './document/json.js'
import { ChunkingError, describe, suggestion, throwIfAborted, untilAborted } from './errors.js'
import { addGraphLayers } from './layers.js'
import type { LlmFn } from './llm/llm.js'
import { createRunLogger, type Logger } from './logger.js'
import {
  type ExtractOptions,
  type ExtractorChoice,
  KINDS,
  type ResolvedExtractOptions,
  resolveExtractOptions,
  withoutEffect,
} from './options.js'
import { asDocument } from './structure/create.js'

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
  /** Plain JSON with a `schemaVersion`: relations name the places of their two mentions. */
  toJSON(): JsonObject
}

/**
 * Finds the entities of a text, where each is mentioned, and how they are related.
 * @throws ChunkingError on wrong input or options; with `strict` also where the first extractor fails.
 */
export async function extract(input: string | Document, options: ExtractOptions = {}): Promise<ExtractResult> {
  const resolved = resolveExtractOptions(options)
  const extracted = await extractLayers(asDocument(input, {}), resolved, createRunLogger(resolved.logger ?? console))
  const { document } = extracted
  const { mentions = [], entities = [], relations = [] } = document
  return {
    ...extracted,
    mentions,
    entities,
    relations,
    toJSON() {
      const { attempts, degraded, notes, unplaced, ambiguous } = extracted
      const plain = { attempts: attempts.map(({ ms: _, ...attempt }) => attempt), degraded, notes, unplaced, ambiguous }
      return { ...extractionToJson(document, entities, relations), ...(plain as unknown as JsonObject) }
    },
  }
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
  if (mentions !== undefined && entities !== undefined && relations !== undefined) {
    return { ...nothing, document, notes: withoutEffect('The document is annotated already', options) }
  }
  if (options.entities !== undefined || options.graph !== undefined) {
    const { fromGiven } = await import('./annotate/assemble.js')
    return { ...nothing, ...(await untilAborted(options.signal, () => fromGiven(document, options))) }
  }
  if (options.extractors === false) {
    return { ...nothing, document, notes: withoutEffect('Extraction is switched off', options) }
  }
  return runExtractors(document, options, options.extractors, logger)
}

async function runExtractors(
  document: Document,
  options: ResolvedExtractOptions,
  choices: readonly ExtractorChoice[],
  logger: Logger,
): Promise<Extracted> {
  const { signal, strict, language } = options
  throwIfAborted(signal)
  const { fromExtraction } = await import('./annotate/assemble.js')
  const alternatives = choices
    .map((choice) => toExtractor(choice, options.llm))
    .map((extractor) => ({
      name: extractor.name,
      run: () =>
        untilAborted(signal, async () => {
          const context = {
            ...(signal === undefined ? {} : { signal }),
            ...(language === undefined ? {} : { language }),
          }
          const extraction = await extractor.extract(document, context)
          const ours = ENGINES.find((engine) => engine.extractor === extractor)
          const looksFor = ours === undefined ? {} : { looksFor: KINDS }
          const found = await fromExtraction(document, extraction, extractor.name, { ...options, ...looksFor })
          const notes = ours === undefined ? [] : languageNotes(document.text, language, ours)
          return { ...found, notes: [...found.notes, ...notes] }
        }),
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

/** What the reader should know where the text is in a language that the engine is not made for. */
function languageNotes(text: string, given: string | undefined, { name, languages }: EngineInfo): string[] {
  const language = given ?? detectLanguage(text).language
  // Latin letters say nothing of the language.
  if (language.startsWith('und') || languages.includes(primaryOf(language))) return []
  const whose = given === undefined ? `By its scripts the text is \`${language}\`` : `The text is \`${language}\``
  return [`${whose}, and the extractor "${name}" is made for ${languages.join(' and ')}: it finds little here.`]
}

/** @throws ChunkingError `unknown-name` or `invalid-option` where the choice is no extractor. */
export function toExtractor(choice: ExtractorChoice, llm?: LlmFn): Extractor {
  if (choice === 'llm') return byModel(llm)
  if (typeof choice === 'string') return findEngine(choice)
  if (typeof choice === 'function') return { name: choice.name || 'custom', extract: choice }
  if (choice !== null && typeof choice === 'object' && typeof choice.extract === 'function') return choice
  throw new ChunkingError(
    'invalid-option',
    `Expected \`extractors\` to hold names, functions or extractors, got ${describe(choice)}.`,
  )
}

/** The model's extractor with its default settings; `llmExtractor` of `graph-chunker/llm` takes others. */
function byModel(llm: LlmFn | undefined): Extractor {
  if (llm === undefined) {
    const way = 'give it, or an extractor made by `llmExtractor` of graph-chunker/llm'
    throw new ChunkingError('invalid-option', `Expected \`llm\` to be a function for the extractor "llm"; ${way}.`)
  }
  return {
    name: 'llm',
    async extract(document, context) {
      const { llmExtractor } = await import('./llm/extractor.js')
      return llmExtractor(llm).extract(document, context)
    },
  }
}

function findEngine(name: string): Extractor {
  const known = ENGINES.find((engine) => engine.name === name)
  if (known !== undefined) return known.extractor
  const names = [...ENGINES.map((engine) => engine.name), 'llm']
  throw new ChunkingError('unknown-name', `There is no extractor "${name}"${suggestion(name, names)}`)
}
