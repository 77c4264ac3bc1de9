import { distance } from 'fastest-levenshtein'

export type ErrorCode =
  | 'invalid-input'
  | 'invalid-option'
  | 'unknown-option'
  | 'unknown-name'
  | 'missing-layer'
  | 'missing-package'
  | 'refused-output'
  | 'no-method'
  | 'aborted'
  | 'temporary-file'

/** The error that every refusal of this package is. `code` says which kind; `causes` holds the errors behind it. */
export class ChunkingError extends Error {
  readonly code: ErrorCode
  readonly causes: readonly Error[]

  constructor(code: ErrorCode, message: string, causes: readonly Error[] = []) {
    super(message, causes.length > 0 ? { cause: causes[0] } : undefined)
    this.name = 'ChunkingError'
    this.code = code
    this.causes = causes
  }
}

/** The value's kind in words, for error messages: `null`, `an array`, `42 (number)`. */
export function describe(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'undefined'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' || typeof value === 'function')
    return `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`
  const shown =
    typeof value === 'string' ? JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value) : String(value)
  return `${shown} (${typeof value})`
}

/** What other splitters call these options. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  size: 'maxTokens',
  chunksize: 'maxTokens',
  chunklength: 'maxTokens',
  maxchunksize: 'maxTokens',
  tokenlimit: 'maxTokens',
  overlap: 'overlapTokens',
  chunkoverlap: 'overlapTokens',
  minchunksize: 'minTokens',
  encoding: 'tokenizer',
  encodingmodel: 'tokenizer',
  lengthfunction: 'tokenizer',
  strategy: 'method',
  methods: 'method',
  ner: 'extractors',
  nermethod: 'extractors',
  community: 'community_detection',
  louvain: 'community_detection',
  centrality: 'centrality_based',
  entity: 'entity_aware',
  relation: 'relation_aware',
  structure: 'structural',
}

const fold = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The known name that was most likely meant, or `undefined` where none is near. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const wanted = fold(given)
  const spellings = [
    ...known.map((name) => [fold(name), name] as const),
    ...Object.entries(ELSEWHERE).filter(([, name]) => known.includes(name)),
  ]
  let best: string | undefined
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1
  for (const [spelling, name] of spellings) {
    const away = wanted.length > 2 && spelling.startsWith(wanted) ? 1 : distance(wanted, spelling)
    if (away < bestDistance) [best, bestDistance] = [name, away]
  }
  return best
}

/** `; did you mean "x"?`, or the list of what is known where nothing is near. */
export function suggestion(given: string, known: readonly string[]): string {
  const nearest = nearestName(given, known)
  return nearest === undefined ? `; known are ${known.join(', ')}.` : `; did you mean "${nearest}"?`
}

/** Throws where the signal has been aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) {
    const reason: unknown = signal.reason
    throw new ChunkingError(
      'aborted',
      'The run was stopped by the `signal` option.',
      reason instanceof Error ? [reason] : [],
    )
  }
}

/**
 * What the work gives, or the error of the signal as soon as it is aborted, whether the work heeds it or not: a function of
 * the caller's that never answers must not hold the run up.
 * @throws ChunkingError `aborted` where the signal is aborted before the work is done; else what the work throws.
 */
export async function untilAborted<Result>(
  signal: AbortSignal | undefined,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  throwIfAborted(signal)
  if (signal === undefined) return work()
  let onAbort = (): void => {}
  const stopped = new Promise<never>((_, reject) => {
    onAbort = () => reject(new Error('Stopped.'))
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([work(), stopped])
  } catch (error) {
    throwIfAborted(signal)
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
