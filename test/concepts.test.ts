import { describe, expect, it } from 'vitest'
import { findConcepts } from '../src/annotate/concepts.js'
import { tagWords } from '../src/annotate/pos.js'
import { wordsOf } from '../src/annotate/words.js'
import { asDocument } from '../src/structure/create.js'

async function conceptsIn(text: string, names: readonly string[] = []) {
  const document = asDocument(text, {})
  const words = wordsOf(document)
  const taken = names.map((name) => ({
    start: text.indexOf(name),
    end: text.indexOf(name) + name.length,
    type: 'misc',
  }))
  const { drafts } = findConcepts(document, words, await tagWords(words), taken)
  return drafts.map((draft) => ({ ...draft, surface: text.slice(draft.start, draft.end) }))
}

describe('findConcepts', () => {
  it('finds terms and joins singular and plural', async () => {
    const found = await conceptsIn('The ovelline inhibitor failed. Two ovelline inhibitors were replaced by nurses.')
    const terms = found.filter(({ name }) => name === 'ovelline inhibitor')
    expect(terms.map(({ surface }) => surface)).toEqual(['ovelline inhibitor', 'ovelline inhibitors'])
    expect(terms.every(({ kind, type }) => kind === 'concept' && type === 'concept')).toBe(true)
  })

  it('leaves generic nouns out', async () => {
    expect(await conceptsIn('The first time was part of a long year. Many people saw the same thing.')).toEqual([])
  })

  it('does not overlap taken names', async () => {
    const found = await conceptsIn('The Halmar reactor coolant leaked. The reactor coolant was drained.', ['Halmar'])
    expect(found.map(({ surface }) => surface)).toEqual(['reactor coolant', 'reactor coolant'])
  })

  it('finds recurring Chinese terms', async () => {
    const found = await conceptsIn('潮汐仪需要校准。打开潮汐仪的盖子。关闭潮汐仪。')
    expect(found.map(({ surface }) => surface).join()).toContain('潮汐')
  })

  it.each([
    ['capitals', 'Zarn '.repeat(5000)],
    ['no blanks', 'x'.repeat(50_000)],
    ['one word', 'reactor '.repeat(5000)],
  ])('gives sorted, separate spans for %s', async (_, text) => {
    const found = await conceptsIn(text)
    for (let i = 1; i < found.length; i++) expect(found[i].start).toBeGreaterThanOrEqual(found[i - 1].end)
  })
})
