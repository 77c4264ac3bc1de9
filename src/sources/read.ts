import { readFile, stat } from 'node:fs/promises'
import { isAbsolute, normalize, relative, resolve, sep } from 'node:path'
import type { Document } from '../document/document.js'
import type { DocumentSource } from '../document/source.js'
import { ChunkingError, describe } from '../errors.js'
import { createDocument } from '../structure/create.js'
import type { Tokenizer } from '../structure/tokens/tokenizer.js'
import { decodeUtf8 } from './decode.js'
import { mediaTypeOf, TEXT_ENDINGS, walk } from './folder.js'

export interface ReadOptions {
  /** For the documents. Default: `cl100k_base`. */
  readonly tokenizer?: Tokenizer
  /** What `-` reads. Default: `process.stdin`. */
  readonly stdin?: AsyncIterable<Uint8Array>
}

/**
 * The documents behind paths, each read when it is loaded: files, whatever their ending; folders with the text and
 * Markdown files below them; `-` for the standard input. A document's id is its path with forward slashes, from the
 * working folder where it lies below that. A file comes once, however often it is named. Texts are UTF-8; a byte order
 * mark is left out of the text and stated as `metadata.bom`.
 *
 * What cannot be read comes as a source whose `load` throws a ChunkingError that names it.
 */
export async function* readSources(
  paths: readonly string[],
  options: ReadOptions = {},
): AsyncGenerator<DocumentSource, void, undefined> {
  if (!Array.isArray(paths)) throw refused(`Expected \`paths\` to be a list of paths, got ${describe(paths)}.`)
  const seen = new Set<string>()
  for (const path of paths) {
    for await (const source of path === '-' ? [fromStdin(options)] : fromPath(path, options)) {
      if (seen.has(source.id)) continue
      seen.add(source.id)
      yield source
    }
  }
}

async function* fromPath(path: string, options: ReadOptions): AsyncGenerator<DocumentSource> {
  const id = idOf(path)
  if (!(await isFolder(path))) {
    yield fromFile(path, id, options)
    return
  }
  let count = 0
  for await (const found of walk(path)) {
    count++
    yield found.error === undefined
      ? fromFile(found.path, idOf(found.path), options)
      : failing(idOf(found.path), unreadable(idOf(found.path), found.error))
  }
  if (count === 0) {
    const endings = TEXT_ENDINGS.map((ending) => `*${ending}`).join(', ')
    yield failing(id, refused(`The folder ${id} holds no file to read: nothing below it matches ${endings}.`))
  }
}

function fromFile(path: string, id: string, options: ReadOptions): DocumentSource {
  return {
    id,
    async load() {
      let bytes: Uint8Array
      try {
        bytes = await readFile(path)
      } catch (error) {
        throw unreadable(id, error)
      }
      return toDocument(bytes, id, options, mediaTypeOf(path))
    },
  }
}

function fromStdin(options: ReadOptions): DocumentSource {
  return {
    id: '-',
    async load() {
      const parts: Uint8Array[] = []
      for await (const part of options.stdin ?? process.stdin) parts.push(Buffer.from(part))
      return toDocument(Buffer.concat(parts), '-', options)
    },
  }
}

function toDocument(bytes: Uint8Array, id: string, { tokenizer }: ReadOptions, mediaType?: string): Document {
  const { text, bom } = decodeUtf8(bytes, id === '-' ? 'The standard input' : id)
  return createDocument(text, {
    id,
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(tokenizer === undefined ? {} : { tokenizer }),
    ...(bom ? { metadata: { bom } } : {}),
  })
}

function failing(id: string, error: Error): DocumentSource {
  return {
    id,
    load() {
      throw error
    },
  }
}

/** False also where nothing is there: reading it will say so. */
async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}

function idOf(path: string): string {
  const below = relative(process.cwd(), resolve(path))
  const isBelow = below !== '' && !below.startsWith(`..${sep}`) && below !== '..' && !isAbsolute(below)
  return (isBelow ? below : normalize(path)).replaceAll(sep, '/')
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOTDIR: 'a part of the path is no folder',
  ELOOP: 'its links lead round in a circle',
  ERR_FS_FILE_TOO_LARGE: 'it is larger than 2 GiB',
}

function unreadable(id: string, error: unknown): ChunkingError {
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException
  return refused(`${id} cannot be read: ${REASONS[code] ?? message}.`, error)
}

function refused(message: string, cause?: unknown): ChunkingError {
  return new ChunkingError('invalid-input', message, cause instanceof Error ? [cause] : [])
}
