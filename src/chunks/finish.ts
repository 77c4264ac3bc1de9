import type { Segment } from '../document/chunk.js'
import type { Document } from '../document/document.js'
import { skipBlank } from '../document/span.js'
import type { Budget } from '../segment/budget.js'
import { joinCrumbs } from './crumbs.js'
import type { Draft, Materializer } from './materialize.js'
import { addOverlap, type OverlapMode } from './overlap.js'
import { resize, trimSegment } from './resize.js'

export interface FinishOptions {
  readonly maxTokens: number
  readonly minTokens: number
  readonly overlapTokens: number
  readonly overlap: OverlapMode
}

/** What is done to every method's segments: trimmed, put in order, crumbs joined, held to the size, overlap added. */
export function finish(
  document: Document,
  budget: Budget,
  segments: readonly Segment[],
  materializer: Materializer,
  { maxTokens, minTokens, overlapTokens, overlap }: FinishOptions,
): Draft[] {
  const filled = segments.flatMap((segment) => withoutBlank(document.text, segment, budget.trim) ?? [])
  const ordered = filled.sort((a, b) => a.spans[0].start - b.spans[0].start)
  const joined = minTokens > 0 ? joinCrumbs(document, budget, ordered, minTokens) : ordered
  const measure = (segment: Segment): number => materializer.measure(segment)
  const drafts = joined.flatMap((segment) => resize(document, budget, segment, maxTokens, measure))
  const sized = drafts.map(({ segment }) => segment)
  const repeated = addOverlap(document, sized, {
    mode: overlap,
    overlapTokens,
    fits: (segment) => measure(segment) <= maxTokens,
  })
  return repeated.map((segment, index) => ({ ...drafts[index], segment }))
}

function withoutBlank(text: string, segment: Segment, trim: boolean): Segment | undefined {
  if (trim) return trimSegment(text, segment)
  const spans = segment.spans.filter(({ start, end }) => skipBlank(text, start, end) < end)
  return spans.length === 0 ? undefined : { ...segment, spans }
}
