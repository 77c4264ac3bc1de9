import type { Block } from '../document/document.js'
import { isBlankUnit, skipBlank, skipBlankBack } from '../document/span.js'
import { lineStarts } from './lines.js'
import { markdownBlocks } from './markdown.js'

/** Finds the blocks of a text, by its media type; anything but Markdown is read as plain text. */
export function findBlocks(text: string, mediaType: string): Block[] {
  return mediaType === 'text/markdown' ? markdownBlocks(text, lineStarts(text)) : paragraphs(text)
}

/** Plain text: paragraphs parted by blank lines, or by line ends where nearly every line ends as a sentence does. */
export function paragraphs(text: string): Block[] {
  const blocks: Block[] = []
  const nextReturns = doubleReturns(text)
  const byLine = linesAreParagraphs(text)
  let at = skipBlank(text, 0, text.length)
  while (at < text.length) {
    const end = byLine ? lineEnd(text, at) : paragraphEnd(text, at, nextReturns)
    blocks.push({ kind: 'paragraph', start: at, end: skipBlankBack(text, at, end) })
    at = skipBlank(text, end, text.length)
  }
  return blocks
}

/** In wrapped text about one line in six ends a sentence. */
const ENDED_LINES = 0.7
/** How many lines are looked at. */
const LOOKED_AT = 2000

const SENTENCE_END = /[.!?。！？…][”’"'」』）)\]]*$/u

/** Whether lines are not wrapped, so that each is a paragraph: most of them end as a sentence does. */
function linesAreParagraphs(text: string): boolean {
  let [lines, ended] = [0, 0]
  for (let at = skipBlank(text, 0, text.length); at < text.length && lines < LOOKED_AT; ) {
    const end = lineEnd(text, at)
    const last = skipBlankBack(text, at, end)
    lines++
    if (SENTENCE_END.test(text.slice(Math.max(at, last - 4), last))) ended++
    at = skipBlank(text, end, text.length)
  }
  return lines > 1 && ended >= ENDED_LINES * lines
}

function lineEnd(text: string, start: number): number {
  let at = start
  while (at < text.length && text.charCodeAt(at) !== 10 && text.charCodeAt(at) !== 13) at++
  return at
}

/** The end of the line after which a blank line, or nothing, follows. */
function paragraphEnd(text: string, start: number, nextReturns: (from: number) => number): number {
  let from = start
  for (;;) {
    const feed = text.indexOf('\n', from)
    const end = feed === -1 ? text.length : feed
    const returns = nextReturns(from)
    if (returns < end || feed === -1) return Math.min(returns, end)
    let at = feed + 1
    while (at < text.length && text.charCodeAt(at) !== 10 && isBlankUnit(text.charCodeAt(at))) at++
    if (at === text.length || text.charCodeAt(at) === 10) return feed
    from = at
  }
}

/**
 * Finds the first blank line with old Mac line ends, two carriage returns in a row, at or after an offset. Offsets have to
 * rise; the text is searched once.
 */
function doubleReturns(text: string): (from: number) => number {
  let next = -1
  return (from) => {
    if (next < from) {
      const found = text.indexOf('\r\r', from)
      next = found === -1 ? Infinity : found
    }
    return next
  }
}

const HEADING = /^#{1,6}[ \t]+\S/
const TABLE_RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$/

/**
 * `text/markdown` where a line is a heading of the form `# …`, opens a fence, or rules off the head of a table; else
 * `text/plain`. Looks at the first 2,000 lines, and at 200 units of each.
 */
export function sniffMediaType(text: string): 'text/markdown' | 'text/plain' {
  let start = text.startsWith('\ufeff') ? 1 : 0
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
