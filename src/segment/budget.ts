import { compose } from '../document/compose.js'
import type { Document } from '../document/document.js'
import { type Span, skipBlank, skipBlankBack } from '../document/span.js'

export interface BudgetOptions {
  readonly targetTokens: number
  readonly maxTokens: number
  /** Room that every chunk but the first keeps free for what it repeats of the one before. */
  readonly overlapTokens: number
  readonly trim: boolean
  readonly joiner: string
}

/** The sizes that a chunk's own text has to keep, and the counting that goes with them. */
export interface Budget extends BudgetOptions {
  /** Tokens of the span as a chunk: without the white space at its ends where `trim` is set. */
  count(start: number, end: number): number
  /** Tokens of several spans as one chunk. */
  countSpans(spans: readonly Span[]): number
  /** The most that a chunk may hold that starts here. */
  limit(start: number): number
  /** What a chunk that starts here should hold. */
  target(start: number): number
  /** Whether the span is small enough to be a chunk. The one comparison with `maxTokens`. */
  fits(start: number, end: number): boolean
  /** Whether the span is no larger than a chunk should be. */
  joins(start: number, end: number): boolean
  /** The furthest offset up to which text from `start` has at most `limit` tokens. */
  furthest(start: number, end: number, limit: number): number
}

export function createBudget({ text, tokens }: Document, options: BudgetOptions): Budget {
  const { targetTokens, maxTokens, overlapTokens, trim, joiner } = options
  const first = skipBlank(text, 0, text.length)
  const limit = (start: number): number => (start <= first ? maxTokens : maxTokens - overlapTokens)
  const target = (start: number): number => (start <= first ? targetTokens : Math.max(1, targetTokens - overlapTokens))
  const count = (start: number, end: number): number => {
    if (!trim) return tokens.count(start, end)
    const from = skipBlank(text, start, end)
    return from === end ? 0 : tokens.count(from, skipBlankBack(text, from, end))
  }
  return {
    ...options,
    count,
    countSpans: (spans) =>
      spans.length === 1 ? count(spans[0].start, spans[0].end) : tokens.measure(compose(text, spans, joiner)),
    limit,
    target,
    fits: (start, end) => count(start, end) <= limit(start),
    joins: (start, end) => count(start, end) <= target(start),
    furthest: (start, end, most) => tokens.furthest(trim ? skipBlank(text, start, end) : start, end, most),
  }
}
