import { describe, expect, it, vi } from 'vitest'
import { type ChunkOptions, chunk, type ExtractFunction, extract, type MethodChoice, methods } from '../../src/index.js'
import { cut, expectUncut, series, units } from './check.js'

vi.mock('wink-nlp', async (original) => {
  const { default: wink } = await original<typeof import('wink-nlp')>()
  return { default: vi.fn(wink) }
})

const graphNative = ['entity_aware', 'relation_aware', 'community_detection', 'centrality_based', 'graph_based']

describe('structure', () => {
  const fenced = '# Parts\n\nFirst part.\n\n```sh\n# no heading\nmake\n```\n\n# Tools\n\nLast part.\n'

  it.each([true, false])('row 37: every method keeps all text, trimmed: %s', async (trim) => {
    const text = `  \n${fenced}\n\n | a \\| b | c |\n|---|---|\n| --- | 2 |\n\n  ${series(9, (i) => `Noor Haddad row ${i}.`)}  \n`
    for (const { name: method } of methods()) {
      const options: ChunkOptions = { ...units(38), trim, entities: [{ name: 'Noor Haddad' }] }
      await cut(text, method, options, method === 'subgraph')
    }
  })

  it('rows 39, 41: a chunk never holds two sections, and a comment in code opens none', async () => {
    const { chunks } = await cut(fenced, 'structural', units(400))
    expect(chunks.map(({ headings }) => headings)).toEqual([['Parts'], ['Tools']])
    for (const { original } of chunks)
      expect(original.includes('First part') && original.includes('Last part')).toBe(false)
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
  const text = series(
    24,
    (i) => `${people[i % 4]} wrote to ${people[(i + 1) % 4]} in spring, and a week later to ${people[(i + 2) % 4]}.`,
  )

  it.each(graphNative)('row 51: dense names never push %s over the size', async (method) => {
    expectUncut(await cut(text, method, { ...units(70), entities }), people)
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
    const result = await cut(far, 'relation_aware', { ...units(90), entities, relations })
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
    const result = await cut(text, method, { ...units(150), entities })
    const places = result.chunks.flatMap((one) =>
      one.entities.flatMap(({ mentions }) => mentions.map(({ start }) => start)),
    )
    expect(places.sort((a, b) => a - b)).toEqual(result.document.mentions?.map(({ start }) => start))
    for (const { spans, contiguous } of result.chunks) expect(contiguous).toBe(spans.length === 1)
  })

  it('row 61: names far apart that no words relate are at most a co-occurrence, and are weak', async () => {
    const gap = 'The rain went on and on over the wide and empty fields that day. '.repeat(3)
    const far = people
      .slice(0, 3)
      .map((name) => `${name} slept. ${gap}`)
      .join('')
    const { relations, mentions } = await extract(far, { entities: entities.slice(0, 3) })
    expect(mentions).toHaveLength(3)
    for (const { kind, weight } of relations) expect([kind, weight < 0.5]).toEqual(['cooccurrence', true])
  })

  it('row 65: an extractor is asked once for each document, and a model is loaded once', async () => {
    const counting = vi.fn<ExtractFunction>(() => ({ mentions: [] }))
    const { default: wink } = await import('wink-nlp')
    for (const one of ['Noor reads.', 'Ilse writes.']) {
      await chunk(one, { extractors: counting })
      await chunk(one)
    }
    expect(counting.mock.calls.map(([document]) => document.text)).toEqual(['Noor reads.', 'Ilse writes.'])
    expect(wink).toHaveBeenCalledTimes(1)
  })
})
