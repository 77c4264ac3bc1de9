import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderOutput, streamOutput } from '../src/cli/output.js'
import { type Chunk, chunk, chunkAll, createDocument, type ExtractResult, extract, methods } from '../src/index.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const main = join(root, 'dist', 'cli', 'main.js')
const datasets = join(root, 'datasets')

const STORY =
  'Odalys Ferrant keeps bees in Lowmere. Every spring Odalys Ferrant sells the honey to Mirov & Daughters of Saltby.'
const LONG = Array.from({ length: 3000 }, (_, line) => `Line ${line} tells of nothing new at the ferry of Lowmere.`)

const FILES: Readonly<Record<string, string | readonly number[]>> = {
  'docs/story.txt': STORY,
  'docs/guide.md': '# Bees\n\nOdalys Ferrant wrote this guide.\n\n## Hives\n\nThe hives stand in Lowmere.\n',
  'docs/blank.txt': '',
  'mixed/bom.txt': [0xef, 0xbb, 0xbf, ...Buffer.from(STORY)],
  'mixed/gbk.txt': [0x41, 0x20, 0xc4, 0xe3, 0xba, 0xc3],
  'mixed/wide.txt': [0xff, 0xfe, 0x48, 0, 0x69, 0],
  'mixed/plain.txt': STORY,
  'long.txt': LONG.join(' '),
  'pictures/bee.png': [1, 2, 3],
  'throws.mjs': "export default () => { throw new Error('The hive is empty.') }",
  'bursts.mjs': "throw new Error('The hive burst.')",
  'other.mjs': 'export const answer = 42',
  'torn.mjs': 'export default (',
  'first-word.mjs': "export const extract = () => ({ mentions: [{ start: 0, end: 6, type: 'misc' }] })",
  'class.mjs': `class Finder { word = 'Odalys'; extract(document) {
    const start = document.text.indexOf(this.word)
    return { mentions: start < 0 ? [] : [{ start, end: start + this.word.length, type: 'person' }] } } }
  export const extractor = new Finder()`,
  'terms.json': '{"bees": "animal"}',
  'terms-wrong.json': '{"Porto": 5}',
  'terms-wide.json': [0xff, 0xfe, 0x7b, 0, 0x7d, 0],
  'terms-bom.json': [0xef, 0xbb, 0xbf, ...Buffer.from('{"Lowmere": "harbour"}')],
  'whole.mjs': 'export const segment = ({ text }) => [{ start: 0, end: text.length }]',
  'hangs.mjs':
    "export default async () => { process.stderr.write('ready'); await new Promise((r) => setTimeout(r, 60000)) }",
}

let folder = ''
beforeAll(() => {
  if (!existsSync(main)) throw new Error('The command is not built; `npm test` does it, or `npm run build`.')
  folder = mkdtempSync(join(tmpdir(), 'cli-test-'))
  mkdirSync(join(folder, 'void'))
  mkdirSync(join(folder, 'temporary'))
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), typeof content === 'string' ? content : Uint8Array.from(content))
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const environment = (): NodeJS.ProcessEnv => ({ ...process.env, TMPDIR: join(folder, 'temporary') })

function cli(argv: readonly string[], stdin: string | Uint8Array = ''): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, env: environment(), maxBuffer: 1e8 }
    const child = execFile(process.execPath, [main, ...argv], options, (error, stdout, stderr) => {
      if (/^\s+at /m.test(stderr)) reject(new Error(`${argv.join(' ')} printed a stack: ${stderr}`))
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    })
    child.stdin?.on('error', () => {})
    child.stdin?.end(stdin)
  })
}

