import { describe, expect, it } from 'vitest'
import { type ChunkOptions, chunk, createDocument, type MethodChoice, methods } from '../../src/index.js'
import {
  cut,
  expectUncut,
  expectWholeWords,
  failure,
  originals,
  reach,
  reaches,
  recount,
  series,
  sized,
  units,
} from './check.js'

const names = methods().map(({ name }) => name)
const plain = ['recursive', 'token', 'character', 'word', 'sentence', 'paragraph', 'sliding_window', 'structural']
const untrimmed = (size: number): ChunkOptions => ({ ...units(size), trim: false })

it.each(plain)('rows 1, 3: %s gives nothing for an empty text, and one chunk for a small one', async (method) => {
  expect((await cut('', method, units(40))).chunks).toEqual([])
  for (const text of ['Ilse met Noor. They spoke.', 'y'])
    expect(reaches(await cut(text, method, units(40)))).toEqual([[0, text.length]])
})

describe.each(names)('rows 5, 7: %s slices and counts exactly', (method) => {
  const text = `# Café “Ж”\n\nIlse Varga naïvely asked: “Why?”  山に雪。谁在敲门？ 🧭👨‍👩‍👦 e\u0301\r\n\r\n| a | b |\n|---|---|\n| 1 | 2 |\n\n${series(12, (i) => `Row ${i} is short.`)}`
  it.each<NonNullable<ChunkOptions['tokenizer']>>([
    'cl100k_base',
    'character',
    (part: string) => Math.ceil(part.length / 4),
  ])('counted by %s', async (tokenizer) => {
    for (const size of [7, 40]) {
      const options: ChunkOptions = { tokenizer, ...sized(size, 3), entities: [{ name: 'Ilse Varga' }] }
      await cut(text, method, options, method === 'subgraph')
    }
  })
})

it.each<[string, MethodChoice, string, ChunkOptions, string[]]>([
  ['row 9: a run is cut at the size', 'recursive', 'v'.repeat(28), units(12), ['v'.repeat(12), 'v'.repeat(12), 'vvvv']],
  [
    'row 11: short sentences join',
    'recursive',
    'Warm stove. Here is a cake! Is it? Oui.',
    units(16),
    ['Warm stove.', 'Here is a cake!', 'Is it? Oui.'],
  ],
  [
    'row 15: blanks within a chunk stay',
    'recursive',
    'alder  beech   cedar hazel',
    units(13),
    ['alder  beech', 'cedar hazel'],
  ],
  [
    'row 17: titles and hours end no sentence',
    'sentence',
    'Dr. Varga met Mrs. Dorn at 9 a.m. on Friday. They spoke.',
    units(46),
    ['Dr. Varga met Mrs. Dorn at 9 a.m. on Friday.', 'They spoke.'],
  ],
  [
    'row 19: a closing quote stays',
    'sentence',
    'She said "run." He sat. "Who?" None spoke.',
    units(23),
    ['She said "run." He sat.', '"Who?" None spoke.'],
  ],
  [
    'row 21: no line end is halved',
    'recursive',
    'row five\r\nrow four\r\n\r\nrow eight',
    untrimmed(12),
    ['row five\r\n', 'row four\r\n\r\n', 'row eight'],
  ],
  [
    'row 23: the longest run of breaks parts first',
    'recursive',
    'p1\np2\n\nq1\nq2\n\n\nr1\nr2',
    untrimmed(8),
    ['p1\np2\n\n', 'q1\nq2\n\n\n', 'r1\nr2'],
  ],
  [
    'row 25: Chinese sentences',
    'recursive',
    '昨夜雨下得大。河水涨了起来。村里人都醒了。',
    units(10),
    ['昨夜雨下得大。', '河水涨了起来。', '村里人都醒了。'],
  ],
  [
    'row 29: emoji and lines',
    'recursive',
    'Yo 🧭 here.\nSo 👨‍👩‍👦 went.\nStop.',
    units(17),
    ['Yo 🧭 here.', 'So 👨‍👩‍👦 went.', 'Stop.'],
  ],
  [
    'row 41: a heading begins its chunk',
    'recursive',
    '# P\npart p is\n# R\npart r is',
    units(14),
    ['# P\npart p is', '# R\npart r is'],
  ],
  [
    'row 41: a heading begins its section',
    'structural',
    '# P\npart p is\n# R\npart r is',
    units(14),
    ['# P\npart p is', '# R\npart r is'],
  ],
])('%s', async (_, method, text, options, expected) => {
  expect(originals(await cut(text, method, options))).toEqual(expected)
})

