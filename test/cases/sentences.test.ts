import { expect, it } from 'vitest'
import { createDocument } from '../../src/index.js'
import { cut, expectUncut, originals, units } from './check.js'

const sentencesOf = (text: string): string[] =>
  createDocument(text).sentences.map(({ start, end }) => text.slice(start, end))

it.each([
  [
    'sen-01: a unit ends a sentence, a title does not',
    'Dr. Haddad took 250 ml. We rang the ward.',
    ['Dr. Haddad took 250 ml.', 'We rang the ward.'],
  ],
  [
    'sen-03: decimals, versions and addresses are whole',
    'Tax is 2.75 now. Use v4.0.9 from tools.example.net/x.y?q=z. Ready.',
    ['Tax is 2.75 now.', 'Use v4.0.9 from tools.example.net/x.y?q=z.', 'Ready.'],
  ],
  [
    'sen-07: no blank after the stop',
    'She sat.Then she wrote to mail.example.org at noon.All slept!Truly?No.',
    ['She sat.', 'Then she wrote to mail.example.org at noon.', 'All slept!', 'Truly?', 'No.'],
  ],
])('%s', (_, text, expected) => {
  expect(sentencesOf(text)).toEqual(expected)
})

it('sen-01: one sentence a chunk', async () => {
  const text = 'Dr. Haddad took 250 ml. We rang the ward.'
  expect(originals(await cut(text, 'sentence', units(24)))).toEqual(['Dr. Haddad took 250 ml.', 'We rang the ward.'])
})

it('sen-03, sen-07: chunks cut no address and no number', async () => {
  expectUncut(await cut('Tax is 2.75 now. Use v4.0.9 from tools.example.net/x.y?q=z. Ready.', 'sentence', units(45)), [
    '2.75',
    'v4.0.9',
    'tools.example.net/x.y?q=z',
  ])
  expectUncut(
    await cut('She sat.Then she wrote to mail.example.org at noon.All slept!Truly?No.', 'sentence', units(46)),
    ['mail.example.org'],
  )
})

it.each([
  ['plain', 'Tools:\n1. Rakes\n2. Saws\n3. Files\nEnd.'],
  ['Markdown', '# Tools\n\n1. Rakes\n2. Saws\n3. Files\n\nEnd.'],
])('sen-05: a list number stays with its item (%s)', async (_, text) => {
  expectUncut(await cut(text, 'sentence', units(10)), ['1. Rakes', '2. Saws', '3. Files'])
})
