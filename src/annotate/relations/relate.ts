import type { Annotated, EntityId, Mention, PredictedBy, Relation } from '../../document/document.js'
import { contains, firstStartingAt, hull, type Span } from '../../document/span.js'
import type { RelationDraft } from '../extractor.js'
import { type Words, wordsOf } from '../words.js'
import { readFacts } from './facts.js'
import { findPairs, type Pair, type Pairs, pairKeys, placeMentions, positionsOf, type Reach } from './pairs.js'
import { type Assertion, findAssertions, type Placed } from './patterns.js'
import { featuresOf, MOST_FEATURES, type Profile, probability, profilesOf } from './relatedness.js'

/** Pairs less probable than this are no relation. */
const LEAST_WEIGHT = 0.05

/**
 * The relations of a document: facts that its sentences state, with a predicate and a direction; the drafts of an extractor
 * that name two mentions (see `unplacedRelations` for the others); and, for every other pair of entities that is mentioned
 * close together, one weak relation `co_occurs_with` of kind `cooccurrence`, from the smaller entity id to the larger. Each
 * stands at one pair of mentions: where it is stated, once for each place, or where the two are nearest.
 * Weights of stated and weak relations come from one logistic model. Linear in the number of words and mentions.
 */
export function relate(
  document: Annotated<'mentions' | 'entities'>,
  drafts: readonly RelationDraft[] = [],
): readonly Relation[] {
  const words = wordsOf(document)
  const numbers = new Map(document.entities.map(({ id }, number): [EntityId, number] => [id, number]))
  const stated = new StatedRelations(document.entities.length)
  for (const draft of drafts) {
    const relation = fromDraft(document, draft)
    if (relation !== undefined)
      stated.add(relation, numbers.get(relation.subject.entity)!, numbers.get(relation.object.entity)!)
  }
  const profiles = profilesOf(document.entities)
  // Terms are many: they must not push names out of each other's reach.
  const names = document.mentions.filter(({ kind }) => kind !== 'concept')
  const weighed = weighPairs(document, names, words, numbers, profiles)
  const read = findAssertions(words, weighed.placed)
  const take = (assertion: Assertion, weight: number, by: PredictedBy): void => {
    const [a, b] = [weighed.entityOf[assertion.subject], weighed.entityOf[assertion.object]]
    if (a !== b) stated.add(fromAssertion(weighed.placed, assertion, weight, by), a, b)
  }
  for (const assertion of read) take(assertion, weighed.of(assertion), 'patterns')
  for (const fact of readFacts(words, weighed.placed, read))
    take(fact, Math.max(fact.probability, weighed.of(fact)), 'model')
  const relations = stated.all()
  addWeak(weighed, stated, relations)
  if (names.length < document.mentions.length) {
    addWeak(weighPairs(document, document.mentions, words, numbers, profiles, TERMS), stated, relations)
  }
  return relations.sort(byEvidence)
}

/** Terms are paired with what stands close to them only. */
const TERMS: Reach = { next: 6, sentences: 1, skips: (a, b) => a.kind !== 'concept' && b.kind !== 'concept' }

/** Every pair that is probable enough and not stated gives one weak relation. */
function addWeak(
  { pairs, pair: weigh, placed, entityOf }: PairWeights,
  stated: StatedRelations,
  relations: Relation[],
) {
  for (const pair of pairs) {
    if (stated.has(entityOf[pair.left], entityOf[pair.right])) continue
    const weight = weigh(pair)
    if (weight >= LEAST_WEIGHT)
      relations.push(weakRelation(placed.mentions[pair.left], placed.mentions[pair.right], weight))
  }
}

/** The drafts whose subject or object is no mention of the document, as `subject -> object` in the words of the text. */
export function unplacedRelations(
  document: Annotated<'mentions' | 'entities'>,
  drafts: readonly RelationDraft[],
): string[] {
  const { text } = document
  const shown = (span: Span | undefined): string => {
    if (span === undefined || !Number.isInteger(span.start) || !Number.isInteger(span.end)) return 'no span'
    return text.slice(span.start, Math.min(span.end, span.start + LONGEST_SHOWN))
  }
  return drafts
    .filter((draft) => fromDraft(document, draft) === undefined)
    .map(({ subject, object }) => `${shown(subject)} -> ${shown(object)}`)
}

const LONGEST_SHOWN = 60

/** Stated relations, by pair; the same statement found in two ways is one. */
class StatedRelations {
  private readonly byPair = new Map<number, Relation[]>()
  private readonly keyOf: (a: number, b: number) => number

  constructor(entities: number) {
    this.keyOf = pairKeys(entities)
  }

