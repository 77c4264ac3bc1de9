import type { Document } from '../document/document.js'
import type { Span } from '../document/span.js'
import type { Budget } from './budget.js'
import { splitRecursively } from './recursive.js'

/**
 * Whole units joined up to the target size, at most `maxUnits` to a span; a unit that does not fit is cut at the level
 * `finer` and below. `starts` are the offsets at which units begin.
 */
export function pack(
  document: Document,
  budget: Budget,
  starts: readonly number[],
  finer: number,
  maxUnits = Infinity,
): Span[] {
  const spans: Span[] = []
  let open = starts[0] ?? 0
  let units = 0
  for (let at = 0; at < starts.length; at++) {
    const start = starts[at]
    const end = starts[at + 1] ?? document.text.length
    if (units > 0 && (units === maxUnits || !budget.joins(open, end))) {
      spans.push({ start: open, end: start })
      open = start
      units = 0
    }
    if (units === 0 && !budget.fits(start, end)) {
      for (const piece of splitRecursively(document, budget, { start, end }, finer)) spans.push(piece)
      open = end
    } else units++
  }
  if (units > 0) spans.push({ start: open, end: document.text.length })
  return spans
}
