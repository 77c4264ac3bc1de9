import type { Span } from './span.js'

/**
 * The text of spans put together: what touches is one slice, and `joiner` stands between parts that do not. The only
 * function that cuts text out of a document.
 */
export function compose(text: string, spans: readonly Span[], joiner: string): string {
  if (spans.length === 1) return text.slice(spans[0].start, spans[0].end)
  let composed = ''
  let at = 0
  while (at < spans.length) {
    const start = spans[at].start
    let end = spans[at].end
    while (++at < spans.length && spans[at].start === end) end = spans[at].end
    composed += (start === spans[0].start ? '' : joiner) + text.slice(start, end)
  }
  return composed
}
