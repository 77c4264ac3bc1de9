import type { Block, Document, EntityType } from '../../document/document.js'
import { isBlankUnit, type Span } from '../../document/span.js'
import type { Extraction, Extractor, MentionDraft } from '../extractor.js'
import { isProse } from '../mentions/prose.js'

/** Text is handed over in pieces of about this many units, at the ends of sentences. */
const PIECE = 2_000

const KINDS = [
  ['people', 'person'],
  ['places', 'location'],
  ['organizations', 'organization'],
] as const

type Compromise = typeof import('compromise')['default']
interface Term {
  readonly text: string
  readonly pre: string
  readonly post: string
  readonly index?: readonly [number, number]
}

/** People, places and organizations by the compromise package alone. English. */
export const compromiseExtractor: Extractor = {
  name: 'compromise',
  async extract(document: Document, { signal }): Promise<Extraction> {
    const { default: nlp } = await import('compromise')
    const mentions: MentionDraft[] = []
    for (const { start, end } of pieces(document)) {
      signal?.throwIfAborted()
      read(nlp, document.text.slice(start, end), start, mentions)
      await new Promise((resolve) => setImmediate(resolve))
    }
    return { mentions }
  },
}

function* pieces({ text, sentences, blocks }: Document): Generator<Span> {
  let block = 0
  let open: (Span & { readonly block: Block | undefined }) | undefined
  for (const sentence of sentences) {
    while (block < blocks.length && blocks[block].end <= sentence.start) block++
    const home = blocks[block]
    if (home !== undefined && !isProse(home)) continue
    if (open !== undefined && (open.block !== home || sentence.end - open.start > PIECE)) {
      yield* split(text, open)
      open = undefined
    }
    open = { start: open?.start ?? sentence.start, end: sentence.end, block: home }
  }
  if (open !== undefined) yield* split(text, open)
}

/** A sentence longer than two pieces is cut, at a blank where one is near, so that time stays linear. */
function* split(text: string, { start, end }: Span): Generator<Span> {
  let from = start
  while (end - from > 2 * PIECE) {
    let to = from + 2 * PIECE
    while (to > from + PIECE && !isBlankUnit(text.charCodeAt(to))) to--
    if (to === from + PIECE) to = from + 2 * PIECE
    yield { start: from, end: to }
    from = to
  }
  yield { start: from, end }
}

/**
 * Offsets come from adding up the terms, since the offsets of phrases are wrong around marks; names are split where a
 * comma follows a term.
 */
function read(nlp: Compromise, piece: string, offset: number, mentions: MentionDraft[]): void {
  const doc = nlp(piece)
  let at = 0
  const place = ({ pre, text, post }: Term): number => {
    const start = at + pre.length
    at = start + text.length + post.length
    return start
  }
  const starts = (doc.document as unknown as Term[][]).map((sentence) => sentence.map(place))
  const view = doc as unknown as Record<(typeof KINDS)[number][0], () => { docs: Term[][] }>
  for (const [method, type] of KINDS) {
    for (const phrase of view[method]().docs) addPhrase(phrase, starts, type, offset, mentions)
  }
}

function addPhrase(
  phrase: readonly Term[],
  starts: readonly number[][],
  type: EntityType,
  offset: number,
  mentions: MentionDraft[],
): void {
  let from = 0
  for (let i = 0; i < phrase.length; i++) {
    if (i < phrase.length - 1 && !/[,;]/.test(phrase[i].post)) continue
    const start = startOf(phrase[from], starts)
    const last = startOf(phrase[i], starts)
    if (start !== undefined && last !== undefined) {
      mentions.push({ start: offset + start, end: offset + last + phrase[i].text.length, type })
    }
    from = i + 1
  }
}

const startOf = ({ index }: Term, starts: readonly number[][]) =>
  index === undefined ? undefined : starts[index[0]]?.[index[1]]
