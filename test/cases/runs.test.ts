import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { type ChunkOptions, type ChunkResult, chunk, chunkAll, createDocument } from '../../src/index.js'
import { originals, recorder, series, units } from './check.js'

it('id-01: the same words in other places have other ids', async () => {
  const options: ChunkOptions = { method: 'paragraph', extractors: false, ...units(22) }
  const twice = await chunk(
    createDocument('Equal words stand.\n\nEqual words stand.', { id: 'p/notes.md', tokenizer: 'character' }),
    options,
  )
  const once = await chunk(createDocument('Equal words stand.', { id: 'q/notes.md', tokenizer: 'character' }), options)
  const chunks = [...twice.chunks, ...once.chunks]
  expect(chunks.map(({ documentId }) => documentId)).toEqual(['p/notes.md', 'p/notes.md', 'q/notes.md'])
  expect(new Set(chunks.map(({ id }) => id)).size).toBe(3)
})

it('id-03: the id can be made again from the chunk, and follows the text it holds', async () => {
  const text = 'Opening part is long enough.\n\nMiddle part is as long, too.\n\nClosing part ends it all.'
  const at = async (overlap: number) => chunk(text, { method: 'paragraph', extractors: false, ...units(42, overlap) })
  const [plain, overlapping] = [await at(0), await at(9)]
  for (const { id, documentId, spans, original } of [...plain.chunks, ...overlapping.chunks]) {
    const content = JSON.stringify([documentId, spans.map(({ start, end }) => [start, end])]) + original
    expect(id).toBe(createHash('sha256').update(content).digest('hex').slice(0, 32))
  }
  expect(plain.chunks).toHaveLength(3)
  const same = overlapping.chunks.map(({ id }, index) => id === plain.chunks[index].id)
  expect(same).toEqual(overlapping.chunks.map(({ original }, index) => original === plain.chunks[index].original))
  expect(same).toEqual([true, false, false])
})

it('id-03: a prefix changes no id', async () => {
  const ids = async (options: ChunkOptions) =>
    (
      await chunk(
        series(30, (i) => `Line ${i}.`),
        { method: 'token', extractors: false, ...options },
      )
    ).chunks.map(({ id }) => id)
  const one = { maxTokens: 500 }
  expect(await ids({ ...one, prefix: 'of: b\n' })).toEqual(await ids(one))
})

const texts = ['# P\n\npi text of Quill Bank', '# R\n\nrho text of Tarn Works']

it.each(['recursive', 'structural', 'entity_aware', 'community_detection'])(
  'cm-01: %s keeps nothing from call to call',
  async (method) => {
    const options = Object.freeze({
      method,
      ...units(50),
      entities: Object.freeze([Object.freeze({ name: 'Quill Bank' }), Object.freeze({ name: 'Tarn Works' })]),
    })
    const before = JSON.stringify(options)
    const first = await chunk(texts[0], options)
    const seen = JSON.stringify(first)
    const second = JSON.stringify(await chunk(texts[1], options))
    for (let call = 0; call < 200; call++) await chunk(texts[call % 2], options)
    expect(JSON.stringify(first)).toBe(seen)
    expect(JSON.stringify(await chunk(texts[1], { ...options }))).toBe(second)
    expect(JSON.stringify(options)).toBe(before)
  },
)

it('cm-03: many documents at once give what they give one by one', async () => {
  const documents = Array.from({ length: 50 }, (_, d) =>
    series(18, (i) => `File ${d} row ${i}: Ilse Varga of Quill Bank.`),
  )
  const options: ChunkOptions = {
    method: 'entity_aware',
    ...units(130, 40),
    entities: [{ name: 'Ilse Varga' }, { name: 'Quill Bank' }],
  }
  const together = await Promise.all(documents.map((text) => chunk(text, options)))
  for (const [at, text] of documents.entries()) {
    const alone = await chunk(text, options)
    expect(JSON.stringify(together[at])).toBe(JSON.stringify(alone))
    expect(together[at].chunks[0].index).toBe(0)
    expect(originals(alone).length).toBeGreaterThan(3)
  }
})

it('cm-03: extraction of many documents at once is the same, too', async () => {
  const documents = Array.from({ length: 12 }, (_, d) =>
    series(8, (i) => `In ${1950 + d} Ilse Varga of Quill Bank met Pavel Dorn ${i} times.`),
  )
  const options: ChunkOptions = { method: 'relation_aware', maxTokens: 60 }
  const together = await Promise.all(documents.map((text) => chunk(text, options)))
  for (const [at, text] of documents.entries())
    expect(JSON.stringify(together[at])).toBe(JSON.stringify(await chunk(text, options)))
})

async function all(...given: Parameters<typeof chunkAll>): Promise<ChunkResult[]> {
  const results: ChunkResult[] = []
  for await (const result of chunkAll(...given)) results.push(result)
  return results
}

it('cm-03, Semantica row 63: a run over many keeps their order, ids and numbers', async () => {
  const documents = Array.from({ length: 10 }, (_, at) =>
    createDocument(
      series(6, (i) => `Sheet ${at} row ${i}.`),
      { id: `sheet-${9 - at}`, tokenizer: 'character' },
    ),
  )
  const options: ChunkOptions = { method: 'sentence', extractors: false, ...units(40) }
  const results = await all(documents, options)
  expect(results.map(({ document }) => document.id)).toEqual(documents.map(({ id }) => id))
  for (const [at, { chunks }] of results.entries()) {
    expect(chunks).toEqual((await chunk(documents[at], options)).chunks)
    expect(chunks.map(({ index, documentId }) => [index, documentId])).toEqual(
      chunks.map((_, index) => [index, documents[at].id]),
    )
  }
})

it('Semantica row 15: one bad document of ten is told, the nine others are done', async () => {
  const documents: unknown[] = Array.from({ length: 10 }, (_, at) => `Sheet ${at} names Quill Bank.`)
  documents[4] = 17
  const run = chunkAll(documents as string[], { method: 'entity_aware', entities: [{ name: 'Quill Bank' }] })
  let results = 0
  for await (const { chunks } of run) results += chunks.length
  expect(results).toBe(9)
  expect(run.failures.map(({ index, error }) => [index, error.message.includes('17 (number)')])).toEqual([[4, true]])
})

it('fb-03: a run of blank documents warns of nothing and gives a result for each', async () => {
  const logger = recorder()
  expect(
    (
      await all(
        ['', '  ', '\n'].map((text, at) => createDocument(text, { id: `${at}` })),
        { logger },
      )
    ).map(({ chunks }) => chunks),
  ).toEqual([[], [], []])
  expect(logger.warnings).toEqual([])
})

it('fb-01: a warning that many documents share is written once', async () => {
  const logger = recorder()
  const gives_up = (): never => {
    throw new Error('the model is not at home')
  }
  const run = chunkAll(['One text.', 'Two texts.', 'Three texts.'], {
    method: [gives_up, 'recursive'],
    extractors: false,
    logger,
  })
  for await (const { degraded, method } of run) expect([degraded, method]).toEqual([true, 'recursive'])
  expect(logger.warnings).toHaveLength(1)
  expect([...run.warnings.values()]).toEqual([3])
})
