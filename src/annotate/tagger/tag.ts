import type { Document } from '../../document/document.js'
import type { MentionDraft } from '../extractor.js'
import { tagWords } from '../pos.js'
import { DIGITS, HAN, LETTERS, spanOf, type Words, wordsOf } from '../words.js'
import type { Chosen } from './choose.js'
import { Features } from './features.js'
import { Lattice } from './lattice.js'
import { countVotes, lookAgain, type Row, rowsOf, unclearParts } from './look.js'
import type { Model } from './model.js'
import { scorerOf } from './score.js'
import { TAGGED_TYPES, TAGS } from './tags.js'
import { findTechnicalTerms } from './technical.js'
import { Votes } from './votes.js'

/** Words between two looks at the event loop. */
const BATCH = 20_000

/** Not calibrated, and low: a rule finds technical terms, and the few that the training documents have are no gold there. */
const TECHNICAL_CONFIDENCE = 0.25

/**
 * The names, dates and numbers of a document in two looks: each sentence for itself, and again with the votes of the first
 * look from all over the document; then its technical terms, as `misc`. Words in Chinese characters are left alone. The
 * confidence is the probability that exactly these words are a mention of this type, but for technical terms. Linear in the
 * length of the text.
 */
export async function tagMentions(document: Document, model: Model, signal?: AbortSignal): Promise<MentionDraft[]> {
  const words = wordsOf(document)
  const tags = await tagWords(words, signal)
  const chosen = await chooseAll(document, words, tags, model, signal)
  const taken = new Uint8Array(words.length)
  for (const { from, to } of chosen) taken.fill(1, from, to)
  return [
    ...chosen.map(({ from, to, type, probability }) => ({
      start: words.start[from],
      end: words.end[to - 1],
      type: TAGGED_TYPES[type],
      confidence: probability,
    })),
    ...findTechnicalTerms(words, tags, taken).map((at) => ({
      ...spanOf(words, at, at + 1),
      type: 'misc',
      confidence: TECHNICAL_CONFIDENCE,
    })),
  ]
}

/** Used by one row after another, of any document. */
const lattice = new Lattice()

async function chooseAll(
  document: Document,
  words: Words,
  tags: Uint8Array,
  model: Model,
  signal: AbortSignal | undefined,
): Promise<Chosen[]> {
  const features = new Features(document, words, tags)
  const scorer = scorerOf(model)
  const rows = rowsOf(words).filter((row) => holdsAny(words, row, LETTERS | DIGITS))
  const scores = new Float32Array(words.length * TAGS)
  const votes = new Votes(words)
  const unclear: Row[] = []
  for (const batch of batches(rows)) {
    for (const row of batch) {
      scorer.scoreRow(features, row.from, row.to, scores)
      for (const part of unclearParts(row, scores)) {
        countVotes(votes, part, scores, model, lattice)
        unclear.push(part)
      }
    }
    await pause(signal)
  }
  const chosen: Chosen[] = []
  for (const batch of batches(unclear)) {
    for (const part of batch) {
      for (const each of lookAgain(part, scores, votes, model, lattice))
        if (!holdsAny(words, each, HAN)) chosen.push(each)
    }
    await pause(signal)
  }
  return chosen
}

function holdsAny({ flags }: Words, { from, to }: Row, bits: number): boolean {
  for (let at = from; at < to; at++) if (flags[at] & bits) return true
  return false
}

function* batches(rows: readonly Row[]): Generator<Row[]> {
  let batch: Row[] = []
  let stop = BATCH
  for (const row of rows) {
    batch.push(row)
    if (row.to < stop) continue
    yield batch
    batch = []
    stop = row.to + BATCH
  }
  if (batch.length > 0) yield batch
}

async function pause(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  signal?.throwIfAborted()
}
