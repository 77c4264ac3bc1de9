import { describe, expect, it } from 'vitest'
import { methods } from '../../src/index.js'
import { cut, expectUncut, expectWholeWords, reaches, repeats, series, sized, units } from './check.js'

describe('the limit holds', () => {
  it.each(['recursive', 'sentence', 'paragraph', 'structural', 'word', 'token'])(
    'size-01: a run without a break, %s',
    async (method) => {
      const result = await cut(`${'q'.repeat(4800)}\n\nA brief closing line.`, method, units(480))
      expect(result.chunks.length).toBeGreaterThanOrEqual(11)
    },
  )

  it('size-03: a sentence longer than the limit is cut between words', async () => {
    const text =
      'Brief start. That path has neither comma nor stop and it winds on far beyond the tiny bound which the reader chose for it. Done.'
    expectWholeWords(await cut(text, 'sentence', sized(11)))
  })

  it('size-05: names in a row without a sentence end do not grow a chunk', async () => {
    const names = ['Tarn Works', 'Quill Bank', 'Ilse Varga', 'Vell Glass Ltd']
    const text = series(180, (i) => names[i % 4], ' and ')
    expectUncut(await cut(text, 'entity_aware', { ...units(280), entities: names.map((name) => ({ name })) }), names)
  })

  it('size-05: a name longer than the limit is cut, and alone', async () => {
    const long = `The ${'Very '.repeat(20)}Long Guild`
    const text = `Before it stood Quill Bank. ${long} signed. After it stood Quill Bank.`
    const result = await cut(text, 'entity_aware', { ...units(40), entities: [{ name: long }, { name: 'Quill Bank' }] })
    expectUncut(result, ['Quill Bank'])
    expectWholeWords(result)
  })
})

describe('overlap', () => {
  it.each(['recursive', 'character', 'token', 'sliding_window'])(
    'ov-01: is there without any separator, %s',
    async (method) => {
      expect(reaches(await cut('uvwxyzabcd', method, units(5, 2)))).toEqual([
        [0, 5],
        [3, 8],
        [6, 10],
      ])
    },
  )

  it.each(methods().map(({ name }) => name))('ov-03: none where 0 was asked for, %s', async (method) => {
    const text = series(55, (i) => `Page ${i} of the album is bare.`)
    const result = await cut(text, method, { tokenizer: 'o200k_base', ...sized(38), entities: [] })
    expect(repeats(result).join('')).toBe('')
    for (const { overlapTokens } of result.chunks) expect(overlapTokens).toEqual({ before: 0, after: 0 })
  })

  it('ov-05: structural repeats within a section, never across', async () => {
    const text = `# Tulips\n\n${'Tulips want dry soil all summer. '.repeat(18)}\n\n# Roses\n\n${'Roses want pruning every March. '.repeat(18)}`
    const result = await cut(text, 'structural', units(190, 42))
    const repeated = repeats(result)
    result.chunks.slice(1).forEach(({ headings, original }, at) => {
      const same = result.chunks[at].headings[0] === headings[0]
      if (same) expect(repeated[at].trim().length).toBeGreaterThan(0)
      else expect(repeated[at]).toBe('')
      expect(repeated[at].length).toBeLessThanOrEqual(42)
      if (headings[0] === 'Roses') expect(original).not.toContain('Tulips')
    })
  })
})
