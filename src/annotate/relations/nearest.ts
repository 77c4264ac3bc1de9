import { firstStartingAt, type Span } from '../../document/span.js'

/** The two spans, one of each sorted list, with the least text between them; the earlier pair where two are equal. */
export function nearestPair<A extends Span, B extends Span>(left: readonly A[], right: readonly B[]): [A, B] {
  if (left.length > right.length) {
    const [b, a] = nearestPair(right, left)
    return [a, b]
  }
  let best: [A, B] = [left[0], right[0]]
  let least = Number.POSITIVE_INFINITY
  for (const span of left) {
    const next = firstStartingAt(right, span.start)
    for (const other of [next - 1, next]) {
      if (other < 0 || other >= right.length) continue
      const gap = Math.max(span.start - right[other].end, right[other].start - span.end)
      if (gap < least) {
        least = gap
        best = [span, right[other]]
      }
    }
  }
  return best
}
