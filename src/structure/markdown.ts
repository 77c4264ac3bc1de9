import { createRequire } from 'node:module'
import type { MarkdownIt, Token } from 'markdown-it'
import type { Block, BlockKind } from '../document/document.js'
import { type Span, skipBlank, skipBlankBack } from '../document/span.js'

const KINDS: Readonly<Record<string, BlockKind>> = {
  heading_open: 'heading',
  paragraph_open: 'paragraph',
  bullet_list_open: 'list',
  ordered_list_open: 'list',
  table_open: 'table',
  fence: 'code',
  code_block: 'code',
  blockquote_open: 'quote',
  html_block: 'html',
  hr: 'rule',
}

let parser: MarkdownIt | undefined

/** Loaded at first use, since plain text never needs it; only the block rules run, on which offsets rest. */
function blockParser(): MarkdownIt {
  if (parser === undefined) {
    const markdownIt = createRequire(import.meta.url)('markdown-it') as new (
      preset: string,
      options: object,
    ) => MarkdownIt
    parser = new markdownIt('default', { html: true })
    parser.disable(['reference'])
    parser.core.ruler.disable(['inline', 'linkify', 'replacements', 'smartquotes', 'text_join'], true)
  }
  return parser
}

/** The top-level blocks of a Markdown text (CommonMark and GFM tables) with exact offsets. `lines` are its line starts. */
export function markdownBlocks(text: string, lines: readonly number[]): Block[] {
  const blocks: Block[] = []
  const lineOffset = (line: number): number => lines[line] ?? text.length
  const front = frontMatterLines(text, lines)
  if (front > 0) blocks.push({ kind: 'frontmatter', start: 0, end: skipBlankBack(text, 0, lineOffset(front)) })
  // A byte order mark would hide the mark of a first heading.
  const tokens = blockParser().parse(text.slice(lineOffset(front)).replace(/^\ufeff/, ' '), {})
  const lineSpan = (from: number, to: number): Span => {
    const start = skipBlank(text, lineOffset(front + from), text.length)
    return { start, end: skipBlankBack(text, start, lineOffset(front + to)) }
  }
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    const kind = KINDS[token.type]
    if (token.level !== 0 || kind === undefined || token.map == null) continue
    const span = lineSpan(token.map[0], token.map[1])
    if (span.end > span.start) blocks.push({ kind, ...span, ...details(kind, tokens, at, lineSpan) })
  }
  return fillGaps(text, blocks)
}

type LineSpan = (from: number, to: number) => Span

function details(kind: BlockKind, tokens: readonly Token[], at: number, lineSpan: LineSpan): Partial<Block> {
  const token = tokens[at]
  if (kind === 'heading') return { depth: Number(token.tag.slice(1)), title: tokens[at + 1].content }
  if (kind === 'list') return { parts: childSpans(tokens, at, 'list_item_open', lineSpan) }
  if (kind === 'table') return { parts: childSpans(tokens, at, 'tr_open', lineSpan) }
  if (kind !== 'code') return {}
  const [from, to] = token.map as [number, number]
  const language = token.info.trim().split(/\s/)[0]
  return { parts: codeLines(from, to, token.type === 'fence', lineSpan), ...(language === '' ? {} : { language }) }
}

function childSpans(tokens: readonly Token[], at: number, type: string, lineSpan: LineSpan): Span[] {
  const spans: Span[] = []
  for (let child = at + 1; child < tokens.length && tokens[child].level > 0; child++) {
    const { map } = tokens[child]
    if (tokens[child].type === type && map != null && tokens[child].level <= 2) spans.push(lineSpan(map[0], map[1]))
  }
  // A table's rule line belongs to no row; it stays with the head.
  return spans.filter((span) => span.end > span.start)
}

/** The lines of a code block that are not blank; the fences stay with the first and the last. */
function codeLines(from: number, to: number, fenced: boolean, lineSpan: LineSpan): Span[] {
  const parts: Span[] = []
  let open = from
  for (let line = from; line < to; line++) {
    const opening = fenced && line === from
    const beforeClosing = fenced && line === to - 2
    if (opening || beforeClosing) continue
    const span = lineSpan(open, line + 1)
    if (span.end > span.start && span.start >= (parts.at(-1)?.end ?? 0)) parts.push(span)
    open = line + 1
  }
  return parts
}

/** How many lines the front matter takes: a first line `---`, then lines up to the next `---` or `...`. */
function frontMatterLines(text: string, lines: readonly number[]): number {
  if (!/^\ufeff?---[ \t]*\r?\n/.test(text.slice(0, 80))) return 0
  for (let line = 1; line < lines.length; line++) {
    if (/^(---|\.\.\.)[ \t]*(\r?\n|\r|$)/.test(text.slice(lines[line], lines[line] + 80))) return line + 1
  }
  return 0
}

/** What the parser gave to no block becomes a paragraph, so that blocks hold every character that is not blank. */
function fillGaps(text: string, blocks: readonly Block[]): Block[] {
  const filled: Block[] = []
  let at = 0
  const fill = (end: number): void => {
    const start = skipBlank(text, at, end)
    if (start < end) filled.push({ kind: 'paragraph', start, end: skipBlankBack(text, start, end) })
  }
  for (const block of blocks) {
    fill(block.start)
    filled.push(block)
    at = block.end
  }
  fill(text.length)
  return filled
}
