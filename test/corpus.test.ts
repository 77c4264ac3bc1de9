import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type ChunkOptions,
  type ChunkResult,
  type CorpusInput,
  type CorpusRun,
  chunk,
  chunkAll,
  createDocument,
  type ExtractFunction,
  silentLogger,
} from '../src/index.js'
import { anyText } from './arbitrary.js'

const datasets = fileURLToPath(new URL('../datasets', import.meta.url))
const quiet: ChunkOptions = { logger: silentLogger }

let scratch = ''
const temporary = process.env.TMPDIR
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'corpus-test-'))
  process.env.TMPDIR = scratch
})
afterEach(() => {
  if (temporary === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = temporary
  rmSync(scratch, { recursive: true })
})

/** What is left in the folder for temporary files, and which files there are still open, where the system tells. */
function left(): string[] {
  const open = existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd') : []
  const targets = open.map((descriptor) => {
    try {
      return readlinkSync(join('/proc/self/fd', descriptor))
    } catch {
      return ''
    }
  })
  return [...readdirSync(scratch), ...targets.filter((target) => target.startsWith(scratch))]
}

async function collect(run: CorpusRun): Promise<ChunkResult[]> {
  const results: ChunkResult[] = []
  for await (const result of run) results.push(result)
  return results
}

const story = (place: string): string =>
  `Odalys Ferrant keeps bees in ${place}. Every spring Odalys Ferrant sells the honey to Mirov & Daughters.\n\nThe shop of Mirov & Daughters stands in ${place}, beside the ferry.`

const texts = (folder: string, count: number): { id: string; text: string }[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.txt') || (name.endsWith('.md') && name !== 'README.md'))
    .slice(0, count)
    .map((id) => ({ id, text: readFileSync(join(folder, id), 'utf8') }))

describe('inputs', () => {
  const inputs = (): CorpusInput[] => [
    story('Lowmere'),
    createDocument(story('Saltby'), { id: 'saltby' }),
    { id: 'hythe', load: () => createDocument(story('Hythe'), { id: 'hythe' }) },
    { id: 'later', load: async () => createDocument(story('Orm'), { id: 'later' }) },
    { id: 'text', load: () => story('Wick') },
  ]
  function* generator() {
    yield* inputs()
  }
  async function* stream() {
    yield* inputs()
  }
  it.each([
    ['an array', inputs],
    ['a generator', generator],
    ['a stream', stream],
    ['a web stream', () => ReadableStream.from(inputs())],
  ])('%s gives results in its order', async (_, documents) => {
    for (const extractors of [['rules'], false] as const) {
      const results = await collect(chunkAll(documents() as AsyncIterable<CorpusInput>, { ...quiet, extractors }))
      const ids = results.map(({ document }) => document.id)
      expect(ids).toEqual([createDocument(story('Lowmere')).id, 'saltby', 'hythe', 'later', 'text'])
      for (const { document, chunks } of results) {
        expect(chunks.map(({ documentId }) => documentId)).toEqual(chunks.map(() => document.id))
        for (const { original, start, end } of chunks) expect(document.text.slice(start, end)).toBe(original)
      }
    }
  })

  it('a document brings its own counter and sentences', async () => {
    const text = 'One two three. Four five six. Seven eight nine.'
    const halves = [
      { start: 0, end: 19 },
      { start: 20, end: text.length },
    ]
    const document = createDocument(text, {
      id: 'own',
      tokenizer: (part) => part.split(' ').length,
      sentences: () => halves,
    })
    const options: ChunkOptions = { ...quiet, method: 'sentence', maxTokens: 6 }
    const [result] = await collect(chunkAll([document], options))
    expect(result.toJSON()).toEqual((await chunk(document, options)).toJSON())
    expect(result.chunks.map(({ start, end, tokenCount }) => ({ start, end, tokenCount }))).toEqual([
      { ...halves[0], tokenCount: 4 },
      { ...halves[1], tokenCount: 5 },
    ])
  })

  it('no document at all gives no result and an empty graph', async () => {
    const run = chunkAll([], quiet)
    expect(await collect(run)).toEqual([])
    expect([run.graph?.order, run.failures]).toEqual([0, []])
  })

  it('blank documents give no chunks and no warning', async () => {
    const run = chunkAll([createDocument('', { id: 'a' }), createDocument(' \n\t ', { id: 'b' })], quiet)
    const results = await collect(run)
    expect(results.map(({ chunks, degraded, graph }) => [chunks.length, degraded, graph])).toEqual([
      [0, false, run.graph],
      [0, false, run.graph],
    ])
    expect([run.failures, run.warnings.size]).toEqual([[], 0])
  })
})

describe('wrong use is told at the call', () => {
  it.each<[string, unknown, ChunkOptions, RegExp]>([
    ['a size', [], { maxTokens: 0 }, /maxTokens/],
    ['a method', [], { method: 'recursivee' }, /did you mean "recursive"/],
    ['an extractor', [], { extractors: ['ruless'] }, /did you mean "rules"/],
    ['a text', 'one text', {}, /put a single one into an array/],
    ['a document', createDocument('one'), {}, /put a single one into an array/],
    ['nothing', undefined, {}, /got undefined/],
  ])('%s', (_, documents, options, message) => {
    expect(() => chunkAll(documents as CorpusInput[], options)).toThrow(message)
  })

  it('a run cannot be gone through twice', async () => {
    const run = chunkAll(['Some words.'], quiet)
    await collect(run)
    await expect(collect(run)).rejects.toThrow(/once/)
  })
})

describe('a bad document is an entry in failures', () => {
  it.each([{ extractors: ['rules'] }, { extractors: false }] as const)('with %o', async (options) => {
    const bad = (id: string, load: () => never): CorpusInput => ({ id, load })
    const run = chunkAll(
      [
        createDocument(story('Lowmere'), { id: 'good' }),
        bad('missing', () => {
          throw new Error('The disk has no such file.')
        }),
        { id: 'late', load: () => Promise.reject(new Error('The line was cut.')) },
        42 as unknown as string,
        { id: 'odd', load: () => null as unknown as string },
        bad('rude', () => {
          throw 'a mere text'
        }),
        createDocument(story('Hythe'), { id: 'good' }),
        createDocument(story('Wick'), { id: 'last' }),
      ],
      { ...quiet, ...options },
    )
    const results = await collect(run)
    expect(results.map(({ document }) => document.id)).toEqual(['good', 'last'])
    expect(run.failures.map(({ id, index }) => [id, index])).toEqual([
      ['missing', 1],
      ['late', 2],
      ['input 3', 3],
      ['odd', 4],
      ['rude', 5],
      ['good', 6],
    ])
    expect(run.failures.map(({ error }) => error.message)).toEqual([
      'The disk has no such file.',
      'The line was cut.',
      expect.stringMatching(/got 42/),
      expect.stringMatching(/got null/),
      'a mere text',
      expect.stringMatching(/inputs 0 and 6 have the same id "good"/),
    ])
    expect(results[0].document.text).toContain('Lowmere')
  })

  it('two equal texts without an id', async () => {
    const { id } = createDocument('Same words.')
    for (const extractors of ['rules', false] as const) {
      const run = chunkAll(['Same words.', createDocument('Same words.'), 'Other words.', 'Same words.'], {
        ...quiet,
        extractors,
      })
      const results = await collect(run)
      expect(results.map(({ document }) => document.id)).toEqual([
        id,
        `${id}#2`,
        createDocument('Other words.').id,
        `${id}#3`,
      ])
      expect(new Set(results.flatMap(({ chunks }) => chunks.map((chunk) => chunk.id))).size).toBe(4)
      expect(run.failures).toEqual([])
    }
  })

  it('with strict, a document whose extractor or method fails', async () => {
    const picky: ExtractFunction = ({ text }) => {
      if (text.includes('Hythe')) throw new Error('Hythe is off limits.')
      return { mentions: [] }
    }
    const documents = ['Lowmere', 'Hythe', 'Wick'].map((place) => createDocument(story(place), { id: place }))
    const strict = { ...quiet, strict: true, method: 'recursive', extractors: picky }
    const run = chunkAll(documents, strict)
    expect((await collect(run)).map(({ document }) => document.id)).toEqual(['Lowmere', 'Wick'])
    expect(run.failures.map(({ id, error }) => [id, error.message])).toEqual([
      ['Hythe', expect.stringContaining('Hythe is off limits.')],
    ])
    const cutting = chunkAll(documents, {
      ...quiet,
      strict: true,
      method: ({ text }) => {
        if (text.includes('Wick')) throw new Error('No cut in Wick.')
        return [{ start: 0, end: text.length }]
      },
    })
    expect((await collect(cutting)).map(({ document }) => document.id)).toEqual(['Lowmere', 'Hythe'])
    expect(cutting.failures.map(({ id, index }) => [id, index])).toEqual([['Wick', 2]])
  })

  it('an error of the iterable itself ends the run', async () => {
    function* broken(): Generator<string> {
      yield 'First words.'
      throw new Error('The list is torn.')
    }
    await expect(collect(chunkAll(broken(), quiet))).rejects.toThrow('The list is torn.')
    expect(left()).toEqual([])
  })
})

describe('the temporary file', () => {
  it('is needed where entities are looked for', async () => {
    process.env.TMPDIR = join(scratch, 'nowhere')
    await expect(collect(chunkAll(['Some words.'], quiet))).rejects.toThrow(/temporary file in .*nowhere/)
    expect((await collect(chunkAll(['Some words.'], { ...quiet, extractors: false }))).length).toBe(1)
  })

  it('is gone after the end, a break, and an error of the consumer', async () => {
    const documents = ['Lowmere', 'Hythe'].map(story)
    await collect(chunkAll(documents, quiet))
    expect(left()).toEqual([])
    for await (const _ of chunkAll(documents, quiet)) break
    expect(left()).toEqual([])
    const consume = async (): Promise<void> => {
      for await (const _ of chunkAll(documents, quiet)) throw new Error('enough')
    }
    await expect(consume()).rejects.toThrow('enough')
    expect(left()).toEqual([])
  })

  it('a break closes the input of a single pass', async () => {
    let closed = false
    function* endless(): Generator<string> {
      try {
        for (let number = 0; ; number++) yield `Text number ${number}.`
      } finally {
        closed = true
      }
    }
    for await (const _ of chunkAll(endless(), { ...quiet, extractors: false })) break
    expect(closed).toBe(true)
  })
})

describe('one graph for all', () => {
  const documents = ['Lowmere', 'Hythe', 'Orm'].map((place) => createDocument(story(place), { id: place }))

  it('is there before the first result and comes with each', async () => {
    const run = chunkAll(documents, quiet)
    expect(run.graph).toBe(null)
    for await (const { graph } of run) {
      expect(graph).toBe(run.graph)
      expect(graph?.hasNode('odalys ferrant')).toBe(true)
    }
    expect(run.graph?.getNodeAttribute('odalys ferrant', 'documents')).toEqual(['Hythe', 'Lowmere', 'Orm'])
    expect(run.graph?.hasNode('orm')).toBe(true)
  })

  it('gives an entity the same community and centrality in each document', async () => {
    const results = await collect(chunkAll(documents, { ...quiet, method: 'community_detection' }))
    const seeds = results.flatMap(({ chunks }) => chunks.flatMap(({ entities }) => entities))
    const shared = seeds.filter(({ id }) => id === 'odalys ferrant')
    expect(shared.length).toBe(3)
    expect(new Set(shared.map(({ community, centrality }) => `${community} ${centrality}`)).size).toBe(1)
    // In a graph of its own each place would be as central as in the others.
    const alone = await chunk(documents[0], quiet)
    const place = (result: ChunkResult): number | null | undefined =>
      result.chunks.flatMap(({ entities }) => entities).find(({ id }) => id === 'lowmere')?.centrality
    expect(place(results[0])).not.toBe(place(alone))
  })

  it('does not depend on the order of the documents', async () => {
    const forward = chunkAll(documents, quiet)
    const backward = chunkAll([...documents].reverse(), quiet)
    const there = (await collect(forward)).map((result) => JSON.stringify(result))
    const back = (await collect(backward)).map((result) => JSON.stringify(result))
    expect(back.reverse()).toEqual(there)
    expect(backward.graph?.export()).toEqual(forward.graph?.export())
  })

  it("is the caller's where one is given", async () => {
    const { graph } = await chunk(documents[0], quiet)
    const options: ChunkOptions = { ...quiet, graph: graph! }
    const run = chunkAll(documents, options)
    expect(run.graph).toBe(graph)
    const results = await collect(run)
    for (const [at, document] of documents.entries()) {
      expect(results[at].toJSON()).toEqual((await chunk(document, options)).toJSON())
    }
  })
})

describe('the same as one after another', () => {
  it('without extraction', async () => {
    const documents = texts(datasets, 6).map(({ id, text }) => createDocument(text, { id }))
    const options: ChunkOptions = { ...quiet, extractors: false, method: 'structural', maxTokens: 200 }
    const results = await collect(chunkAll(documents, options))
    for (const [at, document] of documents.entries()) {
      expect(results[at].toJSON()).toEqual((await chunk(document, options)).toJSON())
    }
  })

  it.each(['relation_aware', 'community_detection', 'centrality_based', 'entity_aware', 'subgraph'])(
    'a single document, by %s',
    async (method) => {
      const [{ id, text }] = texts(datasets, 1)
      const document = createDocument(text, { id, metadata: { year: 2031, tags: ['a', null] } })
      const options: ChunkOptions = { ...quiet, method, maxTokens: 150, overlapTokens: 20 }
      const [result] = await collect(chunkAll([document], options))
      expect(result.toJSON()).toEqual((await chunk(document, options)).toJSON())
    },
  )

  it('a single document of any text', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const document = createDocument(`\u2028\ud800 ${text}`, { id: '\u2029\udc00 id' })
        const options: ChunkOptions = { ...quiet, maxTokens: 20 }
        const [result] = await collect(chunkAll([document], options))
        expect(result.document.text).toBe(document.text)
        expect(result.toJSON()).toEqual((await chunk(document, options)).toJSON())
      }),
      { seed: 7, numRuns: 60 },
    )
  })

  it('fifty calls of chunk at once', async () => {
    const many = Array.from({ length: 50 }, (_, at) => `Entry ${at}. ${story(`Port ${at}`)}`)
    const options: ChunkOptions = {
      ...quiet,
      method: 'entity_aware',
      tokenizer: 'character',
      maxTokens: 90,
      overlapTokens: 20,
    }
    const together = await Promise.all(many.map((text) => chunk(text, options)))
    for (const [at, text] of many.entries()) {
      expect(together[at].toJSON()).toEqual((await chunk(text, options)).toJSON())
      expect(together[at].chunks.map(({ index }) => index)).toEqual(together[at].chunks.map((_, index) => index))
    }
  })

  it('two runs at once', async () => {
    const documents = ['Lowmere', 'Hythe'].map(story)
    const runs = [chunkAll(documents, quiet), chunkAll(documents, quiet)]
    const [first, second] = await Promise.all(runs.map(collect))
    expect(second.map((result) => result.toJSON())).toEqual(first.map((result) => result.toJSON()))
  })
})

