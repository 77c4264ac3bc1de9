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
  const joined: Segment[] = []
  for (let at = 0; at < segments.length; at++) {
    let crumb = segments[at]
    while (isPlain(crumb) && budget.countSpans(crumb.spans) < minTokens) {
      const previous = joined[joined.length - 1]
      const before = merged(budget, previous, crumb)
      const after = merged(budget, crumb, segments[at + 1])
      if (before !== undefined && (after === undefined || sameSection(headings, previous, crumb))) {
        joined.pop()
        crumb = before
      } else if (after !== undefined) {
        at++
        crumb = after
      } else break
    }
    joined.push(crumb)
  }
  return joined
}

function isPlain({ spans, before, bridges, metadata }: Segment): boolean {
  return spans.length === 1 && before === undefined && bridges === undefined && metadata === undefined
}

function merged(budget: Budget, first: Segment | undefined, second: Segment | undefined): Segment | undefined {
  if (first === undefined || second === undefined || !isPlain(first) || !isPlain(second)) return undefined
  const span = { start: first.spans[0].start, end: second.spans[0].end }
  return budget.fits(span.start, span.end) ? { spans: [span] } : undefined
}

function sameSection(headings: readonly Block[], first: Segment, second: Segment): boolean {
  const section = ({ spans }: Segment): number => firstStartingAt(headings, spans[0].start + 1)
  return section(first) === section(second)
}
