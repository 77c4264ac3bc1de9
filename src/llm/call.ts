import { setTimeout as sleep } from 'node:timers/promises'
import { ChunkingError, throwIfAborted } from '../errors.js'
import { type Answer, checkAnswer } from './answer.js'
import type { AnswerCache } from './cache.js'
import { readJson } from './json.js'
import type { LlmFn, LlmRequest, LlmResponse } from './llm.js'

/** What calling the model came to. */
export interface Usage {
  calls: number
  cached: number
  /** Calls made again after an error or an answer that could not be read. */
  retried: number
  inputTokens: number
  outputTokens: number
  /** Calls whose counts of tokens were no counts. */
  uncounted: number
}

export interface CallOptions {
  readonly timeoutMs: number
  readonly retries: number
  /** The wait after the first call that failed; it doubles with each. */
  readonly backoffMs: number
  readonly cache?: AnswerCache
  readonly signal?: AbortSignal
}

/**
 * The model's answer to a request. A call that fails or takes too long is made again after a while; one that gives what
 * can't be read is made again with the fault named in the prompt.
 * @throws the last fault where no call gave an answer; ChunkingError `aborted` where the signal stops the run.
 */
export async function ask(llm: LlmFn, request: LlmRequest, usage: Usage, options: CallOptions): Promise<Answer> {
  const { cache, signal, retries } = options
  const kept = await cache?.get(request)
  const known = readAnswer(kept)
  if (known !== undefined) {
    usage.cached++
    return known
  }
  if (kept !== undefined && cache !== undefined) cache.corrupt++
  let remark = ''
  let fault: Error = new Error('The model was not called.')
  for (let attempt = 0; attempt <= retries; attempt++) {
    throwIfAborted(signal)
    if (attempt > 0) usage.retried++
    try {
      const response = await callOnce(llm, { ...request, prompt: request.prompt + remark }, usage, options)
      const answer = readAnswer(response)
      if (answer !== undefined) {
        await cache?.set(request, response)
        return answer
      }
      fault = new ChunkingError('refused-output', UNREADABLE)
      remark = `\nYour last answer could not be used: ${UNREADABLE} Answer again, with the JSON object alone.`
    } catch (error) {
      throwIfAborted(signal)
      fault = error instanceof Error ? error : new Error(String(error))
      if (attempt < retries) await pause(Math.min(options.backoffMs * 2 ** attempt, LONGEST_PAUSE_MS), signal)
    }
  }
  throw fault
}

const UNREADABLE = 'The answer is no JSON object with a list `entities`.'

const LONGEST_PAUSE_MS = 60_000

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, signal === undefined ? {} : { signal })
  } finally {
    throwIfAborted(signal)
  }
}

/** What clients call the end of an answer that was not its end. */
const CUT = ['length', 'max_tokens']

function readAnswer(response: LlmResponse | undefined): Answer | undefined {
  if (response === undefined) return undefined
  const { object, text, finishReason = '' } = response
  let isCut = CUT.includes(finishReason)
  const given = checkAnswer(object, isCut)
  if (given !== undefined || typeof text !== 'string') return given
  const value = readJson(text, () => {
    isCut = true
  })
  return checkAnswer(value, isCut)
}

async function callOnce(
  llm: LlmFn,
  request: LlmRequest,
  usage: Usage,
  { timeoutMs, signal }: CallOptions,
): Promise<LlmResponse> {
  const controller = new AbortController()
  const { promise, reject } = rejectable()
  const stop = (fault: Error): void => {
    reject(fault)
    controller.abort(fault)
  }
  // A timer of its own: that of `AbortSignal.timeout` does not keep a program alive that waits for nothing else.
  const timer = setTimeout(() => stop(new Error(`No answer within ${timeoutMs} ms.`)), timeoutMs)
  const onAbort = (): void => stop(new Error('Stopped.'))
  signal?.addEventListener('abort', onAbort, { once: true })
  usage.calls++
  let response: Awaited<ReturnType<LlmFn>>
  try {
    response = await Promise.race([llm({ ...request, signal: controller.signal }), promise])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
  const whole = typeof response === 'string' ? { text: response } : response
  if (typeof whole !== 'object' || whole === null) {
    throw new ChunkingError('refused-output', 'The model function returned neither text nor an object.')
  }
  const counts = [whole.usage?.inputTokens, whole.usage?.outputTokens]
  if (counts.some((count) => count !== undefined && !isCount(count))) usage.uncounted++
  const [input, output] = counts.map((count) => (isCount(count) ? count : 0))
  usage.inputTokens += input
  usage.outputTokens += output
  return whole
}

const isCount = (value: unknown): value is number => Number.isFinite(value) && (value as number) >= 0

/** A promise that only fails, so that a client that ignores its signal cannot hold the run up. */
function rejectable(): { readonly promise: Promise<never>; readonly reject: (fault: Error) => void } {
  let reject: (fault: Error) => void = () => {}
  const promise = new Promise<never>((_, refuse) => {
    reject = refuse
  })
  return { promise, reject }
}

/** Runs jobs side by side, at most so many at once; the results in the order of the jobs. */
export async function inParallel<Job, Result>(
  jobs: readonly Job[],
  most: number,
  run: (job: Job) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(jobs.length)
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < jobs.length) {
      const at = next++
      try {
        results[at] = await run(jobs[at])
      } catch (error) {
        // No further job is begun for a run that has failed.
        next = jobs.length
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, jobs.length) }, worker))
  return results
}
