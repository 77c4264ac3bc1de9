import type { Document } from '../document/document.js'
import { type Span, skipBlank } from '../document/span.js'
import { graphemeFloor, nextGrapheme } from '../structure/graphemes.js'
import type { Budget } from './budget.js'
import { LEVEL } from './levels.js'
import { splitRecursively } from './recursive.js'

/** The end of a window from `start` that holds at most `limit` tokens and cuts no grapheme; at least one grapheme long. */
export function windowEnd(
  { text }: Document,
  budget: Budget,
  start: number,
  limit: number,
  most = text.length,
): number {
  const floor = graphemeFloor(text, budget.furthest(start, most, limit), start)
  return floor > skipBlank(text, start, text.length)
    ? floor
    : nextGrapheme(text, skipBlank(text, start, text.length), text.length)
}

/** Windows one after another, each as large as the target allows, and at most `maxUnits` UTF-16 units long. */
export function windows(document: Document, budget: Budget, maxUnits = Infinity): Span[] {
  const { text } = document
  const spans: Span[] = []
  for (let start = skipBlank(text, 0, text.length); start < text.length; ) {
    const most = Math.min(text.length, start + maxUnits)
    const end = windowEnd(document, budget, start, budget.target(start), most)
    spans.push({ start, end })
    start = skipBlank(text, end, text.length)
  }
  return spans
}

/** Windows of the target size whose starts are `stride` tokens apart. */
export function strideWindows(document: Document, budget: Budget, stride: number): Span[] {
  const { text } = document
  const spans: Span[] = []
  for (let start = skipBlank(text, 0, text.length); start < text.length; ) {
    const end = windowEnd(document, budget, start, budget.targetTokens)
    spans.push({ start, end })
    if (skipBlank(text, end, text.length) === text.length) break
    start = skipBlank(text, windowEnd(document, budget, start, stride), text.length)
  }
  return spans
}

/** Windows of whole sentences; each repeats at most `overlap` tokens of the one before. */
export function sentenceWindows(document: Document, budget: Budget, overlap: number): Span[] {
  const { sentences } = document
  const spans: Span[] = []
  for (let first = 0; first < sentences.length; ) {
    const { start } = sentences[first]
    if (budget.count(start, sentences[first].end) > budget.maxTokens) {
      for (const piece of splitRecursively(document, budget, sentences[first], LEVEL.part)) spans.push(piece)
      first++
      continue
    }
    let last = first
    while (last + 1 < sentences.length && budget.count(start, sentences[last + 1].end) <= budget.targetTokens) last++
    spans.push({ start, end: sentences[last].end })
    const next = last + 1
    first++
    // The next window repeats what the overlap allows, as long as it has room for something new.
    while (first < next && (next === sentences.length || !repeats(budget, sentences, first, next, overlap))) first++
  }
  return spans
}

function repeats(budget: Budget, sentences: readonly Span[], first: number, next: number, overlap: number): boolean {
  const { start } = sentences[first]
  return (
    budget.count(start, sentences[next - 1].end) <= overlap &&
    budget.count(start, sentences[next].end) <= budget.targetTokens
  )
}
