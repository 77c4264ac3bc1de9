import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChunkingError } from '../errors.js'

/** JSON records kept in a temporary file, to be read back one at a time. */
export class Spool {
  readonly #file: FileHandle
  readonly #folder: string
  readonly #lengths: number[] = []
  #size = 0
  #read = { records: 0, bytes: 0 }

  /** @throws ChunkingError `temporary-file`, naming the folder where it cannot be written. */
  static async create(): Promise<Spool> {
    try {
      const folder = await mkdtemp(join(tmpdir(), 'graph-chunker-'))
      const spool = new Spool(folder, await open(join(folder, 'documents.jsonl'), 'wx+', 0o600))
      await spool.#unlink()
      return spool
    } catch (error) {
      throw unusable(error)
    }
  }

  private constructor(folder: string, file: FileHandle) {
    this.#folder = folder
    this.#file = file
  }

  async append(json: string): Promise<void> {
    const bytes = Buffer.from(`${json}\n`)
    try {
      for (let written = 0; written < bytes.length; ) {
        const { bytesWritten } = await this.#file.write(bytes, written, bytes.length - written, this.#size + written)
        written += bytesWritten
      }
    } catch (error) {
      throw unusable(error)
    }
    this.#lengths.push(bytes.length)
    this.#size += bytes.length
  }

  /** The next record, in the order in which they were appended. */
  async next(): Promise<string> {
    // By length, not by line: a stream of lines also breaks at U+2028, which JSON leaves as it is.
    const bytes = Buffer.allocUnsafe(this.#lengths[this.#read.records])
    for (let read = 0; read < bytes.length; ) {
      const { bytesRead } = await this.#file.read(bytes, read, bytes.length - read, this.#read.bytes + read)
      if (bytesRead === 0) throw unusable(new Error('it is shorter than what was written to it'))
      read += bytesRead
    }
    this.#read = { records: this.#read.records + 1, bytes: this.#read.bytes + bytes.length }
    return bytes.toString('utf8')
  }

  async close(): Promise<void> {
    await this.#file.close()
    await rm(this.#folder, { recursive: true, force: true })
  }

  /** Takes the file's name away while it stays open, so that nothing is left behind however the process ends. */
  async #unlink(): Promise<void> {
    try {
      await rm(this.#folder, { recursive: true })
    } catch {
      // Windows keeps the folder of an open file; `close` removes it.
    }
  }
}

function unusable(cause: unknown): ChunkingError {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  return new ChunkingError(
    'temporary-file',
    `The temporary file in ${tmpdir()} cannot be used (${error.message}); set TMPDIR to a folder with room for a copy of the documents.`,
    [error],
  )
}
