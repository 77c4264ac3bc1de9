import type { AbstractGraph } from 'graphology-types'
import type { Annotated, Document, EntityType, Mention, Relation } from '../document/document.js'
import { byPosition } from '../document/span.js'
import { withLayers } from '../structure/create.js'
import { checkExtraction } from './check-extraction.js'
import { findConcepts } from './concepts.js'
import { findAnaphors, withAnaphors } from './entities/coreference.js'
import { type Linked, linkEntities } from './entities/link.js'
import type { Extraction, MentionDraft } from './extractor.js'
import {
  entitiesFromGraph,
  type GivenEntity,
  type GivenRelation,
  locateAliases,
  locateGiven,
  locateRelations,
  relationsFromGraph,
} from './given.js'
import { primaryOf } from './language.js'
import { finishMentions, touches } from './mentions/finish.js'
import { tagWords } from './pos.js'
import { weighByPmi } from './relations/pmi.js'
import { relate, unplacedRelations } from './relations/relate.js'
import { findTerms, type Ignored, ignoring, type TermOptions } from './terms.js'
import { wordsOf } from './words.js'

export interface AssembleOptions extends TermOptions {
  /** Names and expressions that are no mentions. */
  readonly ignore?: readonly Ignored[]
  /** The kinds of mention to keep and to look for. Where left out, `looksFor` says what is looked for, and all is kept. */
  readonly kinds?: readonly Mention['kind'][]
  /** Whether short names join full ones. */
  readonly merge: boolean
  /** Whether one name with two types is two entities. */
  readonly separateTypes: boolean
  readonly relationWeight: 'probability' | 'pmi'
  /** The language that the caller named. */
  readonly language?: string
  readonly signal?: AbortSignal
  readonly entities?: readonly GivenEntity[]
  readonly relations?: readonly GivenRelation[]
  readonly graph?: AbstractGraph
  readonly aliases?: Readonly<Record<string, string>>
  /** The types of mention to keep; all but `time` and `number` where left out. */
  readonly types?: readonly EntityType[]
}

/** Dates and numbers make poor nodes: "noon" and "two years" would join documents that share nothing. */
const UNNAMED: ReadonlySet<EntityType> = new Set(['time', 'number'])

/** A document with mentions, entities and relations, and what is to be said of them. */
export interface Assembled {
  readonly document: Document
  readonly notes: readonly string[]
  readonly unplaced: readonly string[]
  readonly ambiguous: readonly string[]
}

/**
 * The layers that follow from what an extractor returned.
 * @throws ChunkingError `refused-output` where it is no extraction.
 */
export async function fromExtraction(
  document: Document,
  extraction: Extraction,
  by: string,
  options: AssembleOptions & { readonly looksFor?: readonly Mention['kind'][] },
): Promise<Assembled> {
  const { mentions, relations: drafts, notes } = checkExtraction(extraction)
  const wanted = options.kinds ?? options.looksFor ?? []
  const settled = await settle(document, mentions, by, wanted, options)
  const found =
    options.relations === undefined
      ? { relations: relate(settled.document, drafts), unplaced: unplacedRelations(settled.document, drafts) }
      : locateRelations(settled.document, options.relations)
  return {
    document: withRelations(settled.document, found.relations, options),
    notes: [...notes, ...settled.notes],
    unplaced: found.unplaced,
    ambiguous: settled.ambiguous,
  }
}

/** The layers that follow from the entities, relations or graph that the caller has. */
export async function fromGiven(document: Document, options: AssembleOptions): Promise<Assembled> {
  const { graph, entities = [], relations } = options
  const located = locateGiven(document, graph === undefined ? entities : [...entities, ...entitiesFromGraph(graph)])
  const settled = await settle(document, located.drafts, 'given', options.kinds ?? [], options)
  const known = graph === undefined ? relations : [...(relations ?? []), ...relationsFromGraph(graph)]
  const found =
    known === undefined
      ? { relations: relate(settled.document), unplaced: [] }
      : locateRelations(settled.document, known)
  return {
    document: withLayers(
      withRelations(settled.document, found.relations, options),
      graph === undefined ? {} : { graph },
    ),
    notes: [...located.notes, ...settled.notes],
    unplaced: [...located.unplaced, ...hidden(located.drafts, settled.document.mentions), ...found.unplaced],
    ambiguous: settled.ambiguous,
  }
}

