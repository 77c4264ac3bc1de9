import type { Document } from '../document/document.js'
import { type Span, skipBlank } from '../document/span.js'
import { graphemeFloor, nextGrapheme } from '../structure/graphemes.js'
import { wordFloor } from '../structure/words.js'
import type { Budget } from './budget.js'
import { blockCuts, type Cuts, innerCuts } from './cuts.js'
import { LEVEL } from './levels.js'

/**
 * Cuts a range at its coarsest places, joins neighbours as long as they are no larger than the target, and cuts what is
 * still too large at the next finer places, down to single graphemes. A block, or a finer unit, that is larger than the
 * target but not than the maximum stays whole. The spans tile the range but for blank ones, which are left out.
 */
export function splitRecursively(
  document: Document,
  budget: Budget,
  range: Span = whole(document),
  from = Infinity,
): Span[] {
  const spans: Span[] = []
  if (budget.joins(range.start, range.end)) spans.push(range)
  else if (from > LEVEL.part) divideAtBlocks(document, budget, range, from, blockCuts(document), spans)
  else divideInside(document, budget, range, from, spans)
  return spans.filter(({ start, end }) => skipBlank(document.text, start, end) < end)
}

function whole({ text }: Document): Span {
  return { start: 0, end: text.length }
}

/** Cuts at the coarsest level, up to `from`, that occurs between blocks in the range. */
function divideAtBlocks(
  document: Document,
  budget: Budget,
  range: Span,
  from: number,
  cuts: Cuts,
  spans: Span[],
): void {
  const low = firstAfter(cuts.offsets, range.start)
  let level = LEVEL.part as number
  let high = low
  for (; high < cuts.offsets.length && cuts.offsets[high] < range.end; high++) {
    if (cuts.levels[high] <= from && cuts.levels[high] > level) level = cuts.levels[high]
  }
  if (level === LEVEL.part) {
    if (budget.fits(range.start, range.end)) spans.push(range)
    else divideInside(document, budget, range, level, spans)
    return
  }
  const places: number[] = []
  for (let at = low; at < high; at++) if (cuts.levels[at] === level) places.push(cuts.offsets[at])
  join(budget, range, places, spans, (piece) => divideAtBlocks(document, budget, piece, level - 1, cuts, spans))
}

/** Cuts a range that does not fit at `level`, or below it where the level has no place in the range. */
function divideInside(document: Document, budget: Budget, range: Span, level: number, spans: Span[]): void {
  if (level <= LEVEL.word) {
    fill(document, budget, range, spans)
    return
  }
  const places = innerCuts(document, range.start, range.end, level)
  join(budget, range, places, spans, (piece) => {
    if (budget.fits(piece.start, piece.end)) spans.push(piece)
    else divideInside(document, budget, piece, level - 1, spans)
  })
}

/** Joins the pieces between the places up to the target; `divide` takes a piece that is larger even alone. */
function join(
  budget: Budget,
  range: Span,
  places: readonly number[],
  spans: Span[],
  divide: (piece: Span) => void,
): void {
  let open = range.start
  let last = range.start
  for (let at = 0; at <= places.length; at++) {
    const end = places[at] ?? range.end
    if (!budget.joins(open, end)) {
      if (last > open) spans.push({ start: open, end: last })
      open = last
      if (!budget.joins(open, end)) {
        divide({ start: open, end })
        open = end
      }
    }
    last = end
  }
  if (last > open) spans.push({ start: open, end: last })
}

/** Fills chunks to the target at word starts, and at grapheme borders where a word alone is larger. */
export function fill({ text }: Document, budget: Budget, { start, end }: Span, spans: Span[]): void {
  let open = start
  while (open < end && !budget.joins(open, end)) {
    const most = budget.furthest(open, end, budget.target(open))
    // Blanks after the last word cost nothing where they are trimmed.
    let cut = wordFloor(text, budget.trim ? skipBlank(text, most, end) : most, open)
    while (cut > open && !budget.joins(open, cut)) cut = wordFloor(text, cut - 1, open)
    if (cut <= open) cut = graphemeFloor(text, most, open)
    if (cut <= open || skipBlank(text, open, cut) === cut) cut = nextGrapheme(text, skipBlank(text, open, end), end)
    spans.push({ start: open, end: cut })
    open = cut
  }
  if (open < end) spans.push({ start: open, end })
}

function firstAfter(offsets: readonly number[], offset: number): number {
  let low = 0
  let high = offsets.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (offsets[middle] <= offset) low = middle + 1
    else high = middle
  }
  return low
}
