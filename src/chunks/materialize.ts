import { hash } from 'node:crypto'
import type { Chunk, ChunkSpan, ExplainedCut, Segment } from '../document/chunk.js'
import { compose } from '../document/compose.js'
import type { Document, Mention } from '../document/document.js'
import type { LocationIndex } from '../document/location.js'
import type { Span } from '../document/span.js'
import { ChunkingError, describe } from '../errors.js'
import { levelAt } from '../segment/cuts.js'
import { levelName } from '../segment/levels.js'
import { createLocationIndex } from '../structure/lines.js'
import { Attachments } from './attach.js'
import { headingPaths } from './headings.js'

/** What a prefix may be made from. */
export interface PrefixContext {
  readonly document: Document
  readonly headings: readonly string[]
  readonly original: string
}

/** What a transform may be made from, besides the text that it changes. */
export type TransformContext = PrefixContext

export type Prefix = string | ((context: PrefixContext) => string)
export type Transform = (text: string, context: TransformContext) => string

export interface MaterializeOptions {
  readonly method: string
  readonly joiner: string
  readonly maxTokens: number
  readonly prefix?: Prefix
  readonly transform?: Transform
  readonly seedKinds?: readonly Mention['kind'][]
  /** Why the chunks begin where they do, by the offset of the cut. */
  readonly cuts?: ReadonlyMap<number, ExplainedCut>
}

/** One chunk to be: where its text lies, and why it may be too large. */
export interface Draft {
  readonly segment: Segment
  readonly oversize?: string
}

/** Makes chunks out of segments: the one place where slices, counts, ids, seeds and metadata come from. */
export class Materializer {
  readonly attachments: Attachments
  readonly #document: Document
  readonly #options: MaterializeOptions
  readonly #headings: (offset: number) => readonly string[]
  readonly #locations: LocationIndex

  constructor(document: Document, options: MaterializeOptions) {
    this.#document = document
    this.#options = options
    this.attachments = new Attachments(document, options.seedKinds)
    this.#headings = headingPaths(document)
    this.#locations = createLocationIndex(document.text)
  }

  /** Tokens of the text that a segment would give, its prefix included, before the transform. */
  measure(segment: Segment): number {
    const spans = spansOf(segment)
    const { text, tokens } = this.#document
    if (this.#options.prefix === undefined && tokens.exact && touch(spans)) {
      return tokens.count(spans[0].start, spans[spans.length - 1].end)
    }
    return tokens.measure(this.#prefixed(segment, compose(text, spans, this.#options.joiner)))
  }

  chunks(drafts: readonly Draft[]): Chunk[] {
    const chunks = drafts.map((draft, index) => this.#chunk(draft, index))
    const { tokens } = this.#document
    return chunks.map((chunk, index) => {
      const after = drafts[index + 1]?.segment.before
      return {
        ...chunk,
        overlapTokens: {
          ...chunk.overlapTokens,
          after: after === undefined ? 0 : tokens.count(after.start, after.end),
        },
        previous: chunks[index - 1]?.id ?? null,
        next: chunks[index + 1]?.id ?? null,
      }
    })
  }

  #chunk({ segment, oversize }: Draft, index: number): Chunk {
    const { id: documentId, text, tokens, pages = [] } = this.#document
    const { method, joiner, transform, maxTokens } = this.#options
    const spans = spansOf(segment)
    const start = segment.spans[0].start
    const end = segment.spans[segment.spans.length - 1].end
    const original = compose(text, spans, joiner)
    const headings = this.#headings(start)
    const prefixed = this.#prefixed(segment, original)
    const context = { document: this.#document, headings, original }
    const finished = transform === undefined ? prefixed : textFrom('transform', () => transform(prefixed, context))
    const tokenCount = transform === undefined ? this.measure(segment) : tokens.measure(finished)
    const reason = tokenCount <= maxTokens ? undefined : (oversize ?? 'the transform made it larger than the limit')
    return {
      id: chunkId(documentId, spans, original),
      documentId,
      index,
      method,
      start,
      end,
      spans,
      contiguous: touch(spans),
      original,
      text: finished,
      tokenCount,
      overlapTokens: {
        before: segment.before === undefined ? 0 : tokens.count(segment.before.start, segment.before.end),
        after: 0,
      },
      context: segment.context ?? [],
      ...this.attachments.of(joinTouching(spans)),
      headings,
      pages: pages
        .filter((page) => segment.spans.some((span) => span.start < page.end && page.start < span.end))
        .map(({ number }) => number),
      lines: { from: this.#locations.line(start), to: this.#locations.line(end - 1) },
      previous: null,
      next: null,
      parent: null,
      children: [],
      ...this.#cut(start, index),
      ...(reason === undefined ? {} : { oversize: reason }),
      metadata: segment.metadata ?? {},
    }
  }

  #cut(start: number, index: number): Pick<Chunk, 'cut'> {
    const { cuts } = this.#options
    if (cuts === undefined || index === 0) return {}
    return { cut: cuts.get(start) ?? plainCut(this.#document, start) }
  }

  #prefixed(segment: Segment, original: string): string {
    const { prefix, maxTokens } = this.#options
    if (prefix === undefined) return original
    if (typeof prefix === 'string') return prefix + original
    const context = { document: this.#document, headings: this.#headings(segment.spans[0].start), original }
    const made = textFrom('prefix', () => prefix(context))
    const tokens = this.#document.tokens.measure(made)
    if (tokens < maxTokens) return made + original
    const given = `${tokens} tokens of \`maxTokens\` (${maxTokens})`
    throw new ChunkingError('invalid-option', `Expected \`prefix\` to leave room for text, got ${given}.`)
  }
}

/** All that is known of a cut by a method that weighs nothing. */
function plainCut(document: Document, offset: number): ExplainedCut {
  return { offset, level: levelName(levelAt(document, offset)), relations: null, cost: null, alternative: null }
}

/** What a caller's function returned, which has to be a string. */
function textFrom(option: 'prefix' | 'transform', make: () => unknown): string {
  let made: unknown
  try {
    made = make()
  } catch (error) {
    const thrown = error instanceof Error ? error : new Error(String(error))
    throw new ChunkingError('invalid-option', `The function given as \`${option}\` threw: ${thrown.message}`, [thrown])
  }
  if (typeof made === 'string') return made
  throw new ChunkingError('invalid-option', `Expected \`${option}\` to return a string, got ${describe(made)}.`)
}

function spansOf({ spans, before, bridges = [] }: Segment): ChunkSpan[] {
  const withRole = (role: ChunkSpan['role'], list: readonly Span[]): ChunkSpan[] =>
    list.map(({ start, end }) => ({ start, end, role }))
  const own = withRole('own', spans)
  if (before === undefined && bridges.length === 0) return own
  const repeated = before === undefined ? [] : withRole('overlap', [before])
  return [...repeated, ...own, ...withRole('bridge', bridges)].sort((a, b) => a.start - b.start)
}

function touch(spans: readonly Span[]): boolean {
  return spans.every((span, at) => at === 0 || spans[at - 1].end === span.start)
}

function joinTouching(spans: readonly Span[]): Span[] {
  const joined: { start: number; end: number }[] = []
  for (const { start, end } of spans) {
    const last = joined[joined.length - 1]
    if (last?.end === start) last.end = end
    else joined.push({ start, end })
  }
  return joined
}

function chunkId(documentId: string, spans: readonly Span[], original: string): string {
  const place = JSON.stringify([documentId, spans.map(({ start, end }) => [start, end])])
  return hash('sha256', place + original).slice(0, 32)
}
