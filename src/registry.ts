import type { Chunker, ChunkerContext } from './chunkers/define.js'
import { builtInChunkers } from './chunkers/index.js'
import type { Segment } from './document/chunk.js'
import type { Document } from './document/document.js'
import type { Span } from './document/span.js'
import { ChunkingError, describe, suggestion } from './errors.js'

/** The short form of a chunker: needs no layer, has no options, and returns spans or segments. */
export type SegmentFunction = (
  document: Document,
  context: ChunkerContext<Record<string, unknown>>,
) => readonly (Segment | Span)[]

const registered = new Map<string, Chunker>(builtInChunkers.map((chunker) => [chunker.name, chunker]))

/**
 * Adds a method, so that `method: name` finds it.
 * @throws ChunkingError `invalid-option` where the name is taken or the chunker is none.
 */
export function registerMethod(name: string, chunker: Omit<Chunker, 'name'> | SegmentFunction): void {
  if (typeof name !== 'string' || name === '') {
    throw new ChunkingError(
      'invalid-option',
      `Expected a method name to be a string that is not empty, got ${describe(name)}.`,
    )
  }
  if (registered.has(name)) {
    throw new ChunkingError('invalid-option', `A method "${name}" is registered already; choose another name.`)
  }
  registered.set(name, toChunker(name, chunker))
}

/** Takes away a method that was registered; those that come with the package stay. */
export function unregisterMethod(name: string): boolean {
  return !builtInChunkers.some((chunker) => chunker.name === name) && registered.delete(name)
}

/** A chunker with this name out of its short or its long form. */
export function toChunker(name: string, chunker: Omit<Chunker, 'name'> | SegmentFunction): Chunker {
  if (typeof chunker === 'function') {
    return {
      name,
      summary: 'A method of the caller.',
      requires: [],
      overlap: 'sentence',
      segment: (document, context) => toSegments(chunker(document, context)),
    }
  }
  if (chunker === null || typeof chunker !== 'object' || typeof chunker.segment !== 'function') {
    throw new ChunkingError(
      'invalid-option',
      `Expected method "${name}" to be a function or a chunker with a \`segment\` function, got ${describe(chunker)}.`,
    )
  }
  return {
    ...chunker,
    name,
    summary: chunker.summary ?? 'A method of the caller.',
    requires: chunker.requires ?? [],
    segment: (document, context) => toSegments(chunker.segment(document, context)),
  }
}

/** Spans are taken as segments of one span; what is neither is left for `validate` to refuse. */
function toSegments(returned: readonly (Segment | Span)[]): readonly Segment[] {
  if (!Array.isArray(returned)) {
    throw new ChunkingError(
      'refused-output',
      `Its output was refused: expected an array of spans or segments, got ${describe(returned)}.`,
    )
  }
  return returned.map((item: Segment | Span) => {
    if (typeof item === 'object' && item !== null) return 'spans' in item ? item : { spans: [item] }
    throw new ChunkingError(
      'refused-output',
      `Its output was refused: expected spans or segments, got ${describe(item)}.`,
    )
  })
}

/** @throws ChunkingError `unknown-name`, with the nearest name. */
export function findMethod(name: string): Chunker {
  const chunker = registered.get(name)
  if (chunker === undefined) {
    throw new ChunkingError('unknown-name', `There is no method "${name}"${suggestion(name, [...registered.keys()])}`)
  }
  return chunker
}

/** What a list of methods shows of one. */
export interface MethodInfo {
  readonly name: string
  readonly summary: string
  /** The layers that it needs. */
  readonly requires: readonly string[]
  /** Its own options, as a JSON Schema object. */
  readonly options: Readonly<Record<string, unknown>>
}

/** The methods that can be named, those of the package first. */
export function methods(): MethodInfo[] {
  return [...registered.values()].map(({ name, summary, requires, options }) => ({
    name,
    summary,
    requires,
    options:
      options === undefined
        ? {}
        : ((options.toJSONSchema({ io: 'input' }).properties ?? {}) as Record<string, unknown>),
  }))
}
