import { firstThatWorks } from './chain.js'
import { finish } from './chunks/finish.js'
import { type Draft, Materializer } from './chunks/materialize.js'
import { blankResult, createResult } from './chunks/result.js'
import { validate } from './chunks/validate.js'
import type { ChunkResult, ExplainedCut } from './document/chunk.js'
import type { Document } from './document/document.js'
import { skipBlank } from './document/span.js'
import { ChunkingError, throwIfAborted } from './errors.js'
import { type Extracted, extractLayers } from './extract.js'
import { addGraphLayers } from './layers.js'
import { createRunLogger, type Logger } from './logger.js'
import {
  type ChosenMethod,
  type ChunkOptions,
  type ResolvedChunkOptions,
  resolveChunkOptions,
  withoutEffect,
} from './options.js'
import { type BudgetOptions, createBudget } from './segment/budget.js'
import { asDocument, withLayers } from './structure/create.js'

/**
 * Chunks one text: extracts entities and relations unless the document has them, then cuts by the first method of the
 * list that works.
 * @throws ChunkingError on wrong input or options; with `strict` also where the first method or extractor fails.
 */
export async function chunk(input: string | Document, options: ChunkOptions = {}): Promise<ChunkResult> {
  const resolved = resolveChunkOptions(options)
  const result = await chunkResolved(asDocument(input, resolved), resolved, createRunLogger(resolved.logger ?? console))
  resolved.onProgress?.({ stage: 'chunk', documents: 1, of: 1 })
  return result
}

/** `chunk` with options that are checked already, and a logger that several documents may share. */
export async function chunkResolved(
  document: Document,
  options: ResolvedChunkOptions,
  logger: Logger,
): Promise<ChunkResult> {
  return chunkExtracted(await extractResolved(document, options, logger), options, logger)
}

/** The first half of `chunkResolved`: mentions, entities and relations. A blank document's are empty, not missing. */
export async function extractResolved(
  document: Document,
  options: ResolvedChunkOptions,
  logger: Logger,
): Promise<Extracted> {
  throwIfAborted(options.signal)
  if (!isBlank(document.text)) return extractLayers(document, options, logger)
  const nothing = { attempts: [], degraded: false, notes: [], unplaced: [], ambiguous: [] }
  return { ...nothing, document: withNothing(document, options) }
}

/** The second half of `chunkResolved`. A graph that the document has is used as it is. */
export async function chunkExtracted(
  extracted: Extracted,
  options: ResolvedChunkOptions,
  logger: Logger,
): Promise<ChunkResult> {
  const layered = await addGraphLayers(extracted.document, options)
  if (isBlank(extracted.document.text)) return blankResult(layered.document, options.methods[0].chunker.name)
  // A method may ask for communities or centrality of another kind than the run's.
  const documents = new Map<ChosenMethod, Document>()
  const graphNotes = new Set(layered.notes)
  for (const method of options.methods) {
    const own = await addGraphLayers(extracted.document, method.layers)
    documents.set(method, own.document)
    for (const note of own.notes) graphNotes.add(note)
  }
  for (const note of graphNotes) logger.warn(note)
  const notes = [...extracted.notes, ...graphNotes]
  throwIfAborted(options.signal)
  return cut(options, logger, { ...extracted, notes }, (method) => documents.get(method) ?? layered.document)
}

/**
 * Chunks a document without waiting, by the layers that it has: no extraction runs, and no graph is built.
 * @throws ChunkingError on wrong input or options; with `strict` also where the first method fails.
 */
export function chunkSync(input: string | Document, options: ChunkOptions = {}): ChunkResult {
  const resolved = resolveChunkOptions(options)
  const waits = resolved.extractors !== false && options.extractors !== undefined
  if (waits || resolved.entities !== undefined || resolved.relations !== undefined || resolved.graph !== undefined) {
    const way = 'give it a document made by `annotate`, or use `chunk`'
    throw new ChunkingError(
      'invalid-option',
      `chunkSync extracts nothing, so it takes no extractors, entities, relations or graph; ${way}.`,
    )
  }
  const document = asDocument(input, resolved)
  if (isBlank(document.text)) return blankResult(document, resolved.methods[0].chunker.name)
  const logger = createRunLogger(resolved.logger ?? console)
  return cut(
    resolved,
    logger,
    {
      attempts: [],
      notes: withoutEffect('`chunkSync` extracts nothing', resolved),
      unplaced: [],
      ambiguous: [],
      degraded: false,
    },
    () => document,
  )
}

type Extraction = Pick<Extracted, 'attempts' | 'notes' | 'unplaced' | 'ambiguous' | 'degraded'>

