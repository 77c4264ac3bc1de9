import type { Block } from '../document/document.js'
import { isBlankUnit, skipBlank, skipBlankBack } from '../document/span.js'
import { lineStarts } from './lines.js'
import { markdownBlocks } from './markdown.js'

/** Finds the blocks of a text, by its media type; anything but Markdown is read as plain text. */
export function findBlocks(text: string, mediaType: string): Block[] {
  return mediaType === 'text/markdown' ? markdownBlocks(text, lineStarts(text)) : paragraphs(text)
}

/** Plain text: paragraphs parted by blank lines. */
export function paragraphs(text: string): Block[] {
  const blocks: Block[] = []
  let at = skipBlank(text, 0, text.length)
  while (at < text.length) {
    const end = paragraphEnd(text, at)
    blocks.push({ kind: 'paragraph', start: at, end: skipBlankBack(text, at, end) })
    at = skipBlank(text, end, text.length)
  }
  return blocks
}

/** The end of the line after which a blank line, or nothing, follows. */
function paragraphEnd(text: string, start: number): number {
  let from = start
  for (;;) {
    const feed = text.indexOf('\n', from)
    if (feed === -1) return loneCarriageReturns(text, from, text.length)
    const stop = loneCarriageReturns(text, from, feed)
    if (stop < feed) return stop
    let at = feed + 1
    while (at < text.length && text.charCodeAt(at) !== 10 && isBlankUnit(text.charCodeAt(at))) at++
    if (at === text.length || text.charCodeAt(at) === 10) return feed
    from = at
  }
}

/** Old Mac line ends: where two of them follow each other in the range, the place of the first; else `end`. */
function loneCarriageReturns(text: string, start: number, end: number): number {
  for (let at = text.indexOf('\r', start); at !== -1 && at < end; at = text.indexOf('\r', at + 1)) {
    if (text.charCodeAt(at + 1) === 13) return at
  }
  return end
}

const HEADING = /^#{1,6}[ \t]+\S/
const TABLE_RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$/

/**
 * `text/markdown` where a line is a heading of the form `# …`, opens a fence, or rules off the head of a table; else
 * `text/plain`. Looks at the first 2,000 lines, and at 200 units of each.
 */
export function sniffMediaType(text: string): 'text/markdown' | 'text/plain' {
  let start = 0
  for (let line = 0; line < 2000 && start < text.length; line++) {
    const feed = text.indexOf('\n', start)
    const end = feed === -1 ? text.length : feed
    const first = text.charCodeAt(start)
    if (first === 35 && HEADING.test(text.slice(start, start + 12))) return 'text/markdown'
    if ((first === 96 || first === 126) && (text.startsWith('```', start) || text.startsWith('~~~', start)))
      return 'text/markdown'
    if (
      (first === 124 || first === 45 || first === 58) &&
      end - start < 200 &&
      TABLE_RULE.test(text.slice(start, end).trimEnd())
    )
      return 'text/markdown'
    start = end + 1
  }
  return 'text/plain'
}
