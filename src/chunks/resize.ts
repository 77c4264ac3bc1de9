import type { Segment } from '../document/chunk.js'
import type { Document } from '../document/document.js'
import { skipBlank, trimSpan } from '../document/span.js'
import { type Budget, createBudget } from '../segment/budget.js'
import { splitRecursively } from '../segment/recursive.js'
import { nextGrapheme } from '../structure/graphemes.js'

/** Without white space at the ends of its spans; `undefined` where nothing is left. */
export function trimSegment(text: string, { before, ...segment }: Segment): Segment | undefined {
  const trimmed = segment.spans.map((span) => trimSpan(text, span))
  const spans = trimmed.filter(({ start, end }) => start < end)
  if (spans.length === 0) return undefined
  if (before === undefined) return { ...segment, spans }
  // White space between what is repeated and what is new goes to the former, so that the two still touch.
  const touches = before.end === segment.spans[0].start && trimmed[0] === spans[0]
  const end = touches ? spans[0].start : before.end
  const start = skipBlank(text, before.start, end)
  return { ...segment, spans, ...(start < end ? { before: { start, end } } : {}) }
}

/**
 * Cuts a segment until each part counts at most `maxTokens` by `measure`, the count of the finished text. What cannot be
 * cut (one grapheme, or a segment marked atomic) is returned as it is, with the reason as `oversize`.
 */
export function resize(
  document: Document,
  budget: Budget,
  segment: Segment,
  maxTokens: number,
  measure: (segment: Segment) => number,
): { readonly segment: Segment; readonly oversize?: string }[] {
  const tokens = measure(segment)
  if (tokens <= maxTokens) return [{ segment }]
  if (segment.metadata?.atomic === true)
    return [{ segment, oversize: 'atomic: a code block or table row is kept whole' }]
  // What is repeated gives way first.
  const { before, bridges, ...own } = segment
  if (before !== undefined || bridges !== undefined) return resize(document, budget, own, maxTokens, measure)
  const parts = divide(document, budget, segment, maxTokens / tokens)
  // One part that is as long is one grapheme; a shorter one has lost white space that had no room.
  const whole =
    parts.length === 1 &&
    parts[0].spans[0].end - parts[0].spans[0].start === segment.spans[0].end - segment.spans[0].start
  if (whole) return [{ segment, oversize: 'one character is larger than the limit' }]
  return parts.flatMap((part) => resize(document, budget, part, maxTokens, measure))
}

function divide(document: Document, budget: Budget, segment: Segment, share: number): Segment[] {
  const { text } = document
  const { spans, ...rest } = segment
  if (spans.length > 1) {
    const middle = spans.length >> 1
    return [spans.slice(0, middle), spans.slice(middle)].map((half) => ({ ...rest, spans: half }))
  }
  const own = budget.count(spans[0].start, spans[0].end)
  const size = Math.max(1, Math.min(own - 1, Math.floor(own * share)))
  const smaller = createBudget(document, { ...budget, targetTokens: size, maxTokens: size, overlapTokens: 0 })
  let pieces = splitRecursively(document, smaller, spans[0])
  if (pieces.length < 2) {
    const first = skipBlank(text, spans[0].start, spans[0].end)
    const cut = nextGrapheme(text, first, spans[0].end)
    pieces = [
      { start: first, end: cut },
      { start: cut, end: spans[0].end },
    ].filter(({ start, end }) => skipBlank(text, start, end) < end)
  }
  return pieces.map((piece) => ({ ...rest, spans: [budget.trim ? trimSpan(text, piece) : piece] }))
}