  add(relation: Relation, a: number, b: number): void {
    const pair = this.keyOf(a, b)
    const known = this.byPair.get(pair)
    if (known === undefined) {
      this.byPair.set(pair, [relation])
      return
    }
    // A fact that is stated in several places is as many relations: each has an interval that a cut could part.
    const isSame = (other: Relation): boolean =>
      other.subject === relation.subject &&
      other.object === relation.object &&
      other.predicate === relation.predicate &&
      other.negated === relation.negated
    if (!known.some(isSame)) known.push(relation)
  }

  has(a: number, b: number): boolean {
    return this.byPair.has(this.keyOf(a, b))
  }

  all(): Relation[] {
    return [...this.byPair.values()].flat()
  }
}

function byEvidence(a: Relation, b: Relation): number {
  return (
    a.evidence.start - b.evidence.start ||
    a.evidence.end - b.evidence.end ||
    a.subject.start - b.subject.start ||
    (a.predicate < b.predicate ? -1 : a.predicate > b.predicate ? 1 : Number(a.negated) - Number(b.negated))
  )
}

interface PairWeights {
  readonly placed: Placed
  /** The number of the entity of each mention. */
  readonly entityOf: Int32Array
  readonly pairs: Pairs
  of(assertion: Assertion): number
  pair(pair: Pair): number
}

function weighPairs(
  { blocks }: Pick<Annotated<'mentions'>, 'blocks'>,
  mentions: readonly Mention[],
  words: Words,
  numbers: ReadonlyMap<EntityId, number>,
  profiles: readonly Profile[],
  reach?: Reach,
): PairWeights {
  const placed = placeMentions(mentions, words)
  const entityOf = Int32Array.from(placed.mentions, ({ entity }) => numbers.get(entity)!)
  const pairs = findPairs(placed, words, entityOf, reach)
  const context = { placed, words, entityOf, profiles, positions: positionsOf(placed, words, blocks) }
  const features = new Int32Array(MOST_FEATURES)
  const weigh = (pair: Pair, asserted: boolean) => probability(features, featuresOf(pair, asserted, context, features))
  return {
    placed,
    entityOf,
    pairs,
    pair: (pair) => weigh(pair, false),
    of: ({ subject, object }) => {
      const known = pairs.of(entityOf[subject], entityOf[object])
      return weigh(known ?? pairAt(placed, Math.min(subject, object), Math.max(subject, object)), true)
    },
  }
}

/** Two mentions of one sentence as a pair of their own: where one is an anaphor, their entities may be in no pair. */
function pairAt({ from, to }: Placed, left: number, right: number): Pair {
  const gap = Math.max(0, from[right] - to[left])
  return { left, right, gap, sentences: 0, together: 1, closeness: 1 / (1 + gap / 10) }
}

function fromAssertion(
  placed: Placed,
  { subject, object, predicate, negated, modality }: Assertion,
  weight: number,
  by: PredictedBy,
): Relation {
  const [a, b] = [placed.mentions[subject], placed.mentions[object]]
  return {
    subject: a,
    predicate,
    object: b,
    weight,
    kind: 'asserted',
    negated,
    modality,
    evidence: hull(a, b),
    by,
  }
}

function weakRelation(left: Mention, right: Mention, weight: number): Relation {
  const [subject, object] = left.entity < right.entity ? [left, right] : [right, left]
  const evidence = hull(subject, object)
  return {
    subject,
    predicate: 'co_occurs_with',
    object,
    weight,
    kind: 'cooccurrence',
    negated: false,
    modality: 'fact',
    evidence,
    by: 'distance' satisfies PredictedBy,
  }
}

function fromDraft(document: Annotated<'mentions' | 'entities'>, draft: RelationDraft): Relation | undefined {
  const subject = mentionAt(document.mentions, draft.subject)
  const object = mentionAt(document.mentions, draft.object)
  if (subject === undefined || object === undefined || subject.entity === object.entity) return undefined
  const { predicate, weight = 1, negated = false, modality = 'fact', evidence } = draft
  const both = hull(subject, object)
  const wide =
    evidence !== undefined && contains(evidence, both) && evidence.end <= document.text.length && evidence.start >= 0
  const sure = Number.isFinite(weight) ? Math.min(1, Math.max(0, weight)) : 1
  return {
    subject,
    predicate,
    object,
    weight: sure,
    kind: 'asserted',
    negated,
    modality,
    evidence: wide ? evidence : both,
    by: subject.by,
  }
}

/** The mention at the span, or the one that overlaps it, since ends are trimmed. */
function mentionAt(mentions: readonly Mention[], span: Span | undefined): Mention | undefined {
  if (!Number.isInteger(span?.start) || !Number.isInteger(span?.end)) return undefined
  const { start, end } = span as Span
  const next = firstStartingAt(mentions, start)
  for (const at of [next, next - 1]) {
    const mention = mentions[at]
    if (mention !== undefined && mention.start < end && mention.end > start) return mention
  }
  return undefined
}
