import { z } from 'zod'
import { LEVEL } from '../segment/levels.js'
import { pack } from '../segment/pack.js'
import { defineChunker } from './define.js'

const options = z.object({ maxSentences: z.int().min(1).optional().describe('at most this many sentences to a chunk') })

export const sentence = defineChunker<never, z.infer<typeof options>>({
  name: 'sentence',
  summary: 'Whole sentences packed to the size, or to `maxSentences`.',
  requires: [],
  options,
  overlap: 'sentence',
  segment(document, { budget, maxSentences }) {
    const starts = document.sentences.map(({ start }) => start)
    return pack(document, budget, starts, LEVEL.part, maxSentences).map((span) => ({ spans: [span] }))
  },
})
