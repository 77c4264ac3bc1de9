import type { Span } from '../document/span.js'
import { Counts, type Scores } from './scores.js'

/** A place with a type. */
export interface TypedSpan extends Span {
  readonly type: string
}

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
}

/**
 * Compares found mentions with gold ones over documents. Places that occur twice in a list count once, with the first
 * type; gold places may overlap each other.
 */
export function evaluateMentions(documents: Iterable<MentionPair>): MentionScores {
  const untyped = new Counts()
  const typed = new Counts()
  const overlap = new Counts()
  const byType = new Map<string, Counts>()
  for (const document of documents) {
    const gold = byPlace(document.gold)
    const found = byPlace(document.found)
    let right = 0
    const rightByType = new Map<string, number>()
    for (const [place, { type }] of found) {
      const match = gold.get(place)
      if (match === undefined) continue
      right++
      if (match.type === type) rightByType.set(type, (rightByType.get(type) ?? 0) + 1)
    }
    const foundByType = countTypes(found)
    const goldByType = countTypes(gold)
    for (const type of new Set([...foundByType.keys(), ...goldByType.keys()])) {
      const counts = byType.get(type) ?? new Counts()
      byType.set(type, counts)
      counts.add(foundByType.get(type) ?? 0, goldByType.get(type) ?? 0, rightByType.get(type) ?? 0)
    }
    untyped.add(found.size, gold.size, right)
    typed.add(found.size, gold.size, sum(rightByType.values()))
    const [a, b] = [[...found.values()], [...gold.values()]]
    overlap.add(found.size, gold.size, touching(a, b), touching(b, a))
  }
  const sorted = [...byType].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    untyped: untyped.scores(),
    typed: typed.scores(),
    byType: Object.fromEntries(sorted.map(([type, counts]) => [type, counts.scores()])),
    overlap: overlap.scores(),
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

function countTypes(places: ReadonlyMap<string, TypedSpan>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { type } of places.values()) counts.set(type, (counts.get(type) ?? 0) + 1)
  return counts
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

function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}
