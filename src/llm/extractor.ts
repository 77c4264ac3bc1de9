import { z } from 'zod'
import type { Extraction, Extractor } from '../annotate/extractor.js'
import type { Document } from '../document/document.js'
import type { Span } from '../document/span.js'
import { ChunkingError } from '../errors.js'
import { align } from './align.js'
import { heldTo } from './answer.js'
import { AnswerCache } from './cache.js'
import { ask, inParallel, type Usage } from './call.js'
import type { LlmFn } from './llm.js'
import { requestFor } from './prompt.js'
import { windowsOf } from './windows.js'

export interface LlmExtractorOptions {
  /** The types of entity to ask for. Default: person, organization, location, time, number, misc. */
  readonly types?: readonly string[]
  /** The relations to ask for. Default: any. */
  readonly predicates?: readonly string[]
  /** What else the model should know or do, in your words. */
  readonly instructions?: string
  /** Longer texts are read in windows of so many tokens, in the document's counting. Default 2000. */
  readonly windowTokens?: number
  /** At most so much of a window is read again in the next one: whole sentences. Default 200. */
  readonly overlapTokens?: number
  /** Calls at the same time. Default 4. */
  readonly concurrency?: number
  /** Default 60,000. */
  readonly timeoutMs?: number
  /** How often a call that failed is made again. Default 1. */
  readonly retries?: number
  /** The wait in ms before a call that threw is made again; it doubles each time. Default 500. */
  readonly backoffMs?: number
  /** A folder in which answers are kept; an equal question is not asked twice. */
  readonly cache?: string
  /** Names the model in the cache, so that another model is asked anew; has to be given with `cache`. */
  readonly model?: string
  /** One window that fails fails the whole. Default false: the others count, and a note says what is missing. */
  readonly strict?: boolean
}

const whole = (least: number) => z.int('to be a whole number').min(least, `to be a whole number from ${least} up`)
const names = z.array(z.string().min(1), 'to be a list of names').min(1, 'to name at least one')

const schema = z.strictObject({
  types: names.default(['person', 'organization', 'location', 'time', 'number', 'misc']),
  predicates: names.optional(),
  instructions: z.string('to be a text').optional(),
  windowTokens: whole(16).default(2000),
  overlapTokens: whole(0).default(200),
  concurrency: whole(1).default(4),
  timeoutMs: whole(1).default(60_000),
  retries: whole(0).default(1),
  backoffMs: whole(0).default(500),
  cache: z.string('to be the path of a folder').min(1).optional(),
  model: z.string('to be a name').trim().min(1, 'to be a name that is not empty').optional(),
  strict: z.boolean('to be true or false').default(false),
})

type Settings = z.infer<typeof schema>

/**
 * An extractor that asks a language model for entities and relations, and finds what it names in the text. A document is
 * read in overlapping windows; what the model makes up is dropped and counted in the notes, as are calls and tokens.
 * It fails where no window got an answer, or with `strict` where one did not.
 * @throws ChunkingError `invalid-option` where the options are wrong.
 */
export function llmExtractor(llm: LlmFn, options: LlmExtractorOptions = {}): Extractor {
  if (typeof llm !== 'function') {
    throw new ChunkingError(
      'invalid-option',
      'Expected `llm` to be a function; see docs/llm.md for clients that give one.',
    )
  }
  const settings = checked(options)
  return { name: 'llm', extract: (document, { signal }) => read(document, llm, settings, signal) }
}

function checked(options: LlmExtractorOptions): Settings {
  const result = schema.safeParse(options)
  if (result.success) {
    const { cache, model } = result.data
    if (cache === undefined || model !== undefined) return result.data
    const expected = 'Expected `model` of llmExtractor to name the model, since `cache` keeps its answers apart by it'
    throw new ChunkingError('invalid-option', `${expected}; got undefined.`)
  }
  const [{ path, message }] = result.error.issues
  const where = path.length > 0 ? `\`${path.join('.')}\` of llmExtractor` : 'the options of llmExtractor'
  throw new ChunkingError(
    'invalid-option',
    `Expected ${where} ${message.startsWith('to ') ? message : `to be right: ${message}`}.`,
  )
}

interface Failure {
  readonly window: Span
  readonly error: Error
}

