import { centralityBased } from '../src/chunkers/centrality-based.js'
import { communityDetection } from '../src/chunkers/community-detection.js'
import { entityAware } from '../src/chunkers/entity-aware.js'
import { relationAware } from '../src/chunkers/relation-aware.js'
import type { Segment } from '../src/document/chunk.js'
import type { MeasuredChunk } from '../src/evaluate/index.js'
import { type Budget, createBudget } from '../src/segment/budget.js'
import { splitRecursively } from '../src/segment/recursive.js'
import type { AnnotatedDocument } from './integrity-sets.js'

/** A way to cut, with its sizes in the budget. */
export interface Cutter {
  readonly name: string
  cut(document: AnnotatedDocument, budget: Budget): readonly Segment[]
}

const quiet = { note: () => {}, weigh: () => {} }

export const ours: Cutter = {
  name: 'recursive',
  cut: (document, budget) => splitRecursively(document, budget).map((span) => ({ spans: [span] })),
}

export const entity: Cutter = {
  name: 'entity_aware',
  cut: (document, budget) => entityAware.segment(document, { budget, ...quiet }),
}

/** `relation_aware` with a share of bridged tokens. */
export function relation(bridge = 0): Cutter {
  return {
    name: bridge === 0 ? 'relation_aware' : `relation_aware, bridge ${bridge}`,
    cut: (document, budget) => relationAware.segment(document, { budget, bridge, ...quiet }),
  }
}

export const community: Cutter = {
  name: 'community_detection',
  cut: (document, budget) => communityDetection.segment(document, { budget, bridge: 0, gather: false, ...quiet }),
}

export const centrality: Cutter = {
  name: 'centrality_based',
  cut: (document, budget) => centralityBased.segment(document, { budget, bridge: 0, gather: false, hops: 1, ...quiet }),
}

export function budgetOf(document: AnnotatedDocument, targetTokens: number, maxTokens: number): Budget {
  return createBudget(document, { targetTokens, maxTokens, overlapTokens: 0, trim: true, joiner: '\n\n' })
}

/** The chunks that a cutter makes, with their exact sizes. */
export function cutInto(
  cutter: Cutter,
  document: AnnotatedDocument,
  targetTokens: number,
  maxTokens: number,
): MeasuredChunk[] {
  const budget = budgetOf(document, targetTokens, maxTokens)
  return cutter.cut(document, budget).map(({ spans, bridges = [] }) => {
    const all = [...spans, ...bridges].sort((a, b) => a.start - b.start)
    return { spans: all, tokenCount: budget.countSpans(all) }
  })
}

/** The chunks of LangChain's RecursiveCharacterTextSplitter with its defaults and cl100k_base counts. */
export async function langchain(
  { text, tokens }: AnnotatedDocument,
  chunkSize: number,
  chunkOverlap = 0,
): Promise<MeasuredChunk[]> {
  const { RecursiveCharacterTextSplitter } = await import('@langchain/textsplitters')
  const { countTokens } = await import('gpt-tokenizer/encoding/cl100k_base')
  const splitter = new RecursiveCharacterTextSplitter({
    chunkSize,
    chunkOverlap,
    lengthFunction: (part: string) => countTokens(part),
  })
  let from = 0
  return (await splitter.splitText(text)).map((chunk) => {
    const start = text.indexOf(chunk, from)
    if (start < 0) throw new Error(`Expected to find the chunk ${JSON.stringify(chunk.slice(0, 40))} in its text.`)
    const end = start + chunk.length
    // Chunks that overlap begin before the end of the one before, but never before its start.
    from = chunkOverlap === 0 ? end : start + 1
    return { spans: [{ start, end }], tokenCount: tokens.count(start, end) }
  })
}
