import type { Block, Document } from '../document/document.js'
import { firstStartingAt, skipBlank } from '../document/span.js'
import { clauseStarts } from '../structure/clauses.js'
import { wordStarts } from '../structure/words.js'
import { LEVEL, sectionLevel } from './levels.js'

/** Places where text may be cut, in order, and how coarse each cut is. */
export interface Cuts {
  readonly offsets: readonly number[]
  readonly levels: readonly number[]
}

/** How much text on both sides is read to tell a cut's level. */
const LEVEL_MARGIN = 256

/** Found once for a document, since every section is split on its own. */
const known = new WeakMap<readonly Block[], Cuts>()

/** The cuts between blocks. There is none after a heading: it stays with what follows. */
export function blockCuts(document: Document): Cuts {
  let cuts = known.get(document.blocks)
  if (cuts === undefined) {
    cuts = findBlockCuts(document)
    known.set(document.blocks, cuts)
  }
  return cuts
}

function findBlockCuts({ text, blocks }: Document): Cuts {
  const offsets: number[] = []
  const levels: number[] = []
  for (let at = 1; at < blocks.length; at++) {
    const block = blocks[at]
    const before = blocks[at - 1]
    if (before.kind === 'heading' && block.kind !== 'heading') continue
    if (before.kind === 'heading' && (block.depth ?? 6) > (before.depth ?? 6)) continue
    offsets.push(block.start)
    levels.push(block.kind === 'heading' ? sectionLevel(block.depth ?? 6) : gapLevel(text, before.end, block.start))
  }
  return { offsets, levels }
}

/** Longer runs of line breaks part more. */
function gapLevel(text: string, start: number, end: number): number {
  let breaks = 0
  for (let at = start; at < end && breaks < 4; at++) if (text.charCodeAt(at) === 10) breaks++
  return breaks < 3 ? LEVEL.block : breaks === 3 ? LEVEL.gap : LEVEL.widerGap
}

/** How coarse a cut at an offset is. */
export function levelAt(document: Document, offset: number): number {
  const { offsets, levels } = blockCuts(document)
  const index = offsets.indexOf(offset)
  if (index >= 0) return levels[index]
  const from = Math.max(0, offset - LEVEL_MARGIN)
  const to = Math.min(document.text.length, offset + LEVEL_MARGIN)
  for (let level: number = LEVEL.part; level > LEVEL.grapheme; level--) {
    if (innerCuts(document, from, to, level).includes(offset)) return level
  }
  return LEVEL.grapheme
}

/** The cuts of one level, from `part` down to `word`, strictly inside a range. */
export function innerCuts(document: Document, start: number, end: number, level: number): readonly number[] {
  switch (level) {
    case LEVEL.part:
      return partStarts(document, start, end)
    case LEVEL.sentence:
      return sentenceStarts(document, start, end)
    case LEVEL.line:
      return innerLineStarts(document.text, start, end)
    case LEVEL.clause:
      return clauseStarts(document.text, start, end)
    default:
      return wordStarts(document.text, start, end)
  }
}

function partStarts({ blocks }: Document, start: number, end: number): number[] {
  const starts: number[] = []
  for (let at = Math.max(0, firstStartingAt(blocks, start) - 1); at < blocks.length && blocks[at].start < end; at++) {
    const { parts } = blocks[at]
    if (parts === undefined) continue
    for (let part = firstStartingAt(parts, start + 1); part < parts.length && parts[part].start < end; part++) {
      if (parts[part].start > blocks[at].start) starts.push(parts[part].start)
    }
  }
  return starts
}

function sentenceStarts({ blocks, sentences }: Document, start: number, end: number): number[] {
  const starts: number[] = []
  for (let at = firstStartingAt(sentences, start + 1); at < sentences.length && sentences[at].start < end; at++) {
    const begin = sentences[at].start
    const block = blocks[firstStartingAt(blocks, begin)]
    const afterHeading = block?.start === begin && blocks[firstStartingAt(blocks, begin) - 1]?.kind === 'heading'
    if (!afterHeading) starts.push(begin)
  }
  return starts
}

function innerLineStarts(text: string, start: number, end: number): number[] {
  const starts: number[] = []
  let at = start
  while (at < end) {
    while (at < end && text.charCodeAt(at) !== 10 && text.charCodeAt(at) !== 13) at++
    const broken = at
    at = skipBlank(text, at, end)
    if (at > broken && at < end && broken > start) starts.push(at)
    if (at === broken) at++
  }
  return starts
}
