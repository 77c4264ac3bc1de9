import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
}

let consumer = ''

/** The packed package in an empty project, beside nothing but what it declares as dependencies. */
beforeAll(() => {
  consumer = mkdtempSync(join(tmpdir(), 'graph-chunker-consumer-'))
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', consumer], { cwd: root, stdio: 'pipe' })
  const installed = join(consumer, 'node_modules', 'graph-chunker')
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', [
    '-xzf',
    join(consumer, `graph-chunker-${manifest.version}.tgz`),
    '-C',
    installed,
    '--strip-components=1',
  ])
  for (const name of [...Object.keys(manifest.dependencies), '@types/node']) {
    mkdirSync(dirname(join(consumer, 'node_modules', name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(consumer, 'node_modules', name))
  }
  writeFileSync(join(consumer, 'package.json'), JSON.stringify({ type: 'module', private: true }))
}, 120_000)

afterAll(() => rmSync(consumer, { recursive: true, force: true }))

const PROGRAM = `import { annotate, type Chunk, type ChunkResult, chunk, chunkSync, createDocument, defineChunker, extract, methods, registerMethod } from 'graph-chunker'

const result: ChunkResult = await chunk('Maria Keller leads Borealis Ltd. She lives in Varland.', {
  method: ['community_detection', { method: 'sliding_window', snap: 'sentence' }, 'recursive'],
  maxTokens: 40,
})
const first: Chunk | undefined = result.chunks[0]
const names: readonly string[] = first?.entities.map(({ name }) => name) ?? []
const plain = chunkSync(createDocument('One. Two.'), { method: 'recursive', extractors: false })
const order: number = result.graph?.order ?? 0
registerMethod('whole', (document) => [{ start: 0, end: document.text.length }])
const typed = defineChunker<'mentions'>({ name: 'x', summary: 'x', requires: ['mentions'], segment: ({ mentions }) => mentions.map((m) => ({ spans: [m] })) })
console.log(JSON.stringify({ names, plain: plain.chunks.length, order, methods: methods().length, typed: typed.name, extract: typeof extract, annotate: typeof annotate }))
`

describe.each(['NodeNext', 'Bundler'] as const)('a consumer under %s', (resolution) => {
  it('compiles strictly against the declarations', () => {
    const module = resolution === 'Bundler' ? 'ESNext' : resolution
    writeFileSync(join(consumer, 'program.ts'), PROGRAM)
    const options = {
      strict: true,
      skipLibCheck: false,
      exactOptionalPropertyTypes: true,
      target: 'ES2023',
      lib: ['ES2023'],
      types: ['node'],
      module,
      moduleResolution: resolution,
      outDir: 'out',
    }
    writeFileSync(
      join(consumer, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, include: ['program.ts'] }),
    )
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    expect(run(process.execPath, [tsc, '-p', consumer])).toBe('')
  })
})

it('the consumer runs', () => {
  const printed = JSON.parse(run(process.execPath, [join(consumer, 'out', 'program.js')])) as Record<string, unknown>
  expect(printed).toMatchObject({ plain: 1, typed: 'x', extract: 'function', annotate: 'function' })
  expect(printed.names).toEqual(expect.arrayContaining(['Maria Keller', 'Borealis Ltd']))
  expect(printed.order).toBeGreaterThan(1)
})

it('the import loads no ranks, language models, parsers or graph code', () => {
  const script = `
    import { registerHooks } from 'node:module'
    import Module from 'node:module'
    await import('graph-chunker')
    const required = Object.keys(Module._cache ?? {})
    console.log(JSON.stringify(required))`
  writeFileSync(join(consumer, 'loaded.mjs'), script.replace("    import { registerHooks } from 'node:module'\n", ''))
  const required = JSON.parse(run(process.execPath, [join(consumer, 'loaded.mjs')])) as string[]
  expect(required.filter((path) => /tiktoken|wink|compromise|markdown-it|graphology/.test(path))).toEqual([])
  const trace = run(process.execPath, ['--experimental-loader', loader(), '-e', "import('graph-chunker')"])
  const loaded = trace.split('\n').filter((line) => line.startsWith('LOADED '))
  expect(loaded.some((line) => line.includes('graph-chunker/dist/index.js'))).toBe(true)
  expect(
    loaded.filter((line) => /\/(js-tiktoken|wink-[a-z-]+|compromise|markdown-it|graphology[a-z-]*)\//.test(line)),
  ).toEqual([])
})

/** A loader that prints every module that is loaded. */
function loader(): string {
  const path = join(consumer, 'trace.mjs')
  writeFileSync(
    path,
    "import { writeSync } from 'node:fs'\nexport async function load(url, context, next) { writeSync(1, 'LOADED ' + url + '\\n'); return next(url, context) }\n",
  )
  return path
}

it('publint and are-the-types-wrong find nothing', () => {
  const bin = (name: string): string => join(root, 'node_modules', '.bin', name)
  const tarball = join(consumer, `graph-chunker-${manifest.version}.tgz`)
  expect(run(bin('publint'), ['run', tarball, '--strict'])).toContain('All good')
  // It exits with an error where an entry fails for importers; what it ignores concerns `require` and old resolution.
  expect(run(bin('attw'), [tarball, '--profile', 'esm-only', '--format', 'ascii'])).toContain('node16 (from ESM): 🟢')
})

/** Standard output; what failed is thrown with all that was printed. */
function run(command: string, options: readonly string[]): string {
  try {
    return execFileSync(command, options, { cwd: consumer, stdio: 'pipe', encoding: 'utf8', timeout: 120_000 })
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string }
    throw new Error(`${command} ${options.join(' ')}\n${stdout}\n${stderr}`)
  }
}
