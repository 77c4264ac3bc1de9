import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Extractor } from '../annotate/extractor.js'
import type { Chunker } from '../chunkers/define.js'
import type { ExtractFunction } from '../options.js'
import { type SegmentFunction, toChunker } from '../registry.js'
import { UsageError } from './usage.js'

/**
 * The extractor that a module of the user's exports as `default`, `extractor` or `extract`, named by the path. A module
 * that throws while it is run is an extractor that fails.
 * @throws UsageError where the file cannot be loaded or has no such export.
 */
export async function loadExtractor(path: string): Promise<Extractor> {
  const { value, thrown } = await load(path, ['extractor', 'extract'], 'extract')
  if (thrown !== undefined) return { name: path, extract: () => Promise.reject(thrown.error) }
  if (typeof value === 'function') return { name: path, extract: value as ExtractFunction }
  const extractor = value as Extractor
  return { name: path, extract: (document, context) => extractor.extract(document, context) }
}

/** As `loadExtractor`, for a chunker that is exported as `default`, `chunker` or `segment`. */
export async function loadChunker(path: string): Promise<Chunker> {
  const { value, thrown } = await load(path, ['chunker', 'segment'], 'segment')
  if (thrown === undefined) return toChunker(path, value as Chunker | SegmentFunction)
  return toChunker(path, () => {
    throw thrown.error
  })
}

interface Loaded {
  readonly value?: unknown
  /** What the module's own code threw. */
  readonly thrown?: { readonly error: unknown }
}

async function load(path: string, exported: readonly string[], member: string): Promise<Loaded> {
  const file = resolve(path)
  if (!existsSync(file)) throw new UsageError(`There is no module ${path}.`)
  let module: Readonly<Record<string, unknown>>
  try {
    module = await import(pathToFileURL(file).href)
  } catch (error) {
    if (!cannotBeLoaded(error)) return { thrown: { error } }
    const [reason] = (error as Error).message.split('\n')
    throw new UsageError(`The module ${path} cannot be loaded: ${reason}`, { cause: error })
  }
  const value = ['default', ...exported].map((name) => module[name]).find((candidate) => candidate !== undefined)
  const fits =
    typeof value === 'function' ||
    (typeof value === 'object' && value !== null && typeof (value as Record<string, unknown>)[member] === 'function')
  if (fits) return { value }
  throw new UsageError(
    `Expected the module ${path} to export a function or an object with \`${member}\` as default, ${exported.join(' or ')}.`,
  )
}

/** Whether Node refused the file, rather than the file's own code throwing. */
function cannotBeLoaded(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    error instanceof SyntaxError || /^ERR_(?:MODULE|UNKNOWN|UNSUPPORTED|PACKAGE|INVALID|REQUIRE)|^E[A-Z]+$/.test(code)
  )
}
