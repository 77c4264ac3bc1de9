import type { Entity, Relation } from '../document/document.js'
import { checkGold, checkIterable, checkList, checkObject, relation } from './check.js'
import type { GoldDocument } from './gold.js'
import { matchEntities } from './relations.js'
import { ratio } from './scores.js'

/** The labels of annotated sets that say what one of our predicates says. */
export interface PredicateLabels {
  /** Head and tail are our subject and object. */
  readonly same?: readonly string[]
  /** Head and tail are our object and subject. */
  readonly inverse?: readonly string[]
  /** Labels in either direction that make an assertion true but say more or less than it: they are not looked for. */
  readonly also?: readonly string[]
}

/** What was found in an annotated document. */
export interface AssertedDocument {
  readonly gold: GoldDocument
  readonly entities: readonly Entity[]
  readonly relations: readonly Relation[]
}

export interface AssertionScores {
  /** Distinct facts that were asserted: a fact stated twice in a document is one. */
  readonly assertions: number
  /** Those whose two entities are both gold entities. */
  readonly matched: number
  /** Those for which the gold has a label of the predicate: in its direction, or one of `also` in either. */
  readonly right: number
  /** `right / matched`. */
  readonly precision: number
  /** `right / assertions`: an assertion whose end is no gold entity is wrong. */
  readonly strictPrecision: number
}

export interface LabelScores {
  /** Gold relations, those whose two entities are named in one sentence, and how many of each were asserted. */
  readonly gold: number
  readonly rightGold: number
  readonly inSentence: number
  readonly rightInSentence: number
  /** `rightInSentence / inSentence`. */
  readonly recall: number
  /** `rightGold / gold`. */
  readonly recallOfAll: number
}

export interface PredicateScores extends AssertionScores, LabelScores {
  readonly byPredicate: Readonly<Record<string, AssertionScores>>
  readonly byLabel: Readonly<Record<string, LabelScores>>
}

/**
 * How true the asserted predicates are. Counted are relations of kind `asserted` that are facts and not negated, of a
 * predicate with a label that occurs in their set; entities are compared as wholes, by `matchEntities`. Recall is that
 * of the gold relations of all labels that `labels` names as the same or the inverse of a predicate; each label of a
 * pair counts, and can be asserted by any predicate that has it, under `also` as well. Shares are 0 to 1.
 * @throws ChunkingError `invalid-input` where what is given is of another shape.
 */
export function evaluatePredicates(
  sets: Iterable<readonly AssertedDocument[]>,
  labels: Readonly<Record<string, PredicateLabels>>,
): PredicateScores {
  const byPredicate = new Map<string, Asserted>()
  const byLabel = new Map<string, Labelled>()
  checkIterable(sets, '`sets`')
  checkObject(labels, '`labels`')
  for (const [name, row] of Object.entries(labels)) checkObject(row, `the labels of ${JSON.stringify(name)}`)
  for (const documents of sets) {
    checkList(documents, 'each set', (document) =>
      typeof document === 'object' && document !== null ? undefined : 'to be an object',
    )
    for (const { gold, relations } of documents) {
      checkGold(gold)
      checkList(relations, '`relations`', relation)
    }
    const used = new Set(documents.flatMap(({ gold }) => gold.relations.map(({ type }) => type)))
    const mapped = new Map(Object.entries(labels).map(([name, row]) => [name, directed(row, used)] as const))
    for (const document of documents) count(document, mapped, byPredicate, byLabel)
  }
  return {
    ...assertionScores(sum([...byPredicate.values()], { assertions: 0, matched: 0, right: 0 })),
    ...labelScores(sum([...byLabel.values()], { gold: 0, rightGold: 0, inSentence: 0, rightInSentence: 0 })),
    byPredicate: sorted(byPredicate, assertionScores),
    byLabel: sorted(byLabel, labelScores),
  }
}

type Asserted = { assertions: number; matched: number; right: number }
type Labelled = { gold: number; rightGold: number; inSentence: number; rightInSentence: number }

/** A label, whether it runs from our object to our subject, and whether it counts for recall. */
type Directed = readonly [label: string, inverse: boolean, wanted: boolean]

