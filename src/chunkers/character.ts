import { z } from 'zod'
import { windows } from '../segment/windows.js'
import { defineChunker } from './define.js'

const options = z.object({
  maxCharacters: z.int().min(1).optional().describe('at most this many UTF-16 units to a chunk'),
})

export const character = defineChunker<never, z.infer<typeof options>>({
  name: 'character',
  summary: 'Whole characters (graphemes) packed to the size, or to `maxCharacters`.',
  requires: [],
  options,
  overlap: 'token',
  segment: (document, { budget, maxCharacters = Infinity }) =>
    windows(document, budget, maxCharacters).map((span) => ({ spans: [span] })),
})