/** What the caller names is kept, whatever its type. */
const CALLERS: ReadonlySet<string> = new Set(['given', 'terms', 'aliases'])

interface Settled {
  readonly document: Annotated<'mentions' | 'entities'>
  readonly notes: readonly string[]
  readonly ambiguous: readonly string[]
}

/** Mentions made sound, with the caller's own terms among them, and the entities that they name. */
async function settle(
  document: Document,
  found: readonly MentionDraft[],
  by: string,
  wanted: readonly Mention['kind'][],
  options: AssembleOptions,
): Promise<Settled> {
  const terms = await findTerms(document, options, options.signal === undefined ? {} : { signal: options.signal })
  const ignored = ignoring(document, options.ignore ?? [])
  const preferred = terms.drafts.map((draft) => ({ ...draft, by: 'terms' }))
  const others = options.aliases === undefined ? [] : locateAliases(document, options.aliases, found)
  const { mentions: drafts, notes } = finishMentions(document, [...found, ...others], {
    preferred,
    isIgnored: ignored.isIgnored,
  })
  const isKept = ({ type, kind = 'name', by: source = by }: MentionDraft): boolean =>
    options.kinds?.includes(kind) !== false && (CALLERS.has(source) || isWanted(type, options.types))
  const names = drafts.filter(isKept)
  const looksForTerms = wanted.includes('concept') && options.types?.includes('concept') !== false
  // What is kept wins: a number that is asked for is no part of a concept.
  const concepts = (looksForTerms ? await conceptsOf(document, drafts, options) : []).filter(
    (concept) => !touches(names, concept) && !ignored.isIgnored(concept),
  )
  const { merge, separateTypes, aliases } = options
  const linking = { by, merge, separateTypes, ...(aliases === undefined ? {} : { aliases }) }
  const linked = linkEntities(document, [...names, ...concepts].sort(byPosition), linking)
  // "her" and "it" are words of other languages too.
  const readsEnglish = options.language === undefined || ['en', 'zh'].includes(primaryOf(options.language))
  const { mentions, entities } =
    wanted.includes('anaphor') && readsEnglish ? await addAnaphors(document, linked, options) : linked
  return {
    document: withLayers(document, { mentions, entities }),
    notes: [...terms.notes, ...ignored.notes, ...notes, ...loneNote(linked.lone)],
    ambiguous: linked.ambiguous,
  }
}

const loneNote = (lone: number): string[] =>
  lone > 0 ? [`${lone} mentions of kind \`anaphor\` left out: no name or concept that they stand for was found.`] : []

/** The concepts beside the names and dates. A number may be part of one: `4-aminopyridine`. */
async function conceptsOf(document: Document, drafts: readonly MentionDraft[], { signal }: AssembleOptions) {
  const words = wordsOf(document)
  const tags = await tagWords(words, signal)
  const taken = drafts.filter(({ type }) => type !== 'number')
  const found = findConcepts(document, words, tags, taken)
  return found.drafts.map((draft) => ({ ...draft, by: 'concepts' }))
}

async function addAnaphors(document: Document, { mentions, entities }: Linked, { signal }: AssembleOptions) {
  const words = wordsOf(document)
  const names = mentions.filter(({ kind }) => kind === 'name')
  const known = mentions.filter(({ kind }) => kind !== 'concept')
  const found = findAnaphors(document.blocks, words, await tagWords(words, signal), names, entities)
  return withAnaphors(
    mentions,
    entities,
    found.filter((anaphor) => !touches(known, anaphor)),
  )
}

const isWanted = (type: EntityType, types: readonly EntityType[] | undefined): boolean =>
  types === undefined ? !UNNAMED.has(type) : types.includes(type)

function withRelations(
  document: Annotated<'mentions' | 'entities'>,
  relations: readonly Relation[],
  { relationWeight }: AssembleOptions,
): Document {
  return withLayers(document, {
    relations: relationWeight === 'pmi' ? weighByPmi(relations, document.entities) : relations,
  })
}

/** The names of given entities all of whose places lie within longer names. */
function hidden(drafts: readonly MentionDraft[], kept: readonly Mention[]): string[] {
  const placed = new Set<string | undefined>(kept.map(({ entity }) => entity))
  const names = drafts.filter(({ id }) => id !== undefined && !placed.has(id)).map(({ id, name }) => name ?? String(id))
  return [...new Set(names)]
}
