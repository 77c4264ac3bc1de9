import { hash } from 'node:crypto'
import type { Block, Document, Page } from '../document/document.js'
import type { JsonObject } from '../document/json.js'
import { type Span, trimSpan } from '../document/span.js'
import { ChunkingError, describe } from '../errors.js'
import { findBlocks, sniffMediaType } from './blocks.js'
import { findSentences } from './sentences.js'
import { createTokenIndex } from './tokens/create.js'
import type { Tokenizer } from './tokens/tokenizer.js'

/** Finds the sentences of a text: spans in order that do not overlap. */
export type SentenceFinder = (text: string) => readonly Span[]

export interface DocumentOptions {
  /** Default: `sha256:` and the first 32 hexadecimal digits of the text's hash. */
  readonly id?: string
  /** `text/plain`, `text/markdown` or another; found out from the text by default. */
  readonly mediaType?: string
  readonly metadata?: JsonObject
  /** Default: `cl100k_base`. */
  readonly tokenizer?: Tokenizer
  readonly pages?: readonly Page[]
  /** Default: the built-in engine. */
  readonly sentences?: SentenceFinder
}

/**
 * A text with its structure: tokens, blocks and sentences, each worked out when first asked for. Offsets begin here and
 * are never computed again.
 * @throws ChunkingError `invalid-input` where `text` is not a string, or `metadata` holds what JSON cannot.
 */
export function createDocument(text: string, options: DocumentOptions = {}): Document {
  if (typeof text !== 'string') {
    throw new ChunkingError(
      'invalid-input',
      `Expected \`text\` to be a string or a document made by createDocument, got ${describe(text)}.`,
    )
  }
  if (options.metadata !== undefined) checkMetadata(options.metadata)
  const mediaType = options.mediaType ?? sniffMediaType(text)
  const tokens = once(() => createTokenIndex(text, options.tokenizer ?? 'cl100k_base'))
  const blocks = once(() => findBlocks(text, mediaType))
  const sentences = once(() =>
    options.sentences === undefined ? sentencesOf(text, blocks()) : checkedSentences(text, options.sentences),
  )
  const id = once(() => options.id ?? idOfText(text))
  return Object.freeze({
    get id() {
      return id()
    },
    text,
    mediaType,
    metadata: options.metadata ?? {},
    get tokens() {
      return tokens()
    },
    get blocks() {
      return blocks()
    },
    get sentences() {
      return sentences()
    },
    ...(options.pages === undefined ? {} : { pages: options.pages }),
  })
}

/** Refuses what JSON cannot hold, naming its place. */
function checkMetadata(metadata: unknown): void {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) {
    throw new ChunkingError('invalid-input', `Expected \`metadata\` to be an object, got ${describe(metadata)}.`)
  }
  const open = new Set<unknown>()
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'bigint' || open.has(value)) {
      const what = typeof value === 'bigint' ? `${value}n (a BigInt); make it a string` : 'an object that holds itself'
      throw new ChunkingError('invalid-input', `Expected \`${path}\` to be what JSON can hold, got ${what}.`)
    }
    // What says itself how it is written, as a date, is not looked into.
    if (typeof value !== 'object' || value === null || 'toJSON' in value) return
    open.add(value)
    for (const [key, inner] of Object.entries(value)) walk(inner, `${path}.${key}`)
    open.delete(value)
  }
  walk(metadata, 'metadata')
}

/** The id of a document that was given none. */
export const idOfText = (text: string): string => `sha256:${hash('sha256', text).slice(0, 32)}`

/** A text as a document, or a document counted by another tokenizer and cut into sentences by another finder. */
export function asDocument(
  input: string | Document,
  options: Pick<DocumentOptions, 'tokenizer' | 'sentences'>,
): Document {
  if (!isDocument(input)) return createDocument(input, options)
  const { tokenizer, sentences } = options
  const counted =
    tokenizer === undefined || (input.tokens.exact && tokenizer === input.tokens.name)
      ? input
      : withTokens(input, tokenizer)
  return sentences === undefined
    ? counted
    : withLayers(counted, { sentences: createDocument(input.text, { sentences }).sentences })
}

function withTokens(document: Document, tokenizer: Tokenizer): Document {
  const tokens = once(() => createTokenIndex(document.text, tokenizer))
  return withLayers(document, {
    get tokens() {
      return tokens()
    },
  })
}

function isDocument(input: unknown): input is Document {
  return (
    typeof input === 'object' && input !== null && 'tokens' in input && typeof (input as Document).text === 'string'
  )
}

/** A copy of the document with more layers, or with others; what has not been worked out yet stays so. */
export function withLayers<Added extends Partial<Document>>(document: Document, added: Added): Document & Added {
  const layers = { ...Object.getOwnPropertyDescriptors(document), ...Object.getOwnPropertyDescriptors(added) }
  return Object.freeze(Object.defineProperties({} as Document & Added, layers)) as Document & Added
}

function once<T>(compute: () => T): () => T {
  let value: { readonly made: T } | undefined
  return () => {
    value ??= { made: compute() }
    return value.made
  }
}

/** Sentences block by block: a heading, a table row and a block of code are one each. */
function sentencesOf(text: string, blocks: readonly Block[]): Span[] {
  const sentences: Span[] = []
  for (const block of blocks) {
    if (block.kind === 'table')
      for (const row of untilNext(block, block.parts ?? [])) sentences.push(trimSpan(text, row))
    else if (block.kind === 'list')
      for (const item of untilNext(block, block.parts ?? [])) addSentences(text, item, sentences)
    else if (block.kind === 'paragraph' || block.kind === 'quote') addSentences(text, block, sentences)
    else sentences.push({ start: block.start, end: block.end })
  }
  return sentences
}

function addSentences(text: string, { start, end }: Span, sentences: Span[]): void {
  for (const sentence of findSentences(text, start, end)) sentences.push(sentence)
}

/** Parts that tile their block: each ends where the next begins, so that nothing between them is left out. */
function untilNext(block: Span, parts: readonly Span[]): Span[] {
  if (parts.length === 0) return [{ start: block.start, end: block.end }]
  return parts.map((part, index) => ({
    start: index === 0 ? block.start : part.start,
    end: parts[index + 1]?.start ?? block.end,
  }))
}

/** A caller's sentences, checked, with what they leave out given to the sentence before. */
function checkedSentences(text: string, find: SentenceFinder): Span[] {
  const found: unknown = find(text)
  if (!Array.isArray(found)) {
    throw new ChunkingError(
      'invalid-option',
      `Expected \`sentences\` to return a list of spans, got ${describe(found)}.`,
    )
  }
  let last = 0
  for (const { start, end } of found as readonly Span[]) {
    if (!Number.isInteger(start) || !Number.isInteger(end) || start < last || end <= start || end > text.length) {
      throw new ChunkingError(
        'invalid-option',
        `Expected \`sentences\` to return spans in order within 0..${text.length} that do not overlap, got ${start}..${end} after ${last}.`,
      )
    }
    last = end
  }
  return untilNext({ start: 0, end: text.length }, found as readonly Span[])
    .map((span) => trimSpan(text, span))
    .filter(isFilled)
}

const isFilled = (span: Span): boolean => span.end > span.start