function cut(
  options: ResolvedChunkOptions,
  logger: Logger,
  extraction: Extraction,
  layersFor: (method: ChosenMethod) => Document,
): ChunkResult {
  const alternatives = options.methods.map((method) => ({
    name: method.chunker.name,
    run: () => cutBy(method, layersFor(method), options),
  }))
  const { answer, attempts, errors } = firstThatWorks(alternatives, { stage: 'cut', strict: options.strict, logger })
  if (answer === undefined) {
    const causes = errors.map(({ message }) => message).join(' ')
    throw new ChunkingError('no-method', `No method worked. ${causes}`, errors)
  }
  const { document: layered, drafts, notes, weights, materializer } = answer.value
  const chunks = materializer.chunks(drafts)
  return createResult(layered, chunks, materializer.attachments, {
    method: answer.name,
    degraded: extraction.degraded || attempts.length > 1,
    weights,
    notes: [...new Set([...extraction.notes, ...notes])],
    attempts: [...extraction.attempts, ...attempts],
    unplaced: extraction.unplaced,
    ambiguous: extraction.ambiguous,
  })
}

interface Cut {
  readonly document: Document
  readonly drafts: readonly Draft[]
  readonly notes: readonly string[]
  readonly weights: Readonly<Record<string, number>>
  readonly materializer: Materializer
}

/** Everything that may fail with one method: its layers, its segments, and the sizes that they have to keep. */
function cutBy({ chunker, options: own }: ChosenMethod, document: Document, options: ResolvedChunkOptions): Cut {
  const missing = chunker.requires.filter((layer) => document[layer] === undefined)
  if (missing.length > 0) {
    throw new ChunkingError('missing-layer', `It needs ${missing.join(', ')}, which the document does not have.`)
  }
  const { maxTokens, minTokens, joiner, prefix, transform } = options
  const overlap = chunker.overlap ?? 'sentence'
  const overlapTokens = overlap === 'none' ? 0 : options.overlapTokens
  const notes =
    overlapTokens < options.overlapTokens
      ? [`${chunker.name} repeats no text; \`overlapTokens\` has no effect on it.`]
      : []
  const budget = createBudget(document, { ...room(document, options), overlapTokens })
  let weights: Readonly<Record<string, number>> = {}
  const cuts = options.explain ? new Map<number, ExplainedCut>() : undefined
  const explain = (given: readonly ExplainedCut[]): void => {
    for (const cut of given) cuts?.set(skipBlank(document.text, cut.offset, document.text.length), cut)
  }
  const context = {
    ...own,
    budget,
    note: (text: string) => void notes.push(text),
    weigh: (given: Readonly<Record<string, number>>) => {
      weights = given
    },
    ...(cuts === undefined ? {} : { explain }),
  }
  const segments = chunker.segment(document as Parameters<typeof chunker.segment>[0], context)
  validate(document.text, segments, chunker.selects?.(own) ?? false)
  const materializer = new Materializer(document, {
    method: chunker.name,
    joiner,
    maxTokens,
    seedKinds: options.seedKinds,
    ...(cuts === undefined ? {} : { cuts }),
    ...(prefix === undefined ? {} : { prefix }),
    ...(transform === undefined ? {} : { transform }),
  })
  const drafts = finish(document, budget, segments, materializer, { maxTokens, minTokens, overlapTokens, overlap })
  return { document, notes, weights, materializer, drafts }
}

/** The sizes for a chunk's own text: what a fixed prefix takes is kept free. */
function room(document: Document, options: ResolvedChunkOptions): BudgetOptions {
  const { maxTokens, targetTokens, overlapTokens, prefix, trim, joiner } = options
  const reserved = typeof prefix === 'string' ? document.tokens.measure(prefix) : 0
  const most = maxTokens - reserved
  if (most <= overlapTokens) {
    const left = `it takes ${reserved} of \`maxTokens\` (${maxTokens}), \`overlapTokens\` ${overlapTokens}`
    throw new ChunkingError('invalid-option', `Expected \`prefix\` to leave room for text: ${left}.`)
  }
  return {
    maxTokens: most,
    targetTokens: Math.max(overlapTokens + 1, Math.min(most, targetTokens)),
    overlapTokens,
    trim,
    joiner,
  }
}

function isBlank(text: string): boolean {
  return skipBlank(text, 0, text.length) === text.length
}

/** A blank document's layers are empty, not missing. */
function withNothing(document: Document, { extractors }: ResolvedChunkOptions): Document {
  return extractors === false ? document : withLayers(document, { mentions: [], entities: [], relations: [] })
}
