import { z } from 'zod'
import { gather, labelSentences } from '../segment/gather.js'
import { defineChunker } from './define.js'
import { cutByCohesion, linkOptions } from './links.js'

/** The most that the learned models have against the communities. */
const LEARNED = 0.5

export const communityOptions = linkOptions.extend({
  gather: z
    .boolean()
    .default(false)
    .describe('gather the sentences of each community instead of cutting between communities'),
})

export const communityDetection = defineChunker<'mentions' | 'communities', z.infer<typeof communityOptions>>({
  name: 'community_detection',
  summary: 'Cut where the text moves from one Louvain community to another, or gather each community (`gather`).',
  requires: ['mentions', 'communities'],
  options: communityOptions,
  graphNative: true,
  overlap: 'sentence',
  segment(document, context) {
    const { budget, gather: gathers, note } = context
    const { mentions, communities } = document
    const community = (entity: string): string | undefined => communities.of.get(entity)
    if (communities.of.size === 0) note('community_detection found no community and cut by structure alone.')
    if (gathers && communities.of.size > 0) {
      const labels = labelSentences(document, mentions, (at) => {
        const label = community(mentions[at].entity)
        return label === undefined ? undefined : [label, 1]
      })
      return gather(document, budget, labels).map((spans) => ({ spans }))
    }
    const isOne = (a: string, b: string): boolean => community(a) !== undefined && community(a) === community(b)
    return cutByCohesion(document, context, { pairs: (a, b) => (isOne(a, b) ? 1 : 0), trust: LEARNED })
  },
})
