import { describe, expect, it } from 'vitest'
import { type ChunkOptions, chunk, type Document, type MethodChoice, type Span } from '../../src/index.js'
import { cut, failure, originals, reach, reaches, recorder, repeats, series, sized, units } from './check.js'

const plain = ['recursive', 'token', 'character', 'word', 'sentence', 'paragraph', 'sliding_window', 'structural']
const sliding = (own: object): MethodChoice => ({ method: 'sliding_window', ...own }) as MethodChoice
const starts = (spans: readonly [number, number][]): number[] => spans.map(([start]) => start)

describe('settings and records', () => {
  it('row 3: what a method notes on a chunk, and a document has, is read back as it was', async () => {
    const halves = (document: Document): { spans: Span[]; metadata: { half: number; tags: string[] } }[] =>
      [0, 8].map((start, half) => ({
        spans: [{ start, end: start === 0 ? 8 : document.text.length }],
        metadata: { half, tags: ['x'] },
      }))
    const { chunks } = await chunk('Abcdefg hijklmn', { method: halves, extractors: false })
    expect(chunks.map(({ metadata, method }) => [metadata, method])).toEqual([
      [{ half: 0, tags: ['x'] }, 'halves'],
      [{ half: 1, tags: ['x'] }, 'halves'],
    ])
  })

  it('row 9: ceil(n / size) chunks of unbroken text, and none shares a character', async () => {
    for (const [n, size] of [
      [100, 10],
      [101, 10],
      [99, 10],
      [7, 10],
      [10, 10],
    ]) {
      for (const method of ['token', 'character', 'sliding_window', 'recursive']) {
        const result = await cut('h'.repeat(n), method, units(size))
        expect(result.chunks.length).toBe(Math.ceil(n / size))
        expect(repeats(result).join('')).toBe('')
      }
    }
  })

  it('row 13: a size stands in one place, so no other can win over it', async () => {
    const { message } = await failure(
      chunk('Some text.', { maxTokens: 10, method: { method: 'recursive', maxTokens: 5 } as never }),
    )
    expect(message).toMatch(/method "recursive".*"maxTokens"/)
  })

  it('row 67: the lineage of a chunk is its document and its neighbours', async () => {
    const { chunks, document } = await cut(
      series(40, (i) => `Line ${i} ends.`),
      'sentence',
      units(60),
    )
    chunks.forEach((one, at) => {
      expect([one.documentId, one.previous, one.next, one.parent, one.children]).toEqual([
        document.id,
        chunks[at - 1]?.id ?? null,
        chunks[at + 1]?.id ?? null,
        null,
        [],
      ])
    })
  })
})

describe('falling back', () => {
  const first = (): never => {
    throw new Error('no key')
  }
  const second = () => [{ start: 3, end: 99 }]

  it('row 5: two of three fail: two warnings in order, and the result tells who tried and who answered', async () => {
    const logger = recorder()
    const result = await chunk('Noor reads. Ilse writes.', {
      method: [first, second, 'sentence'],
      extractors: false,
      logger,
      ...units(14),
    })
    expect(logger.warnings.map((warning) => /"(\w+)" gave way/.exec(warning)?.[1])).toEqual(['first', 'second'])
    expect(result.attempts.map(({ name, ok }) => [name, ok])).toEqual([
      ['first', false],
      ['second', false],
      ['sentence', true],
    ])
    expect([result.method, result.degraded]).toEqual(['sentence', true])
  })

  it('row 7: where none works, one error carries every cause', async () => {
    const tokenizer = (): number => {
      throw new Error('no ranks')
    }
    const error = await failure(
      chunk('Noor reads.', { method: [first, 'token'], extractors: false, tokenizer, logger: recorder(), ...sized(5) }),
    )
    expect(error).toMatchObject({ code: 'no-method' })
    expect((error as Error & { causes: Error[] }).causes.map(({ message }) => message)).toEqual([
      'no key',
      'no ranks',
      'no ranks',
    ])
  })

  it('row 59: the result names the measure that ran', async () => {
    const { document } = await chunk('Noor Haddad met Ilse Varga.', {
      method: { method: 'centrality_based', centrality: 'closeness' },
      entities: [{ name: 'Noor Haddad' }, { name: 'Ilse Varga' }],
    })
    expect(document.centrality?.measure).toBe('closeness')
  })
})

