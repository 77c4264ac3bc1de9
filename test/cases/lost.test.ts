import { expect, it } from 'vitest'
import { cut, expectUncut, originals, reaches, series, units } from './check.js'

it('lost-01: a short first line and overlap skip nothing', async () => {
  const words = Array.from({ length: 320 }, (_, i) => `n${String(i).padStart(3, '0')}`)
  const result = await cut(`Preface\n${words.join(' ')}`, 'recursive', units(900, 90))
  expect(words.filter((word) => !originals(result).some((original) => original.split(/\s+/).includes(word)))).toEqual(
    [],
  )
})

it.each(['recursive', 'token', 'character', 'sliding_window', 'word'])(
  'lost-03: %s repeats nothing without overlap',
  async (method) => {
    expect(reaches(await cut('b'.repeat(36), method, units(12)))).toEqual([
      [0, 12],
      [12, 24],
      [24, 36],
    ])
  },
)

it('lost-05: the blank after an abbreviation stays', async () => {
  const text = series(15, (i) => `Order ${i} went to Dr. Haddad and Mrs. Dorn, sec. 4 par. 2 (€ 350). It was filed.`)
  const result = await cut(text, 'sentence', units(170, 45))
  expect(result.chunks.length).toBeGreaterThan(3)
  for (const original of originals(result)) expect(original).not.toMatch(/Dr\.Haddad|Mrs\.Dorn|\)\.It/)
  expectUncut(result, ['Dr. Haddad', 'Mrs. Dorn', '(€ 350). It'.slice(0, 8)])
})

it('lost-07: whole words, each in one chunk', async () => {
  const words = 'spade rake barrow hoe trowel fork twine seed'.split(' ')
  const result = await cut(words.join(' '), 'word', units(11))
  expect(originals(result).flatMap((original) => original.split(' '))).toEqual(words)
})
