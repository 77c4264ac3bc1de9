import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { getEncoding, type Tiktoken } from 'js-tiktoken'
import { expect } from 'vitest'
import {
  type Chunk,
  type ChunkOptions,
  type ChunkResult,
  chunk,
  type MethodChoice,
  type Span,
  silentLogger,
} from '../../src/index.js'

const encodings = new Map<string, Tiktoken>()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const BLANK = /^[\s\ufeff\u200b]*$/
const LONE_SURROGATE = /[\ud800-\udfff]/u

/** The options that hold every chunk to `size`, which is also what chunks aim at. */
export function sized(size: number, overlapTokens = 0): ChunkOptions {
  return { maxTokens: size, targetTokens: size, overlapTokens }
}

/** As `sized`, counted in UTF-16 units. */
export function units(size: number, overlapTokens = 0): ChunkOptions {
  return { tokenizer: 'character', ...sized(size, overlapTokens) }
}

/** Runs one method on given entities, or without any; it has to work itself, and to give what is sound. */
export async function cut(
  text: string,
  method: MethodChoice,
  options: ChunkOptions,
  selects = false,
): Promise<ChunkResult> {
  const result = await chunk(text, { method, extractors: false, logger: silentLogger, ...options })
  const name = typeof method === 'object' && 'method' in method ? method.method : method
  expect([result.method, result.degraded]).toEqual([name, false])
  expectSound(text, result, options, selects)
  return result
}

/** Counts a text by other code than the package's. */
export function recount(text: string, tokenizer: ChunkOptions['tokenizer'] = 'cl100k_base'): number {
  if (typeof tokenizer === 'function') return tokenizer(text)
  if (tokenizer === 'character') return text.length
  if (tokenizer !== 'cl100k_base' && tokenizer !== 'o200k_base') throw new Error('no other code counts these')
  let encoding = encodings.get(tokenizer)
  if (encoding === undefined) {
    encoding = getEncoding(tokenizer)
    encodings.set(tokenizer, encoding)
  }
  return encoding.encode(text, [], []).length
}

/** All that a chunk holds, what it repeats included. */
export function reach({ spans }: Chunk): Span {
  return { start: spans[0].start, end: spans[spans.length - 1].end }
}

export const reaches = ({ chunks }: ChunkResult): [number, number][] =>
  chunks.map(reach).map(({ start, end }) => [start, end])

export const originals = ({ chunks }: ChunkResult): string[] => chunks.map(({ original }) => original)

/** The start and end of every span of every chunk. */
export function borders({ chunks }: ChunkResult): Set<number> {
  return new Set(chunks.flatMap(({ spans }) => spans.flatMap(({ start, end }) => [start, end])))
}

/** The text that each chunk but the first repeats. */
export function repeats({ chunks, document }: ChunkResult): string[] {
  return chunks.slice(1).map(({ spans }) =>
    spans
      .filter(({ role }) => role === 'overlap')
      .map(({ start, end }) => document.text.slice(start, end))
      .join(''),
  )
}

/**
 * What has to hold for every result: exact slices, nothing lost unless the method selects, nothing owned twice, starts
 * that rise, sizes by a fresh count, whole graphemes, no blank chunk, numbers without a gap.
 */
