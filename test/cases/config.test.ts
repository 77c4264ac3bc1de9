import { describe, expect, it } from 'vitest'
import { type ChunkOptions, chunk, type MethodChoice, methods } from '../../src/index.js'
import { cut, failure, originals, reaches, sized, units } from './check.js'

const text = 'red blue green grey pink gold black white brown teal '.repeat(5)
const refused = async (options: unknown): Promise<Error> => failure(chunk(text, options as ChunkOptions))

describe.each(methods().map(({ name }) => name))('cfg-01: %s', (method) => {
  it.each([
    [2, 2],
    [2, 5],
    [1, 1],
    [10, 10],
  ])('size %i and overlap %i is refused at once, with both numbers', async (size, overlap) => {
    const before = process.cpuUsage()
    const { message } = await refused({ method, ...sized(size, overlap) })
    expect(process.cpuUsage(before).user).toBeLessThan(200_000)
    expect(message).toMatch(new RegExp(`\`overlapTokens\`.*\\(${size}\\).*${overlap}`))
  })
})

it.each(['token', 'recursive', 'sliding_window', 'sentence', 'character', 'word', 'paragraph', 'structural'])(
  'cfg-01: %s ends with an overlap of the size less one',
  async (method) => {
    for (const size of [1, 2, 3, 10]) await cut(text, method, sized(size, size - 1))
  },
)

it.each([
  [{ maxTokens: 0 }, '`maxTokens`', '0'],
  [{ maxTokens: -4 }, '`maxTokens`', '-4'],
  [{ maxTokens: Number.NaN }, '`maxTokens`', 'NaN'],
  [{ maxTokens: 10.5 }, '`maxTokens`', '10.5'],
  [{ maxTokens: '100' }, '`maxTokens`', '"100"'],
  [{ maxTokens: Infinity }, '`maxTokens`', 'Infinity'],
  [{ targetTokens: 0 }, '`targetTokens`', '0'],
  [{ maxTokens: 20, targetTokens: 30 }, '`targetTokens`', '30'],
  [{ overlapTokens: -1 }, '`overlapTokens`', '-1'],
  [{ overlapTokens: 0.5 }, '`overlapTokens`', '0.5'],
  [{ maxTokens: 20, minTokens: 24 }, '`minTokens`', '24'],
  [{ tokenizer: 'gpt2' }, '`tokenizer`', 'gpt2'],
  [{ method: [] }, '`method`', 'empty list'],
  [{ method: 7 }, '`method`', '7'],
  [{ method: { method: 'sliding_window', strideTokens: 0 } }, '`strideTokens` of method "sliding_window"', '0'],
  [{ method: { method: 'sliding_window', strideTokens: -1 } }, '`strideTokens` of method "sliding_window"', '-1'],
  [{ method: { method: 'community_detection', resolution: 0 } }, '`resolution` of method "community_detection"', '0'],
  [{ method: { method: 'centrality_based', centrality: 'katz' } }, '`centrality` of method "centrality_based"', 'katz'],
])('a value out of range is refused: %j', async (options, name, given) => {
  const { message } = await refused({ extractors: false, ...options })
  expect(message).toContain(name)
  expect(message).toContain(given)
})

it.each([
  [{ chunk_size: 10, overlapp: 2 }, ['"chunk_size"', '"maxTokens"', '"overlapp"', '"overlapTokens"']],
  [{ maxtokens: 10 }, ['"maxtokens"', '"maxTokens"']],
  [{ chunkOverlap: 10 }, ['"chunkOverlap"', '"overlapTokens"']],
  [{ method: 'recursiv' }, ['"recursiv"', '"recursive"']],
  [{ method: 'community' }, ['"community"', '"community_detection"']],
  [{ method: ['recursive', 'centrality'] }, ['"centrality"', '"centrality_based"']],
  [{ method: { method: 'sentence', maxSentence: 3 } }, ['"sentence"', '"maxSentence"', '"maxSentences"']],
  [{ method: { method: 'sentence', maxWords: 3 } }, ['"sentence"', '"maxWords"']],
  [{ method: { method: 'recursive', maxTokens: 5 } }, ['"recursive"', '"maxTokens"']],
  [{ method: { method: 'community_detection', algorithm: 'leiden' } }, ['"community_detection"', '"algorithm"']],
  [{ extractors: 'rule' }, ['"rule"', '"rules"']],
  [{ extractors: ['compromis'] }, ['"compromis"', '"compromise"']],
])('cfg-03: a name that does not exist is refused with the nearest: %j', async (options, names) => {
  const { message } = await refused(options)
  for (const name of names) expect(message).toContain(name)
})

it('cfg-03: an option that the method has no use for is no error', async () => {
  const { chunks, method, degraded } = await chunk(text, {
    method: 'recursive',
    entities: [{ name: 'teal', type: 'misc' }],
    resolution: 2,
    ...units(60),
  })
  expect([method, degraded]).toEqual(['recursive', false])
  expect(chunks.some(({ entities }) => entities.some(({ name }) => name === 'teal'))).toBe(true)
})

it('cfg-03: overlap where the method repeats nothing is told', async () => {
  const result = await chunk('Quill Bank is here. Quill Bank was there.', {
    method: 'subgraph',
    entities: [{ name: 'Quill Bank' }],
    ...units(30, 5),
  })
  expect(result.notes.filter((note) => note.includes('`overlapTokens`'))).toHaveLength(1)
})

it.each<MethodChoice>(['recursive', 'sentence', 'word', 'structural'])(
  'cfg-05: signs of patterns are plain text, %j',
  async (method) => {
    const odd = 'hens sit. geese fly (near|far). owls see*all+well? no. [a-z]{2,} \\d+ $1 ^end'
    const result = await cut(odd, method, units(16))
    const all = originals(result).join(' ')
    for (const word of ['hens sit.', 'geese fly', 'owls see', '[a-z]{2,}', '\\d+', '$1', '^end'])
      expect(all).toContain(word)
  },
)

it('cfg-05: signs of patterns in names, too', async () => {
  const result = await chunk('They use C++ (v.2) and a.b*c here, not axb.', {
    method: 'entity_aware',
    entities: [{ name: 'C++' }, { name: 'a.b*c' }],
    ...units(60),
  })
  expect(
    result.chunks.flatMap(({ entities }) => entities.map(({ name, mentions }) => [name, mentions.length])),
  ).toEqual([
    ['C++', 1],
    ['a.b*c', 1],
  ])
})

it('0 means 0', async () => {
  expect(reaches(await cut('c'.repeat(20), 'token', { ...units(10), overlapTokens: 0, minTokens: 0 }))).toEqual([
    [0, 10],
    [10, 20],
  ])
})
