import { z } from 'zod'
import { innerCuts } from '../segment/cuts.js'
import { LEVEL } from '../segment/levels.js'
import { pack } from '../segment/pack.js'
import { defineChunker } from './define.js'

const options = z.object({ maxWords: z.int().min(1).optional().describe('at most this many words to a chunk') })

export const word = defineChunker<never, z.infer<typeof options>>({
  name: 'word',
  summary: 'Whole words packed to the size, or to `maxWords`.',
  requires: [],
  options,
  overlap: 'word',
  segment(document, { budget, maxWords }) {
    const starts = [0, ...innerCuts(document, 0, document.text.length, LEVEL.word)]
    return pack(document, budget, starts, LEVEL.word, maxWords).map((span) => ({ spans: [span] }))
  },
})
