import { z } from 'zod'
import { hubs } from '../graph/hubs.js'
import { gather, labelSentences } from '../segment/gather.js'
import { defineChunker } from './define.js'
import { cutByCohesion, linkOptions } from './links.js'

/** The most that the learned models have against centrality. */
const LEARNED = 0.5

export const centralityOptions = linkOptions.extend({
  gather: z.boolean().default(false).describe('gather the text around each hub instead of protecting its relations'),
  hops: z.int().min(0).max(10).default(1).describe('how far from a hub its neighbourhood reaches, with `gather`'),
})

export const centralityBased = defineChunker<
  'mentions' | 'relations' | 'graph' | 'centrality',
  z.infer<typeof centralityOptions>
>({
  name: 'centrality_based',
  summary: 'Protect the relations of central entities first, or gather the neighbourhoods of hubs (`gather`).',
  requires: ['mentions', 'relations', 'graph', 'centrality'],
  options: centralityOptions,
  graphNative: true,
  overlap: 'sentence',
  segment(document, context) {
    const { budget, gather: gathers, hops, note } = context
    const { mentions, centrality, graph } = document
    const score = (entity: string): number => centrality.of.get(entity) ?? 0
    if (centrality.of.size === 0) note('centrality_based found no entity and cut by structure alone.')
    if (gathers && centrality.of.size > 0) {
      const hub = hubs(graph, centrality.of, hops)
      const labels = labelSentences(document, mentions, (at) => {
        const label = hub.get(mentions[at].entity)
        return label === undefined ? undefined : [label, 1 + score(mentions[at].entity)]
      })
      return gather(document, budget, labels).map((spans) => ({ spans }))
    }
    return cutByCohesion(document, context, { pairs: (a, b) => Math.max(score(a), score(b)), trust: LEARNED })
  },
})
