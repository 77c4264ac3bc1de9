import { z } from 'zod'
import { gather, labelSentences } from '../segment/gather.js'
import { runItems } from '../segment/items.js'
import { leastCost } from '../segment/least-cost.js'
import { defineChunker } from './define.js'

export const communityOptions = z.object({
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
  segment(document, { budget, gather: gathers, note }) {
    const { mentions, communities, tokens } = document
    const community = (entity: string): string | undefined => communities.of.get(entity)
    if (communities.of.size === 0) note('community_detection found no community and cut by structure alone.')
    if (gathers && communities.of.size > 0) {
      const labels = labelSentences(document, mentions, (at) => {
        const label = community(mentions[at].entity)
        return label === undefined ? undefined : [label, 1]
      })
      return gather(document, budget, labels).map((spans) => ({ spans }))
    }
    const items = runItems(
      mentions,
      ({ entity }) => community(entity),
      (from, to) => tokens.count(from.end, Math.max(from.end, to.start)),
    )
    return leastCost(document, budget, { protect: mentions, items }).map((span) => ({ spans: [span] }))
  },
})
