import fc from 'fast-check'
import { getEncoding } from 'js-tiktoken'
import { describe, expect, it } from 'vitest'
import {
  type Chunk,
  type ChunkResult,
  chunk,
  type Extraction,
  type MethodChoice,
  methods,
  silentLogger,
  type Tokenizer,
} from '../src/index.js'
import { anySizes, anyText, type Sizes } from './arbitrary.js'

const RUNS = Number(process.env.INVARIANT_RUNS ?? 200)
// A run takes a few milliseconds; a busy machine may be ten times slower.
const TIMEOUT_MS = Math.max(60_000, RUNS * 200)
const SEED = Number(process.env.INVARIANT_SEED ?? 20261130)

const cl100k = getEncoding('cl100k_base')
const thirds = (text: string): number => Math.ceil(text.length / 3)

/** Each tokenizer with a slow count of its own to check against. */
const TOKENIZERS: readonly {
  readonly name: string
  readonly tokenizer: Tokenizer
  readonly count: ((text: string) => number) | undefined
}[] = [
  { name: 'cl100k_base', tokenizer: 'cl100k_base', count: (text) => cl100k.encode(text, [], []).length },
  { name: 'character', tokenizer: 'character', count: (text) => text.length },
  { name: 'word', tokenizer: 'word', count: undefined },
  { name: 'custom', tokenizer: thirds, count: thirds },
]

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const BLANK = /^[\s\ufeff\u200b]*$/

/** Every capitalised word is a mention of itself, and neighbours are related. */
function capitals({ text }: { readonly text: string }): Extraction {
  const mentions = [...text.matchAll(/\p{Lu}\p{L}+|[林港]\p{Script=Han}/gu)].map(({ index, 0: name }) => ({
    start: index,
    end: index + name.length,
    type: 'misc',
  }))
  const relations = mentions
    .slice(1)
    .map((object, at) => ({ subject: mentions[at], object, predicate: 'next_to', weight: 0.5 }))
  return { mentions, relations }
}

/** The same mentions without relations, so that the cut follows what is predicted. */
function capitalsAlone(document: { readonly text: string }): Extraction {
  return { mentions: capitals(document).mentions }
}

function checkChunk(text: string, one: Chunk, sizes: Sizes, count: ((text: string) => number) | undefined): void {
  const slices = one.spans.map(({ start, end }) => text.slice(start, end))
  const joined = slices.reduce(
    (all, slice, at) => (at > 0 && one.spans[at - 1].end !== one.spans[at].start ? `${all}\n\n${slice}` : all + slice),
    '',
  )
  expect(one.original).toBe(joined)
  if (one.contiguous) expect(one.original).toBe(text.slice(one.spans[0].start, one.spans[one.spans.length - 1].end))
  expect(one.text).toBe(one.original)
  expect(BLANK.test(one.text)).toBe(false)
  if (count !== undefined) expect(one.tokenCount).toBe(count(one.text))
  const own = one.spans.filter(({ role }) => role === 'own')
  expect([one.start, one.end]).toEqual([own[0].start, own[own.length - 1].end])
  if (one.oversize === undefined) expect(one.tokenCount).toBeLessThanOrEqual(sizes.maxTokens)
  else
    expect([...graphemes.segment(own.map(({ start, end }) => text.slice(start, end).trim()).join(''))]).toHaveLength(1)
  for (const entity of one.entities) {
    expect(entity.mentions.length).toBeGreaterThan(0)
    for (const mention of entity.mentions)
      expect(one.spans.some(({ start, end }) => start <= mention.start && mention.start < end)).toBe(true)
  }
  const known = new Set(one.entities.map(({ id }) => id))
  for (const { subject, object } of one.relations) expect(known.has(subject) && known.has(object)).toBe(true)
}

function checkResult(
  text: string,
  result: ChunkResult,
  sizes: Sizes,
  count: ((text: string) => number) | undefined,
): void {
  const { chunks } = result
  for (const one of chunks) checkChunk(text, one, sizes, count)
  expect(chunks.map(({ index }) => index)).toEqual(chunks.map((_, at) => at))
  expect(new Set(chunks.map(({ id }) => id)).size).toBe(chunks.length)
  expect(chunks.map(({ previous }) => previous)).toEqual(chunks.map((_, at) => chunks[at - 1]?.id ?? null))
  expect(chunks.map(({ next }) => next)).toEqual(chunks.map((_, at) => chunks[at + 1]?.id ?? null))

  const borders = new Set([...graphemes.segment(text)].map(({ index }) => index)).add(text.length)
  const held = new Uint8Array(text.length)
  const spans = chunks.flatMap((one) => one.spans)
  // One assertion for all places: one for each is most of the time of this file.
  expect(spans.filter(({ start, end }) => !borders.has(start) || !borders.has(end))).toEqual([])
  for (const { start, end, role } of spans) if (role === 'own') for (let at = start; at < end; at++) held[at]++
  expect(held.findIndex((times) => times > 1)).toBe(-1)
  const filled = (start: number, end: number, times: number): number => {
    let count = 0
    for (let at = start; at < end; at++) if (held[at] === times && !BLANK.test(text[at])) count++
    return count
  }
  const lost = filled(0, text.length, 0)
  expect(result.uncovered.reduce((sum, { start, end }) => sum + filled(start, end, 0), 0)).toBe(lost)
  expect(result.coverage === 1).toBe(lost === 0)

  const isConcept = ({ kind }: { kind: string }): boolean => kind === 'concept'
  const relations = result.document.relations ?? []
  const all = relations.filter(({ subject, object }) => !isConcept(subject) && !isConcept(object)).length
  const inChunks = new Set(chunks.flatMap(({ relations }) => relations)).size
  if (chunks.every(({ spans }) => spans.every(({ role }) => role === 'own')))
    expect(inChunks + result.parted.length).toBe(all)
}

/** Every method as it is, and those with options that put text elsewhere or twice. */
const CHOICES: readonly {
  readonly name: string
  readonly method: string
  readonly choice: MethodChoice
  readonly runs: number
}[] = [
  ...methods().map(({ name }) => ({ name, method: name, choice: name, runs: RUNS })),
  ...(['relation_aware', 'community_detection', 'centrality_based'] as const).map((method) => ({
    name: `${method}, bridged`,
    method,
    choice: { method, bridge: 0.3 },
    runs: RUNS / 4,
  })),
  ...(['community_detection', 'centrality_based'] as const).map((method) => ({
    name: `${method}, gathered`,
    method,
    choice: { method, gather: true },
    runs: RUNS / 4,
  })),
]

describe.each(CHOICES)('$name', ({ name, method, choice, runs }) => {
  it.each(TOKENIZERS)(
    'keeps every promise, counted by $name',
    async ({ tokenizer, count }) => {
      await fc.assert(
        fc.asyncProperty(anyText, anySizes, async (text, sizes) => {
          const given = name.endsWith('bridged') ? capitalsAlone : capitals
          const options = {
            method: choice,
            tokenizer,
            extractors: given,
            explain: true,
            logger: silentLogger,
            ...sizes,
          }
          const result = await chunk(text, options)
          checkResult(text, result, sizes, count)
          expect([result.method, result.degraded]).toEqual([method, false])
          if (method !== 'subgraph') expect(result.coverage).toBe(1)
          const again = await chunk(text, options)
          expect(JSON.stringify(again)).toBe(JSON.stringify(result))
        }),
        { numRuns: Math.ceil(runs), seed: SEED },
      )
    },
    TIMEOUT_MS,
  )
})
