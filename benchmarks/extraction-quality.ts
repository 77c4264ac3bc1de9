import {
  type Entity,
  type ExtractOptions,
  extract,
  type MentionDraft,
  type Relation,
  silentLogger,
} from 'graph-chunker'
import {
  type AssertedDocument,
  type ClusteredMention,
  evaluateEntities,
  evaluateMentions,
  evaluatePredicates,
  evaluateRelationPairs,
  type GoldDocument,
  pairsOf,
  type TypedSpan,
} from 'graph-chunker/evaluate'
import { type GoldSet, goldSpans, type Half, typeOf } from './extraction-sets.js'
import { RELATION_LABELS } from './relation-labels.js'

/** Percent. */
export interface EngineRow {
  readonly set: string
  readonly engine: string
  readonly half: Half
  readonly documents: number
  /** Why there are no figures. */
  readonly missing?: string
  /** Exact F1 of names: all types but time and number. */
  readonly names?: number
  readonly namesTyped?: number
  /** Exact F1 of all six types. */
  readonly six?: number
  readonly sixTyped?: number
  readonly byType?: Readonly<Record<string, number>>
  /** Names and concepts together: exact F1, and by any character shared. */
  readonly terms?: { readonly exact: number; readonly recall: number; readonly precision: number }
  /** Unordered pairs, label ignored: all gold pairs, those of entities that were not found included. */
  readonly pairs?: { readonly averagePrecision: number; readonly f1: number; readonly relations: number }
}

/** Entities from the gold mentions, by B³. Percent. */
export interface EntityRow {
  readonly set: string
  readonly half: Half
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

const SIX = ['person', 'organization', 'location', 'misc', 'time', 'number']

interface Found {
  readonly gold: GoldDocument
  readonly names: readonly TypedSpan[]
  readonly concepts: readonly TypedSpan[]
  readonly entities: readonly Entity[]
  readonly relations: readonly Relation[]
}

/** One engine on one set: what it finds is found once, and scored for each half. */
export async function measureEngine(
  set: GoldSet,
  documents: readonly GoldDocument[],
  engine: string,
  halves: readonly Half[],
): Promise<{ readonly rows: EngineRow[]; readonly found: readonly AssertedDocument[] }> {
  const found: Found[] = []
  const options: ExtractOptions = {
    extractors: [engine],
    types: [...SIX, 'concept'],
    strict: true,
    logger: silentLogger,
  }
  try {
    for (const gold of documents) {
      const { mentions, entities, relations } = await extract(gold.text, options)
      const ofKind = (wanted: string) => mentions.filter(({ kind }) => kind === wanted)
      found.push({ gold, names: ofKind('name'), concepts: ofKind('concept'), entities, relations })
    }
  } catch (error) {
    const missing = (error as Error).message
    return { rows: halves.map((half) => ({ set: set.name, engine, half, documents: 0, missing })), found: [] }
  }
  const rows = halves.map((half) => {
    const part = found.filter((_, index) => isIn(half, index))
    return { set: set.name, engine, half, documents: part.length, ...score(set, part) }
  })
  return { rows, found }
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

/** The stated facts of several sets together, whose documents come in the order of their lines. */
export function measurePredicates(
  sets: ReadonlyMap<string, readonly AssertedDocument[]>,
  engine: string,
  halves: readonly Half[],
): PredicateRow[] {
  return halves.map((half) => {
    const parts = [...sets.values()].map((documents) => documents.filter((_, index) => isIn(half, index)))
    const scores = evaluatePredicates(parts, RELATION_LABELS)
    return {
      sets: [...sets.keys()],
      engine,
      half,
      assertions: scores.assertions,
      precision: percent(scores.precision),
      strictPrecision: percent(scores.strictPrecision),
      recall: percent(scores.recall),
      recallOfAll: percent(scores.recallOfAll),
    }
  })
}

export const isIn = (half: Half, index: number): boolean => half === 'all' || (index % 2 === 0) === (half === 'even')

function score(set: GoldSet, found: readonly Found[]) {
  const isName = ({ type }: TypedSpan): boolean => type !== 'time' && type !== 'number'
  const pairs = found.map(({ gold, names, concepts }) => ({ gold: goldSpans(gold), names, concepts }))
  const names = evaluateMentions(
    pairs.map(({ gold, names }) => ({ gold: gold.filter(isName), found: names.filter(isName) })),
  )
  const six = evaluateMentions(pairs.map(({ gold, names }) => ({ gold, found: names })))
  const terms = evaluateMentions(
    pairs.map(({ gold, names, concepts }) => ({ gold, found: [...names.filter(isName), ...concepts] })),
  )
  return {
    names: percent(names.untyped.f1),
    ...(set.typed ? { namesTyped: percent(names.typed.f1) } : {}),
    ...(set.graph
      ? {
          six: percent(six.untyped.f1),
          sixTyped: percent(six.typed.f1),
          byType: Object.fromEntries(Object.entries(six.byType).map(([type, { f1 }]) => [type, percent(f1)])),
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

function relationPairs(found: readonly Found[]) {
  const scores = evaluateRelationPairs(found.map(({ gold, entities, relations }) => pairsOf(gold, entities, relations)))
  const relations = found.reduce((sum, { relations }) => sum + relations.length, 0)
  return { averagePrecision: percent(scores.averagePrecision), f1: percent(scores.best.f1), relations }
}

/** The entities that our linking makes of the gold's own mentions and types, names only. */
export async function measureEntities(
  set: GoldSet,
  documents: readonly GoldDocument[],
  halves: readonly Half[],
): Promise<EntityRow[]> {
  const clustered: { gold: ClusteredMention[]; found: ClusteredMention[] }[] = []
  for (const { text, entities } of documents) {
    const named = entities.filter(({ type }) => typeOf(type) !== 'time' && typeOf(type) !== 'number')
    const drafts = named.flatMap(({ type, mentions }): MentionDraft[] =>
      mentions.map(({ start, end }) => ({ start, end, type: typeOf(type) })),
    )
    const goldMentions = () => ({ mentions: drafts })
    const { mentions } = await extract(text, { extractors: goldMentions, types: SIX, kinds: ['name'] })
    clustered.push({
      gold: named.flatMap(({ id, mentions: places }) => places.map(({ start, end }) => [start, end, id] as const)),
      found: mentions.map(({ start, end, entity }) => [start, end, entity] as const),
    })
  }
  return halves.map((half) => {
    const { precision, recall, f1 } = evaluateEntities(clustered.filter((_, index) => isIn(half, index)))
    return { set: set.name, half, precision: percent(precision), recall: percent(recall), f1: percent(f1) }
  })
}

const percent = (share: number): number => Math.round(share * 10_000) / 100
