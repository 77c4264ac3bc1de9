import { setImmediate } from 'node:timers/promises'
import type { AbstractGraph } from 'graphology-types'
import { chunkExtracted, chunkResolved, extractResolved } from '../chunk.js'
import type { ChunkResult } from '../document/chunk.js'
import type { Document } from '../document/document.js'
import type { DocumentSource } from '../document/source.js'
import { ChunkingError, describe, throwIfAborted, untilAborted } from '../errors.js'
import { type Extracted, toExtractor } from '../extract.js'
import type { GraphBuilder } from '../graph/build.js'
import { createRunLogger, type RunLogger } from '../logger.js'
import { type ChunkOptions, type Progress, type ResolvedChunkOptions, resolveChunkOptions } from '../options.js'
import { asDocument, createDocument, idOfText, withLayers } from '../structure/create.js'
import {
  type Counter,
  counterOf,
  restoreDocument,
  restoreLayers,
  type StoredLayers,
  type StoredStructure,
  storeLayers,
  storeStructure,
} from './codec.js'
import { Spool } from './spool.js'

/** One document of many: a text, a document, or a source that is loaded when its turn comes. */
export type CorpusInput = string | Document | DocumentSource

/** A document that gave no result. */
export interface DocumentFailure {
  readonly id: string
  /** Its place among the inputs, from 0. */
  readonly index: number
  readonly error: Error
}

/** The results of many documents in the order of the inputs. It can be gone through once. */
export interface CorpusRun extends AsyncIterable<ChunkResult> {
  /** The documents that gave no result so far, in the order in which they failed. */
  readonly failures: readonly DocumentFailure[]
  /** The graph of all documents, there before the first result; null where no entities are looked for. */
  readonly graph: AbstractGraph | null
  /** How often each warning came; the logger gets each once. */
  readonly warnings: ReadonlyMap<string, number>
}

/**
 * Chunks many documents on one entity graph: equal entity ids are one entity, and communities and centrality are those of
 * the whole corpus. Documents are read twice where entities are looked for: all are extracted and kept in a temporary
 * file, then each is cut. Memory grows with entities and relations, not with text. With `extractors: false`, or with a
 * `graph` of the caller's, one pass does.
 *
 * A document that cannot be loaded, extracted or cut, or whose id another one has, is an entry in `failures`. Equal texts
 * without an id are no failure: the second one's hash is followed by `#2`, and so on. An error that the iterable itself
 * throws ends the run.
 * @throws ChunkingError at the call, on wrong options; while iterating, where `signal` stops the run.
 */
export function chunkAll(
  documents: Iterable<CorpusInput> | AsyncIterable<CorpusInput>,
  options: ChunkOptions = {},
): CorpusRun {
  const resolved = resolveChunkOptions(options)
  if (resolved.extractors !== false) for (const choice of resolved.extractors) toExtractor(choice, resolved.llm)
  if (!isIterable(documents)) {
    throw new ChunkingError(
      'invalid-input',
      `Expected \`documents\` to be an array or another iterable of texts, documents and sources, got ${describe(documents)}; put a single one into an array.`,
    )
  }
  return new Run(documents, resolved)
}

/** A document between the two passes. */
interface Waiting {
  readonly index: number
  readonly id: string
  readonly counter: Counter
}

type SpooledDocument = readonly [StoredLayers, StoredStructure, Omit<Extracted, 'document'>]

class Run implements CorpusRun {
  readonly failures: DocumentFailure[] = []
  graph: AbstractGraph | null
  readonly #documents: Iterable<CorpusInput> | AsyncIterable<CorpusInput>
  readonly #options: ResolvedChunkOptions
  readonly #logger: RunLogger
  readonly #firstWithId = new Map<string, number>()
  #begun = false

  constructor(documents: Iterable<CorpusInput> | AsyncIterable<CorpusInput>, options: ResolvedChunkOptions) {
    this.#documents = documents
    this.#options = options
    this.#logger = createRunLogger(options.logger ?? console)
    this.graph = options.graph ?? null
  }

  get warnings(): ReadonlyMap<string, number> {
    return this.#logger.counts
  }

  [Symbol.asyncIterator](): AsyncGenerator<ChunkResult, void, undefined> {
    if (this.#begun) {
      throw new ChunkingError('invalid-input', 'A run goes through its documents once; call `chunkAll` again.')
    }
    this.#begun = true
    const { extractors, entities, graph } = this.#options
    const graphIsKnown = graph !== undefined || (extractors === false && entities === undefined)
    return graphIsKnown ? this.#inOnePass() : this.#inTwoPasses()
  }

