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
}

export interface CallOptions {
  readonly timeoutMs: number
  readonly retries: number
  readonly cache?: AnswerCache
  readonly signal?: AbortSignal
}

/**
 * The model's answer to a request. A call that fails, takes too long, or gives what can't be read is made again, with the
 * fault named in the prompt.
 * @throws the last fault where no call gave an answer; ChunkingError `aborted` where the signal stops the run.
 */
export async function ask(llm: LlmFn, request: LlmRequest, usage: Usage, options: CallOptions): Promise<Answer> {
  const { cache, signal, retries } = options
  const known = readAnswer(await cache?.get(request))
  if (known !== undefined) {
    usage.cached++
    return known
  }
  let fault: Error = new Error('The model was not called.')
  for (let attempt = 0; attempt <= retries; attempt++) {
    throwIfAborted(signal)
    if (attempt > 0) usage.retried++
    const prompt = attempt === 0 ? request.prompt : `${request.prompt}\n${again(fault)}`
    try {
      const response = await callOnce(llm, { ...request, prompt }, usage, options)
      const answer = readAnswer(response)
      if (answer !== undefined) {
        await cache?.set(request, response)
        return answer
      }
      fault = new ChunkingError('refused-output', 'The answer is no JSON object with a list `entities`.')
    } catch (error) {
      throwIfAborted(signal)
      fault = error instanceof Error ? error : new Error(String(error))
    }
  }
  throw fault
}

const again = ({ message }: Error): string =>
  `Your last answer could not be used: ${message.slice(0, 300)} Answer again, with the JSON object alone.`

function readAnswer(response: LlmResponse | undefined): Answer | undefined {
  if (response === undefined) return undefined
  const { object, text } = response
  return checkAnswer(object) ?? (typeof text === 'string' ? checkAnswer(readJson(text)) : undefined)
}

async function callOnce(
  llm: LlmFn,
  request: LlmRequest,
  usage: Usage,
  { timeoutMs, signal }: CallOptions,
): Promise<LlmResponse> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const both = signal === undefined ? timeout : AbortSignal.any([signal, timeout])
  usage.calls++
  const response = await Promise.race([llm({ ...request, signal: both }), stopped(both, timeout, timeoutMs)])
  const whole = typeof response === 'string' ? { text: response } : response
  if (typeof whole !== 'object' || whole === null) {
    throw new ChunkingError('refused-output', 'The model function returned neither text nor an object.')
  }
  usage.inputTokens += whole.usage?.inputTokens ?? 0
  usage.outputTokens += whole.usage?.outputTokens ?? 0
  return whole
}

/** Rejects where the signal fires, so that a client that ignores it cannot hold the run up. */
function stopped(signal: AbortSignal, timeout: AbortSignal, timeoutMs: number): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => reject(new Error(timeout.aborted ? `No answer within ${timeoutMs} ms.` : 'Stopped.'))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
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
