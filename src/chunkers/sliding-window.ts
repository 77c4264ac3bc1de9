import { z } from 'zod'
import type { Segment } from '../document/chunk.js'
import type { Span } from '../document/span.js'
import { sentenceWindows, strideWindows } from '../segment/windows.js'
import { defineChunker } from './define.js'

const options = z.object({
  strideTokens: z
    .int()
    .min(1)
    .optional()
    .describe('from one window start to the next; default: the target less the overlap'),
  snap: z.enum(['none', 'sentence']).default('none').describe('whether windows hold whole sentences'),
})

export const slidingWindow = defineChunker<never, z.infer<typeof options>>({
  name: 'sliding_window',
  summary: 'Windows of one size at a fixed stride, exact or of whole sentences.',
  requires: [],
  options,
  overlap: 'own',
  selects: ({ snap }) => snap === 'none',
  segment(document, { budget, strideTokens, snap }) {
    const stride = strideTokens ?? budget.targetTokens - budget.overlapTokens
    const windows =
      snap === 'none'
        ? strideWindows(document, budget, stride)
        : sentenceWindows(document, budget, Math.max(0, budget.targetTokens - stride))
    return withoutRepeats(windows)
  },
})

/** Tells what each window repeats of the one before from what is its own; windows that add nothing are left out. */
function withoutRepeats(windows: readonly Span[]): Segment[] {
  const segments: Segment[] = []
  let reached = 0
  for (const { start, end } of windows) {
    if (end <= reached) continue
    if (start >= reached) segments.push({ spans: [{ start, end }] })
    else segments.push({ spans: [{ start: reached, end }], before: { start, end: reached } })
    reached = end
  }
  return segments
}
