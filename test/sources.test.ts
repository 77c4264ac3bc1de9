import { isUtf8 } from 'node:buffer'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Document } from '../src/index.js'
import { decodeUtf8 } from '../src/sources/decode.js'
import { readSources } from '../src/sources/index.js'

let folder = ''
const home = process.cwd()
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sources-test-'))
  process.chdir(folder)
})
afterEach(() => {
  process.chdir(home)
  rmSync(folder, { recursive: true })
})

function write(files: Readonly<Record<string, string | readonly number[]>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), typeof content === 'string' ? content : Uint8Array.from(content))
  }
}

/** Each source as its id with its text, or with the error's message. */
async function read(paths: readonly string[], stdin: readonly string[] = []): Promise<[string, string][]> {
  const seen: [string, string][] = []
  for await (const source of readSources(paths, { stdin: stream(stdin) })) {
    try {
      const { id, text } = (await source.load()) as Document
      expect(id).toBe(source.id)
      seen.push([id, text])
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid-input' })
      seen.push([source.id, (error as Error).message])
    }
  }
  return seen
}

async function* stream(parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part, 'latin1')
}

const ids = async (paths: readonly string[]): Promise<string[]> => (await read(paths)).map(([id]) => id)

describe('which files', () => {
  it('a folder gives its text files in code-unit order of the paths', async () => {
    write({
      'docs/b.txt': '',
      'docs/a/z.md': '',
      'docs/a.md': '',
      'docs/a-b/c.text': '',
      'docs/B.MARKDOWN': '',
      'docs/é.txt': '',
      'docs/picture.png': '',
      'docs/noending': '',
      'docs/.hidden.txt': '',
      'docs/.git/notes.txt': '',
    })
    const found = ['docs/B.MARKDOWN', 'docs/a-b/c.text', 'docs/a.md', 'docs/a/z.md', 'docs/b.txt', 'docs/é.txt']
    expect([...found].sort()).toEqual(found)
    for (const path of ['docs', './docs/', 'docs/../docs', join(folder, 'docs')])
      expect(await ids([path])).toEqual(found)
    expect(await ids(['.'])).toEqual(found)
  })

  it('a file is read whatever its ending, and once', async () => {
    write({ 'docs/a.md': 'a', 'log.2031': 'log', '.profile': 'hidden' })
    expect(await read(['log.2031', './log.2031', 'docs/a.md', 'docs', '.profile'])).toEqual([
      ['log.2031', 'log'],
      ['docs/a.md', 'a'],
      ['.profile', 'hidden'],
    ])
  })

  it('the ending tells the media type', async () => {
    write({ 'a.md': '# a', 'a.MarkDown': '# a', 'a.txt': '# a', 'a.rst': '# a' })
    const types: string[] = []
    for await (const source of readSources(['a.md', 'a.MarkDown', 'a.txt', 'a.rst'])) {
      types.push(((await source.load()) as Document).mediaType)
    }
    expect(types).toEqual(['text/markdown', 'text/markdown', 'text/plain', 'text/plain'])
  })

  it('links to files are read, links to folders are not followed', async () => {
    write({ 'docs/a.txt': 'a', 'other/b.txt': 'b' })
    symlinkSync('..', join(folder, 'docs', 'up'))
    symlinkSync('.', join(folder, 'docs', 'self.txt'))
    symlinkSync('../other/b.txt', join(folder, 'docs', 'linked.txt'))
    symlinkSync('nowhere', join(folder, 'docs', 'lost.txt'))
    symlinkSync('docs', join(folder, 'way'))
    expect(await read(['docs'])).toEqual([
      ['docs/a.txt', 'a'],
      ['docs/linked.txt', 'b'],
      ['docs/lost.txt', 'docs/lost.txt cannot be read: there is no such file or folder.'],
    ])
    expect((await ids(['way']))[0]).toBe('way/a.txt')
  })

  it('a path outside the working folder keeps its name', async () => {
    write({ 'deep/inner/x.txt': '', 'side/a.txt': 'a' })
    process.chdir(join(folder, 'deep'))
    expect(await ids(['../side', './inner'])).toEqual(['../side/a.txt', 'inner/x.txt'])
    expect(await ids([join(folder, 'side')])).toEqual([`${join(folder, 'side').replaceAll('\\', '/')}/a.txt`])
  })

  it('- is the standard input, cut anywhere', async () => {
    const bytes = Buffer.from('Straße, 中文').toString('latin1')
    expect(await read(['-', '-'], bytes.split(''))).toEqual([['-', 'Straße, 中文']])
  })
})

