import type { Document } from '../document/document.js'
import { firstStartingAt, type Span, skipBlank } from '../document/span.js'
import { isGraphemeBoundary } from '../structure/graphemes.js'
import type { Budget } from './budget.js'
import { blockCuts, type Cuts, innerCuts } from './cuts.js'
import { LEVEL } from './levels.js'
import { fill, splitRecursively } from './recursive.js'

/** How many cuts between words are offered within one target size; bounds the work on text without a stop. */
const WORD_CUTS_PER_TARGET = 64

/** The places among which a least-cost segmentation chooses; the first is the start of the text and the last its end. */
export interface Candidates extends Cuts {
  /** Whether recursive splitting with the same sizes would cut there. */
  readonly recursive: readonly boolean[]
}

/**
 * All cuts between blocks and sentences, finer ones where a sentence alone does not fit, and the cuts of recursive
 * splitting; none lies strictly inside a protected span that fits.
 */
export function candidates(document: Document, budget: Budget, protectedSpans: readonly Span[]): Candidates {
  const { text } = document
  const found = new Map<number, number>()
  const offer = (offset: number, level: number): void => {
    if (offset > 0 && offset < text.length && level > (found.get(offset) ?? -1)) found.set(offset, level)
  }
  const blocks = blockCuts(document)
  for (let at = 0; at < blocks.offsets.length; at++) offer(blocks.offsets[at], blocks.levels[at])
  for (const offset of innerCuts(document, 0, text.length, LEVEL.sentence)) offer(offset, LEVEL.sentence)
  const coarse = [0, ...[...found.keys()].sort(ascending), text.length]
  for (let at = 1; at < coarse.length; at++) {
    refine(document, budget, { start: coarse[at - 1], end: coarse[at] }, LEVEL.part, protectedSpans, offer)
  }
  const chosen = new Set<number>()
  for (const { start } of splitRecursively(document, budget)) {
    chosen.add(start)
    offer(start, LEVEL.grapheme)
  }
  const open = unprotected([...found.keys()].sort(ascending), budget, protectedSpans)
  const offsets = [0, ...open, text.length]
  return {
    offsets,
    levels: offsets.map((offset) => found.get(offset) ?? LEVEL.widerGap),
    recursive: offsets.map((offset) => chosen.has(offset)),
  }
}

const ascending = (a: number, b: number): number => a - b

type Offer = (offset: number, level: number) => void

function refine(
  document: Document,
  budget: Budget,
  unit: Span,
  level: number,
  protectedSpans: readonly Span[],
  offer: Offer,
): void {
  if (budget.fits(unit.start, unit.end)) return
  if (level === LEVEL.word) {
    refineWords(document, budget, unit, protectedSpans, offer)
    return
  }
  // Sentences are candidates already.
  const finer = level === LEVEL.part ? LEVEL.line : level - 1
  const places = [...innerCuts(document, unit.start, unit.end, level), unit.end]
  let open = unit.start
  for (const place of places) {
    if (place < unit.end) offer(place, level)
    refine(document, budget, { start: open, end: place }, finer, protectedSpans, offer)
    open = place
  }
}

/** Offers word starts at least a small share of the target apart, the ends of protected spans, and cuts within long words. */
function refineWords(
  document: Document,
  budget: Budget,
  unit: Span,
  protectedSpans: readonly Span[],
  offer: Offer,
): void {
  const { tokens } = document
  const apart = budget.targetTokens / WORD_CUTS_PER_TARGET
  let last = unit.start
  for (const place of [...innerCuts(document, unit.start, unit.end, LEVEL.word), unit.end]) {
    if (!budget.fits(last, place)) {
      const pieces: Span[] = []
      fill(document, budget, { start: last, end: place }, pieces)
      for (const piece of pieces) if (piece.start > unit.start) offer(piece.start, LEVEL.grapheme)
    } else if (place < unit.end && tokens.count(last, place) < apart) continue
    if (place < unit.end) offer(place, LEVEL.word)
    last = place
  }
  for (
    let at = firstStartingAt(protectedSpans, unit.start);
    at < protectedSpans.length && protectedSpans[at].start < unit.end;
    at++
  ) {
    const { start, end } = protectedSpans[at]
    for (const place of [start, skipBlank(document.text, end, unit.end)]) {
      // A caller's mention may begin or end within a grapheme.
      if (place > unit.start && place < unit.end && isGraphemeBoundary(document.text, place)) offer(place, LEVEL.word)
    }
  }
}

/** The offsets that lie strictly inside no protected span, but for spans that do not fit and have to be cut. */
function unprotected(offsets: readonly number[], budget: Budget, protectedSpans: readonly Span[]): number[] {
  const open: number[] = []
  let at = 0
  let reach = 0
  for (const offset of offsets) {
    for (; at < protectedSpans.length && protectedSpans[at].start < offset; at++) {
      const { start, end } = protectedSpans[at]
      if (end > Math.max(reach, offset) && budget.fits(start, end)) reach = end
    }
    if (offset >= reach) open.push(offset)
  }
  return open
}
