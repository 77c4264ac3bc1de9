import { expect, it } from 'vitest'
import { cut, expectUncut, originals, series, units } from './check.js'

const FENCE = '```'

it('st-01: signs of headings in code open no section', async () => {
  const code = [
    `${FENCE}sh\n# take the files\nmake all\n## third step\nmake check\n${FENCE}`,
    '~~~py\n# memo\nprint(2)\n~~~',
  ]
  const text = `# Build\n\nFetch first.\n\n${code.join('\n\n')}\n\n# Run\n\nNow start it.\n`
  const result = await cut(text, 'structural', units(62))
  expect(new Set(result.chunks.flatMap(({ headings }) => headings))).toEqual(new Set(['Build', 'Run']))
  expectUncut(result, code)
  for (const { original, headings } of result.chunks) if (/[`~]{3}/.test(original)) expect(headings).toEqual(['Build'])
})

it('st-05: the heading path is whole, going down and coming up', async () => {
  const text = '# P\n\np text\n\n## Q\n\nq text\n\n### R\n\nr text\n\n# S\n\ns text\n\n### T\n\nt text\n'
  const { chunks } = await cut(text, 'structural', units(20))
  const path = (words: string): readonly string[] | undefined =>
    chunks.find(({ original }) => original.includes(words))?.headings
  expect([path('q text'), path('r text'), path('s text'), path('t text')]).toEqual([
    ['P', 'Q'],
    ['P', 'Q', 'R'],
    ['S'],
    ['S', 'T'],
  ])
})

it('st-07: a fence never stands alone where a line of code fits beside it', async () => {
  const text = `# P\n\nfirst text\n\n${FENCE}sh\n# fetch\nmake x\n# start\nmake start\n${FENCE}\n\n## Q\n\nlast text`
  for (const method of ['structural', 'recursive']) {
    for (const size of [16, 20, 28, 40, 44]) {
      for (const original of originals(await cut(text, method, units(size))))
        expect(original).not.toMatch(/^\s*`{3}\w*\s*$/)
    }
  }
})

it('st-09: an open fence keeps the rest of the document as code', async () => {
  const calls = Array.from({ length: 28 }, (_, i) => `call(${i});`)
  const text = `# Begin\n\nRead on.\n\n${FENCE}js\n${calls.join('\n')}`
  const result = await cut(text, 'structural', units(80))
  expect(calls.map((call) => originals(result).filter((original) => original.includes(call)).length)).toEqual(
    calls.map(() => 1),
  )
  expectUncut(result, calls)
  expect(result.document.blocks.map(({ kind }) => kind)).toEqual(['heading', 'paragraph', 'code'])
})

it('st-03: rows of a table larger than the limit stay whole', async () => {
  const rows = Array.from({ length: 60 }, (_, i) => `| nut ${i} | cm | ${i * 2}.25 |`)
  const result = await cut(
    `| Item | Scale | Cost |\n|------|-------|------|\n${rows.join('\n')}`,
    'structural',
    units(380),
  )
  expectUncut(result, rows)
})

it('a section of prose between code keeps its sentences', async () => {
  const text = `# P\n\n${series(9, (i) => `Sentence ${i} stands here.`)}\n\n${FENCE}\nx\n${FENCE}`
  expectUncut(
    await cut(text, 'structural', units(60)),
    Array.from({ length: 9 }, (_, i) => `Sentence ${i} stands here.`),
  )
})
