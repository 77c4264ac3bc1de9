import type { Segment } from '../document/chunk.js'
import { type Span, skipBlank, skipBlankBack } from '../document/span.js'
import { ChunkingError } from '../errors.js'
import { isGraphemeBoundary } from '../structure/graphemes.js'

/**
 * Refuses what no chunker may return: spans out of range or out of order, text in two chunks, cut graphemes, and lost text
 * unless the method selects.
 * @throws ChunkingError `refused-output`
 */
export function validate(text: string, segments: readonly Segment[], selects: boolean): void {
  const spans: Span[] = []
  for (const segment of segments) {
    checkSegment(text, segment)
    for (const span of segment.spans) spans.push(span)
  }
  spans.sort((a, b) => a.start - b.start)
  for (let at = 1; at < spans.length; at++) {
    if (spans[at].start < spans[at - 1].end) refuse(`two chunks hold the text at ${spans[at].start}`)
  }
  if (spans.length === 0 && skipBlank(text, 0, text.length) < text.length) refuse('no chunk for text that is not blank')
  if (selects) return
  const lost = gaps(text, spans)[0]
  if (lost !== undefined) refuse(`no chunk holds the text at ${lost.start}..${lost.end}`)
}

function checkSegment(text: string, { spans, before, bridges = [], context = [] }: Segment): void {
  if (!Array.isArray(spans) || spans.length === 0) refuse('a chunk without a span')
  let last = 0
  const repeated = before === undefined ? bridges : [before, ...bridges]
  const inOrder = repeated.length === 0 ? spans : [...repeated, ...spans].sort((a, b) => a.start - b.start)
  checkOrder(spans)
  for (const { start, end } of inOrder) {
    if (!Number.isInteger(start) || !Number.isInteger(end) || start < 0 || end > text.length || start >= end) {
      refuse(`a span ${start}..${end} that is not within 0..${text.length}`)
    }
    if (start < last) refuse(`a span at ${start} after one that ends at ${last}`)
    if (!isGraphemeBoundary(text, start) || !isGraphemeBoundary(text, end))
      refuse(`a span ${start}..${end} that cuts a character`)
    last = end
  }
  for (const { start, end } of context) {
    if (!(start >= 0 && start < end && end <= text.length))
      refuse(`a context ${start}..${end} that is not within 0..${text.length}`)
  }
}

/** A segment's own spans are in order as they are. */
function checkOrder(spans: readonly Span[]): void {
  for (let at = 1; at < spans.length; at++) {
    if (spans[at].start < spans[at - 1].end)
      refuse(`a span at ${spans[at].start} after one that ends at ${spans[at - 1].end}`)
  }
}

function refuse(what: string): never {
  throw new ChunkingError('refused-output', `Its output was refused: ${what}.`)
}

/** The parts of the text, without white space at their ends, that no span holds; `spans` are sorted. */
export function gaps(text: string, spans: readonly Span[]): Span[] {
  const left: Span[] = []
  let reached = 0
  for (const { start, end } of [...spans, { start: text.length, end: text.length }]) {
    if (start > reached) {
      const from = skipBlank(text, reached, start)
      if (from < start) left.push({ start: from, end: skipBlankBack(text, from, start) })
    }
    if (end > reached) reached = end
  }
  return left
}
