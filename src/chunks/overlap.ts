import type { Segment } from '../document/chunk.js'
import type { Document } from '../document/document.js'
import { firstStartingAt, type Span, skipBlank } from '../document/span.js'
import { graphemeFloor, nextGrapheme } from '../structure/graphemes.js'
import { wordFloor } from '../structure/words.js'

export type OverlapMode = 'sentence' | 'word' | 'token' | 'section' | 'own' | 'none'

export interface OverlapOptions {
  readonly mode: OverlapMode
  readonly overlapTokens: number
  /** Whether a segment, with what it repeats, is within the limit. */
  fits(segment: Segment): boolean
}

/**
 * Adds to each chunk text from the end of the chunk before: whole sentences where at least one fits into `overlapTokens`,
 * else whole words, else characters; never all of the chunk before, and never more than the limit in all.
 */
export function addOverlap(document: Document, segments: readonly Segment[], options: OverlapOptions): Segment[] {
  const { mode, overlapTokens, fits } = options
  if (overlapTokens === 0 || mode === 'none' || mode === 'own') return segments.slice()
  return segments.map((segment, at) => {
    const previous = segments[at - 1]
    if (previous === undefined || segment.spans.length > 1 || previous.spans.length > 1) return segment
    // Less is tried where the text as a whole counts more than its parts.
    for (let room = overlapTokens; room > 0; room = Math.floor(room / 2)) {
      const start = overlapStart(document, previous.spans[0], segment.spans[0], room, mode)
      if (start === segment.spans[0].start) return segment
      const before = { start, end: segment.spans[0].start }
      const isCopied = segment.bridges?.some((bridge) => bridge.end > start && bridge.start < before.end) ?? false
      if (!isCopied && fits({ ...segment, before })) return { ...segment, before }
    }
    return segment
  })
}

function overlapStart(document: Document, previous: Span, own: Span, room: number, mode: OverlapMode): number {
  const { text, tokens, sentences } = document
  const fits = (start: number): boolean => start < own.start && tokens.count(start, own.start) <= room
  const floor = mode === 'section' ? sectionStart(document, previous.start, own.start) : previous.start + 1
  const earliest = earliestStart(document, floor, own.start, room)
  if (earliest >= own.start) return own.start
  if (mode === 'sentence' || mode === 'section') {
    for (
      let at = firstStartingAt(sentences, earliest);
      at < sentences.length && sentences[at].start < own.start;
      at++
    ) {
      if (fits(sentences[at].start)) return sentences[at].start
    }
  }
  let start = skipBlank(text, earliest, own.start)
  if (mode !== 'token') {
    const word = nextWord(text, start, own.start)
    if (word < own.start) start = word
    // Part of a word is repeated only where the chunk before is a single one.
    else if (wordFloor(text, own.start - 1, previous.start) > previous.start) return own.start
  }
  while (start < own.start && !fits(start)) start = skipBlank(text, nextGrapheme(text, start, own.start), own.start)
  return start
}

/** The first character border from which the text up to `end` has at most `room` tokens. */
function earliestStart({ text, tokens }: Document, floor: number, end: number, room: number): number {
  let low = floor
  let high = end
  while (low < high) {
    const middle = (low + high) >> 1
    if (tokens.count(middle, end) <= room) high = middle
    else low = middle + 1
  }
  const border = graphemeFloor(text, low, 0)
  return border === low ? low : nextGrapheme(text, border, end)
}

/** The first word start at or after the offset. */
function nextWord(text: string, offset: number, end: number): number {
  for (let at = offset; at < end; at = nextGrapheme(text, at, end)) {
    if (wordFloor(text, at, at - 1) === at) return at
  }
  return end
}

/** The place before which a chunk of this section has nothing to repeat: its own start where a heading stands there. */
function sectionStart({ blocks }: Document, previousStart: number, ownStart: number): number {
  for (let at = firstStartingAt(blocks, ownStart + 1) - 1; at >= 0 && blocks[at].start > previousStart; at--) {
    if (blocks[at].kind === 'heading') return blocks[at].start
  }
  return previousStart + 1
}
