import { relationItems } from '../segment/items.js'
import { leastCost } from '../segment/least-cost.js'
import { defineChunker } from './define.js'

export const relationAware = defineChunker<'mentions' | 'relations'>({
  name: 'relation_aware',
  summary: 'Cut where the least relation weight is parted; no mention is ever cut.',
  requires: ['mentions', 'relations'],
  graphNative: true,
  overlap: 'sentence',
  segment(document, { budget, note }) {
    if (document.relations.length === 0) note('relation_aware found no relation and cut by structure alone.')
    const items = relationItems(document.relations)
    return leastCost(document, budget, { protect: document.mentions, items }).map((span) => ({ spans: [span] }))
  },
})