it('row 13: a minimum above the size is refused, with both numbers', async () => {
  const { message } = await failure(chunk('Warm stove. Here is a cake!', { ...units(16), minTokens: 24 }))
  expect(message).toMatch(/`minTokens`.*\(16\).*24/)
})

it('row 17: no cut after a title, even where the sentence is too long', async () => {
  const result = await cut('Dr. Varga met Mrs. Dorn at 9 a.m. on Friday. They spoke.', 'sentence', units(31))
  expectWholeWords(result)
  for (const original of originals(result)) expect(original).not.toMatch(/Mrs\.$|Dr\.$/)
})

it('row 27: a quoted sentence keeps both quotation marks', () => {
  const text = '昨夜雨很大。河水涨了！谁去看了？“我去。”她说。'
  const sentences = createDocument(text).sentences.map(({ start, end }) => text.slice(start, end))
  expect(sentences).toEqual(['昨夜雨很大。', '河水涨了！', '谁去看了？', '“我去。”她说。'])
})

it.each<[string, ChunkOptions]>([
  ['UTF-16 units', units(9)],
  ['code points', { tokenizer: (text) => [...text].length, ...sized(8) }],
])('row 31: one family to a chunk, counted in %s', async (_, options) => {
  for (const method of plain)
    expect(originals(await cut('👨‍👩‍👦👩‍👩‍👧', method, options))).toEqual(['👨‍👩‍👦', '👩‍👩‍👧'])
})

it.each(plain)('rows 33, 35: %s keeps token limits on Chinese and emoji', async (method) => {
  const { chunks } = await cut('昨夜雨下得大,河水涨了起来。', method, sized(4))
  for (const one of chunks) expect(one.oversize === undefined || [...one.original].length === 1).toBe(true)
  for (const one of (await cut('🪁'.repeat(45), method, sized(60))).chunks)
    expect(recount(one.text)).toBeLessThanOrEqual(60)
})

it.each(['recursive', 'token', 'character', 'sliding_window'])(
  'row 37: with overlap, %s makes no chunk that lies in the one before',
  async (method) => {
    const result = await cut('Jolly stove', method, units(4, 2))
    expect(result.chunks.length).toBe(5)
    const spans = result.chunks.map(reach)
    for (let at = 1; at < spans.length; at++) expect(spans[at].end).toBeGreaterThan(spans[at - 1].end)
  },
)

it.each([
  [10, 10],
  [4, 9],
  [20, 1.5],
  [20, -1],
])('row 39: size %d and overlap %d are refused', async (size, overlap) => {
  const { message } = await failure(chunk('hello stove', { ...sized(size, overlap) }))
  expect(message).toContain('`overlapTokens`')
  expect(message).toContain(String(overlap))
})

it('row 46b: overlap is the own text of the chunk before, never what that one repeats', async () => {
  const result = await cut('aaaa\n\nbb\n\ncc\n\ndd', 'paragraph', units(7, 4))
  result.chunks.slice(1).forEach(({ spans }, at) => {
    const own = result.chunks[at].spans.find(({ role }) => role === 'own')
    for (const { start, role } of spans) if (role === 'overlap') expect(start).toBeGreaterThan(own?.start ?? 0)
  })
})

it.each(plain)('row 47: the limit holds where %s finds no place of its own to cut', async (method) => {
  for (const [text, size] of [
    ['abcdefghijklmnopqrstuvwxyz'.repeat(3), 12],
    ['one-long-word '.repeat(9), 7],
    ['a\u0301'.repeat(40), 5],
  ] as const)
    await cut(text, method, units(size))
})

it('row 47: words stay whole where they fit', async () => {
  const result = await cut('plum pear fig quince medlar sloe', 'recursive', units(12))
  expectUncut(result, ['plum', 'pear', 'fig', 'quince', 'medlar', 'sloe'])
})
