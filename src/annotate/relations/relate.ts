import type { Annotated, EntityId, Mention, Relation } from '../../document/document.js'
import { contains, firstStartingAt, hull, type Span } from '../../document/span.js'
import type { RelationDraft } from '../extractor.js'
import { type Words, wordsOf } from '../words.js'
import { findPairs, type Pair, placeMentions } from './pairs.js'
import { type Assertion, findAssertions, type Placed } from './patterns.js'
import { featuresOf, firstSentenceEnd, probability, profilesOf } from './relatedness.js'

/** Pairs less probable than this are no relation. */
const LEAST_WEIGHT = 0.03

/**
 * The relations of a document: facts that its sentences state, with a predicate and a direction; the drafts of an extractor
 * that name two mentions (see `unplacedRelations` for the others); and, for every other pair of entities that is mentioned
 * close together, one weak relation `co_occurs_with` of kind `cooccurrence`, from the smaller entity id to the larger. Each
 * stands at one pair of mentions: where it is stated, or where the two are nearest. One relation for a pair and predicate.
 * Weights of stated and weak relations come from one logistic model. Linear in the number of words and mentions.
 */
export function relate(document: Annotated<'mentions' | 'entities'>, drafts: readonly RelationDraft[] = []): readonly Relation[] {
  const words = wordsOf(document)
  const placed = placeMentions(document, words)
  const numbers = new Map(document.entities.map(({ id }, number): [EntityId, number] => [id, number]))
  const entityOf = Int32Array.from(placed.mentions, ({ entity }) => numbers.get(entity)!)
  const weigh = pairWeights(placed, words, entityOf, document)
  const relations = new Relations()
  for (const draft of drafts) {
    const relation = fromDraft(document, draft)
    if (relation !== undefined) relations.add(relation)
  }
  const assertions = findAssertions(words, placed)
  for (const assertion of assertions) {
    if (entityOf[assertion.subject] === entityOf[assertion.object]) continue
    relations.add(fromAssertion(placed, assertion, weigh.of(assertion)))
  }
  for (const pair of weigh.pairs) {
    const [a, b] = inIdOrder(placed.mentions[pair.left], placed.mentions[pair.right])
    const weight = weigh.pair(pair, false)
    if (weight >= LEAST_WEIGHT && !relations.hasPair(a.entity, b.entity)) relations.add(weakRelation(a, b, weight))
  }
  return relations.sorted()
}

/** The drafts whose subject or object is no mention of the document, as `subject -> object` in the words of the text. */
export function unplacedRelations(document: Annotated<'mentions' | 'entities'>, drafts: readonly RelationDraft[]): string[] {
  return drafts
    .filter((draft) => fromDraft(document, draft) === undefined)
    .map(({ subject, object }) => `${document.text.slice(subject.start, subject.end)} -> ${document.text.slice(object.start, object.end)}`)
}

class Relations {
  private readonly byKey = new Map<string, Relation>()
  private readonly stated = new Set<string>()

  add(relation: Relation): void {
    const { subject, object, predicate, negated } = relation
    const key = `${subject.entity}\u0000${object.entity}\u0000${predicate}\u0000${negated}`
    if (relation.kind === 'asserted') this.stated.add(pairKey(subject.entity, object.entity))
    const known = this.byKey.get(key)
    if (known === undefined || extent(relation) < extent(known)) this.byKey.set(key, relation)
  }

  hasPair(a: EntityId, b: EntityId): boolean {
    return this.stated.has(pairKey(a, b))
  }

  sorted(): Relation[] {
    const order = (a: Relation, b: Relation) =>
      a.evidence.start - b.evidence.start || a.evidence.end - b.evidence.end || a.subject.start - b.subject.start || (a.predicate < b.predicate ? -1 : 1)
    return [...this.byKey.values()].sort(order)
  }
}

const pairKey = (a: EntityId, b: EntityId) => (a < b ? `${a}\u0000${b}` : `${b}\u0000${a}`)
const extent = ({ evidence }: Relation) => evidence.end - evidence.start
const inIdOrder = (a: Mention, b: Mention): [Mention, Mention] => (a.entity < b.entity ? [a, b] : [b, a])

interface PairWeights {
  readonly pairs: readonly Pair[]
  of(assertion: Assertion): number
  pair(pair: Pair, asserted: boolean): number
}

function pairWeights(placed: Placed, words: Words, entityOf: Int32Array, document: Annotated<'mentions' | 'entities'>): PairWeights {
  const pairs = findPairs(placed, words, entityOf, document.blocks)
  const size = placed.mentions.length
  const key = (a: number, b: number) => (entityOf[a] < entityOf[b] ? entityOf[a] * size + entityOf[b] : entityOf[b] * size + entityOf[a])
  const byKey = new Map(pairs.map((pair): [number, Pair] => [key(pair.left, pair.right), pair]))
  const profiles = profilesOf(document.entities, firstSentenceEnd(document))
  const features: number[] = []
  const weigh = (pair: Pair, asserted: boolean) => {
    featuresOf(pair, placed, words, profiles[entityOf[pair.left]], profiles[entityOf[pair.right]], asserted, features)
    return probability(features)
  }
  return {
    pairs,
    pair: weigh,
    of: ({ subject, object }) => {
      const pair = byKey.get(key(subject, object))
      return pair === undefined ? 0.5 : weigh(pair, true)
    },
  }
}

function fromAssertion(placed: Placed, { subject, object, predicate, negated, modality }: Assertion, weight: number): Relation {
  const [a, b] = [placed.mentions[subject], placed.mentions[object]]
  return { subject: a, predicate, object: b, weight, kind: 'asserted', negated, modality, evidence: hull(a, b), by: 'patterns' }
}

function weakRelation(subject: Mention, object: Mention, weight: number): Relation {
  const evidence = hull(subject, object)
  return {
    subject, predicate: 'co_occurs_with', object, weight, kind: 'cooccurrence', negated: false, modality: 'fact', evidence, by: 'distance',
  }
}

function fromDraft(document: Annotated<'mentions' | 'entities'>, draft: RelationDraft): Relation | undefined {
  const subject = mentionAt(document.mentions, draft.subject)
  const object = mentionAt(document.mentions, draft.object)
  if (subject === undefined || object === undefined || subject.entity === object.entity) return undefined
  const { predicate, weight = 1, negated = false, modality = 'fact', evidence } = draft
  const both = hull(subject, object)
  const wide = evidence !== undefined && contains(evidence, both) && evidence.end <= document.text.length && evidence.start >= 0
  const sure = Number.isFinite(weight) ? Math.min(1, Math.max(0, weight)) : 1
  return { subject, predicate, object, weight: sure, kind: 'asserted', negated, modality, evidence: wide ? evidence : both, by: subject.by }
}

/** The mention at the span, or the one that overlaps it, since ends are trimmed. */
function mentionAt(mentions: readonly Mention[], span: Span): Mention | undefined {
  const next = firstStartingAt(mentions, span.start)
  for (const at of [next, next - 1]) {
    const mention = mentions[at]
    if (mention !== undefined && mention.start < span.end && mention.end > span.start) return mention
  }
  return undefined
}
