import { setImmediate } from 'node:timers/promises'
import type { AbstractGraph } from 'graphology-types'
import { chunkExtracted, chunkResolved, extractResolved } from '../chunk.js'
import type { ChunkResult } from '../document/chunk.js'
import type { Document, TokenIndex } from '../document/document.js'
import type { DocumentSource } from '../document/source.js'
import { ChunkingError, describe, throwIfAborted } from '../errors.js'
import type { Extracted } from '../extract.js'
import type { GraphBuilder } from '../graph/build.js'
import { createRunLogger, type RunLogger } from '../logger.js'
import { type ChunkOptions, type Progress, type ResolvedChunkOptions, resolveChunkOptions } from '../options.js'
import { asDocument, createDocument, withLayers } from '../structure/create.js'
import { restoreDocument, restoreLayers, type StoredDocument, storeDocument } from './codec.js'
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
 * A document that cannot be loaded, extracted or cut, or whose id another one has, is an entry in `failures`. An error
 * that the iterable itself throws ends the run.
 * @throws ChunkingError at the call, on wrong options; while iterating, where `signal` stops the run.
 */
export function chunkAll(
  documents: Iterable<CorpusInput> | AsyncIterable<CorpusInput>,
  options: ChunkOptions = {},
): CorpusRun {
  const resolved = resolveChunkOptions(options)
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
  /** Kept only where no name says how to make it again: a caller's own counter. */
  readonly tokens?: TokenIndex
}

type Findings = Omit<Extracted, 'document'>

class Run implements CorpusRun {
  readonly failures: DocumentFailure[] = []
  graph: AbstractGraph | null
  readonly #documents: Iterable<CorpusInput> | AsyncIterable<CorpusInput>
  readonly #options: ResolvedChunkOptions
  readonly #logger: RunLogger
  readonly #of: number | undefined
  readonly #firstWithId = new Map<string, number>()
  #begun = false

  constructor(documents: Iterable<CorpusInput> | AsyncIterable<CorpusInput>, options: ResolvedChunkOptions) {
    this.#documents = documents
    this.#options = options
    this.#logger = createRunLogger(options.logger ?? console)
    this.#of = Array.isArray(documents) ? documents.length : undefined
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
    const isGraphKnown = graph !== undefined || (extractors === false && entities === undefined)
    return isGraphKnown ? this.#inOnePass() : this.#inTwoPasses()
  }

  async *#inOnePass(): AsyncGenerator<ChunkResult, void, undefined> {
    let index = 0
    for await (const input of this.#documents) {
      const document = await this.#open(input, index)
      const result =
        document &&
        (await this.#attempt(index, document.id, () => chunkResolved(document, this.#options, this.#logger)))
      await this.#done('chunk', ++index, this.#of)
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
      for (const [at, { index, id, tokens }] of waiting.entries()) {
        const [stored, findings]: [StoredDocument, Findings] = JSON.parse(`[${await spool.next()}]`)
        const result = await this.#attempt(index, id, () => {
          const tokenizer = this.#options.tokenizer ?? findings.tokenizer
          const document = restoreDocument(stored, tokens === undefined ? tokenizer : { index: tokens })
          return chunkExtracted({ ...findings, document: withLayers(document, { graph }) }, this.#options, this.#logger)
        })
        await this.#done('chunk', at + 1, waiting.length)
        if (result !== undefined) yield result
      }
    } finally {
      await spool.close()
    }
  }
}
