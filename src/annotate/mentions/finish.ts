import type { Document } from '../../document/document.js'
import { byPosition, firstStartingAt, type Span } from '../../document/span.js'
import type { MentionDraft } from '../extractor.js'
import { trimMention, trimQuotes, wholeWords } from './bounds.js'

/** Mentions that went through the door, and what was changed or left out on the way. */
export interface Finished {
  /** Sorted, not overlapping. */
  readonly mentions: readonly MentionDraft[]
  readonly notes: readonly string[]
}

export interface FinishOptions {
  /** Mentions that win over all others that they overlap: the caller's own terms. */
  readonly preferred?: readonly MentionDraft[]
  /** Says of a clean mention, before overlaps are settled, whether it is to be left out. */
  readonly isIgnored?: (mention: Span) => boolean
}

/**
 * Checks and cleans the mentions of any extractor: offsets that are not a part of the text are left out and counted; white
 * space, quote marks, brackets, closing marks and a possessive at the ends are taken off (white space and quote marks only,
 * for what is preferred); a mention that cuts a word, a number or a character is widened to the whole; of overlapping
 * mentions the preferred stays, then the longest, then the first. O(n log n).
 */
export function finishMentions(
  document: Document,
  drafts: readonly MentionDraft[],
  { preferred = [], isIgnored }: FinishOptions = {},
): Finished {
  const cleaner = new Cleaner(document, isIgnored)
  const first = withoutOverlaps(document.text, cleaner.clean(preferred, true)).kept
  const rest = cleaner.clean(drafts, false)
  const free = first.length === 0 ? rest : rest.filter((draft) => !touches(first, draft))
  const { kept, overlapping } = withoutOverlaps(document.text, free)
  const mentions = first.length === 0 ? kept : [...first, ...kept].sort(byPosition)
  return { mentions, notes: [...cleaner.notes(), ...noteOf(overlapping, 'left out: they overlap a longer one')] }
}

const noteOf = (count: number, what: string) => (count > 0 ? [`${count} mentions ${what}.`] : [])

const WORD = /[\p{L}\p{N}]/u

class Cleaner {
  private outside = 0
  private empty = 0
  private widened = 0

  constructor(
    private readonly document: Document,
    private readonly isIgnored: FinishOptions['isIgnored'],
  ) {}

  clean(drafts: readonly MentionDraft[], preferred: boolean): MentionDraft[] {
    const { text } = this.document
    const cleaned: MentionDraft[] = []
    for (const draft of drafts) {
      if (!isValid(draft, text.length)) {
        this.outside++
        continue
      }
      const { start, end } = draft
      const trimmed = preferred ? trimQuotes(text, start, end) : trimMention(this.document, start, end)
      const span = trimmed && wholeWords(text, trimmed.start, trimmed.end)
      if (!span || (!preferred && !WORD.test(text.slice(span.start, span.end)))) {
        this.empty++
        continue
      }
      if (span.start < trimmed.start || span.end > trimmed.end) this.widened++
      if (this.isIgnored?.(span)) continue
      cleaned.push(span.start === start && span.end === end ? draft : { ...draft, ...span })
    }
    return cleaned
  }

  notes(): string[] {
    return [
      ...noteOf(this.outside, 'left out: their offsets are no part of the text, or their type or kind is none'),
      ...noteOf(this.empty, 'left out: they hold no word'),
      ...noteOf(this.widened, 'widened to whole words'),
    ]
  }
}

const KINDS: ReadonlySet<unknown> = new Set([undefined, 'name', 'concept', 'anaphor'])

function isValid({ start, end, type, kind }: MentionDraft, length: number): boolean {
  return (
    KINDS.has(kind) &&
    Number.isInteger(start) &&
    Number.isInteger(end) &&
    start >= 0 &&
    start < end &&
    end <= length &&
    typeof type === 'string' &&
    type.trim() !== ''
  )
}

/** Keeps the longest of what overlaps; sorted by position. */
function withoutOverlaps(text: string, drafts: MentionDraft[]): { kept: MentionDraft[]; overlapping: number } {
  drafts.sort(byPreference)
  const occupied = new Uint8Array(drafts.length > 0 ? text.length : 0)
  const kept = drafts.filter(({ start, end }) => {
    // What is taken is at least as long, so an overlap shows at one of the ends.
    if (occupied[start] || occupied[end - 1]) return false
    occupied.fill(1, start, end)
    return true
  })
  return { kept: kept.sort(byPosition), overlapping: drafts.length - kept.length }
}

/** Whether the span shares a character with one of the others, which are sorted and do not overlap. */
export function touches(sorted: readonly Span[], { start, end }: Span): boolean {
  const next = firstStartingAt(sorted, end)
  return next > 0 && sorted[next - 1].end > start
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
