import { describe, expect, it } from 'vitest'
import { type ChunkOptions, chunk } from '../../src/index.js'
import { chunkElsewhere, cut, series, sized, units } from './check.js'

/** User time in milliseconds: what other processes take is not in it. */
async function cost(text: string, options: ChunkOptions): Promise<number> {
  const begun = process.cpuUsage()
  await chunk(text, options)
  return process.cpuUsage(begun).user / 1000
}

/** Below this, compiling and collecting garbage outweigh the work. */
const FLOOR = 20

/**
 * Twice the text takes less than `most` times the time, and no more than `limit` milliseconds: the least of up to three
 * runs each, since a run may be hit by the compiler.
 */
async function expectLinear(
  make: (size: number) => string,
  size: number,
  options: ChunkOptions,
  most = 3,
  limit = 10_000,
): Promise<void> {
  await chunk(make(size >> 3), options)
  let half = Infinity
  let full = Infinity
  for (let run = 0; run < 3 && !(full < most * Math.max(half, FLOOR)); run++) {
    half = Math.min(half, await cost(make(size >> 1), options))
    full = Math.min(full, await cost(make(size), options))
  }
  expect(full).toBeLessThan(limit)
  expect(full).toBeLessThan(most * Math.max(half, FLOOR))
}

describe.sequential('time grows with the text, not with its square', () => {
  it.each([
    ['letters', (n: number) => 'e'.repeat(n)],
    ['dashes', (n: number) => '-'.repeat(n)],
    ['Chinese without a stop', (n: number) => '山'.repeat(n)],
    ['emoji', (n: number) => '🪁'.repeat(n >> 1)],
    ['blanks', (n: number) => `a${' '.repeat(n)}b`],
    [
      'digits and letters as in base64',
      (n: number) => series(n >> 2, (i) => ((i * 7919) % 46656).toString(36).padStart(4, 'Q'), ''),
    ],
  ])('perf-01: a long run of %s', async (_, make) => {
    const options = sized(200, 20)
    await expectLinear(make, 40_000, { method: 'token', extractors: false, ...options })
    await cut(make(1200), 'token', options)
  })

  it.each(['recursive', 'sentence', 'word', 'structural'])('perf-01: a long run of letters, %s', async (method) => {
    await expectLinear((n) => 'e'.repeat(n), 40_000, { method, extractors: false, ...sized(200, 20) })
  })

  it('perf-03: lines of dashes after a sentence', async () => {
    const make = (n: number): string => `The owl flew off.\n${'--\n'.repeat(n)}`
    const options: ChunkOptions = { extractors: 'rules', ...units(1000) }
    await expectLinear(make, 60_000, { method: 'entity_aware', ...options })
    await cut(make(1500), 'entity_aware', options)
  })

  it('perf-03: in 512 MB of heap', () => {
    const text = `The owl flew off.\n${'--\n'.repeat(60_000)}`
    const options: ChunkOptions = { method: 'entity_aware', ...units(1000) }
    const covered = chunkElsewhere(text, options, '({ coverage }) => String(coverage)', '--max-old-space-size=512')
    expect(covered).toBe('1')
  })

  it('perf-05: a long text of equal lines', async () => {
    const make = (n: number): string => 'entry of the weekly roll, no remark here\n'.repeat(n)
    const options = units(500, 50)
    await expectLinear(make, 100_000, { method: 'recursive', extractors: false, ...options })
    await cut(make(1200), 'recursive', options)
  })

  const row = 'Some words stand here in a row. '
  const sections = (n: number): string =>
    series(n, (i) => `## Part ${i}\n\n${row.repeat(4)}\n\n\`\`\`\nx${'y'.repeat(90)}\n\`\`\`\n`, '\n')
  const paragraphs = (n: number): string => `${row.repeat(3)}\n\n`.repeat(n)

  it.each<[string, (n: number) => string, number, ChunkOptions]>([
    ['many sections', sections, 4000, { method: 'structural', ...units(80, 20) }],
    [
      'many blocks that are kept whole',
      sections,
      4000,
      { method: { method: 'structural', atomic: true }, ...units(80) },
    ],
    [
      'many crumbs',
      (n) => row.repeat(n),
      40_000,
      { method: { method: 'sentence', maxSentences: 1 }, ...units(400), minTokens: 60 },
    ],
    [
      'many chunks too large for their prefix',
      paragraphs,
      12_000,
      { method: 'recursive', ...units(100), prefix: () => 'abcdefghij'.repeat(3) },
    ],
    [
      'a counter of the caller’s',
      paragraphs,
      12_000,
      { method: 'recursive', ...sized(30), tokenizer: (text) => Math.ceil(text.length / 3) },
    ],
  ])('perf-05: %s', async (_, make, size, options) => {
    await expectLinear(make, size, { extractors: false, ...options })
  })

  it('perf-07: communities of a text of many names', async () => {
    const make = (n: number): string =>
      series(n, (i) => `Ilse Varga${i % 280} of Quill Bank met Pavel Dorn${i % 207} in Norrby.`)
    const options: ChunkOptions = { extractors: 'rules', seed: 5, ...units(1000) }
    await expectLinear(make, 3000, { method: 'community_detection', ...options }, 4, 30_000)
    await cut(make(300), 'community_detection', options)
  })
})
