import { expect, it } from 'vitest'
import { type ChunkOptions, chunk, type Document } from '../../src/index.js'
import { expectSound, failure, recorder, recount, repeats, units } from './check.js'

const gives_up = (): never => {
  throw new Error('the model is not at home')
}
const finds_nothing = (): [] => []

it('fb-01: the chunks and the result name the method that ran, and why', async () => {
  const text = 'A brief text. '.repeat(28)
  const logger = recorder()
  const options: ChunkOptions = { method: [gives_up, 'recursive'], logger, ...units(64) }
  const result = await chunk(text, options)
  expectSound(text, result, options)
  expect([result.method, result.degraded]).toEqual(['recursive', true])
  expect(new Set(result.chunks.map(({ method }) => method))).toEqual(new Set(['recursive']))
  expect(
    result.attempts.filter(({ stage }) => stage === 'cut').map(({ name, ok, reason }) => [name, ok, reason]),
  ).toEqual([
    ['gives_up', false, 'the model is not at home'],
    ['recursive', true, undefined],
  ])
  expect(logger.warnings).toHaveLength(1)
  expect(logger.warnings[0]).toMatch(/gives_up.*not at home.*recursive/)
})

it('fb-01: strict throws instead, with the cause', async () => {
  const error = await failure(
    chunk('A brief text.', { method: [gives_up, 'recursive'], strict: true, logger: recorder() }),
  )
  expect(error).toMatchObject({ code: 'no-method', causes: [{ message: 'the model is not at home' }] })
})

it('fb-03: no chunk for real text is a failure, for a blank one it is none', async () => {
  const logger = recorder()
  const options: ChunkOptions = { method: [finds_nothing, 'recursive'], logger, ...units(50) }
  const full = await chunk('Some real words.', options)
  expect([full.method, full.chunks.length, full.degraded, logger.warnings.length]).toEqual(['recursive', 1, true, 1])
  const blank = await chunk('    ', options)
  expect([blank.chunks.length, blank.degraded, logger.warnings.length]).toEqual([0, false, 1])
})

it('fb-03: nor may a method that selects return nothing at all', async () => {
  const selects_nothing = { name: 'selects_nothing', summary: '', requires: [], selects: () => true, segment: () => [] }
  const result = await chunk('Some real words.', { method: [selects_nothing, 'recursive'], logger: recorder() })
  expect([result.method, result.chunks.length, result.degraded]).toEqual(['recursive', 1, true])
})

it('fb-05: the next method inherits sizes, overlap, tokenizer and prefix', async () => {
  const text = 'Bare words with no name in them, over and over again. '.repeat(55)
  const counts: number[] = []
  for (const size of [160, 420]) {
    const options: ChunkOptions = {
      method: [gives_up, 'recursive'],
      logger: recorder(),
      prefix: 'src: b\n',
      ...units(size, 60),
    }
    const result = await chunk(text, options)
    expectSound(text, result, options)
    counts.push(result.chunks.length)
    for (const one of result.chunks)
      expect([one.text.startsWith('src: b\n'), recount(one.text, 'character') <= size]).toEqual([true, true])
    for (const repeated of repeats(result)) expect(repeated.length > 0 && repeated.length <= 60).toBe(true)
  }
  expect(counts[0]).toBeGreaterThan(2 * counts[1])
})

it('fb-05: a graph-native first method leaves its half target to the next', async () => {
  const text = 'Bare words with no name in them, over and over again. '.repeat(55)
  const needs = {
    summary: 'needs what is not there',
    requires: ['vectors'],
    graphNative: true,
    segment: () => [],
  } as const
  const { chunks } = await chunk(text, {
    method: [{ name: 'needs', ...needs }, 'recursive'],
    maxTokens: 400,
    tokenizer: 'character',
    logger: recorder(),
  })
  for (const one of chunks) expect(one.tokenCount).toBeLessThanOrEqual(200)
})

it('extractors fall back in the same way', async () => {
  const logger = recorder()
  const fine = ({ text }: Document) => ({
    mentions: [{ start: text.indexOf('Quill'), end: text.indexOf('Quill') + 10, type: 'organization' }],
  })
  const broken = () => Promise.reject(new Error('no network'))
  const result = await chunk('They went to Quill Bank.', { method: 'entity_aware', extractors: [broken, fine], logger })
  expect(result.attempts.map(({ stage, name, ok, reason }) => [stage, name, ok, reason])).toEqual([
    ['extract', 'broken', false, 'no network'],
    ['extract', 'fine', true, undefined],
    ['cut', 'entity_aware', true, undefined],
  ])
  expect([result.degraded, logger.warnings.length, result.chunks[0].entities[0].name]).toEqual([true, 1, 'Quill Bank'])
})