describe('while it runs', () => {
  const documents = Array.from({ length: 12 }, (_, at) => createDocument(story(`Port ${at}`), { id: `${at}` }))

  it('a warning is logged once and counted', async () => {
    const logged: string[] = []
    const broken: ExtractFunction = () => {
      throw new Error('It is out of order.')
    }
    const run = chunkAll(documents, {
      extractors: [broken, 'rules'],
      logger: { warn: (message) => void logged.push(message) },
    })
    const results = await collect(run)
    expect(results.every(({ degraded }) => degraded)).toBe(true)
    expect(logged).toEqual([expect.stringContaining('It is out of order.')])
    expect([...run.warnings]).toEqual([[logged[0], 12]])
  })

  it('progress is told for both passes', async () => {
    const seen: string[] = []
    const onProgress: ChunkOptions['onProgress'] = ({ stage, documents: done, of }) =>
      seen.push(`${stage} ${done}/${of}`)
    await collect(chunkAll(documents.slice(0, 2), { ...quiet, onProgress }))
    expect(seen).toEqual(['extract 1/2', 'extract 2/2', 'chunk 1/2', 'chunk 2/2'])
    seen.length = 0
    await collect(chunkAll(new Set(documents.slice(0, 2)), { ...quiet, extractors: false, onProgress }))
    expect(seen).toEqual(['chunk 1/undefined', 'chunk 2/undefined'])
  })

  it('other work gets its turn between documents', async () => {
    let turns = 0
    const count = (): void => {
      turns++
      timer = setImmediate(count)
    }
    let timer = setImmediate(count)
    await collect(chunkAll(documents, { ...quiet, extractors: false, method: 'recursive' }))
    clearImmediate(timer)
    expect(turns).toBeGreaterThanOrEqual(documents.length)
  })

  it.each(['extract', 'chunk'])('the signal stops it in the %s pass', async (stage) => {
    const controller = new AbortController()
    const onProgress: ChunkOptions['onProgress'] = (progress) => {
      if (progress.stage === stage && progress.documents === 3) controller.abort()
    }
    const run = chunkAll(documents, { ...quiet, signal: controller.signal, onProgress })
    const ids: string[] = []
    const consume = async (): Promise<void> => {
      for await (const { document } of run) ids.push(document.id)
    }
    await expect(consume()).rejects.toMatchObject({ code: 'aborted' })
    expect(ids).toEqual(stage === 'extract' ? [] : ['0', '1'])
    expect([run.failures, left()]).toEqual([[], []])
  })

  it.each<[string, (hangs: () => Promise<never>) => Parameters<typeof chunkAll>]>([
    ['an extractor', (hangs) => [['Some words.'], { extractors: hangs as never }]],
    ['a source', (hangs) => [[{ id: 'a', load: hangs }], {}]],
    ['the iterable', (hangs) => [{ [Symbol.asyncIterator]: () => ({ next: hangs }) }, {}]],
  ])('the signal stops it where %s never answers', async (_, inputs) => {
    const controller = new AbortController()
    const hangs = () => {
      setTimeout(() => controller.abort(), 5)
      return new Promise<never>(() => {})
    }
    const [documents, options] = inputs(hangs)
    const run = chunkAll(documents, { ...quiet, ...options, signal: controller.signal })
    await expect(collect(run)).rejects.toMatchObject({ code: 'aborted' })
    expect([run.failures, left()]).toEqual([[], []])
  })

  it('memory does not grow with text', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const units = 1_500_000
    function* large(): Generator<string> {
      for (let number = 100; number < 116; number++) {
        const start = `Odalys Ferrant-Quillon ${number} was praised at length by the Guild of Beekeepers ${number}. `
        yield start + 'word '.repeat(units / 5)
      }
    }
    // Slices of a text keep all of it in memory, so an extractor that returns some is the hardest case.
    const slicing: ExtractFunction = ({ text }) => {
      const person = { start: 0, end: 'Odalys Ferrant-Quillon 100'.length }
      const guild = { start: text.indexOf('Guild'), end: text.indexOf('. ') }
      const predicate = text.slice(person.end + 1, guild.start)
      const name = ({ start, end }: { start: number; end: number }): string => text.slice(start, end)
      return {
        mentions: [
          { ...person, type: 'person', name: name(person) },
          { ...guild, type: 'organization', name: name(guild) },
        ],
        relations: [{ subject: person, object: guild, predicate }],
      }
    }
    const used: number[] = []
    const onProgress: ChunkOptions['onProgress'] = ({ stage, documents: done }) => {
      if (stage !== 'extract' || (done !== 6 && done !== 16)) return
      collectGarbage()
      used.push(process.memoryUsage().heapUsed)
    }
    const options = { ...quiet, method: 'recursive', tokenizer: 'character', maxTokens: 50_000 } as const
    const run = chunkAll(large(), { ...options, extractors: slicing, onProgress })
    for await (const _ of run) break
    expect(run.graph?.order).toBe(32)
    expect(used[1] - used[0]).toBeLessThan(4 * units)
  })
})
