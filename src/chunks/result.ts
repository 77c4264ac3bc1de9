import type { Attempt, Chunk, ChunkResult } from '../document/chunk.js'
import type { Document } from '../document/document.js'
import type { JsonObject } from '../document/json.js'
import { firstStartingAt, isBlankUnit, type Span } from '../document/span.js'
import type { Attachments } from './attach.js'
import { gaps } from './validate.js'

export type ResultParts = Pick<
  ChunkResult,
  'method' | 'degraded' | 'weights' | 'notes' | 'attempts' | 'unplaced' | 'ambiguous'
>

/** Puts a run's result together, with what no chunk holds. */
export function createResult(
  document: Document,
  chunks: readonly Chunk[],
  attachments: Attachments | undefined,
  parts: ResultParts,
): ChunkResult {
  const { text } = document
  const spans = chunks.flatMap((chunk) => chunk.spans).sort((a, b) => a.start - b.start)
  const uncovered = gaps(text, spans)
  const parted = attachments?.parted(chunkLookup(chunks)) ?? []
  const result = { document, chunks, ...parts, parted, coverage: coverage(text, uncovered), uncovered }
  return {
    ...result,
    // Building the graph takes a while, so that waits until somebody reads it.
    get graph() {
      return document.graph ?? null
    },
    toJSON() {
      const { toJSON: _, ...values } = this
      return toJson(values)
    },
  }
}

/** Tells the chunk whose own text holds a span's start. */
function chunkLookup(chunks: readonly Chunk[]): (span: Span) => string | undefined {
  const owned = chunks.flatMap(({ id, spans }) =>
    spans.filter(({ role }) => role === 'own').map(({ start, end }) => ({ start, end, id })),
  )
  owned.sort((a, b) => a.start - b.start)
  return ({ start }) => {
    const before = owned[firstStartingAt(owned, start + 1) - 1]
    return before !== undefined && start < before.end ? before.id : undefined
  }
}

function coverage(text: string, uncovered: readonly Span[]): number {
  if (uncovered.length === 0) return 1
  const all = filledUnits(text, 0, text.length)
  const lost = uncovered.reduce((sum, { start, end }) => sum + filledUnits(text, start, end), 0)
  return (all - lost) / all
}

function filledUnits(text: string, start: number, end: number): number {
  let units = 0
  for (let at = start; at < end; at++) if (!isBlankUnit(text.charCodeAt(at))) units++
  return units
}

/** A blank text has no chunks; no method is tried and nothing is missing. */
export function blankResult(document: Document, method: string): ChunkResult {
  return createResult(document, [], undefined, {
    method,
    degraded: false,
    weights: {},
    notes: ['The text is blank.'],
    attempts: [],
    unplaced: [],
    ambiguous: [],
  })
}

const SCHEMA_VERSION = 1

/** What `ChunkResult.toJSON` gives. */
export function toJson({
  document,
  chunks,
  graph,
  attempts,
  parted,
  // Left in, it would be called once more, on what it made.
  toJSON: _toJSON,
  ...rest
}: Omit<ChunkResult, 'toJSON'> & { readonly toJSON?: unknown }): JsonObject {
  const plain = {
    schemaVersion: SCHEMA_VERSION,
    document: { id: document.id, mediaType: document.mediaType, metadata: document.metadata },
    chunks,
    graph: graph === null ? null : graph.export(),
    attempts: attempts.map(({ ms: _, ...attempt }: Attempt) => attempt),
    parted: parted.map(({ relation: { subject, predicate, object, weight, kind }, chunks: ends }) => ({
      subject: subject.entity,
      predicate,
      object: object.entity,
      weight,
      kind,
      chunks: ends,
    })),
    ...rest,
  }
  return JSON.parse(JSON.stringify(plain)) as JsonObject
}
