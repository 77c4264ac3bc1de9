/** A half-open range of UTF-16 code units: `text.slice(start, end)`. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Whether `inner` lies whole inside `outer`. */
export function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end
}

/** The smallest span that holds both. */
export function hull(a: Span, b: Span): Span {
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) }
}

/** Orders spans by start, the longer first where two start together. */
export function byPosition(a: Span, b: Span): number {
  return a.start - b.start || b.end - a.end
}

/** The index of the first item that starts at or after `offset`; `items` are sorted by start. */
export function firstStartingAt(items: readonly Span[], offset: number): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (items[middle].start < offset) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether the UTF-16 unit is white space as `String.prototype.trim` sees it, or a zero-width space. */
export function isBlankUnit(unit: number): boolean {
  if (unit < 0x80) return unit === 32 || (unit >= 9 && unit <= 13)
  return (
    unit === 0xa0 ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200b) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000 ||
    unit === 0xfeff
  )
}

/** What joins a character before it to one grapheme, and what joins one after it (UAX 29: Extend, ZWJ, SpacingMark; Prepend). */
const JOINS_BEFORE = /^[\p{M}\u200c\u200d\u0e33\u0eb3\uff9e\uff9f\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}]/u
const JOINS_AFTER =
  /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u0d4e\u{110bd}\u{110cd}\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a3a}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}]$/u

/** Whether a blank unit can be part of a grapheme with others: spaces can, line ends and other controls cannot. */
function isSpace(unit: number): boolean {
  return unit === 32 || (unit >= 0xa0 && unit !== 0x200b && unit !== 0x2028 && unit !== 0x2029 && unit !== 0xfeff)
}

/**
 * The first offset at or after `start` that is not blank, at most `end`. A space that carries a combining mark counts as
 * not blank, since the two are one grapheme.
 */
export function skipBlank(text: string, start: number, end: number): number {
  let at = start
  while (at < end && isBlankUnit(text.charCodeAt(at))) at++
  if (at === start || at === end || text.charCodeAt(at) < 0x300 || !isSpace(text.charCodeAt(at - 1))) return at
  return JOINS_BEFORE.test(text.slice(at, at + 2)) ? at - 1 : at
}

/** The offset after the last unit before `end` that is not blank, at least `start`; a space stays with a sign that opens it. */
export function skipBlankBack(text: string, start: number, end: number): number {
  let at = end
  while (at > start && isBlankUnit(text.charCodeAt(at - 1))) at--
  if (at === start || at === end || text.charCodeAt(at - 1) < 0x600 || !isSpace(text.charCodeAt(at))) return at
  return JOINS_AFTER.test(text.slice(Math.max(start, at - 2), at)) ? at + 1 : at
}

/** The span without the white space at its ends; empty (at its start) where there is nothing else. */
export function trimSpan(text: string, span: Span): Span {
  const start = skipBlank(text, span.start, span.end)
  return start === span.end
    ? { start: span.start, end: span.start }
    : { start, end: skipBlankBack(text, start, span.end) }
}
