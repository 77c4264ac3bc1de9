import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDocument, createLocationIndex } from '../src/index.js'
import { sniffMediaType } from '../src/structure/blocks.js'
import { lineStarts } from '../src/structure/lines.js'
import { anyText } from './arbitrary.js'

const shown = (text: string, mediaType?: string): string[] => {
  const { blocks } = createDocument(text, mediaType === undefined ? {} : { mediaType })
  return blocks.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`)
}

describe('plain text', () => {
  it.each([
    ['one', ['paragraph: one']],
    ['one\ntwo\n\nthree', ['paragraph: one\ntwo', 'paragraph: three']],
    ['one\r\ntwo\r\n \t\r\nthree\r\n', ['paragraph: one\r\ntwo', 'paragraph: three']],
    ['\n\n  one  \n\n\n\n  two', ['paragraph: one', 'paragraph: two']],
    ['old\rline ends\r\rnext', ['paragraph: old\rline ends', 'paragraph: next']],
    ['', []],
    [' \n\t\u3000\ufeff', []],
  ])('%j', (text, expected) => expect(shown(text)).toEqual(expected))
})

describe('Markdown', () => {
  it.each([
    ['# A\n\ntext\n', ['heading: # A', 'paragraph: text']],
    ['A\n===\ntext', ['heading: A\n===', 'paragraph: text']],
    ['```sh\n# no heading\nrun\n```\n\nend', ['code: ```sh\n# no heading\nrun\n```', 'paragraph: end']],
    ['~~~\nnever closed\n# still code', ['code: ~~~\nnever closed\n# still code']],
    ['- one\n- two\n  - inner\n\nend', ['list: - one\n- two\n  - inner', 'paragraph: end']],
    ['| a | b |\n|---|---|\n| 1 | 2 |\n\nend', ['table: | a | b |\n|---|---|\n| 1 | 2 |', 'paragraph: end']],
    ['> quoted\n> more\n\nend', ['quote: > quoted\n> more', 'paragraph: end']],
    ['<div>\nraw\n</div>\n\nend', ['html: <div>\nraw\n</div>', 'paragraph: end']],
    ['---\ntitle: x\n---\n\n# A', ['frontmatter: ---\ntitle: x\n---', 'heading: # A']],
    ['[ref]: https://example.org "kept"\n\nend', ['paragraph: [ref]: https://example.org "kept"', 'paragraph: end']],
    ['a\r\n\r\n## B\r\n\r\nc', ['paragraph: a', 'heading: ## B', 'paragraph: c']],
  ])('%j', (text, expected) => expect(shown(text, 'text/markdown')).toEqual(expected))

  it('tells titles, depths, languages and parts', () => {
    const text = '## Two *words*\n\n```ts x\na\nb\nc\n```\n\n1. one\n2. two\n\n| h |\n|---|\n| r |\n'
    const { blocks } = createDocument(text, { mediaType: 'text/markdown' })
    const [heading, code, list, table] = blocks
    expect([heading.depth, heading.title]).toEqual([2, 'Two *words*'])
    expect(code.language).toBe('ts')
    const parts = (block: (typeof blocks)[number]) => block.parts?.map(({ start, end }) => text.slice(start, end))
    expect(parts(code)).toEqual(['```ts x\na', 'b', 'c\n```'])
    expect(parts(list)).toEqual(['1. one', '2. two'])
    expect(parts(table)).toEqual(['| h |', '| r |'])
  })

  it('is told from plain text by its marks', () => {
    expect(sniffMediaType('# Title\n\ntext')).toBe('text/markdown')
    expect(sniffMediaType('text\n\n```\ncode\n```')).toBe('text/markdown')
    expect(sniffMediaType('a | b\n--- | ---\n1 | 2')).toBe('text/markdown')
    expect(sniffMediaType('#1 in the list\n- a dash\n---\nplain')).toBe('text/plain')
  })
})

it.each(['text/plain', 'text/markdown'])(
  'blocks and sentences of %s hold every character that is not blank, in order',
  (mediaType) => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { blocks, sentences } = createDocument(text, { mediaType })
        for (const spans of [blocks, sentences]) {
          let reached = 0
          for (const { start, end } of spans) {
            expect(start).toBeGreaterThanOrEqual(reached)
            expect(end).toBeGreaterThan(start)
            expect(text.slice(reached, start)).toMatch(/^[\s\ufeff\u200b]*$/)
            reached = end
          }
          expect(text.slice(reached)).toMatch(/^[\s\ufeff\u200b]*$/)
        }
        for (const { start, end } of sentences) {
          const { kind } = blocks.find((block) => block.start <= start && end <= block.end) ?? {}
          expect(kind).toBeDefined()
        }
      }),
      { numRuns: 300, seed: 4 },
    )
  },
)

describe('locations', () => {
  const text = 'ab\r\ncd\re🚀f\n'
  const index = createLocationIndex(text)

  it('counts lines and columns from 1, and back', () => {
    expect(lineStarts(text)).toEqual([0, 4, 7, 12])
    for (let offset = 0; offset <= text.length; offset++) expect(index.offset(index.position(offset))).toBe(offset)
    expect(index.position(8)).toEqual({ line: 3, column: 2 })
  })

  it('converts to code points as Python counts', () => {
    expect(index.codePoints([0, 8, 10, 11])).toEqual([0, 8, 9, 10])
  })
})
