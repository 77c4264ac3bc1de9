import { expect, it } from 'vitest'
import { chunk, chunkSync, createDocument, extract, methods } from '../../src/index.js'
import { cut, failure, recorder, units } from './check.js'

const names = methods().map(({ name }) => name)

it.each(names)('emp-01, emp-03: %s gives nothing for a text of nothing, without a warning', async (method) => {
  for (const text of ['', '   ', '\n\n\t\r\n', '\u00a0\u3000\ufeff\u200b']) {
    const logger = recorder()
    const result = await chunk(text, { method, logger, strict: true, ...units(100, 10) })
    expect([result.chunks, result.method, result.degraded, result.coverage]).toEqual([[], method, false, 1])
    expect([result.graph?.order, result.graph?.size]).toEqual([0, 0])
    expect(logger.warnings).toEqual([])
  }
})

it.each(names)('emp-03: %s makes no chunk of an inner blank run', async (method) => {
  const text = `Start of sheet.${' '.repeat(4600)}End of sheet.${'\n'.repeat(250)}`
  const { chunks } = await cut(text, method, { ...units(450), extractors: () => ({ mentions: [] }) })
  expect(chunks.length).toBeLessThanOrEqual(2)
})

it.each([
  [null, 'null'],
  [undefined, 'undefined'],
  [42, 'number'],
  [{ text: 'y' }, 'object'],
  [['b'], 'array'],
])('emp-05: %j is refused by name', async (input, received) => {
  const given = input as unknown as string
  const errors = [
    await failure(chunk(given, { method: 'recursive', ...units(100) })),
    await failure(extract(given)),
    await failure(Promise.resolve().then(() => chunkSync(given, { method: 'recursive' }))),
    await failure(Promise.resolve().then(() => createDocument(given))),
  ]
  for (const { message } of errors) {
    expect(message).toContain('`text`')
    expect(message).toContain(received)
    expect(message).not.toContain('Cannot read')
  }
})
