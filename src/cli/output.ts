import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import type { AbstractGraph } from 'graphology-types'
import { toJson } from '../chunks/result.js'
import type { CorpusRun } from '../corpus/chunk-all.js'
import type { Chunk, ChunkResult, ExplainedCut } from '../document/chunk.js'
import type { JsonObject } from '../document/json.js'
import { Sink } from './sink.js'
import { UsageError } from './usage.js'

/** Takes the results of a run as they come. */
export interface Output {
  add(result: ChunkResult): Promise<void>
  end(run: CorpusRun): Promise<void>
  /** Takes away what a run that failed has begun. */
  discard(): Promise<void>
}

export type Format = 'jsonl' | 'json' | 'text'

/** Writes values as the lines of a JSON array. */
class JsonArray {
  readonly #sink: Sink
  #count = 0

  constructor(sink: Sink) {
    this.#sink = sink
  }

  async add(value: unknown): Promise<void> {
    await this.#sink.write(`${this.#count++ === 0 ? '[\n' : ',\n'}${JSON.stringify(value)}`)
  }

  async end(): Promise<void> {
    await this.#sink.write(this.#count === 0 ? '[]' : '\n]')
  }
}

/** Chunks on a stream, in one of the formats. */
export function streamOutput(stream: Writable, format: Format): Output {
  const sink = new Sink(stream)
  if (format === 'json') {
    const array = new JsonArray(sink)
    return {
      add: (result) => array.add(withoutGraph(result)),
      async end() {
        await array.end()
        await sink.write('\n')
        await sink.end()
      },
      discard: async () => {},
    }
  }
  const show = format === 'text' ? readable : (chunk: Chunk) => `${JSON.stringify(chunk)}\n`
  return {
    async add({ chunks }) {
      for (const chunk of chunks) await sink.write(show(chunk))
    },
    end: () => sink.end(),
    discard: async () => {},
  }
}

/** The graph is that of all documents; with each result it would come as often as there are documents. */
function withoutGraph({ toJSON: _, ...result }: ChunkResult): JsonObject {
  const { graph: __, ...rest } = toJson({ ...result, graph: null })
  return rest
}

function readable({ documentId, index, start, end, tokenCount, method, entities, cut, oversize, text }: Chunk): string {
  const names = entities.map(({ name }) => name).join(', ')
  const flags = [`${tokenCount} tokens`, method, ...(oversize === undefined ? [] : ['oversize'])].join(', ')
  const why = cut === undefined ? '' : `${reason(cut)}\n`
  return `== ${documentId} #${index} ${start}..${end} (${flags})${names === '' ? '' : `: ${names}`}\n${why}${text}\n\n`
}

/**
 * A folder with `chunks.jsonl`, `graph.json` and `run.json`. Equal runs give equal bytes. The files are written beside their
 * names, as `chunks.jsonl.part`, and renamed at the end, so that a run that fails leaves those of an earlier one as they are.
 * @throws UsageError where the folder cannot be made.
 */
export async function folderOutput(
  folder: string,
  head: { readonly versions: JsonObject; readonly options: JsonObject },
): Promise<Output> {
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    throw new UsageError(`The folder ${folder} cannot be made: ${(error as Error).message}.`, { cause: error })
  }
  const names = ['chunks.jsonl', 'graph.json', 'run.json']
  const aside = (name: string): string => join(folder, `${name}.part`)
  const file = (name: string): Sink => new Sink(createWriteStream(aside(name)))
  const chunks = file('chunks.jsonl')
  const graphFile = file('graph.json')
  const report = file('run.json')
  const documents = new JsonArray(report)
  await report.write(`{\n"schemaVersion":1,\n"versions":${JSON.stringify(head.versions)},\n`)
  await report.write(`"options":${JSON.stringify(head.options)},\n"documents":`)
  return {
    async add(result) {
      for (const chunk of result.chunks) await chunks.write(`${JSON.stringify(chunk)}\n`)
      await documents.add(summary(result))
    },
    async end({ failures, warnings, graph }) {
      await documents.end()
      const failed = failures.map(({ id, index, error }) => ({ id, index, message: error.message }))
      const warned = [...warnings].map(([text, count]) => ({ text, count }))
      await report.write(`,\n"failures":${JSON.stringify(failed)},\n"warnings":${JSON.stringify(warned)}\n}\n`)
      await writeGraph(graphFile, graph)
      await Promise.all([chunks.end(), report.end(), graphFile.end()])
      for (const name of names) await rename(aside(name), join(folder, name))
    },
    async discard() {
      for (const sink of [chunks, graphFile, report]) await sink.close()
      for (const name of names) await rm(aside(name), { force: true })
    },
  }
}

function summary(result: ChunkResult): JsonObject {
  const { document, schemaVersion: _, ...rest } = withoutGraph({ ...result, chunks: [], parted: [] })
  return { ...(document as JsonObject), ...rest, chunks: result.chunks.length, parted: result.parted.length }
}

/** What `graph.export()` gives, node by node: as one string it may be longer than a string can be. */
async function writeGraph(sink: Sink, graph: AbstractGraph | null): Promise<void> {
  if (graph === null) {
    await sink.write('null\n')
    return
  }
  const { type, multi, allowSelfLoops } = graph
  const options = JSON.stringify({ type, multi, allowSelfLoops })
  await sink.write(`{\n"options":${options},\n"attributes":${JSON.stringify(graph.getAttributes())},\n"nodes":`)
  const nodes = new JsonArray(sink)
  for (const node of graph.nodes()) await nodes.add({ key: node, attributes: graph.getNodeAttributes(node) })
  await nodes.end()
  await sink.write(',\n"edges":')
  const edges = new JsonArray(sink)
  for (const edge of graph.edges()) {
    const [source, target] = graph.extremities(edge)
    await edges.add({ key: edge, source, target, attributes: graph.getEdgeAttributes(edge) })
  }
  await edges.end()
  await sink.write('\n}\n')
}

/** A cut's explanation as one line. */
function reason({ level, relations, cost, alternative }: ExplainedCut): string {
  if (cost === null) return `-- cut at a ${level}`
  const [links, place, sizes] = [cost.links, cost.place, cost.sizes].map((part) => part.toFixed(2))
  const other =
    alternative === null
      ? 'no other place'
      : `next best a ${alternative.level} at ${alternative.offset}, ${alternative.extraCost.toFixed(2)} more`
  const parted = `parts ${(relations ?? 0).toFixed(2)} expected relations`
  return `-- cut at a ${level}: ${parted}; cost: links ${links}, place ${place}, sizes ${sizes}; ${other}`
}