describe('windows', () => {
  const hundred = 'abcdefghij'.repeat(10)

  it('row 17: white space alone gives nothing', async () => {
    for (const method of plain) expect((await cut(' \n\t ', method, units(5))).chunks).toEqual([])
  })

  it.each(['sliding_window', 'token', 'character'])(
    'row 19: windows of 40 with 10 in common, and nothing after the last, %s',
    async (method) => {
      expect(reaches(await cut(hundred, method, units(40, 10)))).toEqual([
        [0, 40],
        [30, 70],
        [60, 100],
      ])
    },
  )

  it.each<NonNullable<ChunkOptions['tokenizer']>>(['word', 'cl100k_base'])(
    'row 21: a text smaller than a window, in units of %s',
    async (tokenizer) => {
      for (const method of plain)
        expect((await cut('few words here', method, { tokenizer, ...sized(50, 5) })).chunks).toHaveLength(1)
    },
  )

  it('row 25: a stride of one’s own', async () => {
    expect(starts(reaches(await cut('abcdefghijklmnop', sliding({ strideTokens: 2 }), units(8))))).toEqual([
      0, 2, 4, 6, 8,
    ])
  })

  it('row 25: a stride beyond the size leaves gaps, which the result tells; whole sentences never do', async () => {
    const options = units(8)
    const wide = await cut(hundred, sliding({ strideTokens: 20 }), options, true)
    expect(reaches(wide)).toEqual([
      [0, 8],
      [20, 28],
      [40, 48],
      [60, 68],
      [80, 88],
    ])
    expect(wide.coverage).toBeCloseTo(0.4, 9)
    expect(wide.uncovered.map(({ start, end }) => [start, end])).toEqual([
      [8, 20],
      [28, 40],
      [48, 60],
      [68, 80],
      [88, 100],
    ])
    const text = series(12, (i) => `Row ${i}.`)
    await cut(text, sliding({ strideTokens: 20, snap: 'sentence' }), options)
  })

  it.each([
    [0, ['一二三。四五六。七八九。', '十百千。万亿兆。']],
    [3, ['一二三。四五六。七八九。', '十百千。万亿兆。']],
    [4, ['一二三。四五六。七八九。', '七八九。十百千。万亿兆。']],
    [7, ['一二三。四五六。七八九。', '七八九。十百千。万亿兆。']],
    [8, ['一二三。四五六。七八九。', '四五六。七八九。十百千。', '七八九。十百千。万亿兆。']],
  ])('row 27: windows of whole sentences with %i in common', async (overlap, expected) => {
    const result = await cut(
      '一二三。四五六。七八九。十百千。万亿兆。',
      sliding({ snap: 'sentence' }),
      units(12, overlap),
    )
    expect(originals(result)).toEqual(expected)
  })

  it.each<MethodChoice>(['sentence', 'recursive', sliding({ snap: 'sentence' })])(
    'row 29: overlap shrinks where the next sentence has no room: %j',
    async (method) => {
      const text =
        'Tiny one. Also tiny. This sentence nearly fills all of it. Tiny two. So tiny. Another sentence that nearly fills it.'
      const { chunks } = await cut(text, method, units(46, 20))
      for (const { spans } of chunks)
        expect(spans.some(({ role, start, end }) => role === 'own' && end > start)).toBe(true)
      for (let at = 1; at < chunks.length; at++)
        expect(reach(chunks[at]).end).toBeGreaterThan(reach(chunks[at - 1]).end)
    },
  )

  it('row 31: mixed stops and inner line breaks are kept as they are', async () => {
    const text = 'She came?! He\nleft. "So!" they said... Then none.'
    const one = { method: 'sentence', maxSentences: 1 } as const
    expect(originals(await cut(text, one, units(40)))).toEqual([
      'She came?!',
      'He\nleft.',
      '"So!" they said...',
      'Then none.',
    ])
  })

  it('row 33: a sentence above the size is cut alone, and its pieces are in no other chunk', async () => {
    const long = `${series(30, (i) => `W${i}`)}.`
    const text = `A one. A two. ${long} A three. A four.`
    for (const method of ['sentence', sliding({ snap: 'sentence' })] as MethodChoice[]) {
      const all = originals(await cut(text, method, units(30)))
      expect(all[0]).toBe('A one. A two.')
      expect(all.at(-1)).toBe('A three. A four.')
      expect(all.slice(1, -1).join(' ')).toBe(long)
    }
  })

  it('row 35: memory for 50,000 tiny sentences in one chunk', async () => {
    const text = '山。'.repeat(50_000)
    const before = process.memoryUsage().heapUsed
    const { chunks } = await chunk(text, { method: 'sentence', extractors: false, ...units(100_000) })
    expect(chunks).toHaveLength(1)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100e6)
  })
})
