import type { Extraction, Extractor, MentionDraft } from '../annotate/extractor.js'
import type { Document } from '../document/document.js'
import { ChunkingError } from '../errors.js'
import { windowsOf } from './windows.js'

/** One token, or one group of tokens, as a token-classification pipeline of transformers.js returns it. */
export interface ClassifiedToken {
  readonly entity?: string
  readonly entity_group?: string
  readonly word: string
  readonly score?: number
  readonly start?: number | null
  readonly end?: number | null
}

/** A pipeline: from text to the tokens that are no `O`. */
export type TokenClassifier = (text: string) => Promise<readonly ClassifiedToken[]>

export interface TransformersExtractorOptions {
  /** The model's labels → types, for labels other than PER, ORG, LOC and MISC. */
  readonly labels?: Readonly<Record<string, string>>
  /** Tokens that are less sure are left out. Default 0.5. */
  readonly minScore?: number
  /** Longer texts are read in windows of so many tokens, in the document's counting. Default 300. */
  readonly windowTokens?: number
}

const TYPES: Readonly<Record<string, string>> = {
  PER: 'person',
  PERSON: 'person',
  ORG: 'organization',
  LOC: 'location',
  GPE: 'location',
  DATE: 'time',
  CARDINAL: 'number',
}

const PACKAGE = '@huggingface/transformers'

/**
 * An extractor that asks a token-classification model of transformers.js: a pipeline of yours, or the path of a model on
 * your disk, for which the package `@huggingface/transformers` has to be installed. Words of the model's answer are looked
 * for in the text from left to right, since many versions give no offsets.
 * @throws ChunkingError `missing-package` at the first document, where the package is needed and cannot be imported.
 */
export function transformersExtractor(
  model: TokenClassifier | string,
  options: TransformersExtractorOptions = {},
): Extractor {
  let loading: Promise<TokenClassifier> | undefined
  return {
    name: 'transformers',
    async extract(document, { signal }) {
      loading ??= typeof model === 'string' ? loadPipeline(model) : Promise.resolve(model)
      return classify(document, await loading, options, signal)
    },
  }
}

async function loadPipeline(model: string): Promise<TokenClassifier> {
  let module: { pipeline(task: string, model: string, options: object): Promise<TokenClassifier> }
  try {
    module = await import(PACKAGE)
  } catch (error) {
    const way = `install it with \`npm install ${PACKAGE}\`, or give a pipeline of your own`
    throw new ChunkingError('missing-package', `The extractor "transformers" needs the package ${PACKAGE}; ${way}.`, [
      error as Error,
    ])
  }
  return module.pipeline('token-classification', model, { local_files_only: true })
}

async function classify(
  document: Document,
  classifier: TokenClassifier,
  { labels = {}, minScore = 0.5, windowTokens = 300 }: TransformersExtractorOptions,
  signal: AbortSignal | undefined,
): Promise<Extraction> {
  const mentions: MentionDraft[] = []
  let lost = 0
  for (const { start, end } of windowsOf(document, windowTokens, 0)) {
    signal?.throwIfAborted()
    const text = document.text.slice(start, end)
    const tokens = await classifier(text)
    if (!Array.isArray(tokens)) {
      throw new ChunkingError('refused-output', 'Expected the pipeline to return a list of tokens.')
    }
    const reader = new Reader(text, labels)
    for (const token of tokens) if ((token?.score ?? 1) >= minScore) reader.take(token)
    for (const draft of reader.end()) mentions.push({ ...draft, start: draft.start + start, end: draft.end + start })
    lost += reader.lost
  }
  const notes = lost > 0 ? [`${lost} words of the model's answer are not in the text and were dropped.`] : []
  return { mentions, notes }
}

/** Puts tokens together to mentions: `B-` starts one, `I-` of the same type goes on, `##` goes on inside a word. */
class Reader {
  lost = 0
  #at = 0
  #open: { start: number; end: number; type: string; scores: number[] } | undefined
  readonly #found: MentionDraft[] = []

  constructor(
    private readonly text: string,
    private readonly labels: Readonly<Record<string, string>>,
  ) {}

  take(token: ClassifiedToken): void {
    const label = token.entity_group ?? token.entity ?? ''
    const bare = label.replace(/^[BIESLU]-/, '')
    if (bare === '' || bare === 'O' || typeof token.word !== 'string') return
    const place = this.#place(token)
    if (place === undefined) {
      this.lost++
      return
    }
    const type = this.labels[bare] ?? TYPES[bare.toUpperCase()] ?? bare.toLowerCase()
    const isPart = token.word.startsWith('##')
    const isNext = this.#open !== undefined && /^\s?$/.test(this.text.slice(this.#open.end, place.start))
    const goesOn = isNext && (isPart || (this.#open!.type === type && /^[IEL]-/.test(label)))
    this.#at = place.end
    if (goesOn) {
      this.#open!.end = place.end
      this.#open!.scores.push(token.score ?? 1)
      return
    }
    this.#close()
    this.#open = { ...place, type, scores: [token.score ?? 1] }
  }

  end(): readonly MentionDraft[] {
    this.#close()
    return this.#found
  }

  #place({ word, start, end }: ClassifiedToken): { start: number; end: number } | undefined {
    const bare = word
      .replace(/^##/, '')
      .replace(/^[\u2581\u0120]/, '')
      .trim()
    if (bare === '') return undefined
    const isGiven = Number.isInteger(start) && Number.isInteger(end) && this.text.slice(start!, end!).trim() !== ''
    if (isGiven && start! >= 0 && end! <= this.text.length) return { start: start!, end: end! }
    for (const [text, wanted] of [
      [this.text, bare],
      [this.text.toLowerCase(), bare.toLowerCase()],
    ]) {
      // Lower case may be of another length; then places would not fit.
      const found = text.length === this.text.length ? text.indexOf(wanted, this.#at) : -1
      if (found >= 0) return { start: found, end: found + wanted.length }
    }
    return undefined
  }

  #close(): void {
    if (this.#open === undefined) return
    const { start, end, type, scores } = this.#open
    this.#found.push({ start, end, type, confidence: scores.reduce((sum, score) => sum + score, 0) / scores.length })
    this.#open = undefined
  }
}
