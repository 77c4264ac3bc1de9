import type { Document } from '../document/document.js'
import type { Span } from '../document/span.js'

/**
 * Windows of whole sentences with at most so many tokens, the last sentences of one standing at the start of the next, as
 * far as `overlapTokens` goes. A sentence that alone has more is cut.
 */
export function windowsOf({ text, tokens, sentences }: Document, windowTokens: number, overlapTokens: number): Span[] {
  const parts = sentences.flatMap((sentence) => cut(sentence))
  const windows: Span[] = []
  for (let from = 0; from < parts.length; ) {
    let to = from + 1
    while (to < parts.length && tokens.count(parts[from].start, parts[to].end) <= windowTokens) to++
    windows.push({ start: parts[from].start, end: parts[to - 1].end })
    if (to === parts.length) break
    let next = to
    while (next - 1 > from && tokens.count(parts[next - 1].start, parts[to - 1].end) <= overlapTokens) next--
    from = next
  }
  return windows

  function cut({ start, end }: Span): Span[] {
    const cuts: Span[] = []
    for (let at = start; at < end; ) {
      const furthest = tokens.count(at, end) <= windowTokens ? end : tokens.furthest(at, end, windowTokens)
      const to = furthest <= at ? end : wordEnd(text, at, furthest, end)
      cuts.push({ start: at, end: to })
      at = to
    }
    return cuts
  }
}

/** The last blank before a cut, so that it tears no word; the cut itself where there is none near. */
function wordEnd(text: string, start: number, cut: number, end: number): number {
  if (cut === end) return end
  for (let at = cut; at > Math.max(start, cut - 200); at--) if (/\s/.test(text[at - 1])) return at
  return cut
}
