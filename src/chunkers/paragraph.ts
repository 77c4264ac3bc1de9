import { z } from 'zod'
import { LEVEL } from '../segment/levels.js'
import { pack } from '../segment/pack.js'
import { defineChunker } from './define.js'

const options = z.object({
  maxParagraphs: z.int().min(1).optional().describe('at most this many paragraphs, or other blocks, to a chunk'),
})

export const paragraph = defineChunker<never, z.infer<typeof options>>({
  name: 'paragraph',
  summary: 'Whole paragraphs and other blocks packed to the size, or to `maxParagraphs`.',
  requires: [],
  options,
  overlap: 'sentence',
  segment(document, { budget, maxParagraphs }) {
    const { blocks } = document
    // A heading opens the block that follows it.
    const starts = blocks.filter((_, index) => blocks[index - 1]?.kind !== 'heading').map(({ start }) => start)
    return pack(document, budget, starts, LEVEL.part, maxParagraphs).map((span) => ({ spans: [span] }))
  },
})