function directed({ same = [], inverse = [], also = [] }: PredicateLabels, used: ReadonlySet<string>): Directed[] {
  return [
    ...same.map((label): Directed => [label, false, true]),
    ...inverse.map((label): Directed => [label, true, true]),
    ...also.flatMap((label): Directed[] => [
      [label, false, false],
      [label, true, false],
    ]),
  ].filter(([label]) => used.has(label))
}

function count(
  { gold, entities, relations }: AssertedDocument,
  mapped: ReadonlyMap<string, readonly Directed[]>,
  byPredicate: Map<string, Asserted>,
  byLabel: Map<string, Labelled>,
): void {
  const matched = matchEntities(gold, entities)
  const known = new Set(gold.relations.map(({ head, tail, type }) => keyOf(head, type, tail)))
  const seen = new Set<string>()
  const asserted = new Set<string>()
  for (const { subject, predicate, object, kind, negated, modality } of relations) {
    const rows = mapped.get(predicate) ?? []
    if (rows.length === 0 || kind !== 'asserted' || negated || modality !== 'fact') continue
    const [a, b] = [matched.get(subject.entity), matched.get(object.entity)]
    const fact = keyOf(a ?? `found ${subject.entity}`, predicate, b ?? `found ${object.entity}`)
    if (seen.has(fact)) continue
    seen.add(fact)
    const counts = entry(byPredicate, predicate, { assertions: 0, matched: 0, right: 0 })
    counts.assertions++
    if (a === undefined || b === undefined) continue
    counts.matched++
    const keys = rows.map(([label, inverse]) => (inverse ? keyOf(b, label, a) : keyOf(a, label, b)))
    for (const key of keys) asserted.add(key)
    if (keys.some((key) => known.has(key))) counts.right++
  }
  const wanted = new Set(
    [...mapped.values()].flatMap((rows) => rows.flatMap(([label, , counts]) => (counts ? [label] : []))),
  )
  const sentences = sentencesOf(gold)
  for (const { head, tail, type } of gold.relations) {
    if (!wanted.has(type)) continue
    const counts = entry(byLabel, type, { gold: 0, rightGold: 0, inSentence: 0, rightInSentence: 0 })
    const right = asserted.has(keyOf(head, type, tail)) ? 1 : 0
    counts.gold++
    counts.rightGold += right
    if (!meet(sentences.get(head), sentences.get(tail))) continue
    counts.inSentence++
    counts.rightInSentence += right
  }
}

const keyOf = (subject: string, predicate: string, object: string) => JSON.stringify([subject, predicate, object])

/** The sentences that name each gold entity; a document without sentences is one. */
function sentencesOf({ sentences = [], entities }: GoldDocument): Map<string, ReadonlySet<number>> {
  const at = (start: number): number => {
    let low = 0
    let high = sentences.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (sentences[middle][1] > start) high = middle
      else low = middle + 1
    }
    return low
  }
  return new Map(entities.map(({ id, mentions }) => [id, new Set(mentions.map(({ start }) => at(start)))] as const))
}

function meet(a: ReadonlySet<number> = new Set(), b: ReadonlySet<number> = new Set()): boolean {
  for (const sentence of a) if (b.has(sentence)) return true
  return false
}

function entry<Row>(rows: Map<string, Row>, key: string, fresh: Row): Row {
  const known = rows.get(key)
  if (known !== undefined) return known
  rows.set(key, fresh)
  return fresh
}

function sum<Row extends Record<string, number>>(rows: readonly Row[], zero: Row): Row {
  const total: Record<string, number> = { ...zero }
  for (const row of rows) for (const key of Object.keys(zero)) total[key] += row[key]
  return total as Row
}

const assertionScores = ({ assertions, matched, right }: Asserted): AssertionScores => ({
  assertions,
  matched,
  right,
  precision: ratio(right, matched),
  strictPrecision: ratio(right, assertions),
})

const labelScores = (row: Labelled): LabelScores => ({
  ...row,
  recall: ratio(row.rightInSentence, row.inSentence),
  recallOfAll: ratio(row.rightGold, row.gold),
})

function sorted<Row, Scores>(rows: ReadonlyMap<string, Row>, scoresOf: (row: Row) => Scores): Record<string, Scores> {
  return Object.fromEntries(
    [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, row]) => [key, scoresOf(row)] as const),
  )
}