const chunksOf = ({ stdout }: Ended): Chunk[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

const shape = (chunks: readonly Chunk[]): unknown[] =>
  chunks.map(({ documentId, start, end, method, entities }) => [
    documentId,
    start,
    end,
    method,
    entities.map(({ name }) => name),
  ])

describe.concurrent('wrong usage is one sentence and exit code 2', () => {
  it.each<[string[], RegExp]>([
    [['chunk'], /missing required argument 'paths'/],
    [['chnk', 'docs'], /unknown command 'chnk'; did you mean chunk\?/],
    [['chunk', 'docs', '--metod', 'x'], /unknown option '--metod'; did you mean --method\?/],
    [['chunk', 'docs', '--method', 'recursiv'], /no method "recursiv"; did you mean "recursive"\?/],
    [['chunk', 'docs', '--method', 'relation_aware,'], /`--method` to be names parted by commas/],
    [['chunk', 'docs', '--method', 'sliding_window:stride=3'], /"stride"; did you mean "strideTokens"\?/],
    [['chunk', 'docs', '--method', 'sliding_window:strideTokens'], /name:key=value;key=value/],
    [['chunk', 'docs', '--method', './missing.mjs'], /There is no module \.\/missing\.mjs\./],
    [['chunk', 'docs', '--method', './other.mjs'], /\.\/other\.mjs to export .* default, chunker or segment/],
    [['chunk', 'docs', '--extractors', 'ruls'], /no extractor "ruls"; did you mean "rules"\?/],
    [['chunk', 'docs', '--extractors', './other.mjs'], /\.\/other\.mjs to export .* default, extractor or extract/],
    [['chunk', 'docs', '--extractors', './torn.mjs'], /The module \.\/torn\.mjs cannot be loaded: Unexpected/],
    [['chunk', 'docs', '--max-tokens', '0'], /`--max-tokens` to be a whole number from 1 up, got 0/],
    [['chunk', 'docs', '--max-tokens', ''], /'--max-tokens <n>' argument '' is invalid. Expected a number/],
    [
      ['chunk', 'docs', '--max-tokens', '9', '--overlap-tokens', '9'],
      /`--overlap-tokens` to be less than .*9.*, got 9/,
    ],
    [['chunk', 'docs', '--tokenizer', 'gpt'], /'gpt' is invalid. Allowed choices are cl100k_base, o200k_base/],
    [['chunk', 'docs', '--format', 'json', '--out', 'both'], /'--format <format>' cannot be used with option '--out/],
    [['chunk', 'docs', '--out', 'docs/story.txt'], /The folder docs\/story\.txt cannot be made/],
    [['methods', 'all'], /too many arguments/],
    [['extract', 'docs', '--extractors', 'rules,llm'], /"llm" needs a server: .* `--llm-url` .* `--llm-model`/],
    [['chunk', 'docs', '--extractors', 'llm'], /"llm" needs a server/],
    [['extract', 'docs', '--lexicon', 'terms-wrong.json'], /`--lexicon` at "Porto" to be an entity type.*, got 5/],
    [['extract', 'docs', '--lexicon', 'terms-wide.json'], /Of `--lexicon`: terms-wide\.json is not UTF-8/],
    [['extract', 'docs', '--language', 'english'], /`--language` to be `auto` or the code of a language/],
  ])('%j', async (argv, message) => {
    const { code, stdout, stderr } = await cli(argv)
    expect(stderr).toMatch(message)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect([code, stdout]).toEqual([2, ''])
    expect(existsSync(join(folder, 'both'))).toBe(false)
  })

  it('no command at all shows the help', async () => {
    const { code, stdout, stderr } = await cli([])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('Usage: graph-chunker')
  })
})

describe.concurrent('help', () => {
  it.each([
    [['--help'], /Usage: graph-chunker .*\$ graph-chunker chunk handbook\.md/s],
    [['chunk', '--help'], /--max-community-size.*sliding_window:strideTokens=64;snap=sentence.*Exit codes.*Examples/s],
    [['methods', '--help'], /Examples:.*--json/s],
  ])('%j', async (argv, text) => {
    const { code, stdout, stderr } = await cli(argv)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(text)
  })

  it('--version is that of the package', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(await cli(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  it('methods has a line each, or a JSON array', async () => {
    const lines = (await cli(['methods'])).stdout.trimEnd().split('\n')
    expect(lines.map((line) => line.split(' ')[0])).toEqual(methods().map(({ name }) => name))
    expect(lines.find((line) => line.startsWith('relation_aware'))).toContain('needs mentions, relations')
    expect(lines.find((line) => line.startsWith('sliding_window'))).toContain('strideTokens, snap')
    expect(JSON.parse((await cli(['methods', '--json'])).stdout)).toEqual(JSON.parse(JSON.stringify(methods())))
  })
})

describe.concurrent('chunk', () => {
  it('writes a chunk a line, with its seeds, and a summary on stderr', async () => {
    const ended = await cli(['chunk', 'docs'])
    expect(ended.code).toBe(0)
    const chunks = chunksOf(ended)
    expect(shape(chunks)).toEqual([
      ['docs/guide.md', 0, expect.any(Number), 'relation_aware', ['Odalys Ferrant', 'Lowmere']],
      ['docs/story.txt', 0, STORY.length, 'relation_aware', expect.arrayContaining(['Odalys Ferrant', 'Lowmere'])],
    ])
    expect(ended.stderr).toBe('3 files, 2 chunks, 0 degraded, 0 failed; documents by method: relation_aware 2\n')
  })

  it('gives what `chunk` gives', async () => {
    const argv = ['--method', 'entity_aware', '--max-tokens', '20', '--overlap-tokens', '5', '--min-tokens', '2']
    const ended = await cli([
      'chunk',
      'docs/story.txt',
      ...argv,
      '--tokenizer',
      'word',
      '--no-trim',
      '--format',
      'json',
    ])
    const { graph: _, ...expected } = (
      await chunk(createDocument(STORY, { id: 'docs/story.txt', mediaType: 'text/plain' }), {
        method: 'entity_aware',
        maxTokens: 20,
        overlapTokens: 5,
        minTokens: 2,
        tokenizer: 'word',
        trim: false,
      })
    ).toJSON()
    expect(JSON.parse(ended.stdout)).toEqual([expected])
  })

  it('reads the standard input', async () => {
    const ended = await cli(['chunk', '-', '--quiet'], STORY)
    expect([ended.code, ended.stderr]).toEqual([0, ''])
    expect(shape(chunksOf(ended))).toEqual([['-', 0, STORY.length, 'relation_aware', expect.any(Array)]])
  })

  it('writes text to read', async () => {
    const { stdout } = await cli(['chunk', 'docs/story.txt', '--format', 'text'])
    expect(stdout).toMatch(/^== docs\/story\.txt #0 0\.\.113 \(\d+ tokens, relation_aware\): Odalys Ferrant, /)
    expect(stdout).toContain(`\n${STORY}\n\n`)
  })

  it.each([
    ['jsonl', ''],
    ['json', '[]\n'],
  ])('no input that can be read gives no chunks as %s', async (format, stdout) => {
    expect(await cli(['chunk', 'void', '--format', format, '--quiet'])).toMatchObject({ code: 1, stdout })
  })

  it('an empty file gives no chunks and is no failure', async () => {
    expect(await cli(['chunk', 'docs/blank.txt'])).toEqual({
      code: 0,
      stdout: '',
      stderr: '1 file, 0 chunks, 0 degraded, 0 failed; documents by method: none\n',
    })
  })

  it('options of a method', async () => {
    const argv = ['chunk', 'long.txt', '--extractors', 'false', '--max-tokens', '60']
    const ended = await cli([...argv, '--method', 'sliding_window:strideTokens=20;snap=sentence'])
    const [first, second] = chunksOf(ended)
    expect(second.spans[0]).toMatchObject({ role: 'overlap' })
    expect(second.spans[0].start).toBeLessThan(first.end)
    const listed = await cli(['chunk', 'docs', '--method', 'subgraph:seeds=["Lowmere","Saltby"];hops=0,recursive'])
    expect(chunksOf(listed).map(({ method }) => method)).toEqual(['subgraph', 'subgraph'])
  })
})

describe.concurrent('inputs that fail are named and the rest is written', () => {
  it('other encodings', async () => {
    const ended = await cli(['chunk', 'mixed', '--method', 'recursive', '--max-tokens', '100'])
    expect(ended.code).toBe(1)
    const [bom, plain] = chunksOf(ended)
    const { id: _, documentId: __, ...same } = bom
    expect(plain).toMatchObject(same)
    expect(ended.stderr.split('\n')).toEqual([
      'error: mixed/gbk.txt is not UTF-8 at byte 2 (0xC4); convert it to UTF-8.',
      'error: mixed/wide.txt is not UTF-8 at byte 0: it begins with the mark of UTF-16 (little-endian); convert it to UTF-8.',
      '4 files, 2 chunks, 0 degraded, 2 failed; documents by method: recursive 2',
      '',
    ])
  })

  it.each([
    ['missing.txt', 'missing.txt cannot be read: there is no such file or folder.'],
    ['void', 'The folder void holds no file to read: nothing below it matches *.txt, *.text, *.md, *.markdown.'],
    [
      'pictures',
      'The folder pictures holds no file to read: nothing below it matches *.txt, *.text, *.md, *.markdown.',
    ],
  ])('%s', async (path, message) => {
    const ended = await cli(['chunk', path, 'docs/story.txt', '--method', 'recursive', '--extractors', 'false'])
    expect([ended.code, chunksOf(ended).length]).toEqual([1, 1])
    expect(ended.stderr).toBe(
      `error: ${message}\n2 files, 1 chunk, 0 degraded, 1 failed; documents by method: recursive 1\n`,
    )
  })
})

describe.concurrent("modules of the user's", () => {
  it.each([
    ['./throws.mjs', 'The hive is empty.'],
    ['./bursts.mjs', 'The hive burst.'],
  ])('a failing extractor %s gives way with a warning', async (path, reason) => {
    const ended = await cli(['chunk', 'docs', '--extractors', path, '--out', `out-${path.slice(2)}`])
    expect(ended.code).toBe(0)
    expect(ended.stderr).toContain(`warning: Extractor "${path}" gave way: ${reason}`)
    expect(ended.stderr).toContain('3 files, 2 chunks, 2 degraded, 0 failed; documents by method: recursive 2')
    const { documents } = JSON.parse(readFileSync(join(folder, `out-${path.slice(2)}`, 'run.json'), 'utf8'))
    expect(documents[1]).toMatchObject({ id: 'docs/guide.md', method: 'recursive', degraded: true })
    expect(documents[1].attempts[0]).toEqual({ stage: 'extract', name: path, ok: false, reason })
    const strict = await cli(['chunk', 'docs/story.txt', '--extractors', path, '--strict'])
    expect([strict.code, strict.stdout]).toEqual([1, ''])
    expect(strict.stderr).toMatch(new RegExp(`^error: docs/story.txt: .*${reason}`))
  })

  it('the next extractor answers, with the rest of the list', async () => {
    const ended = await cli(['chunk', 'docs/story.txt', '--extractors', './throws.mjs,rules'])
    expect(ended.stderr).toContain('1 degraded')
    expect(shape(chunksOf(ended))).toEqual([
      ['docs/story.txt', 0, STORY.length, 'relation_aware', expect.arrayContaining(['Odalys Ferrant'])],
    ])
  })

  it.each(['./first-word.mjs', './class.mjs', 'first-word.mjs'])('the extractor %s works', async (path) => {
    const ended = await cli(['chunk', 'docs/story.txt', '--extractors', path, '--method', 'entity_aware'])
    expect(ended.stderr).toContain('0 degraded')
    expect(shape(chunksOf(ended))).toEqual([['docs/story.txt', 0, STORY.length, 'entity_aware', ['Odalys']]])
  })

  it('a chunker', async () => {
    const ended = await cli(['chunk', 'docs', '--method', './whole.mjs'])
    expect(chunksOf(ended).map(({ method }) => method)).toEqual(['./whole.mjs', './whole.mjs'])
    const failing = await cli(['chunk', 'docs', '--method', './throws.mjs', '--quiet'])
    expect([failing.code, failing.stderr]).toEqual([0, ''])
    expect(chunksOf(failing).map(({ method }) => method)).toEqual(['recursive', 'recursive'])
  })
})

describe.concurrent('extract', () => {
  const extracted = ({ stdout }: Ended): ReturnType<ExtractResult['toJSON']>[] =>
    stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))

  it('writes a document a line: what `extract` gives', async () => {
    const ended = await cli(['extract', 'docs'])
    const lines = extracted(ended)
    expect([ended.code, lines.length]).toEqual([0, 3])
    const document = createDocument(STORY, { id: 'docs/story.txt', mediaType: 'text/plain' })
    expect(lines[2]).toEqual(JSON.parse(JSON.stringify(await extract(document))))
    expect(ended.stderr).toMatch(/^3 files, \d+ entities, \d+ relations?, 0 failed\n$/)
  })

  it('writes tables to read', async () => {
    const { stdout } = await cli(['extract', 'docs/story.txt', '--format', 'table'])
    expect(stdout).toMatch(/^== docs\/story\.txt\nentity +type +mentions +also\nOdalys Ferrant +\w+ +2\n/)
    expect(stdout).toMatch(/\nsubject +predicate +object +weight\n/)
  })

  it('takes terms of the caller, and what to leave out', async () => {
    const [{ entities }] = extracted(
      await cli([
        'extract',
        'docs/story.txt',
        '--lexicon',
        'terms.json',
        '--ignore',
        'odalys ferrant',
        '--kinds',
        'name',
      ]),
    ) as unknown as { entities: { name: string; type: string; mentions: { by: string }[] }[] }[]
    expect(entities.map(({ name, type, mentions }) => [name, type, mentions[0].by])).toContainEqual([
      'bees',
      'animal',
      'terms',
    ])
    expect(entities.map(({ name }) => name)).not.toContain('Odalys Ferrant')
  })

  it('a file that cannot be read stops no other', async () => {
    const ended = await cli(['extract', 'mixed'])
    expect([ended.code, extracted(ended).length]).toEqual([1, 2])
    expect(ended.stderr).toMatch(/^error: .*mixed\/gbk\.txt.*\nerror: .*mixed\/wide\.txt.*\n4 files, .*, 2 failed\n$/)
  })

  it('the next extractor answers, or with --strict none', async () => {
    const given = ['extract', 'docs/story.txt', '--extractors', './throws.mjs,rules']
    const ended = await cli(given)
    expect(extracted(ended)[0]).toMatchObject({
      degraded: true,
      attempts: [{ ok: false }, { name: 'rules', ok: true }],
    })
    expect(ended.stderr).toContain('warning: Extractor "./throws.mjs" gave way: The hive is empty.')
    const strict = await cli([...given, '--strict'])
    expect([strict.code, strict.stdout]).toEqual([1, ''])
  })

  it.each([
    [['--lexicon', 'void.json'], /^error: The file void\.json of `--lexicon` cannot be read: /],
    [['--lexicon', 'torn.mjs'], /^error: The file torn\.mjs of `--lexicon` is no JSON: /],
    [['--kinds', 'nouns'], /^error: Expected `--kinds` to be name or concept or anaphor/],
    [['--extractors', 'rule'], /^error: There is no extractor "rule"; did you mean "rules"\?\n/],
  ])('wrong use: %j', async (flags, message) => {
    const ended = await cli(['extract', 'docs/story.txt', ...flags])
    expect([ended.code, ended.stdout]).toEqual([2, ''])
    expect(ended.stderr).toMatch(message)
  })

  it('extractors has a line each, or a JSON array', async () => {
    const { stdout } = await cli(['extractors'])
    expect(stdout).toMatch(/^rules +en, zh +needs nothing +Names/m)
    const listed: { name: string }[] = JSON.parse((await cli(['extractors', '--json'])).stdout)
    expect(listed.map(({ name }) => name)).toEqual(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    )
  })
})

describe.concurrent('--out', () => {
  it('writes chunks, graph and report; equal runs give equal bytes', async () => {
    const first = await cli(['chunk', 'docs', 'mixed', '--out', 'made/one'])
    await cli(['chunk', 'docs', 'mixed', '--out', 'made/two'])
    expect([first.code, first.stdout]).toEqual([1, ''])
    const files = ['chunks.jsonl', 'graph.json', 'run.json']
    expect(readdirSync(join(folder, 'made/one')).sort()).toEqual(files)
    const [chunks, graph, report] = files.map((name) => readFileSync(join(folder, 'made/one', name), 'utf8'))
    expect(files.map((name) => readFileSync(join(folder, 'made/two', name), 'utf8'))).toEqual([chunks, graph, report])
    expect(chunks).toBe((await cli(['chunk', 'docs', 'mixed'])).stdout)

    const nodes: { key: string; attributes: { documents: string[] } }[] = JSON.parse(graph).nodes
    const ferrant = nodes.find(({ key }) => key === 'odalys ferrant')
    expect(ferrant?.attributes.documents).toEqual([
      'docs/guide.md',
      'docs/story.txt',
      'mixed/bom.txt',
      'mixed/plain.txt',
    ])

    const { documents, failures, ...rest } = JSON.parse(report)
    expect(rest).toMatchObject({
      schemaVersion: 1,
      versions: { 'graph-chunker': expect.any(String), node: process.versions.node },
      options: { maxTokens: 512, targetTokens: 256, tokenizer: 'cl100k_base', extractors: ['tagger', 'rules'] },
      warnings: [],
    })
    expect(documents.map(({ id }: { id: string }) => id)).toEqual([
      'docs/blank.txt',
      'docs/guide.md',
      'docs/story.txt',
      'mixed/bom.txt',
      'mixed/plain.txt',
    ])
    expect(documents[3]).toMatchObject({ metadata: { bom: true }, chunks: 1, parted: 0, coverage: 1, degraded: false })
    expect(failures.map(({ id, index }: { id: string; index: number }) => [id, index])).toEqual([
      ['mixed/gbk.txt', 4],
      ['mixed/wide.txt', 6],
    ])
  })

  it('writes the graph as graphology reads it', async () => {
    await cli(['chunk', 'docs/story.txt', '--out', 'made/story'])
    const document = createDocument(STORY, { id: 'docs/story.txt', mediaType: 'text/plain' })
    const written = JSON.parse(readFileSync(join(folder, 'made/story/graph.json'), 'utf8'))
    expect(written).toEqual(JSON.parse(JSON.stringify((await chunk(document)).graph?.export())))
  })

  it('without extraction the graph is null', async () => {
    await cli(['chunk', 'docs', '--extractors', 'false', '--method', 'recursive', '--out', 'made/none'])
    expect(readFileSync(join(folder, 'made/none/graph.json'), 'utf8')).toBe('null\n')
  })
})

describe.concurrent('lists and marks', () => {
  it.each([
    ['subgraph:seeds=Odalys Ferrant', ['Odalys Ferrant']],
    ['subgraph:seeds=Odalys Ferrant|Nowhere', ['Odalys Ferrant', 'Nowhere']],
    ['subgraph:seeds=Odalys Ferrant;seeds=Nowhere', ['Odalys Ferrant', 'Nowhere']],
  ])('%s', async (method, seeds) => {
    const { stdout, stderr } = await cli(['chunk', 'docs/story.txt', '--method', method])
    const { chunks } = await chunk(createDocument(STORY, { id: 'docs/story.txt', mediaType: 'text/plain' }), {
      method: { method: 'subgraph', seeds },
      logger: { warn: () => {} },
    })
    expect(stderr).not.toContain('error')
    expect(stdout).toBe(chunks.map((one) => `${JSON.stringify(one)}\n`).join(''))
  })

  it('a byte order mark before the lexicon is no part of it', async () => {
    const { code, stdout } = await cli(['extract', 'docs/story.txt', '--lexicon', 'terms-bom.json'])
    expect(code).toBe(0)
    expect(stdout).toContain('"type":"harbour"')
  })
})

it('a run that fails leaves the files of an earlier one, and none of its own', async () => {
  const kept = join(folder, 'made/kept')
  await cli(['chunk', 'docs/story.txt', '--out', 'made/kept'])
  const names = ['chunks.jsonl', 'graph.json', 'run.json']
  const read = () => names.map((name) => readFileSync(join(kept, name), 'utf8'))
  const before = read()
  const output = await folderOutput(kept, { versions: {}, options: {} })
  await output.add(await chunk('Other words.', { extractors: false }))
  expect(read()).toEqual(before)
  await output.discard()
  expect(readdirSync(kept).sort()).toEqual(names)
  expect(read()).toEqual(before)
})

describe.concurrent('when it is stopped', () => {
  const start = (argv: readonly string[]) =>
    spawn(process.execPath, [main, ...argv], { cwd: folder, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] })

  it('a reader that goes away ends it quietly', async () => {
    const child = start([
      ...['chunk', 'long.txt', '--max-tokens', '8', '--method', 'recursive', '--extractors', 'false', '--quiet'],
    ])
    let stderr = ''
    child.stderr.on('data', (data) => {
      stderr += data
    })
    await once(child.stdout, 'data')
    child.stdout.destroy()
    expect(await once(child, 'close')).toEqual([0, null])
    expect(stderr).toBe('')
  })

  it.skipIf(!existsSync('/dev/full'))('a full disk is told', async () => {
    const full = spawn('sh', ['-c', '"$0" "$1" chunk docs --quiet > /dev/full', process.execPath, main], {
      cwd: folder,
    })
    let stderr = ''
    full.stderr.on('data', (data) => {
      stderr += data
    })
    expect(await once(full, 'close')).toEqual([1, null])
    expect(stderr).toMatch(/^error: The output cannot be written: ENOSPC[^\n]*\n$/)
  })

  it.skipIf(process.platform === 'win32')('an interrupt leaves no temporary file', async () => {
    const child = start(['chunk', 'docs/story.txt', '--extractors', './hangs.mjs'])
    await once(child.stderr, 'data')
    child.kill('SIGINT')
    expect(await once(child, 'close')).toEqual([null, 'SIGINT'])
    expect(readdirSync(join(folder, 'temporary'))).toEqual([])
  })

  it.skipIf(process.platform === 'win32')('an interrupt leaves no unfinished report', async () => {
    await cli(['chunk', 'docs/story.txt', '--out', 'made/stopped'])
    const report = () => JSON.parse(readFileSync(join(folder, 'made/stopped/run.json'), 'utf8'))
    const before = report()
    const child = start(['chunk', 'docs/story.txt', '--extractors', './hangs.mjs', '--out', 'made/stopped'])
    await once(child.stderr, 'data')
    child.kill('SIGINT')
    await once(child, 'close')
    expect(report()).toEqual(before)
  })
})

it('output is written no faster than it is read', async () => {
  let written = ''
  let most = 0
  const slow = new Writable({
    highWaterMark: 64,
    decodeStrings: false,
    write(text: string, _, done) {
      most = Math.max(most, slow.writableLength)
      written += text
      setImmediate(done)
    },
  })
  const document = createDocument(LONG.slice(0, 40).join(' '), { id: 'long' })
  const result = await chunk(document, { method: 'sentence', maxTokens: 20, extractors: false })
  const output = streamOutput(slow, 'jsonl')
  await output.add(result)
  await output.end(chunkAll([]))
  const lines = result.chunks.map((chunk) => `${JSON.stringify(chunk)}\n`)
  expect(written).toBe(lines.join(''))
  expect(most).toBeLessThanOrEqual(Math.max(...lines.map((line) => line.length)))
})

it('the documents of the project give chunks with entities', async () => {
  const list = 'community_detection,relation_aware,entity_aware,recursive'
  const ended = await cli(['chunk', datasets, '--method', list, '--quiet'])
  expect(ended.code).toBe(0)
  // The page that describes them is mostly lists of labels.
  const chunks = chunksOf(ended).filter(({ documentId }) => !documentId.endsWith('README.md'))
  expect(chunks.length).toBeGreaterThan(50)
  expect(new Set(chunks.map(({ method }) => method))).toEqual(new Set(['community_detection']))
  // A block of code names nothing, and no engine reads Japanese.
  const empty = chunks.filter(({ entities }) => entities.length === 0)
  expect(empty.length / chunks.length).toBeLessThan(0.04)
})
