import type { AbstractGraph } from 'graphology-types'
import type { EntityId } from '../document/document.js'
import type { EdgeOptions } from './adjacency.js'
import { edgeWeight } from './adjacency.js'
import { entityOf, nodeOf } from './keys.js'

/**
 * The entities within `hops` edges of a seed, in either direction, with their distance from the nearest seed (seeds: 0),
 * nearest first and then in code-unit order. Seeds that are not in the graph are left out. Edges count as in `project`.
 * Time grows with the edges of the entities reached.
 *
 * @throws RangeError where `hops` is negative or not a number.
 */
export function neighbourhood(
  graph: AbstractGraph,
  seeds: readonly EntityId[],
  hops: number,
  options: EdgeOptions = {},
): Map<EntityId, number> {
  if (!(hops >= 0))
    throw new RangeError(`hops must be a number of at least 0, but is ${hops}; 0 gives the seeds alone.`)
  const found = new Map<EntityId, number>()
  let frontier = [...new Set(seeds)].filter((seed) => graph.hasNode(nodeOf(graph, seed))).sort()
  for (const seed of frontier) found.set(seed, 0)
  for (let distance = 1; distance <= hops && frontier.length > 0; distance++) {
    const reached = new Set<EntityId>()
    for (const entity of frontier) {
      const node = nodeOf(graph, entity)
      graph.forEachEdge(node, (_, attributes: Readonly<Record<string, unknown>>, source, target) => {
        if (!edgeWeight(attributes, options)) return
        const other = entityOf(graph, source === node ? target : source)
        if (!found.has(other)) reached.add(other)
      })
    }
    frontier = [...reached].sort()
    for (const entity of frontier) found.set(entity, distance)
  }
  return found
}
