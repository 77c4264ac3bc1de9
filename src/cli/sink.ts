import type { Writable } from 'node:stream'

/** The reader of a pipe has gone; nobody wants the rest. */
export class ReaderGone extends Error {}

/** The output could not be written. */
export class OutputError extends Error {}

/** A stream that is written no faster than it is read, and whose errors are thrown to the writer. */
export class Sink {
  readonly #stream: Writable
  #error: Error | undefined
  #wake = (): void => {}

  constructor(stream: Writable) {
    this.#stream = stream
    stream.on('error', (error) => {
      const { code, message } = error as NodeJS.ErrnoException
      this.#error = code === 'EPIPE' ? new ReaderGone() : new OutputError(`The output cannot be written: ${message}.`)
      this.#wake()
    })
    stream.on('drain', () => this.#wake())
    stream.on('close', () => this.#wake())
  }

  async write(text: string): Promise<void> {
    if (this.#error !== undefined) throw this.#error
    if (this.#stream.write(text)) return
    await this.#woken()
  }

  /** Waits until all is written. The standard output stays open. */
  async end(): Promise<void> {
    if (this.#error !== undefined) throw this.#error
    if (this.#stream === process.stdout) this.#stream.write('', () => this.#wake())
    else this.#stream.end()
    await this.#woken()
  }

  /** Gives the stream up, whatever became of it. */
  async close(): Promise<void> {
    if (this.#stream.closed) return
    await new Promise<void>((resolve) => this.#stream.destroy().once('close', resolve))
  }

  async #woken(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    if (this.#error !== undefined) throw this.#error
  }
}
