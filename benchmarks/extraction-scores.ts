import type { Entity, Mention, Relation } from 'graph-chunker'
import {
  type AssertedDocument,
  type ClusteredMention,
  evaluateEntities,
  evaluateMentions,
  evaluatePredicates,
  evaluateRelationPairs,
  type GoldDocument,
  type MentionScores,
  type PredicateLabels,
  pairsOf,
  type Scores,
} from 'graph-chunker/evaluate'
import { type GoldSet, goldSpans, type Half, isIn, typeOf } from './extraction-sets.js'
import { RELATION_LABELS } from './relation-labels.js'

/** Percent. */
export interface Figures {
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

/** Percent, by match. */
export interface MentionFigures {
  readonly exact: Figures
  readonly exactTyped?: Figures
  readonly overlap: Figures
  readonly overlapTyped?: Figures
}

/** Percent. */
export interface QualityFigures {
  /** Exact F1 of names: all types but time and number. */
  readonly names?: number
  readonly namesTyped?: number
  /** Exact F1 of all six types. */
  readonly six?: number
  readonly sixTyped?: number
  /** Precision, recall and F1 of names. */
  readonly matches?: MentionFigures
  /** By our type, where the types of the set are ours; times and numbers only where the gold marks them. */
  readonly types?: Readonly<Record<string, { readonly exact: Figures; readonly overlap: Figures }>>
  /** Names and concepts together: exact F1, and by any character shared. */
  readonly terms?: { readonly exact: number; readonly recall: number; readonly precision: number }
  /** Entities from found names, by B³: names that were not found, and those that are none, count as wrong. */
  readonly cubed?: Figures
  /** Unordered pairs, label ignored: all gold pairs, those of entities that were not found included. */
  readonly pairs?: {
    readonly averagePrecision: number
    readonly f1: number
    readonly relations: number
    /** Precision at a recall of 0.1 to 0.4; null where it is never reached. */
    readonly precisionAt?: Readonly<Record<string, number | null>>
  }
}

/** What an engine found in a line of a set. */
export interface Found {
  readonly line: number
  readonly gold: GoldDocument
  readonly names: readonly Mention[]
  readonly concepts: readonly Mention[]
  readonly entities: readonly Entity[]
  readonly relations: readonly Relation[]
}

/** Scores what the set's gold can judge. */
export function score(set: GoldSet, found: readonly Found[]): QualityFigures {
  const documents = found.map(({ gold, names, concepts }) => ({ gold: goldSpans(gold), names, concepts }))
  const names = evaluateMentions(
    documents.map(({ gold, names }) => ({ gold: gold.filter(isName), found: names.filter(isName) })),
  )
  const isMarked = ({ type }: Mention): boolean => !set.unmarked.includes(type)
  const six = evaluateMentions(documents.map(({ gold, names }) => ({ gold, found: names.filter(isMarked) })))
  const terms = evaluateMentions(
    documents.map(({ gold, names, concepts }) => ({ gold, found: [...names.filter(isName), ...concepts] })),
  )
  return {
    names: percent(names.untyped.f1),
    ...(set.typed ? { namesTyped: percent(names.typed.f1), types: byType(set.graph ? six : names) } : {}),
    matches: {
      exact: figures(names.untyped),
      overlap: figures(names.overlap),
      ...(set.typed ? { exactTyped: figures(names.typed), overlapTyped: figures(names.overlapTyped) } : {}),
    },
    ...(set.graph
      ? {
          six: percent(six.untyped.f1),
          sixTyped: percent(six.typed.f1),
          cubed: figures(evaluateEntities(found.map(clustered))),
          pairs: relationPairs(found),
        }
      : {}),
    ...(set.terms
      ? {
          terms: {
            exact: percent(terms.untyped.f1),
            recall: percent(terms.overlap.recall),
            precision: percent(terms.overlap.precision),
          },
        }
      : {}),
  }
}

export const isName = ({ type }: { readonly type: string }): boolean => type !== 'time' && type !== 'number'

function byType({ byType: exact, overlapByType: overlap }: MentionScores): NonNullable<QualityFigures['types']> {
  return Object.fromEntries(
    Object.keys(exact).map((type) => [type, { exact: figures(exact[type]), overlap: figures(overlap[type]) }]),
  )
}

function clustered({ gold, names }: Found): { gold: ClusteredMention[]; found: ClusteredMention[] } {
  return {
    gold: goldClusters(gold),
    found: names.filter(isName).map(({ start, end, entity }) => [start, end, entity] as const),
  }
}

/** The gold's names with their entities. */
export function goldClusters({ entities }: GoldDocument): ClusteredMention[] {
  return entities
    .filter(({ type }) => isName({ type: typeOf(type) }))
    .flatMap(({ id, mentions }) => mentions.map(({ start, end }) => [start, end, id] as const))
}

function relationPairs(found: readonly Found[]): NonNullable<QualityFigures['pairs']> {
  const scores = evaluateRelationPairs(found.map(({ gold, entities, relations }) => pairsOf(gold, entities, relations)))
  return {
    averagePrecision: percent(scores.averagePrecision),
    f1: percent(scores.best.f1),
    relations: found.reduce((sum, { relations }) => sum + relations.length, 0),
    precisionAt: Object.fromEntries(
      Object.entries(scores.precisionAt).map(([level, share]) => [level, share === null ? null : percent(share)]),
    ),
  }
}

/** Asserted predicates that some label of the sets stands for. Percent. */
export interface PredicateRow {
  readonly sets: readonly string[]
  readonly engine: string
  readonly half: Half
  readonly assertions: number
  readonly precision: number
  readonly strictPrecision: number
  readonly recall: number
  readonly recallOfAll: number
}

/** The stated facts of several sets together: with all labels, and with those alone that mean the same. */
export function measurePredicates(
  sets: ReadonlyMap<string, readonly (AssertedDocument & { readonly line: number })[]>,
  engine: string,
  halves: readonly Half[],
): PredicateRow[] {
  const rowsOf = (name: string, labels: Readonly<Record<string, PredicateLabels>>): PredicateRow[] =>
    halves.map((half) => {
      const parts = [...sets.values()].map((documents) => documents.filter(({ line }) => isIn(half, line)))
      const { assertions, ...shares } = evaluatePredicates(parts, labels)
      return {
        sets: [...sets.keys()],
        engine: name,
        half,
        assertions,
        precision: percent(shares.precision),
        strictPrecision: percent(shares.strictPrecision),
        recall: percent(shares.recall),
        recallOfAll: percent(shares.recallOfAll),
      }
    })
  return [...rowsOf(engine, RELATION_LABELS), ...rowsOf(`${engine}, no looser labels`, sameMeaning())]
}

/** The table of labels without those that say more or less than our predicate. */
function sameMeaning(): Record<string, PredicateLabels> {
  return Object.fromEntries(Object.entries(RELATION_LABELS).map(([name, { also: _, ...rest }]) => [name, rest]))
}

export const figures = ({ precision, recall, f1 }: Scores): Figures => ({
  precision: percent(precision),
  recall: percent(recall),
  f1: percent(f1),
})

const percent = (share: number): number => Math.round(share * 10_000) / 100
