/**
 * Longest grapheme, in UTF-16 units, that is never cut. What is longer (a letter under hundreds of marks) may be cut
 * between any two code points, so that no call looks further than this.
 */
export const LONGEST_GRAPHEME = 256

/** How far back flags are counted, in UTF-16 units, to know which two letters pair up. */
const LONGEST_FLAG_RUN = 8192

/** Never joined to a plain unit on either side. */
const PLAIN = 1
/** Controls: never joined to anything, but for CR with LF. */
const CONTROL = 2

/** What is known of a UTF-16 unit without asking the segmenter, 0 for nothing. Filled from ranges that hold no marks or conjoining letters. */
const KINDS = new Uint8Array(65536)
KINDS.fill(CONTROL, 0, 0x20).fill(CONTROL, 0x7f, 0xa0)
for (const [first, last] of [
  [0x20, 0x7e],
  [0xa0, 0xac],
  [0xae, 0x2ff],
  [0x370, 0x482],
  [0x48a, 0x58f],
  [0x5d0, 0x5f4],
  [0x61d, 0x64a],
  [0x660, 0x66f],
  [0x671, 0x6d5],
  [0x904, 0x939],
  [0xe01, 0xe30],
  [0xe32, 0xe32],
  [0xe3f, 0xe46],
  [0xe4f, 0xe5b],
  [0x10a0, 0x10ff],
  [0x1200, 0x135c],
  [0x1360, 0x13ff],
  [0x1e00, 0x1fff],
  [0x2000, 0x200a],
  [0x2010, 0x2027],
  [0x202f, 0x205f],
  [0x2070, 0x20cf],
  [0x2100, 0x2cee],
  [0x2e00, 0x3029],
  [0x3030, 0x3098],
  [0x309b, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xff01, 0xff9d],
])
  KINDS.fill(PLAIN, first, last + 1)

let segmenter: Intl.Segmenter | undefined

function graphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/**
 * Whether `offset` lies between two graphemes of the whole text (extended grapheme clusters, Unicode Standard Annex 29, as
 * the runtime's Unicode version has them). The ends of the text are boundaries. Where more than 2,048 flags follow one
 * another, their letters may be paired the other way round.
 */
export function isGraphemeBoundary(text: string, offset: number): boolean {
  if (offset <= 0 || offset >= text.length) return true
  const before = text.charCodeAt(offset - 1)
  const after = text.charCodeAt(offset)
  const kinds = (KINDS[before] << 2) | KINDS[after]
  if (kinds === ((PLAIN << 2) | PLAIN)) return true
  return boundaryNear(text, offset, before, after) ?? clusterStart(text, offset) === offset
}

/** The greatest grapheme boundary in [start, offset]; `start` where there is none. */
export function graphemeFloor(text: string, offset: number, start: number): number {
  if (offset <= start) return start
  if (isGraphemeBoundary(text, offset)) return Math.min(offset, text.length)
  return Math.max(start, clusterStart(text, offset))
}

/** The end of the grapheme that starts at `offset`, at most `end`. */
export function nextGrapheme(text: string, offset: number, end: number): number {
  const width = isPair(text, offset) ? 2 : 1
  const next = offset + width
  if (next >= end) return end
  const before = text.charCodeAt(next - 1)
  const known = boundaryNear(text, next, before, text.charCodeAt(next))
  if (known === true) return next
  for (let size = 32; ; size *= 8) {
    const limit = alignDown(text, Math.min(end, offset + size))
    const length = graphemes(text.slice(offset, limit)).containing(0)?.segment.length ?? width
    if (offset + length < limit || offset + size >= end) return offset + length
    if (size > LONGEST_GRAPHEME) return alignDown(text, offset + LONGEST_GRAPHEME + 2)
  }
}

/** Whether `offset` is a boundary, where its two neighbours alone tell; undefined where they do not. */
function boundaryNear(text: string, offset: number, before: number, after: number): boolean | undefined {
  const left = KINDS[before]
  const right = KINDS[after]
  if (left === CONTROL || right === CONTROL) return before !== 0x0d || after !== 0x0a
  if (left === PLAIN && right === PLAIN) return true
  if ((after & 0xfc00) === 0xdc00 && (before & 0xfc00) === 0xd800) return false
  if (isPlainBefore(text, offset, left, before) && isPlainAfter(text, offset, right, after)) return true
  return undefined
}

function isPlainBefore(text: string, offset: number, kind: number, unit: number): boolean {
  if (kind === PLAIN) return true
  return (unit & 0xfc00) === 0xdc00 && offset > 1 && isPlainAstral(text.codePointAt(offset - 2)!)
}

function isPlainAfter(text: string, offset: number, kind: number, unit: number): boolean {
  if (kind === PLAIN) return true
  return (unit & 0xfc00) === 0xd800 && isPlainAstral(text.codePointAt(offset)!)
}

/** Emoji that are no skin tones, and Chinese characters beyond the first plane. */
function isPlainAstral(point: number): boolean {
  return (
    (point >= 0x1f300 && point <= 0x1faff && (point < 0x1f3fb || point > 0x1f3ff)) ||
    (point >= 0x20000 && point <= 0x3fffd)
  )
}

/**
 * Where the grapheme that holds `offset` starts: `offset` itself if it is a boundary, or if the grapheme starts more than
 * `LONGEST_GRAPHEME` units before.
 */
function clusterStart(text: string, offset: number): number {
  if (isPair(text, offset - 1)) return startOf(text, offset - 1)
  if (isIndicator(text, offset) && isIndicator(text, offset - 2)) {
    return indicatorsBefore(text, offset) % 2 === 0 ? offset : startOf(text, offset - 2)
  }
  const limit = Math.max(0, offset - LONGEST_GRAPHEME)
  let start = offset - 1
  let sure = false
  for (; start > limit; start--) {
    sure = boundaryNear(text, start, text.charCodeAt(start - 1), text.charCodeAt(start)) === true
    if (sure) break
  }
  if (!sure) {
    start = alignDown(text, start)
    sure = start === 0
    if (isIndicator(text, start) && indicatorsBefore(text, start) % 2 === 1) start -= 2
  }
  const near = graphemes(text.slice(start, offset + 2))
  const found = start + (near.containing(offset - start)?.index ?? 0)
  // Where the walk begins within a grapheme, the first border that it meets may be none.
  const first = start + (near.containing(0)?.segment.length ?? 0)
  return found <= first && !sure ? offset : found
}

/** `offset` if it is a boundary, else the start of its grapheme. */
function startOf(text: string, offset: number): number {
  return isGraphemeBoundary(text, offset) ? offset : clusterStart(text, offset)
}

/** How many regional indicators come one after the other before `offset`. */
function indicatorsBefore(text: string, offset: number): number {
  const limit = Math.max(0, offset - LONGEST_FLAG_RUN)
  let at = offset
  while (at - 2 >= limit && isIndicator(text, at - 2)) at -= 2
  return (offset - at) / 2
}

function isIndicator(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== 0xd83c) return false
  const low = text.charCodeAt(at + 1)
  return low >= 0xdde6 && low <= 0xddff
}

/** Whether a surrogate pair starts at `at`. */
function isPair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
}

function alignDown(text: string, offset: number): number {
  return isPair(text, offset - 1) ? offset - 1 : offset
}
