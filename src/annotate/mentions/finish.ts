import type { Document } from '../../document/document.js'
import { firstStartingAt, isBlankUnit } from '../../document/span.js'
import type { MentionDraft } from '../extractor.js'

/** Mentions that went through the door, and what was changed or left out on the way. */
export interface Finished {
  /** Sorted, not overlapping. */
  readonly mentions: readonly MentionDraft[]
  readonly notes: readonly string[]
}

/** A mention that reaches into a word of more units than this is left out. */
const LONGEST_WORD = 64

/**
 * Checks and cleans the mentions of any extractor: offsets that are not a part of the text are left out and counted;
 * white space, quote marks, brackets, closing marks and a possessive at the ends are taken off; a mention that cuts a word
 * or a character is widened to the whole; of overlapping mentions the longest stays, then the first. O(n log n).
 */
export function finishMentions(document: Document, drafts: readonly MentionDraft[]): Finished {
  const { text } = document
  let outside = 0
  let empty = 0
  let widened = 0
  let overlapping = 0
  const kept: MentionDraft[] = []
  for (const draft of drafts) {
    if (!isValid(draft, text.length)) {
      outside++
      continue
    }
    const trimmed = trimMention(document, draft.start, draft.end)
    const span = trimmed && wholeWords(text, trimmed.start, trimmed.end)
    if (!span) {
      empty++
      continue
    }
    if (span.start < trimmed.start || span.end > trimmed.end) widened++
    kept.push(span.start === draft.start && span.end === draft.end ? draft : { ...draft, ...span })
  }
  kept.sort(byPreference)
  const occupied = new Uint8Array(text.length)
  const mentions = kept.filter(({ start, end }) => {
    // What is taken is at least as long, so an overlap shows at one of the ends.
    if (occupied[start] || occupied[end - 1]) {
      overlapping++
      return false
    }
    occupied.fill(1, start, end)
    return true
  })
  mentions.sort((a, b) => a.start - b.start)
  const notes: string[] = []
  if (outside > 0)
    notes.push(`${outside} mentions left out: their offsets are no part of the text or their type is no word.`)
  if (empty > 0) notes.push(`${empty} mentions left out: they hold no word.`)
  if (widened > 0) notes.push(`${widened} mentions widened to whole words.`)
  if (overlapping > 0) notes.push(`${overlapping} mentions left out: they overlap a longer one.`)
  return { mentions, notes }
}

function isValid({ start, end, type }: MentionDraft, length: number): boolean {
  return (
    Number.isInteger(start) &&
    Number.isInteger(end) &&
    start >= 0 &&
    start < end &&
    end <= length &&
    typeof type === 'string' &&
    type !== ''
  )
}

function byPreference(a: MentionDraft, b: MentionDraft): number {
  return (
    b.end - b.start - (a.end - a.start) ||
    a.start - b.start ||
    (b.confidence ?? 1) - (a.confidence ?? 1) ||
    compare(a.id ?? '', b.id ?? '') ||
    compare(a.type, b.type)
  )
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const EDGES = new Set('"\'“”‘’„‚«»‹›「」『』《》〈〉`´,;:!?¡¿…|*_~=<>\\/•·、。，；：！？．')
const OPENING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '（': '）', '【': '】' }
const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '）': '（', '】': '【' }
const DASHES = '-–—−'

/** The span without what does not belong to a name, or undefined where nothing is left. */
function trimMention(document: Document, from: number, to: number): { start: number; end: number } | undefined {
  const { text } = document
  let start = from
  let end = to
  for (;;) {
    while (start < end && isEdge(text, start)) start++
    while (end > start && isEdge(text, end - 1)) end--
    if (start === end) return undefined
    const first = text[start]
    const last = text[end - 1]
    if (OPENING[first] !== undefined && (last === OPENING[first] || !holds(text, start, end, OPENING[first]))) start++
    else if (CLOSING[last] !== undefined && !holds(text, start, end, CLOSING[last])) end--
    else if (DASHES.includes(first) && !/\d/.test(text[start + 1] ?? '')) start++
    else if (DASHES.includes(last)) end--
    else if (last === '.' && !isAbbreviation(document, start, end)) end--
    else if (first === '.' && !/[\p{L}\d]/u.test(text[start + 1] ?? '')) start++
    else if (end - start > 2 && /['’]s$/i.test(text.slice(end - 2, end))) end -= 2
    else return { start, end }
  }
}

/** Brackets further apart than this are not looked for. */
const BRACKET_REACH = 300

function holds(text: string, start: number, end: number, char: string): boolean {
  return text.slice(start, Math.min(end, start + BRACKET_REACH)).includes(char)
}

function isEdge(text: string, at: number): boolean {
  return isBlankUnit(text.charCodeAt(at)) || EDGES.has(text[at])
}

const DOTTED_END = /(?:^|[^\p{L}])(?:\p{L}\.)+$/u
const SHORT_FORM =
  /(?:^|[^\p{L}])(?:inc|ltd|corp|co|bros|jr|sr|st|mt|ft|dr|mr|mrs|ms|prof|llc|plc|no|vs|etc|ave|blvd|rd|dept|univ|a\.m|p\.m|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)\.$/iu

const COMPANY_FORM = /(?:inc|ltd|corp|co|llc|plc)\.$/i

/** Whether the stop at the end belongs to the word: always after single letters, after short forms inside a sentence. */
function isAbbreviation(document: Document, start: number, end: number): boolean {
  const tail = document.text.slice(Math.max(start, end - 12), end)
  if (DOTTED_END.test(tail)) return true
  if (!SHORT_FORM.test(tail)) return false
  if (COMPANY_FORM.test(tail) && /^\s+\p{Lu}/u.test(document.text.slice(end, end + 4))) return false
  const next = firstStartingAt(document.sentences, end)
  return next === 0 || document.sentences[next - 1].end > end
}

const WORD_PART = /[\p{L}\p{M}\p{Nd}\u200d]/u
const NO_BLANKS_BETWEEN_WORDS = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u
const EXTENDS = /[\p{M}\u200d\ufe0f]/u
const PICTURE = /\p{Extended_Pictographic}/u
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** Widens a span that starts or ends inside a word or a character; undefined where the word is too long. */
function wholeWords(text: string, from: number, to: number): { start: number; end: number } | undefined {
  let start = from
  let end = to
  while (start > 0 && from - start <= LONGEST_WORD && cuts(text, start)) start--
  while (end < text.length && end - to <= LONGEST_WORD && cuts(text, end)) end++
  return from - start > LONGEST_WORD || end - to > LONGEST_WORD ? undefined : { start, end }
}

/** Whether a word or a character goes on over the offset. */
function cuts(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  if ((unit & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800) return true
  const right = charAt(text, at)
  const left = charBefore(text, at)
  if (EXTENDS.test(right)) return !isBlankUnit(left.charCodeAt(0)) && !CONTROL.test(left)
  if (left === '\u200d' && PICTURE.test(right)) return true
  return (
    WORD_PART.test(left) &&
    WORD_PART.test(right) &&
    !NO_BLANKS_BETWEEN_WORDS.test(left) &&
    !NO_BLANKS_BETWEEN_WORDS.test(right)
  )
}

const charAt = (text: string, at: number) => String.fromCodePoint(text.codePointAt(at)!)

function charBefore(text: string, at: number): string {
  const low = (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00 && at > 1 && (text.charCodeAt(at - 2) & 0xfc00) === 0xd800
  return text.slice(at - (low ? 2 : 1), at)
}
