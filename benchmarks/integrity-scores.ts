import { evaluateIntegrity, type IntegrityCounts, type MeasuredChunk, measureSizes } from '../src/evaluate/index.js'
import type { MeasuredDocument } from './integrity-sets.js'

/** What is measured; `evid` only where relations name their evidence. */
export const MEASURES = ['ent', 'near', 'evid'] as const
export type Measure = (typeof MEASURES)[number]

/** A document's chunks, and what they keep of its annotations. */
export interface Scored {
  readonly chunks: readonly MeasuredChunk[]
  readonly counts: IntegrityCounts
  /** Tokens of the text itself. */
  readonly textTokens: number
}

export function scoredOf({ gold, document }: MeasuredDocument, chunks: readonly MeasuredChunk[]): Scored {
  const textTokens = document.tokens.count(0, document.text.length)
  return { chunks, counts: evaluateIntegrity(gold, chunks), textTokens }
}

/** The figures of one way to cut over several documents; shares are percent, sizes tokens. */
export interface Figures {
  readonly chunks: number
  readonly mean: number
  readonly weightedMean: number
  readonly max: number
  readonly cutMentions: number
  readonly ent: number
  readonly near: number
  readonly evid: number | null
  /** Tokens of all chunks to those of the text. */
  readonly stored: number
}

export function figuresOf(scored: readonly Scored[]): Figures {
  const { chunks, tokens, mean, tokenWeightedMean, max } = measureSizes(scored.flatMap((one) => one.chunks))
  const sum = (of: (counts: IntegrityCounts) => number): number => scored.reduce((all, one) => all + of(one.counts), 0)
  const text = scored.reduce((all, { textTokens }) => all + textTokens, 0)
  return {
    chunks,
    mean,
    weightedMean: tokenWeightedMean,
    max,
    cutMentions: (100 * sum(({ cutMentions }) => cutMentions)) / sum(({ mentions }) => mentions),
    ent: shareOf(scored, 'ent') ?? 0,
    near: shareOf(scored, 'near') ?? 0,
    evid: shareOf(scored, 'evid'),
    stored: tokens / text,
  }
}

/** How many relations are kept by a measure, and of how many. */
export function keptOf({ counts }: Scored, measure: Measure): readonly [kept: number, of: number] {
  if (measure === 'ent') return [counts.entityLevel, counts.relations]
  if (measure === 'near') return [counts.nearestPair, counts.relations]
  return [counts.evidence, counts.withEvidence]
}

/** The percentage of relations kept over all documents; null where there is none to keep. */
export function shareOf(scored: readonly Scored[], measure: Measure): number | null {
  let [kept, all] = [0, 0]
  for (const one of scored) {
    const [its, of] = keptOf(one, measure)
    kept += its
    all += of
  }
  return all === 0 ? null : (100 * kept) / all
}
