import { leastCost } from '../segment/least-cost.js'
import { defineChunker } from './define.js'

export const entityAware = defineChunker<'mentions'>({
  name: 'entity_aware',
  summary: 'As recursive, but no mention of an entity is ever cut, unless it alone exceeds the maximum.',
  requires: ['mentions'],
  graphNative: true,
  overlap: 'sentence',
  segment: (document, { budget, explain }) =>
    leastCost(document, budget, {
      protect: document.mentions,
      evidence: 0,
      ...(explain === undefined ? {} : { explain }),
    }).map((span) => ({ spans: [span] })),
})
