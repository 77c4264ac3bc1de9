import { expect, it } from 'vitest'
import { cut, originals, reach, series, sized, units } from './check.js'

const stations = series(34, (i) => `Train ${i} left the upper platform after the bell.`)
const verses = series(14, (i) => `Verse ${i} speaks of early snow.`, '\n\n')

it.each([
  ['off-01: a sentence said many times', 'recursive', 'Gates up, trains on. '.repeat(38), units(50)],
  ['off-03: token windows that overlap', 'token', stations, sized(11, 5)],
  ['off-09: doubled blanks at word level', 'recursive', 'plums   pears    quinces  ripen\t\tfirst   here', units(9)],
] as const)('%s', async (_, method, text, options) => {
  const { chunks } = await cut(text, method, options)
  expect(chunks.length).toBeGreaterThan(3)
  for (const one of chunks) expect(one.original).toBe(text.slice(reach(one).start, reach(one).end))
})

it.each([
  ['a fixed prefix', 'title: Winter songs\nyear: 1874\n\n'],
  [
    'a prefix made for each chunk',
    ({ original }: { original: string }) => `length: ${original.length}\nyear: 1874\n\n`,
  ],
])('off-05: %s leaves text and span alone', async (_, prefix) => {
  const options = { ...units(110), prefix }
  const result = await cut(verses, 'recursive', options)
  expect(result.chunks.length).toBeGreaterThan(3)
  for (const { text, original } of result.chunks) {
    const made = typeof prefix === 'string' ? prefix : prefix({ original })
    expect(text).toBe(made + original)
  }
})

it('off-05: a transform changes the outgoing text alone', async () => {
  const options = { ...units(70), transform: (text: string) => text.toUpperCase() }
  const result = await cut(verses, 'recursive', options)
  for (const { text, original } of result.chunks) expect(text).toBe(original.toUpperCase())
  expect(originals(result).join('\n\n')).toBe(verses)
})

it('off-07: offsets are UTF-16 units, after emoji too', async () => {
  const text = '🍎🍎🍎 Ilse Varga spoke. 👩🏽‍🌾 Tarn Works Ltd listened.'
  const options = {
    ...units(200),
    entities: [
      { name: 'Ilse Varga', type: 'person' },
      { name: 'Tarn Works Ltd', type: 'organization' },
    ],
  }
  const result = await cut(text, 'entity_aware', options)
  const places = result.chunks.flatMap(({ entities }) =>
    entities.flatMap(({ name, mentions }) => mentions.map((at) => [name, at.start, at.end])),
  )
  expect(places).toEqual([
    ['Ilse Varga', 7, 17],
    ['Tarn Works Ltd', 33, 47],
  ])
  for (const [name, start, end] of places) expect(text.slice(Number(start), Number(end))).toBe(name)
})
