import type { Span } from '../document/span.js'
import { checkIterable, checkList, checkObject, typedSpan } from './check.js'
import { Counts, type Scores } from './scores.js'

/** A place with a type. */
export interface TypedSpan extends Span {
  readonly type: string
}

/** The mentions of one document. */
export interface MentionPair {
  readonly gold: readonly TypedSpan[]
  readonly found: readonly TypedSpan[]
}

export interface MentionScores {
  /** The same start and end. */
  readonly untyped: Scores
  /** The same start, end and type. */
  readonly typed: Scores
  /** By gold or found type: the same start, end and type. */
  readonly byType: Readonly<Record<string, Scores>>
  /** Any character shared: precision over found places, recall over gold places. */
  readonly overlap: Scores
  /** Any character shared with a mention of the same type. */
  readonly overlapTyped: Scores
  /** By gold or found type: any character shared with a mention of that type. */
  readonly overlapByType: Readonly<Record<string, Scores>>
}

/**
 * Compares found mentions with gold ones over documents. Places that occur twice in a list count once, with the first
 * type; gold places may overlap each other. By overlap a found mention is right when it shares a character with any
 * gold one, a gold one when any found one does, so that both counts can differ.
 * @throws ChunkingError `invalid-input` where what is given is of another shape.
 */
export function evaluateMentions(documents: Iterable<MentionPair>): MentionScores {
  const [untyped, typed, overlap, overlapTyped] = [new Counts(), new Counts(), new Counts(), new Counts()]
  const byType = new Map<string, Counts>()
  const overlapByType = new Map<string, Counts>()
  checkIterable(documents, '`documents`')
  for (const document of documents) {
    checkObject(document, 'each document')
    checkList(document.gold, '`gold`', typedSpan)
    checkList(document.found, '`found`', typedSpan)
    const gold = byPlace(document.gold)
    const found = byPlace(document.found)
    untyped.add(
      found.size,
      gold.size,
      countOf(found.keys(), (place) => gold.has(place)),
    )
    const [foundSpans, goldSpans] = [[...found.values()], [...gold.values()]]
    overlap.add(found.size, gold.size, touching(foundSpans, goldSpans), touching(goldSpans, foundSpans))
    for (const type of new Set([...foundSpans, ...goldSpans].map((span) => span.type))) {
      const ofType = (span: TypedSpan): boolean => span.type === type
      const [a, b] = [foundSpans.filter(ofType), goldSpans.filter(ofType)]
      const right = countOf(a, ({ start, end }) => gold.get(`${start} ${end}`)?.type === type)
      const [touchingFound, touchingGold] = [touching(a, b), touching(b, a)]
      for (const counts of [typed, entry(byType, type)]) counts.add(a.length, b.length, right)
      for (const counts of [overlapTyped, entry(overlapByType, type)]) {
        counts.add(a.length, b.length, touchingFound, touchingGold)
      }
    }
  }
  return {
    untyped: untyped.scores(),
    typed: typed.scores(),
    byType: sorted(byType),
    overlap: overlap.scores(),
    overlapTyped: overlapTyped.scores(),
    overlapByType: sorted(overlapByType),
  }
}

function byPlace(spans: readonly TypedSpan[]): Map<string, TypedSpan> {
  const places = new Map<string, TypedSpan>()
  for (const span of spans) {
    const place = `${span.start} ${span.end}`
    if (!places.has(place)) places.set(place, span)
  }
  return places
}

function entry(counts: Map<string, Counts>, type: string): Counts {
  const known = counts.get(type) ?? new Counts()
  counts.set(type, known)
  return known
}

/** In code-unit order of types. */
function sorted(byType: ReadonlyMap<string, Counts>): Record<string, Scores> {
  const rows = [...byType].sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(rows.map(([type, counts]) => [type, counts.scores()]))
}

/** How many of the spans share a character with one of the others. */
function touching(spans: readonly Span[], others: readonly Span[]): number {
  const sorted = [...others].sort((a, b) => a.start - b.start)
  // The furthest end so far: with it a search by start is enough, whether the others overlap or not.
  const ends: number[] = []
  for (const { end } of sorted) ends.push(Math.max(end, ends[ends.length - 1] ?? 0))
  let count = 0
  for (const { start, end } of spans) {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (sorted[middle].start < end) low = middle + 1
      else high = middle
    }
    if (low > 0 && ends[low - 1] > start) count++
  }
  return count
}

function countOf<Item>(items: Iterable<Item>, isRight: (item: Item) => boolean): number {
  let count = 0
  for (const item of items) if (isRight(item)) count++
  return count
}
