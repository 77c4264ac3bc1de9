import { splitRecursively } from '../segment/recursive.js'
import { defineChunker } from './define.js'

export const recursive = defineChunker({
  name: 'recursive',
  summary: 'Cut at the coarsest places first (sections, blocks, sentences, clauses, words), then join up to the size.',
  requires: [],
  overlap: 'sentence',
  segment: (document, { budget }) => splitRecursively(document, budget).map((span) => ({ spans: [span] })),
})
