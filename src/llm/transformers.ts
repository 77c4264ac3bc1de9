import type { Extraction, Extractor, MentionDraft } from '../annotate/extractor.js'
import type { Document } from '../document/document.js'
import { ChunkingError, throwIfAborted } from '../errors.js'
import { windowsOf } from './windows.js'

/** One token, or one group of tokens, as a token-classification pipeline of transformers.js returns it. */
export interface ClassifiedToken {
  readonly entity?: string
  readonly entity_group?: string
  readonly word: string
  readonly score?: number
  /** Its place among the model's tokens. */
  readonly index?: number
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
    throwIfAborted(signal)
    const text = document.text.slice(start, end)
    const tokens = await classifier(text)
    if (!Array.isArray(tokens)) {
      throw new ChunkingError('refused-output', 'Expected the pipeline to return a list of tokens.')
    }
    const reader = new Reader(text, labels)
    for (const token of joined(tokens)) if ((token.score ?? 1) >= minScore) reader.take(token)
    for (const draft of reader.end()) mentions.push({ ...draft, start: draft.start + start, end: draft.end + start })
    lost += reader.lost
  }
  const notes = lost > 0 ? [`${lost} words of the model's answer are not in the text and were dropped.`] : []
  return { mentions, notes }
}

interface Word extends ClassifiedToken {
  readonly scores: readonly number[]
}

/** Words from their pieces: `##` goes on inside the word of the token before it. What is no token is left out. */
function joined(tokens: readonly (ClassifiedToken | null | undefined)[]): Word[] {
  const words: (Word & { pieces: string[]; last: number | undefined; scores: number[]; end?: number | null })[] = []
  for (const token of tokens) {
    if (typeof token?.word !== 'string') continue
    const { word, index, score = 1, end } = token
    const before = words.at(-1)
    const follows = before?.last === undefined || index === undefined || index === before.last + 1
    if (before !== undefined && word.startsWith('##') && follows) {
      before.pieces.push(word.slice(2))
      before.scores.push(score)
      before.last = index
      if (end !== undefined) before.end = end
    } else words.push({ ...token, pieces: [word], scores: [score], last: index })
  }
  return words.map(({ pieces, last, ...word }) => ({ ...word, word: pieces.join('') }))
}

/** Puts words together to mentions: `B-` starts one, `I-` of the same type goes on. */
class Reader {
  lost = 0
  #at = 0
  #open: { start: number; end: number; type: string; scores: number[] } | undefined
  readonly #found: MentionDraft[] = []
  readonly #lower: string

  constructor(
    private readonly text: string,
    private readonly labels: Readonly<Record<string, string>>,
  ) {
    this.#lower = text.toLowerCase()
  }

  take(word: Word): void {
    const label = word.entity_group ?? word.entity ?? ''
    const bare = label.replace(/^[BIESLU]-/, '')
    if (bare === '' || bare === 'O') return
    const isInner = /^[IEL]-/.test(label)
    const place = this.#place(word, isInner)
    if (place === undefined) {
      this.lost++
      return
    }
    const type = this.labels[bare] ?? TYPES[bare.toUpperCase()] ?? bare.toLowerCase()
    const open = this.#open
    this.#at = place.end
    if (open !== undefined && isInner && open.type === type && /^\s?$/.test(this.text.slice(open.end, place.start))) {
      open.end = place.end
      open.scores.push(...word.scores)
      return
    }
    this.#close()
    this.#open = { ...place, type, scores: [...word.scores] }
  }

  end(): readonly MentionDraft[] {
    this.#close()
    return this.#found
  }

  #place({ word, start, end }: Word, isInner: boolean): { start: number; end: number } | undefined {
    const bare = word
      .replace(/^##/, '')
      .replace(/^[\u2581\u0120]/, '')
      .trim()
    if (bare === '') return undefined
    const isGiven = Number.isInteger(start) && Number.isInteger(end) && this.text.slice(start!, end!).trim() !== ''
    if (isGiven && start! >= 0 && end! <= this.text.length) return { start: start!, end: end! }
    const found = this.#find(this.text, bare, isInner) ?? this.#find(this.#lower, bare.toLowerCase(), isInner)
    return found === undefined ? undefined : { start: found, end: found + bare.length }
  }

  /** Right after the last piece, else as a whole word, else at the start of a word: "Art" is not in "cart". */
  #find(text: string, wanted: string, isInner: boolean): number | undefined {
    // Lower case may be of another length; then places would not fit.
    if (text.length !== this.text.length) return undefined
    if (isInner && this.#open !== undefined && text.startsWith(wanted, this.#at)) return this.#at
    let first: number | undefined
    for (let at = text.indexOf(wanted, this.#at); at >= 0; at = text.indexOf(wanted, at + 1)) {
      if (isInsideWord(text, at)) continue
      if (!isInsideWord(text, at + wanted.length)) return at
      first ??= at
    }
    return first
  }

  #close(): void {
    if (this.#open === undefined) return
    const { start, end, type, scores } = this.#open
    this.#found.push({ start, end, type, confidence: scores.reduce((sum, score) => sum + score, 0) / scores.length })
    this.#open = undefined
  }
}

const NO_BLANKS_BETWEEN_WORDS = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u

function isInsideWord(text: string, at: number): boolean {
  const around = [text[at - 1] ?? '', text[at] ?? '']
  return around.every((sign) => /[\p{L}\p{M}\p{N}]/u.test(sign) && !NO_BLANKS_BETWEEN_WORDS.test(sign))
}
