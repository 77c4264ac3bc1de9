import type { Document, EntityType } from '../../document/document.js'
import type { MentionDraft } from '../extractor.js'
import { runBounded } from './bounded.js'
import { compilePattern } from './regex.js'

/** What a regular expression of the caller finds. */
export interface TermPattern {
  /** A string is read with the flag `u`. */
  readonly pattern: RegExp | string
  readonly type: EntityType
  /** The number or name of the group that is the mention; 0, the whole match, where left out. */
  readonly group?: number | string
}

/** Matches are looked for at the offsets of one window at a time, so that time is linear in the text. */
const WINDOW = 2_000
/** A pattern sees this much on both sides of its window; a longer match is none. */
const CONTEXT = 500
/** All patterns together may run so long on a text, and so much longer for each million units. */
const BUDGET_MS = 1_000
/** A pattern may take this part of what those before it left, and more where fewer are to come. */
const MOST_SHARES = 10
/** Nothing else can run meanwhile, so a pattern pauses after this, and is stopped where one window takes `LONGEST_MS`. */
const SLICE_MS = 20
const LONGEST_MS = 200

export interface Bounds {
  /** What all patterns together may run on a million units, and again at first. Default 1,000 ms. */
  readonly budgetMs?: number
  readonly signal?: AbortSignal
}

/**
 * The matches of each pattern, those of one pattern not overlapping. A match has at most 500 units. The caller's `RegExp`
 * is copied: its `lastIndex` and its flags `g` and `y` play no part. A pattern that takes more than its share of the
 * time is stopped, what it found is kept, and a note says so. Other work and the signal get their turn after each pattern
 * and each 20 ms; a window of 2,000 units on which a pattern never ends takes 200 ms at most.
 */
export async function findPatterns(
  { text }: Pick<Document, 'text'>,
  patterns: readonly TermPattern[],
  { budgetMs = BUDGET_MS, signal }: Bounds = {},
): Promise<{ drafts: MentionDraft[]; notes: string[] }> {
  const drafts: MentionDraft[] = []
  const notes: string[] = []
  let left = budgetMs * (1 + text.length / 1_000_000)
  for (const [index, pattern] of patterns.entries()) {
    const search = new Search(text, pattern, drafts)
    let share = left / Math.min(MOST_SHARES, patterns.length - index)
    left -= share
    while (!search.isDone) {
      signal?.throwIfAborted()
      const started = performance.now()
      const finished = runBounded(() => search.advance(SLICE_MS), Math.min(share, LONGEST_MS))
      share -= performance.now() - started
      if (!finished || (share <= 0 && !search.isDone)) {
        notes.push(`\`patterns.${index}\` was stopped at offset ${search.at} of ${text.length}: it took too long.`)
        break
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
    left = Math.max(0, left + share)
  }
  signal?.throwIfAborted()
  return { drafts, notes }
}

class Search {
  /** Where the next window starts. */
  at = 0
  private readonly regex: RegExp
  private from = 0

  constructor(
    private readonly text: string,
    private readonly pattern: TermPattern,
    private readonly drafts: MentionDraft[],
  ) {
    this.regex = compilePattern(pattern.pattern, (pattern.group ?? 0) !== 0)
  }

  get isDone(): boolean {
    return this.at >= this.text.length
  }

  /** Searches window after window until the time is up; always one. */
  advance(ms: number): void {
    const end = performance.now() + ms
    do this.window()
    while (!this.isDone && performance.now() < end)
  }

  private window(): void {
    const { regex, text } = this
    const start = this.at
    const end = onCharacter(text, start + WINDOW)
    const left = onCharacter(text, Math.max(0, start - CONTEXT))
    const right = onCharacter(text, end + CONTEXT)
    const seen = text.slice(left, right)
    regex.lastIndex = Math.max(start, this.from) - left
    for (;;) {
      const match = regex.exec(seen)
      if (match === null || left + match.index >= end) break
      const to = match.index + match[0].length
      if (match[0] === '') regex.lastIndex += seen.codePointAt(to)! > 0xffff ? 2 : 1
      // What runs up to the edge might go on after it.
      else if (left + to < right || right === text.length) this.take(match, left)
      this.from = left + regex.lastIndex
    }
    this.at = end
  }

  private take(match: RegExpExecArray, left: number): void {
    const { group = 0, type } = this.pattern
    const found = group === 0 ? [match.index, match.index + match[0].length] : placeOf(match, group)
    if (found !== undefined && found[1] > found[0])
      this.drafts.push({ start: left + found[0], end: left + found[1], type, confidence: 1 })
  }
}

function placeOf({ indices }: RegExpExecArray, group: number | string): readonly [number, number] | undefined {
  return typeof group === 'number' ? indices?.[group] : indices?.groups?.[group]
}

/** The offset, or the one before it where it lies inside a surrogate pair; at most the text's length. */
function onCharacter(text: string, offset: number): number {
  if (offset >= text.length) return text.length
  const inside = (text.charCodeAt(offset) & 0xfc00) === 0xdc00 && (text.charCodeAt(offset - 1) & 0xfc00) === 0xd800
  return inside ? offset - 1 : offset
}
