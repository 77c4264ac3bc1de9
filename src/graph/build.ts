import type { AbstractGraph } from 'graphology-types'
import type { Entity, EntityId, EntityType, Relation } from '../document/document.js'
import { MultiDirectedGraph } from './graphology.js'
import { edgeKey, nodeKey, SCHEMA } from './keys.js'

/** What the builder needs of a document. */
export interface GraphDocument {
  readonly id: string
  readonly entities: readonly Entity[]
  readonly relations: readonly Relation[]
}

/** Attributes of a node: one entity over all documents. */
export type EntityNode = {
  /** The spelling with the most mentions; of equals the longest, then the first in code-unit order. */
  readonly name: string
  /** The type with the most mentions; of equals the first in code-unit order, `misc` last. */
  readonly type: EntityType
  /** The other types seen, sorted. */
  readonly otherTypes: readonly EntityType[]
  /** `name` if any document has it as a name. */
  readonly kind: Entity['kind']
  /** How many mentions there are in all documents. */
  readonly mentions: number
  /** Ids of the documents that name it, sorted. */
  readonly documents: readonly string[]
  /** Other spellings, sorted. */
  readonly aliases: readonly string[]
}

/** One place where a document says that two entities are related. */
export interface Evidence {
  readonly document: string
  readonly start: number
  readonly end: number
  /** The relation's own weight, 0 to 1; 0 where that was no positive finite number. */
  readonly weight: number
}

/** Attributes of an edge: all relations of one pair that say the same. */
export type RelationEdge = {
  readonly predicate: string
  readonly kind: Relation['kind']
  /** Sum of the weights of the evidence: the number of related occurrences to expect. */
  readonly weight: number
  /** How often it occurs. */
  readonly count: number
  readonly negated: boolean
  readonly modality: Relation['modality']
  /** True for co-occurrence, which has no direction: these edges run from the smaller entity id to the larger. */
  readonly undirected: boolean
  /** Sorted by document, start and end. */
  readonly evidence: readonly Evidence[]
}

/** How many relations came in, how many are in the graph, and how many name an entity that no document listed. */
export interface RelationCounts {
  readonly relations: number
  readonly kept: number
  readonly dropped: number
}

/** Attributes of the graph itself. */
export type EntityGraphInfo = RelationCounts & { readonly schema: string }

export type EntityGraph = AbstractGraph<EntityNode, RelationEdge, EntityGraphInfo>

/** Collects documents one at a time; only entities and relations are held, no text. */
export interface GraphBuilder {
  /** Takes in a document. The same document added twice counts twice. */
  add(document: GraphDocument): void
  /** The graph of all that was added so far: a new one at each call. */
  build(): EntityGraph
  stats(): RelationCounts
}

interface EntityDraft {
  readonly names: Map<string, number>
  readonly types: Map<EntityType, number>
  readonly aliases: Set<string>
  readonly documents: Set<string>
  isName: boolean
  mentions: number
}

interface EdgeDraft {
  readonly subject: EntityId
  readonly object: EntityId
  readonly relation: Relation
  readonly evidence: Evidence[]
}

/**
 * A builder of the entity graph: a `MultiDirectedGraph` with one node per entity and one edge per subject, object,
 * predicate, kind, negation and modality. The graph is the same in whatever order documents, entities and relations were
 * added. A node's key is the entity's id (`nodeKey` names the exceptions), an edge's key is made by `edgeKey`.
 */
export function createGraphBuilder(): GraphBuilder {
  const entities = new Map<EntityId, EntityDraft>()
  const edges = new Map<string, EdgeDraft>()

  const isKnown = (edge: EdgeDraft) => entities.has(edge.subject) && entities.has(edge.object)

  const stats = (): RelationCounts => {
    let relations = 0
    let kept = 0
    for (const edge of edges.values()) {
      relations += edge.evidence.length
      if (isKnown(edge)) kept += edge.evidence.length
    }
    return { relations, kept, dropped: relations - kept }
  }

  return {
    add(document) {
      for (const entity of document.entities) addEntity(entities, entity, document.id)
      for (const relation of document.relations) addRelation(edges, relation, document.id)
    },
    build() {
      const graph = new MultiDirectedGraph<EntityNode, RelationEdge, EntityGraphInfo>()
      graph.replaceAttributes({ schema: SCHEMA, ...stats() })
      for (const id of [...entities.keys()].sort()) graph.addNode(nodeKey(id), finishEntity(entities.get(id)!))
      for (const key of [...edges.keys()].sort()) {
        const edge = edges.get(key)!
        if (isKnown(edge)) {
          graph.addDirectedEdgeWithKey(key, nodeKey(edge.subject), nodeKey(edge.object), finishEdge(edge))
        }
      }
      return graph
    },
    stats,
  }
}

