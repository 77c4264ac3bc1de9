import type { AbstractGraph } from 'graphology-types'
import type { Adjacency, EdgeOptions } from './adjacency.js'
import { adjacencyOf, forEachPair } from './adjacency.js'
import { UndirectedGraph } from './graphology.js'

export type ProjectedNode = { readonly name: string }
export type ProjectedEdge = { readonly weight: number }
export type Projection = AbstractGraph<ProjectedNode, ProjectedEdge>

/**
 * The simple undirected projection of any graphology graph: no self-loops, one edge per linked pair with the weights of
 * its edges summed, nodes and edges in code-unit order. Facts that the text denies are left out unless `negated` is set.
 * Edges whose weight is no positive finite number are left out, and the graph attribute `notes` says how many.
 */
export function project(graph: AbstractGraph, options: EdgeOptions = {}): Projection {
  const adjacency = adjacencyOf(graph, options)
  const { nodes, notes } = adjacency
  const projection = new UndirectedGraph<ProjectedNode, ProjectedEdge>()
  projection.replaceAttributes({ ...graph.getAttributes(), notes })
  for (const node of nodes) projection.addNode(node, { name: nodeName(graph, node) })
  forEachPair(adjacency, (a, b, weight) => {
    projection.addUndirectedEdgeWithKey(JSON.stringify([nodes[a], nodes[b]]), nodes[a], nodes[b], { weight })
  })
  return projection
}

/** What a person calls the node: its attribute `name` or `label`, or its key. */
export function nodeName(graph: AbstractGraph, node: string): string {
  const { name, label }: Readonly<Record<string, unknown>> = graph.getNodeAttributes(node)
  if (typeof name === 'string' && name !== '') return name
  return typeof label === 'string' && label !== '' ? label : node
}

/**
 * The projection as a graph whose nodes are numbered, for the graphology algorithms: they look nodes up in plain objects,
 * where a node called `__proto__` is lost. Weights are divided by `unit` and kept above 0.
 */
export function numberedGraph(adjacency: Adjacency, unit: number): AbstractGraph {
  const graph = new UndirectedGraph()
  for (let node = 0; node < adjacency.ids.length; node++) graph.addNode(node)
  let key = 0
  forEachPair(adjacency, (a, b, weight) => {
    graph.addUndirectedEdgeWithKey(key++, a, b, { weight: Math.max(weight / unit, SMALLEST_WEIGHT) })
  })
  return graph
}

const SMALLEST_WEIGHT = 1e-300