async function read(
  document: Document,
  llm: LlmFn,
  settings: Settings,
  signal: AbortSignal | undefined,
): Promise<Extraction> {
  const {
    windowTokens,
    overlapTokens,
    concurrency,
    timeoutMs,
    retries,
    backoffMs,
    cache: folder,
    model,
    strict,
  } = settings
  const cache = folder === undefined ? undefined : new AnswerCache(folder, model ?? '')
  const usage: Usage = { calls: 0, cached: 0, retried: 0, inputTokens: 0, outputTokens: 0, uncounted: 0 }
  const calling = {
    timeoutMs,
    retries,
    backoffMs,
    ...(cache === undefined ? {} : { cache }),
    ...(signal === undefined ? {} : { signal }),
  }
  const prompting = {
    types: settings.types,
    ...(settings.predicates === undefined ? {} : { predicates: settings.predicates }),
    ...(settings.instructions === undefined ? {} : { instructions: settings.instructions }),
  }
  const failures: Failure[] = []
  const windows = windowsOf(document, windowTokens, Math.min(overlapTokens, windowTokens >> 1))
  const answers = await inParallel(windows, concurrency, async (window) => {
    try {
      const request = requestFor(document.text.slice(window.start, window.end), prompting)
      return { window, answer: await ask(llm, request, usage, calling) }
    } catch (error) {
      if (strict || (error instanceof ChunkingError && error.code === 'aborted')) throw error
      failures.push({ window, error: error as Error })
      return undefined
    }
  })
  if (windows.length > 0 && failures.length === windows.length) throw failures[0].error
  const usable = answers
    .filter((one) => one !== undefined)
    .map(({ window, answer }) => ({ window, ...heldTo(prompting, answer) }))
  const aligned = align(document, usable)
  return {
    mentions: aligned.mentions,
    relations: aligned.relations,
    notes: notesOf({
      usage,
      failures,
      cut: usable.filter(({ answer }) => answer.isCut).map(({ window }) => window),
      unaligned: aligned.unaligned,
      dropped: aligned.dropped,
      selfish: aligned.selfish,
      unlisted: usable.reduce((sum, one) => sum + one.unlisted, 0),
      malformed: usable.reduce((sum, one) => sum + one.answer.malformed, 0),
      corrupt: cache?.corrupt ?? 0,
      unwritten: cache?.unwritten ?? [],
    }),
  }
}

interface Noted {
  readonly usage: Usage
  readonly failures: readonly Failure[]
  readonly cut: readonly Span[]
  readonly unaligned: readonly string[]
  readonly dropped: number
  readonly selfish: number
  readonly unlisted: number
  readonly malformed: number
  readonly corrupt: number
  readonly unwritten: readonly Error[]
}

function notesOf(noted: Noted): string[] {
  const { usage, failures, cut, unaligned, dropped, selfish, unlisted, malformed, corrupt, unwritten } = noted
  const { calls, cached, retried, inputTokens, outputTokens, uncounted } = usage
  const when = (condition: boolean, note: string): string[] => (condition ? [note] : [])
  return [
    `The model was called ${calls} times (${retried} again), ${cached} answers came from the cache; ${inputTokens} tokens in, ${outputTokens} out.`,
    ...failures
      .toSorted((a, b) => a.window.start - b.window.start)
      .map(({ window, error }) => `No answer for ${window.start}..${window.end}: ${error.message}`),
    ...cut.map(({ start, end }) => `The answer for ${start}..${end} was cut off; what followed is missing.`),
    ...when(
      unaligned.length > 0,
      `${unaligned.length} names are not in the text and were dropped: ${shown(unaligned)}.`,
    ),
    ...when(uncounted > 0, `The counts of tokens of ${uncounted} calls could not be read and are left out.`),
    ...when(selfish > 0, `${selfish} relations were dropped: both ends are one entity.`),
    ...when(dropped > 0, `${dropped} relations were dropped: an end is not in the text.`),
    ...when(
      unlisted > 0,
      `${unlisted} entities or relations were dropped: their type or predicate is not in the list.`,
    ),
    ...when(malformed > 0, `${malformed} entries of the model's answers were no entity and no relation.`),
    ...when(corrupt > 0, `${corrupt} files of the cache could not be read and were asked for again.`),
    ...when(unwritten.length > 0, `The cache could not keep an answer: ${unwritten[0]?.message}.`),
  ]
}

const MOST_SHOWN = 5

function shown(names: readonly string[]): string {
  const first = names.slice(0, MOST_SHOWN).map((name) => JSON.stringify(name))
  return names.length > MOST_SHOWN ? `${first.join(', ')} and others` : first.join(', ')
}
