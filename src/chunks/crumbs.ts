import type { Segment } from '../document/chunk.js'
import type { Block, Document } from '../document/document.js'
import { firstStartingAt } from '../document/span.js'
import type { Budget } from '../segment/budget.js'

/**
 * Joins chunks of fewer than `minTokens` to a neighbour where the two fit together: the one before if it is of the same
 * section, else the one after, else the one before.
 */
export function joinCrumbs(
  { blocks }: Document,
  budget: Budget,
  segments: readonly Segment[],
  minTokens: number,
): Segment[] {
  const headings = blocks.filter(({ kind }) => kind === 'heading')
  const joined = segments.slice()
  for (let at = 0; at < joined.length; at++) {
    const crumb = joined[at]
    if (!isPlain(crumb) || budget.countSpans(crumb.spans) >= minTokens) continue
    const before = at > 0 ? merged(budget, joined[at - 1], crumb) : undefined
    const after = at + 1 < joined.length ? merged(budget, crumb, joined[at + 1]) : undefined
    if (before !== undefined && (after === undefined || sameSection(headings, joined[at - 1], crumb))) {
      joined.splice(at - 1, 2, before)
      at -= 2
    } else if (after !== undefined) {
      joined.splice(at, 2, after)
      at--
    }
  }
  return joined
}

function isPlain({ spans, before, metadata }: Segment): boolean {
  return spans.length === 1 && before === undefined && metadata === undefined
}

function merged(budget: Budget, first: Segment, second: Segment): Segment | undefined {
  if (!isPlain(first) || !isPlain(second)) return undefined
  const span = { start: first.spans[0].start, end: second.spans[0].end }
  return budget.fits(span.start, span.end) ? { spans: [span] } : undefined
}

function sameSection(headings: readonly Block[], first: Segment, second: Segment): boolean {
  const section = ({ spans }: Segment): number => firstStartingAt(headings, spans[0].start + 1)
  return section(first) === section(second)
}
