import type { Document } from '../../document/document.js'
import { firstStartingAt, isBlankUnit, type Span } from '../../document/span.js'

const QUOTES = new Set('"\'“”‘’‛„‟‚«»‹›「」『』｢｣《》〈〉〝〞〟＂＇`´')
const EDGES = new Set([...QUOTES, ...',;:!?¡¿…|*_~=<>\\/•·、。，；：！？．｡､'])
const OPENING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '（': '）', '【': '】' }
const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '）': '（', '】': '【' }
const DASHES = '-–—−'

/** The span without what does not belong to a name, or undefined where nothing is left. */
export function trimMention(document: Document, from: number, to: number): Span | undefined {
  const { text } = document
  let start = from
  let end = to
  for (;;) {
    const bare = trimMarks(text, start, end, EDGES)
    if (bare === undefined) return undefined
    start = bare.start
    end = bare.end
    const first = text[start]
    const last = text[end - 1]
    if (OPENING[first] !== undefined && (last === OPENING[first] || !holds(text, start, end, OPENING[first]))) start++
    else if (CLOSING[last] !== undefined && !holds(text, start, end, CLOSING[last])) end--
    else if (DASHES.includes(first) && !/\d/.test(text[start + 1] ?? '')) start++
    else if (DASHES.includes(last)) end--
    else if (last === '.' && !isAbbreviation(document, start, end)) end--
    else if (first === '.' && !/[\p{L}\d]/u.test(text[start + 1] ?? '')) start++
    else if (end - start > 2 && isPossessive(text, end - 2)) end -= 2
    else if (isPossessive(text, start - 1)) start++
    else return { start, end }
  }
}

/** The span without white space and quote marks at its ends, or undefined where nothing is left. */
export function trimQuotes(text: string, from: number, to: number): Span | undefined {
  return trimMarks(text, from, to, QUOTES)
}

/** Takes off white space and the marks, each with the signs that are set over it. */
function trimMarks(text: string, from: number, to: number, marks: ReadonlySet<string>): Span | undefined {
  let start = from
  let end = to
  while (start < end && (isEdge(text, start, marks) || isLoose(text, start, marks))) start++
  for (;;) {
    while (end > start && isEdge(text, end - 1, marks)) end--
    let base = end
    while (base > start && end - base < LONGEST_WORD && EXTENDS.test(text[base - 1])) base--
    if (base === end || base === start || !isEdge(text, base - 1, marks)) break
    end = base
  }
  return start === end ? undefined : { start, end }
}

/** A sign that is set over a mark that was taken off. */
function isLoose(text: string, at: number, marks: ReadonlySet<string>): boolean {
  return EXTENDS.test(text[at]) && (at === 0 || isEdge(text, at - 1, marks) || EXTENDS.test(text[at - 1]))
}

/** Brackets further apart than this are not looked for. */
const BRACKET_REACH = 300

function holds(text: string, start: number, end: number, char: string): boolean {
  return text.slice(start, Math.min(end, start + BRACKET_REACH)).includes(char)
}

function isEdge(text: string, at: number, marks: ReadonlySet<string>): boolean {
  return isBlankUnit(text.charCodeAt(at)) || marks.has(text[at])
}

/** Whether an apostrophe stands at the offset, behind a word, and then the letter s alone. */
function isPossessive(text: string, at: number): boolean {
  if (at < 1 || !isApostrophe(text[at]) || (text[at + 1] !== 's' && text[at + 1] !== 'S')) return false
  return WORD_PART.test(charBefore(text, at)) && !(at + 2 < text.length && WORD_PART.test(charAt(text, at + 2)))
}

const isApostrophe = (char: string) => char === "'" || char === '’' || char === '＇'

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

/** A mention that reaches into a word of more units than this is left out. */
const LONGEST_WORD = 64

const WORD_PART = /[\p{L}\p{M}\p{Nd}\u200d]/u
const NO_BLANKS_BETWEEN_WORDS = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u
const EXTENDS = /[\p{M}\u200d\ufe0f]/u
const PICTURE = /\p{Extended_Pictographic}/u
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** Widens a span that starts or ends inside a word or a character; undefined where the word is too long. */
export function wholeWords(text: string, from: number, to: number): Span | undefined {
  let start = from
  let end = to
  while (start > 0 && from - start <= LONGEST_WORD && cuts(text, start)) start--
  while (end < text.length && end - to <= LONGEST_WORD && cuts(text, end)) end++
  return from - start > LONGEST_WORD || end - to > LONGEST_WORD ? undefined : { start, end }
}

/** Whether a word, a number or a character goes on over the offset. */
function cuts(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  if ((unit & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800) return true
  const right = charAt(text, at)
  const left = charBefore(text, at)
  if (EXTENDS.test(right)) return !isOverNothing(text, at)
  if (EXTENDS.test(left) && isOverNothing(text, at - 1)) return false
  if (left === '\u200d' && PICTURE.test(right)) return true
  if (isPartOfWord(left) && isPartOfWord(right)) return true
  return joins(text, at) || (at > 1 && joins(text, at - 1))
}

/** Whether the sign at the offset is set over a mark, a blank or nothing: then it is no part of a word. */
function isOverNothing(text: string, at: number): boolean {
  let base = at - 1
  while (base >= 0 && at - base < LONGEST_WORD && EXTENDS.test(text[base])) base--
  return base < 0 || isEdge(text, base, EDGES) || CONTROL.test(text[base])
}

const isPartOfWord = (char: string) => WORD_PART.test(char) && !NO_BLANKS_BETWEEN_WORDS.test(char)

const DIGIT = /^\p{Nd}$/u
const NO_T = /^[nN]['’][tT](?![\p{L}\p{Nd}])/u

/** Whether the sign at the offset holds a word together: `snake_case`, `3.14`, `can't`. */
function joins(text: string, at: number): boolean {
  const sign = text[at]
  if (sign === '_') return at + 1 < text.length && isPartOfWord(charBefore(text, at)) && isPartOfWord(text[at + 1])
  if (sign === '.' || sign === ',') return DIGIT.test(text[at - 1]) && DIGIT.test(text[at + 1] ?? '')
  return isApostrophe(sign) && NO_T.test(text.slice(at - 1, at + 4))
}

const charAt = (text: string, at: number) => String.fromCodePoint(text.codePointAt(at)!)

function charBefore(text: string, at: number): string {
  const low = (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00 && at > 1 && (text.charCodeAt(at - 2) & 0xfc00) === 0xd800
  return text.slice(at - (low ? 2 : 1), at)
}
