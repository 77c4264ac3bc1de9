import type { AbstractGraph } from 'graphology-types'
import type { Document, EntityType } from '../document/document.js'
import { ChunkingError, describe } from '../errors.js'
import { withLayers } from '../structure/create.js'
import { linkEntities } from './entities/link.js'
import type { Extraction, MentionDraft } from './extractor.js'
import {
  entitiesFromGraph,
  type GivenEntity,
  type GivenRelation,
  locateGiven,
  locateRelations,
  relationsFromGraph,
} from './given.js'
import { finishMentions } from './mentions/finish.js'
import { relate, unplacedRelations } from './relations/relate.js'

export interface AssembleOptions {
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
export function fromExtraction(
  document: Document,
  extraction: Extraction,
  by: string,
  options: AssembleOptions,
): Assembled {
  if (!Array.isArray(extraction?.mentions)) {
    const expected = 'Its output was refused: expected an object with `mentions`, a list'
    throw new ChunkingError('refused-output', `${expected}, got ${describe(extraction)}.`)
  }
  const { types } = options
  const isKept = ({ type }: MentionDraft): boolean => (types === undefined ? !UNNAMED.has(type) : types.includes(type))
  const { mentions, notes } = finishMentions(document, extraction.mentions)
  const linked = link(document, mentions.filter(isKept), by, options)
  const drafts = extraction.relations ?? []
  const found =
    options.relations === undefined
      ? { relations: relate(linked.document, drafts), unplaced: unplacedRelations(linked.document, drafts) }
      : locateRelations(linked.document, options.relations)
  return {
    document: withLayers(linked.document, { relations: found.relations }),
    notes: [...(extraction.notes ?? []), ...notes],
    unplaced: found.unplaced,
    ambiguous: linked.ambiguous,
  }
}

/** The layers that follow from the entities, relations or graph that the caller has. */
export function fromGiven(document: Document, options: AssembleOptions): Assembled {
  const { graph, entities = [] } = options
  const located = locateGiven(document, graph === undefined ? entities : [...entities, ...entitiesFromGraph(graph)])
  const { mentions, notes } = finishMentions(document, located.drafts)
  const linked = link(document, mentions, 'given', options)
  const known = graph === undefined ? options.relations : [...(options.relations ?? []), ...relationsFromGraph(graph)]
  const found =
    known === undefined ? { relations: relate(linked.document), unplaced: [] } : locateRelations(linked.document, known)
  const layers = { relations: found.relations, ...(graph === undefined ? {} : { graph }) }
  return {
    document: withLayers(linked.document, layers),
    notes,
    unplaced: [...located.unplaced, ...hidden(located.drafts, mentions), ...found.unplaced],
    ambiguous: linked.ambiguous,
  }
}

/** The names of given entities all of whose places lie within longer names. */
function hidden(drafts: readonly MentionDraft[], kept: readonly MentionDraft[]): string[] {
  const placed = new Set(kept.map(({ id }) => id))
  const names = drafts.filter(({ id }) => id !== undefined && !placed.has(id)).map(({ id, name }) => name ?? String(id))
  return [...new Set(names)]
}

function link(document: Document, drafts: readonly MentionDraft[], by: string, { aliases }: AssembleOptions) {
  const options = { by, ...(aliases === undefined ? {} : { aliases }) }
  const { mentions, entities, ambiguous } = linkEntities(document, drafts, options)
  return { document: withLayers(document, { mentions, entities }), ambiguous }
}
