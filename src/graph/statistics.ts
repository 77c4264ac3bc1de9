import type { AbstractGraph } from 'graphology-types'
import type { EdgeOptions } from './adjacency.js'
import { adjacencyOf, components } from './adjacency.js'

export interface GraphStatistics {
  readonly nodes: number
  /** All edges of the graph as it is. */
  readonly edges: number
  /** Distinct pairs of nodes that an edge links in the projection. */
  readonly pairs: number
  /** `pairs` as a share of all pairs that the nodes could form, 0 to 1. */
  readonly density: number
  /** Connected components of the projection; an isolated node is one. */
  readonly components: number
  /** Nodes that are linked to no other. */
  readonly isolated: number
}

/** How large and how connected the graph is; edges count as in `project`. */
export function graphStatistics(graph: AbstractGraph, options: EdgeOptions = {}): GraphStatistics {
  const adjacency = adjacencyOf(graph, options)
  const nodes = graph.order
  const pairs = adjacency.neighbours.length / 2
  const parts = components(adjacency)
  return {
    nodes,
    edges: graph.size,
    pairs,
    density: nodes > 1 ? (2 * pairs) / (nodes * (nodes - 1)) : 0,
    components: parts.length,
    isolated: parts.filter((part) => part.length === 1).length,
  }
}
