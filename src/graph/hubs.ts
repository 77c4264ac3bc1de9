import type { AbstractGraph } from 'graphology-types'
import type { EntityId } from '../document/document.js'
import { adjacencyOf } from './adjacency.js'

/**
 * Gives every entity the hub whose neighbourhood it is in: the most central entity that is still free becomes a hub and
 * takes what it reaches in `hops` steps over free entities, until none is left. Each entity is taken once, so the time is
 * linear in the edges.
 */
export function hubs(
  graph: AbstractGraph,
  scores: ReadonlyMap<EntityId, number>,
  hops: number,
): Map<EntityId, EntityId> {
  const { ids, offsets, neighbours } = adjacencyOf(graph)
  const score = (node: number): number => scores.get(ids[node]) ?? 0
  const order = ids.map((_, node) => node).sort((a, b) => score(b) - score(a) || a - b)
  const hubOf = new Int32Array(ids.length).fill(-1)
  for (const hub of order) {
    if (hubOf[hub] !== -1) continue
    hubOf[hub] = hub
    let front = [hub]
    for (let hop = 0; hop < hops && front.length > 0; hop++) {
      const next: number[] = []
      for (const node of front) {
        for (let at = offsets[node]; at < offsets[node + 1]; at++) {
          if (hubOf[neighbours[at]] !== -1) continue
          hubOf[neighbours[at]] = hub
          next.push(neighbours[at])
        }
      }
      front = next
    }
  }
  return new Map(ids.map((id, node) => [id, ids[hubOf[node]]]))
}