export function expectSound(text: string, result: ChunkResult, options: ChunkOptions, selects = false): void {
  const { chunks } = result
  const { tokenizer, maxTokens = 512, joiner = '\n\n' } = options
  const held = new Uint8Array(text.length)
  for (const one of chunks) {
    const { spans, original, text: outgoing, tokenCount, oversize, contiguous } = one
    const parts = spans.map(({ start, end }) => text.slice(start, end))
    const joints = spans.map(({ start }, at) => (at === 0 || spans[at - 1].end === start ? '' : joiner))
    expect(original).toBe(parts.map((part, at) => joints[at] + part).join(''))
    if (contiguous) expect(original).toBe(text.slice(reach(one).start, reach(one).end))
    expect(BLANK.test(original)).toBe(false)
    if (!LONE_SURROGATE.test(text)) expect(LONE_SURROGATE.test(original)).toBe(false)
    if (tokenizer !== 'word') expect(tokenCount).toBe(recount(outgoing, tokenizer))
    if (oversize === undefined) expect(tokenCount).toBeLessThanOrEqual(maxTokens)
    for (const { start, end, role } of spans) {
      if (role !== 'own') continue
      for (let at = start; at < end; at++) {
        if (held[at] === 1) expect.fail(`two chunks own the text at ${at}`)
        held[at] = 1
      }
    }
  }
  if (!selects) {
    for (let at = 0; at < text.length; at++) {
      if (held[at] === 0 && !BLANK.test(text[at]))
        expect.fail(`lost: ${JSON.stringify(text.slice(at, at + 20))} at ${at}`)
    }
    expect([result.coverage, result.uncovered]).toEqual([1, []])
  }
  const starts = chunks.map(({ spans }) => spans[0].start)
  for (let at = 1; at < starts.length; at++) expect(starts[at]).toBeGreaterThan(starts[at - 1])
  expect(chunks.map(({ index }) => index)).toEqual(chunks.map((_, at) => at))
  for (const at of borders(result)) if (!isGraphemeBorder(text, at)) expect.fail(`a grapheme is cut at ${at}`)
}

/** Segments a window that begins at a plain ASCII letter or digit, since Intl.Segmenter is slow on long strings. */
function isGraphemeBorder(text: string, at: number): boolean {
  let from = at
  while (from > 0 && (from === at || !/[a-z0-9]/i.test(text[from]))) from--
  for (const { index } of graphemes.segment(text.slice(from, at + 40)))
    if (index >= at - from) return index === at - from
  return true
}

/** No border of a chunk lies strictly inside any of the words where they stand in the text. */
export function expectUncut(result: ChunkResult, words: readonly string[]): void {
  const { text } = result.document
  const cuts = [...borders(result)]
  for (const word of words) {
    expect(text).toContain(word)
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
      for (const place of cuts) if (place > at && place < at + word.length) expect.fail(`"${word}" is cut at ${place}`)
    }
  }
}

/** No border of a chunk lies between two letters or digits. */
export function expectWholeWords(result: ChunkResult): void {
  const { text } = result.document
  for (const at of borders(result)) {
    if (at > 0 && /[\p{L}\p{N}\p{M}]/u.test(text[at - 1]) && /[\p{L}\p{N}\p{M}]/u.test(text[at] ?? ''))
      expect.fail(`a word is cut at ${at}: ${JSON.stringify(text.slice(Math.max(0, at - 10), at + 10))}`)
  }
}

/** A logger that keeps what it is told. */
export function recorder(): { readonly warnings: string[]; warn(message: string): void } {
  const warnings: string[] = []
  return { warnings, warn: (message) => void warnings.push(message) }
}

/** The error that a promise is rejected with. */
export async function failure(promise: Promise<unknown>): Promise<Error> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(outcome instanceof Error)) expect.fail('expected an error')
  return outcome as Error
}

/** Numbered pieces put together: `series(3, (i) => `${i}`)` is `0 1 2`. */
export function series(count: number, make: (index: number) => string, joint = ' '): string {
  return Array.from({ length: count }, (_, index) => make(index)).join(joint)
}

/** Chunks in a new process and returns what `show`, the source of a function, makes of the result. */
export function chunkElsewhere(text: string, options: ChunkOptions, show: string, ...flags: string[]): string {
  const code = `
    import { chunk } from './src/index.ts'
    let given = ''
    for await (const part of process.stdin.setEncoding('utf8')) given += part
    process.stdout.write((${show})(await chunk(...JSON.parse(given))))`
  return execFileSync(process.execPath, [...flags, '--import', 'tsx', '--input-type=module', '-e', code], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    encoding: 'utf8',
    input: JSON.stringify([text, options]),
  })
}
