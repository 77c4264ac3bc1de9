import type { AbstractGraph } from 'graphology-types'
import type { EntityId, Relation } from '../document/document.js'

/** Graph attribute by which a graph that this package built is told from a caller's. */
export const SCHEMA = 'graph-chunker/1'

/** What makes two relations the same edge. */
export interface EdgeIdentity {
  readonly subject: EntityId
  readonly object: EntityId
  readonly predicate: string
  readonly kind: Relation['kind']
  readonly negated: boolean
  readonly modality: Relation['modality']
}

/** The edge's key: its parts as a JSON array, so that no two edges share one and `parseEdgeKey` gives the parts back. */
export function edgeKey(edge: EdgeIdentity): string {
  return JSON.stringify([edge.subject, edge.object, edge.predicate, edge.kind, edge.negated, edge.modality])
}

/** The parts of a key that `edgeKey` made. */
export function parseEdgeKey(key: string): EdgeIdentity {
  const [subject, object, predicate, kind, negated, modality] = JSON.parse(key)
  return { subject, object, predicate, kind, negated, modality }
}

// graphology 0.26 keeps each node's neighbours in a plain object, so an edge to a node named like one of its inherited
// members throws or is lost. Such an id gets one underscore more; so do the ids that would collide with it.
const INHERITED = new RegExp(`^(?:${Object.getOwnPropertyNames(Object.prototype).join('|')})_*$`)

/** The node that stands for an entity in a graph of ours: the entity's id, or `constructor_` for `constructor` and its like. */
export function nodeKey(entity: EntityId): string {
  return INHERITED.test(entity) ? `${entity}_` : entity
}

/** The node that stands for an entity in any graph; in a caller's graph the node's key is the entity's id. */
export function nodeOf(graph: AbstractGraph, entity: EntityId): string {
  return isOwn(graph) ? nodeKey(entity) : entity
}

/** The entity that a node stands for; the inverse of `nodeOf`. */
export function entityOf(graph: AbstractGraph, node: string): EntityId {
  return isOwn(graph) && INHERITED.test(node) ? node.slice(0, -1) : node
}

function isOwn(graph: AbstractGraph): boolean {
  return graph.getAttribute('schema') === SCHEMA
}
