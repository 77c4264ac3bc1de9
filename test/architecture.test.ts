import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../src', import.meta.url))
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))

/** The rooms of `src`, and the rooms that each may import from. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  document: [],
  structure: ['document'],
  graph: ['document'],
  models: [],
  annotate: ['document', 'structure', 'graph', 'models'],
  llm: ['document', 'structure', 'annotate'],
  evaluate: ['document', 'structure'],
  cohesion: ['document', 'structure', 'models'],
  segment: ['document', 'structure'],
  chunkers: ['document', 'structure', 'graph', 'cohesion', 'segment'],
  chunks: ['document', 'structure', 'segment'],
}

/** Files of the top that every room may import: they know nothing of the others. */
const LEAVES = ['errors.ts', 'logger.ts']

function imports(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8')
  const specifiers = [...source.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map((match) => match[1])
  return specifiers.map((specifier) => relative(root, resolve(root, dirname(file), specifier)).replace(/\.js$/, '.ts'))
}

const room = (file: string): string => (file.includes('/') ? file.slice(0, file.indexOf('/')) : '')

describe('imports point one way', () => {
  for (const file of files.filter((name) => room(name) in MAY_IMPORT)) {
    it(file, () => {
      const allowed = [room(file), ...MAY_IMPORT[room(file)]]
      const wrong = imports(file).filter((target) => !allowed.includes(room(target)) && !LEAVES.includes(target))
      expect(wrong).toEqual([])
    })
  }

  it('leaves import nothing of ours', () => {
    expect(LEAVES.flatMap(imports)).toEqual([])
  })

  it('only the top knows both chunkers and chunks', () => {
    const both = files.filter(
      (file) =>
        room(file) !== '' &&
        ['chunkers', 'chunks'].every((name) => imports(file).some((target) => room(target) === name)),
    )
    expect(both).toEqual([])
  })

  it('no file imports in a circle', () => {
    const open = new Set<string>()
    const done = new Set<string>()
    const walk = (file: string): void => {
      expect(open.has(file), `${[...open].join(' → ')} → ${file}`).toBe(false)
      if (done.has(file)) return
      open.add(file)
      // Types alone make no circle at run time, but they would make one for a reader; so they count.
      for (const target of imports(file)) if (files.includes(target)) walk(target)
      open.delete(file)
      done.add(file)
    }
    for (const file of files) walk(file)
  })
})

it('no chunker is longer than 80 lines', () => {
  const long = files
    .filter((file) => room(file) === 'chunkers' && !file.endsWith('define.ts') && !file.endsWith('index.ts'))
    .map((file) => [file, readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length] as const)
    .filter(([, lines]) => lines > 80)
  expect(long).toEqual([])
})

it('only compose slices text out of a document', () => {
  const slicing = files
    .filter((file) => ['chunks', 'chunkers', 'segment'].includes(room(file)))
    .filter((file) => /\btext\.(slice|substring|substr)\(/.test(readFileSync(join(root, file), 'utf8')))
  expect(slicing).toEqual([])
})
