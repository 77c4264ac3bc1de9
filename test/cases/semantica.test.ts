import { describe, expect, it, vi } from 'vitest'
import { type ChunkOptions, chunk, type Document, type ExtractFunction, extract, type MethodChoice, methods, type Span } from '../../src/index.js'
import { cut, expectSound, expectUncut, failure, originals, reach, reaches, recorder, repeats, series, sized, units } from './check.js'

const plain = ['recursive', 'token', 'character', 'word', 'sentence', 'paragraph', 'sliding_window', 'structural']
const graphNative = ['entity_aware', 'relation_aware', 'community_detection', 'centrality_based', 'graph_based']
const sliding = (own: object): MethodChoice => ({ method: 'sliding_window', ...own }) as MethodChoice
const starts = (spans: readonly [number, number][]): number[] => spans.map(([start]) => start)

describe('settings and records', () => {
  it('row 3: what a method notes on a chunk, and a document has, is read back as it was', async () => {
    const halves = (document: Document): { spans: Span[]; metadata: { half: number; tags: string[] } }[] =>
      [0, 8].map((start, half) => ({ spans: [{ start, end: start === 0 ? 8 : document.text.length }], metadata: { half, tags: ['x'] } }))
    const { chunks } = await chunk('Abcdefg hijklmn', { method: halves, extractors: false })
    expect(chunks.map(({ metadata, method }) => [metadata, method])).toEqual([
      [{ half: 0, tags: ['x'] }, 'halves'],
      [{ half: 1, tags: ['x'] }, 'halves'],
    ])
  })

  it('row 9: ceil(n / size) chunks of unbroken text, and none shares a character', async () => {
    for (const [n, size] of [[100, 10], [101, 10], [99, 10], [7, 10], [10, 10]]) {
      for (const method of ['token', 'character', 'sliding_window', 'recursive']) {
        const result = await cut('h'.repeat(n), method, units(size))
        expect(result.chunks.length).toBe(Math.ceil(n / size))
        expect(repeats(result).join('')).toBe('')
      }
    }
  })

  it('row 13: a size stands in one place, so no other can win over it', async () => {
    const { message } = await failure(chunk('Some text.', { maxTokens: 10, method: { method: 'recursive', maxTokens: 5 } as never }))
    expect(message).toMatch(/method "recursive".*"maxTokens"/)
  })

  it('row 67: the lineage of a chunk is its document and its neighbours', async () => {
    const { chunks, document } = await cut(series(40, (i) => `Line ${i} ends.`), 'sentence', units(60))
    chunks.forEach((one, at) => {
      expect([one.documentId, one.previous, one.next, one.parent, one.children]).toEqual([document.id, chunks[at - 1]?.id ?? null, chunks[at + 1]?.id ?? null, null, []])
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
    const result = await chunk('Noor reads. Ilse writes.', { method: [first, second, 'sentence'], extractors: false, logger, ...units(14) })
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
    const error = await failure(chunk('Noor reads.', { method: [first, 'token'], extractors: false, tokenizer, logger: recorder(), ...sized(5) }))
    expect(error).toMatchObject({ code: 'no-method' })
    expect((error as Error & { causes: Error[] }).causes.map(({ message }) => message)).toEqual(['no key', 'no ranks', 'no ranks'])
  })

  it('row 59: the result names the measure that ran', async () => {
    const { document } = await chunk('Noor Haddad met Ilse Varga.', { method: { method: 'centrality_based', centrality: 'closeness' }, entities: [{ name: 'Noor Haddad' }, { name: 'Ilse Varga' }] })
    expect(document.centrality?.measure).toBe('closeness')
  })
})

describe('windows', () => {
  const hundred = 'abcdefghij'.repeat(10)

  it('row 17: white space alone gives nothing', async () => {
    for (const method of plain) expect((await cut(' \n\t ', method, units(5))).chunks).toEqual([])
  })

  it.each(['sliding_window', 'token', 'character'])('row 19: windows of 40 with 10 in common, and nothing after the last, %s', async (method) => {
    expect(reaches(await cut(hundred, method, units(40, 10)))).toEqual([
      [0, 40],
      [30, 70],
      [60, 100],
    ])
  })

  it.each<NonNullable<ChunkOptions['tokenizer']>>(['word', 'cl100k_base'])('row 21: a text smaller than a window, in units of %s', async (tokenizer) => {
    for (const method of plain) expect((await cut('few words here', method, { tokenizer, ...sized(50, 5) })).chunks).toHaveLength(1)
  })

  it('row 25: a stride of one’s own', async () => {
    expect(starts(reaches(await cut('abcdefghijklmnop', sliding({ strideTokens: 2 }), units(8))))).toEqual([0, 2, 4, 6, 8])
  })

  it('row 25: a stride beyond the size leaves gaps, which the result tells; whole sentences never do', async () => {
    const options = units(8)
    const wide = await chunk(hundred, { method: sliding({ strideTokens: 20 }), extractors: false, ...options })
    expectSound(hundred, wide, options, true)
    expect(reaches(wide)).toEqual([[0, 8], [20, 28], [40, 48], [60, 68], [80, 88]])
    expect(wide.coverage).toBeCloseTo(0.4, 9)
    expect(wide.uncovered.map(({ start, end }) => [start, end])).toEqual([[8, 20], [28, 40], [48, 60], [68, 80], [88, 100]])
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
    const result = await cut('一二三。四五六。七八九。十百千。万亿兆。', sliding({ snap: 'sentence' }), units(12, overlap))
    expect(originals(result)).toEqual(expected)
  })

  it.each<MethodChoice>(['sentence', 'recursive', sliding({ snap: 'sentence' })])('row 29: overlap shrinks where the next sentence has no room: %j', async (method) => {
    const text = 'Tiny one. Also tiny. This sentence nearly fills all of it. Tiny two. So tiny. Another sentence that nearly fills it.'
    const { chunks } = await cut(text, method, units(46, 20))
    for (const { spans } of chunks) expect(spans.some(({ role, start, end }) => role === 'own' && end > start)).toBe(true)
    for (let at = 1; at < chunks.length; at++) expect(reach(chunks[at]).end).toBeGreaterThan(reach(chunks[at - 1]).end)
  })

  it('row 31: mixed stops and inner line breaks are kept as they are', async () => {
    const text = 'She came?! He\nleft. "So!" they said... Then none.'
    const one = { method: 'sentence', maxSentences: 1 } as const
    expect(originals(await cut(text, one, units(40)))).toEqual(['She came?!', 'He\nleft.', '"So!" they said...', 'Then none.'])
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

describe('structure', () => {
  const fenced = '# Parts\n\nFirst part.\n\n```sh\n# no heading\nmake\n```\n\n# Tools\n\nLast part.\n'

  it.each([true, false])('row 37: every method keeps all text, trimmed: %s', async (trim) => {
    const text = `  \n${fenced}\n\n | a \\| b | c |\n|---|---|\n| --- | 2 |\n\n  ${series(9, (i) => `Noor Haddad row ${i}.`)}  \n`
    for (const { name: method } of methods()) {
      const options: ChunkOptions = { ...units(38), trim, entities: [{ name: 'Noor Haddad' }] }
      expectSound(text, await chunk(text, { method, ...options }), options, method === 'subgraph')
    }
  })

  it('rows 39, 41: a chunk never holds two sections, and a comment in code opens none', async () => {
    const { chunks } = await cut(fenced, 'structural', units(400))
    expect(chunks.map(({ headings }) => headings)).toEqual([['Parts'], ['Tools']])
    for (const { original } of chunks) expect(original.includes('First part') && original.includes('Last part')).toBe(false)
    expect(chunks[0].original).toContain('# no heading')
  })

  it('row 47: text around two tables is neither lost nor drawn into them', async () => {
    const table = (n: number): string => `| k${n} | v |\n|---|---|\n| --- | x \\| y |\n| r${n} | z |`
    const text = `# T\n\nBefore.\n\n${table(1)}\n\nBetween.\n\n${table(2)}\n\nAfter.`
    expectUncut(await cut(text, 'structural', units(60)), [table(1), table(2), 'Before.', 'Between.', 'After.'])
  })
})

describe('entities and relations', () => {
  const people = ['Noor Haddad', 'Ilse Varga', 'Pavel Dorn', 'Edda Lim']
  const entities = people.map((name) => ({ name, type: 'person' }))
  const text = series(24, (i) => `${people[i % 4]} wrote to ${people[(i + 1) % 4]} in spring, and a week later to ${people[(i + 2) % 4]}.`)

  it.each(graphNative)('row 51: dense names never push %s over the size', async (method) => {
    const options = { ...units(70), entities }
    const result = await chunk(text, { method, ...options })
    expectSound(text, result, options)
    expectUncut(result, people)
  })

  it('row 53: with given entities no extractor runs', async () => {
    const never = vi.fn<ExtractFunction>(() => ({ mentions: [] }))
    const result = await chunk(text, { entities, extractors: never })
    expect(never).not.toHaveBeenCalled()
    expect(result.document.entities?.map(({ name }) => name).sort()).toEqual([...people].sort())
    expect(result.attempts.map(({ stage }) => stage)).toEqual(['cut'])
  })

  it('row 55: a relation lies in one chunk or is told as parted, and under no chunk', async () => {
    const far = `Noor Haddad, ${'who was ever so tired, '.repeat(9)}joined Edda Lim. Ilse Varga wed Pavel Dorn.`
    const relations = [
      { subject: 'Noor Haddad', object: 'Edda Lim', predicate: 'join' },
      { subject: 'Ilse Varga', object: 'Pavel Dorn', predicate: 'wed' },
    ]
    const options = { ...units(90), entities, relations }
    const result = await chunk(far, { method: 'relation_aware', ...options })
    expectSound(far, result, options)
    expect(result.chunks.flatMap((one) => one.relations.map(({ predicate }) => predicate))).toEqual(['wed'])
    expect(result.parted.map(({ relation }) => relation.predicate)).toEqual(['join'])
    const [from, to] = result.parted[0].chunks.map((id) => result.chunks.findIndex((one) => one.id === id))
    expect(result.chunks[from].original).toContain('Noor Haddad')
    expect(result.chunks[to].original).toContain('Edda Lim')
  })

  it.each<MethodChoice>([
    ...graphNative,
    { method: 'community_detection', gather: true },
    { method: 'centrality_based', gather: true },
    { method: 'graph_based', strategy: 'centrality', gather: true },
    { method: 'subgraph', seeds: ['Noor Haddad'], hops: 10 },
  ])('row 57: %j covers the text, says what it gathers, repeats nothing and keeps all mentions', async (method) => {
    const options = { ...units(150), entities }
    const result = await chunk(text, { method, ...options })
    expectSound(text, result, options)
    const places = result.chunks.flatMap((one) => one.entities.flatMap(({ mentions }) => mentions.map(({ start }) => start)))
    expect(places.sort((a, b) => a - b)).toEqual(result.document.mentions?.map(({ start }) => start))
    for (const { spans, contiguous } of result.chunks) expect(contiguous).toBe(spans.length === 1)
  })

  it('row 61: names far apart that no words relate are at most a co-occurrence, and are weak', async () => {
    const gap = 'The rain went on and on over the wide and empty fields that day. '.repeat(3)
    const far = people.slice(0, 3).map((name) => `${name} slept. ${gap}`).join('')
    const { relations, mentions } = await extract(far, { entities: entities.slice(0, 3) })
    expect(mentions).toHaveLength(3)
    for (const { kind, weight } of relations) expect([kind, weight < 0.5]).toEqual(['cooccurrence', true])
  })

  it('row 63: many documents in their order, each with its id and its own numbers', async () => {
    const texts = Array.from({ length: 10 }, (_, at) => series(6, (i) => `Sheet ${at} row ${i}.`))
    const results = await Promise.all(texts.map((one) => cut(one, 'sentence', units(40))))
    results.forEach(({ chunks, document }, at) => {
      expect(document.text).toBe(texts[at])
      expect(chunks.map(({ index, documentId }) => [index, documentId])).toEqual(chunks.map((_, index) => [index, document.id]))
    })
    expect(new Set(results.map(({ document }) => document.id)).size).toBe(10)
  })

  it('row 65: an extractor is asked once for each document', async () => {
    const seen: string[] = []
    const counting: ExtractFunction = ({ text: given }) => {
      seen.push(given)
      return { mentions: [] }
    }
    for (const one of ['Noor reads.', 'Ilse writes.']) await chunk(one, { extractors: counting })
    expect(seen).toEqual(['Noor reads.', 'Ilse writes.'])
  })
})