describe('what cannot be read', () => {
  it.each<[string, () => void, string, string]>([
    ['nothing there', () => {}, 'gone.txt', 'gone.txt cannot be read: there is no such file or folder.'],
    [
      'an empty folder',
      () => mkdirSync('void'),
      'void',
      'The folder void holds no file to read: nothing below it matches *.txt, *.text, *.md, *.markdown.',
    ],
    [
      'a folder of pictures',
      () => write({ 'art/a.png': '' }),
      'art',
      'The folder art holds no file to read: nothing below it matches *.txt, *.text, *.md, *.markdown.',
    ],
    [
      'a file taken for a folder',
      () => write({ 'a.txt': '' }),
      'a.txt/b.txt',
      'a.txt/b.txt cannot be read: a part of the path is no folder.',
    ],
    [
      'a circle of links',
      () => symlinkSync('ring.txt', 'ring.txt'),
      'ring.txt',
      'ring.txt cannot be read: its links lead round in a circle.',
    ],
    [
      'Latin-1',
      () => write({ 'a.txt': [0x66, 0xfc, 0x72] }),
      'a.txt',
      'a.txt is not UTF-8 at byte 1 (0xFC); convert it to UTF-8.',
    ],
    [
      'GBK',
      () => write({ 'a.txt': [0xc4, 0xe3, 0xba, 0xc3] }),
      'a.txt',
      'a.txt is not UTF-8 at byte 0 (0xC4); convert it to UTF-8.',
    ],
    [
      'a text cut inside a character',
      () => write({ 'a.txt': [0x61, 0xe4, 0xb8] }),
      'a.txt',
      'a.txt is not UTF-8 at byte 1 (0xE4); convert it to UTF-8.',
    ],
    [
      'UTF-16 LE',
      () => write({ 'a.txt': [0xff, 0xfe, 0x48, 0] }),
      'a.txt',
      'a.txt is not UTF-8 at byte 0: it begins with the mark of UTF-16 (little-endian); convert it to UTF-8.',
    ],
    [
      'UTF-16 BE',
      () => write({ 'a.txt': [0xfe, 0xff, 0, 0x48] }),
      'a.txt',
      'a.txt is not UTF-8 at byte 0: it begins with the mark of UTF-16 (big-endian); convert it to UTF-8.',
    ],
  ])('%s', async (_, prepare, path, message) => {
    prepare()
    write({ 'good.txt': 'good' })
    expect(await read([path, 'good.txt'])).toEqual([
      [path, message],
      ['good.txt', 'good'],
    ])
  })

  it.skipIf(process.getuid?.() === 0)('a file or folder without permission', async () => {
    write({ 'locked/a.txt': '', 'b.txt': '' })
    chmodSync('b.txt', 0)
    chmodSync('locked', 0)
    expect(await read(['locked', 'b.txt'])).toEqual([
      ['locked', 'locked cannot be read: permission denied.'],
      ['b.txt', 'b.txt cannot be read: permission denied.'],
    ])
    chmodSync('locked', 0o700)
  })

  it('a single path that is not in a list', async () => {
    await expect(readSources('docs' as unknown as string[]).next()).rejects.toThrow(/list of paths, got "docs"/)
  })
})

describe('decoding', () => {
  it('a byte order mark is left out and stated', async () => {
    write({ 'a.txt': [0xef, 0xbb, 0xbf, 0x41, 0xef, 0xbb, 0xbf], 'b.txt': 'A', 'c.txt': '' })
    const documents: Document[] = []
    for await (const source of readSources(['a.txt', 'b.txt', 'c.txt']))
      documents.push((await source.load()) as Document)
    expect(documents.map(({ text, metadata }) => [text, metadata])).toEqual([
      ['A\ufeff', { bom: true }],
      ['A', {}],
      ['', {}],
    ])
  })

  it('the position is that of the first byte that no text can have there', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 4 }).map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 3 }).map((bytes) => Buffer.from(bytes)),
    )
    const anyBytes = fc.array(piece, { maxLength: 8 }).map((pieces) => Buffer.concat([Buffer.from('>'), ...pieces]))
    let refused = 0
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        if (isUtf8(bytes)) {
          expect(decodeUtf8(bytes, 'x').text).toBe(bytes.toString('utf8'))
          return
        }
        refused++
        // The longest prefix that is UTF-8 ends where the first malformed sequence begins.
        let valid = bytes.length
        while (!isUtf8(bytes.subarray(0, valid))) valid--
        expect(() => decodeUtf8(bytes, 'x')).toThrow(`x is not UTF-8 at byte ${valid} (0x`)
      }),
      { seed: 11, numRuns: 2000 },
    )
    expect(refused).toBeGreaterThan(500)
  })
})