/** The entity graph of the documents; its attributes say how many relations were kept. See `createGraphBuilder`. */
export function buildGraph(documents: Iterable<GraphDocument>): EntityGraph {
  const builder = createGraphBuilder()
  for (const document of documents) builder.add(document)
  return builder.build()
}

function addEntity(entities: Map<EntityId, EntityDraft>, entity: Entity, document: string): void {
  let draft = entities.get(entity.id)
  if (!draft) {
    draft = {
      names: new Map(),
      types: new Map(),
      aliases: new Set(),
      documents: new Set(),
      isName: false,
      mentions: 0,
    }
    entities.set(entity.id, draft)
  }
  // An entity that a caller lists without a place still has a say in its name.
  const votes = Math.max(1, entity.mentions.length)
  draft.names.set(entity.name, (draft.names.get(entity.name) ?? 0) + votes)
  draft.types.set(entity.type, (draft.types.get(entity.type) ?? 0) + votes)
  for (const type of entity.otherTypes) draft.types.set(type, draft.types.get(type) ?? 0)
  for (const alias of entity.aliases) draft.aliases.add(alias)
  draft.documents.add(document)
  draft.isName ||= entity.kind === 'name'
  draft.mentions += entity.mentions.length
}

function addRelation(edges: Map<string, EdgeDraft>, relation: Relation, document: string): void {
  let subject = relation.subject.entity
  let object = relation.object.entity
  if (relation.kind === 'cooccurrence' && object < subject) [subject, object] = [object, subject]
  const { predicate, kind, negated, modality } = relation
  const key = edgeKey({ subject, object, predicate, kind, negated, modality })
  const { start, end } = relation.evidence
  const evidence = { document, start, end, weight: usable(relation.weight) }
  const draft = edges.get(key)
  if (draft) draft.evidence.push(evidence)
  else edges.set(key, { subject, object, relation, evidence: [evidence] })
}

function usable(weight: number): number {
  return Number.isFinite(weight) ? Math.max(0, weight) : 0
}

function finishEntity(draft: EntityDraft): EntityNode {
  const names = [...draft.names].sort(
    ([a, votesA], [b, votesB]) => votesB - votesA || b.length - a.length || compare(a, b),
  )
  const types = [...draft.types].sort(
    ([a, votesA], [b, votesB]) => votesB - votesA || Number(a === 'misc') - Number(b === 'misc') || compare(a, b),
  )
  const name = names[0][0]
  const type = types[0][0]
  const spellings = new Set([...draft.names.keys(), ...draft.aliases])
  spellings.delete(name)
  return {
    name,
    type,
    otherTypes: types
      .slice(1)
      .map(([other]) => other)
      .sort(),
    kind: draft.isName ? 'name' : 'concept',
    mentions: draft.mentions,
    documents: [...draft.documents].sort(),
    aliases: [...spellings].sort(),
  }
}

function finishEdge({ relation, evidence }: EdgeDraft): RelationEdge {
  const sorted = [...evidence].sort(byPlace)
  return {
    predicate: relation.predicate,
    kind: relation.kind,
    // Summed in sorted order: floating-point sums depend on it.
    weight: sorted.reduce((sum, { weight }) => sum + weight, 0),
    count: sorted.length,
    negated: relation.negated,
    modality: relation.modality,
    undirected: relation.kind === 'cooccurrence',
    evidence: sorted,
  }
}

function byPlace(a: Evidence, b: Evidence): number {
  return compare(a.document, b.document) || a.start - b.start || a.end - b.end || a.weight - b.weight
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
