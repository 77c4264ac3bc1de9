import louvainModule from 'graphology-communities-louvain'
import eigenvectorModule from 'graphology-metrics/centrality/eigenvector.js'
import pagerankModule from 'graphology-metrics/centrality/pagerank.js'
import type { AbstractGraph } from 'graphology-types'

export { MultiDirectedGraph, UndirectedGraph } from 'graphology'

type PerNode<Options> = (graph: AbstractGraph, options: Options) => Readonly<Record<string, number>>

interface LouvainOptions {
  readonly getEdgeWeight: string
  readonly resolution: number
  readonly rng: () => number
}

interface IterationOptions {
  readonly getEdgeWeight: string
  readonly maxIterations: number
  readonly tolerance: number
}

// Under NodeNext the default import of these CommonJS packages is typed as their whole module, but is the function when run.
export const louvain = louvainModule as unknown as PerNode<LouvainOptions>
export const pagerank = pagerankModule as unknown as PerNode<IterationOptions>
export const eigenvector = eigenvectorModule as unknown as PerNode<IterationOptions>
