import { z } from 'zod'
import { centralityBased, centralityOptions } from './centrality-based.js'
import { communityDetection, communityOptions } from './community-detection.js'
import { defineChunker } from './define.js'
import { subgraph, subgraphOptions } from './subgraph.js'

const options = z.object({
  strategy: z
    .enum(['community', 'centrality', 'subgraph'])
    .default('community')
    .describe('which of the graph methods runs'),
  ...communityOptions.shape,
  ...centralityOptions.shape,
  ...subgraphOptions.shape,
})

export const graphBased = defineChunker<
  'mentions' | 'entities' | 'relations' | 'graph' | 'communities' | 'centrality',
  z.infer<typeof options>
>({
  name: 'graph_based',
  summary: 'One of the graph methods, by `strategy`: community, centrality or subgraph.',
  requires: ['mentions', 'entities', 'relations', 'graph', 'communities', 'centrality'],
  options,
  graphNative: true,
  overlap: 'sentence',
  selects: ({ strategy }) => strategy === 'subgraph',
  segment(document, context) {
    if (context.strategy === 'community') return communityDetection.segment(document, context)
    if (context.strategy === 'centrality') return centralityBased.segment(document, context)
    return subgraph.segment(document, context)
  },
})
