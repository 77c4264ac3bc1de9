import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LlmRequest, LlmResponse } from './llm.js'

/** Answers kept on disk by the hash of what was asked. */
export class AnswerCache {
  readonly #folder: string
  readonly #model: string
  /** Files that could not be read as an answer. */
  corrupt = 0
  /** Why answers could not be kept. */
  readonly unwritten: Error[] = []

  constructor(folder: string, model: string) {
    this.#folder = folder
    this.#model = model
  }

  async get(request: LlmRequest): Promise<LlmResponse | undefined> {
    let text: string
    try {
      text = await readFile(this.#path(request), 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
    try {
      const value: unknown = JSON.parse(text)
      if (typeof value === 'object' && value !== null) return value as LlmResponse
    } catch {
      // Counted below: an answer that cannot be read is asked for again.
    }
    this.corrupt++
    return undefined
  }

  /** Written aside and then renamed, so that nobody reads half an answer. */
  async set(request: LlmRequest, response: LlmResponse): Promise<void> {
    const path = this.#path(request)
    const aside = `${path}.${randomUUID()}`
    try {
      await mkdir(this.#folder, { recursive: true })
      await writeFile(aside, JSON.stringify(response))
      await rename(aside, path)
    } catch (error) {
      // The answer has been paid for, and counts without being kept.
      this.unwritten.push(error as Error)
      await rm(aside, { force: true }).catch((left: Error) => this.unwritten.push(left))
    }
  }

  #path({ system, prompt, schema }: LlmRequest): string {
    const hash = createHash('sha256')
      .update(JSON.stringify([this.#model, system, prompt, schema]))
      .digest('hex')
    return join(this.#folder, `${hash}.json`)
  }
}
