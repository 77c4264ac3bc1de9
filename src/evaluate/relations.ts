import type { Entity, Relation } from '../document/document.js'
import { ChunkingError, describe } from '../errors.js'
import { checkGold, checkIterable, checkList, checkObject, entity, rankedPair, relation } from './check.js'
import type { GoldDocument } from './gold.js'
import { ratio, type Scores } from './scores.js'

/** Pairs of a document: those found, with a weight to rank them by, and those of the gold. */
export interface RankedPairs {
  /** `[key, weight]`; the key is that of a gold pair where the pair is one, else any other string. */
  readonly found: readonly (readonly [key: string, weight: number])[]
  readonly gold: ReadonlySet<string>
}

export interface PairScores {
  /** Area under precision and recall: the mean precision at each gold pair, 0 for those never found. */
  readonly averagePrecision: number
  /** At the weight at which F1 is best. */
  readonly best: Scores & { readonly weight: number }
  /** Precision at a recall of so much, or null where that is never reached. */
  readonly precisionAt: Readonly<Record<'0.1' | '0.2' | '0.3' | '0.4', number | null>>
}

/**
 * Ranks the pairs of all documents together by weight, the highest first. Pairs of equal weight are taken in together,
 * so that their order plays no part; a pair that a document has twice counts once, by its higher weight.
 * @throws ChunkingError `invalid-input` where what is given is of another shape.
 */
export function evaluateRelationPairs(documents: Iterable<RankedPairs>): PairScores {
  const ranked: { weight: number; right: boolean }[] = []
  let gold = 0
  checkIterable(documents, '`documents`')
  for (const document of documents) {
    checkObject(document, 'each document')
    checkList(document.found, '`found`', rankedPair)
    if (!(document.gold instanceof Set)) {
      throw new ChunkingError('invalid-input', `Expected \`gold\` to be a Set of keys, got ${describe(document.gold)}.`)
    }
    gold += document.gold.size
    const best = new Map<string, number>()
    for (const [key, weight] of document.found) best.set(key, Math.max(weight, best.get(key) ?? weight))
    for (const [key, weight] of best) ranked.push({ weight, right: document.gold.has(key) })
  }
  ranked.sort((a, b) => b.weight - a.weight)
  const precisionAt: Record<string, number | null> = { '0.1': null, '0.2': null, '0.3': null, '0.4': null }
  let best = { ...scoresOf(0, 0, gold), weight: 1 }
  let right = 0
  let area = 0
  for (let at = 0; at < ranked.length; ) {
    const { weight } = ranked[at]
    const before = right
    for (; at < ranked.length && ranked[at].weight === weight; at++) if (ranked[at].right) right++
    const scores = scoresOf(right, at, gold)
    area += (right - before) * scores.precision
    if (scores.f1 > best.f1) best = { ...scores, weight }
    for (const level of Object.keys(precisionAt)) {
      if (precisionAt[level] === null && scores.recall >= Number(level)) precisionAt[level] = scores.precision
    }
  }
  return { averagePrecision: ratio(area, gold), best, precisionAt: precisionAt as PairScores['precisionAt'] }
}

function scoresOf(right: number, found: number, gold: number): Scores {
  const precision = ratio(right, found)
  const recall = ratio(right, gold)
  const f1 = ratio(2 * precision * recall, precision + recall)
  return { precision, recall, f1, found, gold, rightFound: right, rightGold: right }
}

/**
 * The gold entity that each found entity stands for: the one of which most of its mentions are exact mentions;
 * undefined where none is. Of equals the first id in code-unit order; a place of two gold entities is the first one's,
 * and anaphors have no vote.
 * @throws ChunkingError `invalid-input` where what is given is of another shape.
 */
export function matchEntities(gold: GoldDocument, entities: readonly Entity[]): Map<string, string> {
  checkGold(gold)
  checkList(entities, '`entities`', entity)
  const owners = new Map<string, string>()
  for (const { id, mentions } of gold.entities) {
    for (const { start, end } of mentions) {
      const place = `${start} ${end}`
      if (!owners.has(place)) owners.set(place, id)
    }
  }
  const matched = new Map<string, string>()
  for (const { id, mentions } of entities) {
    const votes = new Map<string, number>()
    for (const { start, end, kind } of mentions) {
      const owner = kind === 'anaphor' ? undefined : owners.get(`${start} ${end}`)
      if (owner !== undefined) votes.set(owner, (votes.get(owner) ?? 0) + 1)
    }
    const [winner] = [...votes].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    if (winner !== undefined) matched.set(id, winner[0])
  }
  return matched
}

/**
 * The unordered pairs of related entities of a document, found and gold, for `evaluateRelationPairs`; labels play no
 * part. Pairs with a concept are left out, since annotators of names mark none.
 * @throws ChunkingError `invalid-input` where what is given is of another shape.
 */
export function pairsOf(
  gold: GoldDocument,
  entities: readonly Entity[],
  relations: readonly Pick<Relation, 'subject' | 'object' | 'weight'>[],
): RankedPairs {
  const matched = matchEntities(gold, entities)
  checkList(relations, '`relations`', relation)
  const keyOf = (a: string, b: string): string => JSON.stringify(a < b ? [a, b] : [b, a])
  const name = (entity: string): string => matched.get(entity) ?? `found ${entity}`
  const names = new Set(entities.filter(({ kind }) => kind === 'name').map(({ id }) => id))
  return {
    gold: new Set(gold.relations.filter(({ head, tail }) => head !== tail).map(({ head, tail }) => keyOf(head, tail))),
    found: relations
      .filter(({ subject, object }) => names.has(subject.entity) && names.has(object.entity))
      .map(({ subject, object, weight }) => [name(subject.entity), name(object.entity), weight] as const)
      .filter(([a, b]) => a !== b)
      .map(([a, b, weight]) => [keyOf(a, b), weight] as const),
  }
}
