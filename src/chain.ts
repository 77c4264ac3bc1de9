import type { Attempt } from './document/chunk.js'
import { ChunkingError } from './errors.js'
import type { Logger } from './logger.js'

/** One way to do a job. */
export interface Alternative<Result> {
  readonly name: string
  run(): Result
}

export interface ChainOptions {
  readonly stage: Attempt['stage']
  readonly strict: boolean
  readonly logger: Logger
}

export interface Outcome<Result> {
  /** Absent where no alternative worked. */
  readonly answer?: { readonly name: string; readonly value: Result }
  readonly attempts: readonly Attempt[]
  readonly errors: readonly Error[]
}

/**
 * Runs alternatives in order until one works; the only place that falls back. Each that gives way is recorded with its
 * reason and logged as a warning. With `strict` the first one alone may answer.
 * @throws ChunkingError `no-method` with `strict`, and what stops the run (`aborted`, `invalid-option`).
 */
export function firstThatWorks<Result>(
  alternatives: readonly Alternative<Result>[],
  options: ChainOptions,
): Outcome<Result> {
  const log = new AttemptLog(alternatives, options)
  for (const { name, run } of alternatives) {
    log.begin()
    try {
      return log.worked(name, run())
    } catch (error) {
      log.failed(name, error)
    }
  }
  return log.exhausted()
}

/** As `firstThatWorks`, for alternatives that one has to wait for. */
export async function firstThatResolves<Result>(
  alternatives: readonly Alternative<Result | Promise<Result>>[],
  options: ChainOptions,
): Promise<Outcome<Result>> {
  const log = new AttemptLog(alternatives, options)
  for (const { name, run } of alternatives) {
    log.begin()
    try {
      return log.worked(name, await run())
    } catch (error) {
      log.failed(name, error)
    }
  }
  return log.exhausted()
}

class AttemptLog {
  readonly #names: readonly string[]
  readonly #options: ChainOptions
  readonly #attempts: Attempt[] = []
  readonly #errors: Error[] = []
  #begun = 0

  constructor(alternatives: readonly Alternative<unknown>[], options: ChainOptions) {
    this.#names = alternatives.map(({ name }) => name)
    this.#options = options
  }

  begin(): void {
    this.#begun = performance.now()
  }

  worked<Result>(name: string, value: Result): Outcome<Result> {
    this.#attempts.push({ stage: this.#options.stage, name, ok: true, ms: performance.now() - this.#begun })
    return { answer: { name, value }, attempts: this.#attempts, errors: this.#errors }
  }

  failed(name: string, thrown: unknown): void {
    // A wrong option would be as wrong for the next one.
    if (thrown instanceof ChunkingError && (thrown.code === 'aborted' || thrown.code === 'invalid-option')) throw thrown
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    const { stage, strict, logger } = this.#options
    this.#attempts.push({ stage, name, ok: false, reason: error.message, ms: performance.now() - this.#begun })
    this.#errors.push(error)
    const kind = stage === 'cut' ? 'Method' : 'Extractor'
    if (strict) {
      const message = `${kind} "${name}" failed, and \`strict\` lets no other answer: ${asSentence(error.message)}`
      throw new ChunkingError('no-method', message, this.#errors)
    }
    const next = this.#names[this.#attempts.length]
    const then = next === undefined ? 'No other is left.' : `Trying "${next}".`
    logger.warn(`${kind} "${name}" gave way: ${asSentence(error.message)} ${then}`)
  }

  exhausted(): Outcome<never> {
    return { attempts: this.#attempts, errors: this.#errors }
  }
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