  async *#inOnePass(): AsyncGenerator<ChunkResult, void, undefined> {
    for await (const { index, document } of this.#opened('chunk')) {
      const result = await this.#attempt(index, document.id, () => chunkResolved(document, this.#options, this.#logger))
      if (result !== undefined) yield result
    }
  }

  async *#inTwoPasses(): AsyncGenerator<ChunkResult, void, undefined> {
    const { createGraphBuilder } = await import('../graph/build.js')
    const spool = await Spool.create()
    try {
      const builder = createGraphBuilder()
      const waiting = await this.#extractAll(spool, builder)
      const graph: AbstractGraph = builder.build()
      this.graph = graph
      for (const [at, { index, id, counter }] of waiting.entries()) {
        const json = await spool.next()
        const result = await this.#attempt(index, id, () => {
          const [layers, structure, findings]: SpooledDocument = JSON.parse(json)
          const document = withLayers(restoreDocument(structure, layers, counter), { graph })
          return chunkExtracted({ ...findings, document }, this.#options, this.#logger)
        })
        await this.#rest('chunk', at + 1, waiting.length)
        if (result !== undefined) yield result
      }
    } finally {
      await spool.close()
    }
  }

  /** The first pass: what each document holds goes to the graph, and the document to the temporary file. */
  async #extractAll(spool: Spool, builder: GraphBuilder): Promise<Waiting[]> {
    const { tokenizer } = this.#options
    const waiting: Waiting[] = []
    for await (const { index, document } of this.#opened('extract')) {
      const { id } = document
      const extracted = await this.#attempt(index, id, async () => {
        const { document: layered, ...findings } = await extractResolved(document, this.#options, this.#logger)
        return {
          layers: JSON.stringify(storeLayers(layered)),
          structure: JSON.stringify(storeStructure(layered)),
          findings: JSON.stringify(findings),
          counter: tokenizer === undefined ? counterOf(document) : { tokenizer },
        }
      })
      if (extracted === undefined) continue
      const { layers, structure, findings, counter } = extracted
      await spool.append(`[${layers},${structure},${findings}]`)
      waiting.push({ index, id, counter })
      // Read back, since a name cut out of the text would keep all of the text in memory.
      const { entities = [], relations = [] } = restoreLayers(JSON.parse(layers))
      builder.add({ id, entities, relations })
    }
    return waiting
  }

  /** The documents that could be loaded, with a rest after each. */
  async *#opened(stage: Progress['stage']): AsyncGenerator<{ readonly index: number; readonly document: Document }> {
    const of = Array.isArray(this.#documents) ? this.#documents.length : undefined
    let index = 0
    const { signal } = this.#options
    for await (const input of eachUntilAborted(this.#documents, signal)) {
      const opened = await this.#attempt(index, nameOf(input, index), () =>
        untilAborted(signal, () => this.#open(input)),
      )
      const document = opened === undefined ? undefined : this.#named(opened)
      if (document !== undefined && this.#isFirst(document.id, index)) yield { index, document }
      index++
      await this.#rest(stage, index, of)
    }
  }

  async #open(input: CorpusInput): Promise<Document> {
    if (!isSource(input)) return asDocument(input, this.#options)
    const loaded = await input.load()
    return typeof loaded === 'string'
      ? createDocument(loaded, { id: input.id, ...this.#options })
      : asDocument(loaded, this.#options)
  }

  /** The document; where it has no name but its hash, and that is taken, with a number after it. */
  #named(document: Document): Document {
    if (!this.#firstWithId.has(document.id) || document.id !== idOfText(document.text)) return document
    let number = 2
    while (this.#firstWithId.has(`${document.id}#${number}`)) number++
    return withLayers(document, { id: `${document.id}#${number}` })
  }

  /** Whether no document before has the id; else this one has failed. */
  #isFirst(id: string, index: number): boolean {
    const first = this.#firstWithId.get(id)
    if (first === undefined) {
      this.#firstWithId.set(id, index)
      return true
    }
    const message = `The inputs ${first} and ${index} have the same id "${id}"; give each document an id of its own.`
    this.failures.push({ id, index, error: new ChunkingError('invalid-input', message) })
    return false
  }

  /** What the work gives, or `undefined` where it fails, which is noted; being stopped is no failure. */
  async #attempt<Result>(index: number, id: string, work: () => Result | Promise<Result>): Promise<Result | undefined> {
    try {
      return await work()
    } catch (thrown) {
      if (thrown instanceof ChunkingError && thrown.code === 'aborted') throw thrown
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      this.failures.push({ id, index, error })
      return undefined
    }
  }

  /** Tells how far the run is and lets other work go on. */
  async #rest(stage: Progress['stage'], documents: number, of: number | undefined): Promise<void> {
    this.#options.onProgress?.({ stage, documents, ...(of === undefined ? {} : { of }) })
    await setImmediate()
    throwIfAborted(this.#options.signal)
  }
}

/** The items of an iterable; the signal ends the wait for the next one, whether the iterable heeds it or not. */
async function* eachUntilAborted<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Item, void, undefined> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  // What has ended or thrown is closed; what still waits for its next item could not close before that comes.
  let isOpen = true
  try {
    for (;;) {
      isOpen = false
      const next = await untilAborted(signal, async () => {
        const { done, value } = await iterator.next()
        return { isDone: done === true, value: await value }
      })
      if (next.isDone) return
      isOpen = true
      yield next.value
    }
  } finally {
    if (isOpen) await iterator.return?.()
  }
}

function isIterable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value)
}

function isSource(input: unknown): input is DocumentSource {
  return typeof input === 'object' && input !== null && 'load' in input && typeof input.load === 'function'
}

/** What an input is called before it is a document. */
function nameOf(input: unknown, index: number): string {
  const id = typeof input === 'object' && input !== null && 'id' in input ? input.id : undefined
  return typeof id === 'string' ? id : `input ${index}`
}
