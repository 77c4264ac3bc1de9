import type { Document, EntityType } from '../document/document.js'
import type { Span } from '../document/span.js'
import { FUNCTION_WORDS } from '../models/lexicon.js'
import { type Cutter, segmenterCutter } from './chinese/tokens.js'
import { findChineseTerms } from './concepts/chinese.js'
import { findEnglishTerms } from './concepts/english.js'
import { isLatin } from './concepts/phrases.js'
import { findRecurring } from './concepts/recurring.js'
import { singularOf } from './concepts/singular.js'
import type { Term } from './concepts/term.js'
import { foldName } from './entities/fold.js'
import type { MentionDraft } from './extractor.js'
import { CAPITAL, HAN, LETTERS, type Words } from './words.js'

/** The type of the concepts that no name has. */
export const CONCEPT: EntityType = 'concept'

/** Phrases with less salience are left out. */
export const LEAST_SALIENCE = 0.5

/** A name that was found before. */
export interface TakenSpan extends Span {
  readonly type: EntityType
}

export interface ConceptOptions {
  /** The least salience of a concept, 0 (every noun phrase) to 1. 0.5 unless given. */
  readonly least?: number
  /** Cuts Chinese text into words. `Intl.Segmenter` unless given. */
  readonly cutter?: Cutter
}

/**
 * Mentions of kind `concept`: the noun phrases that a document is about, outside code and outside `taken`, which is sorted.
 * `confidence` is their salience in the document, the same for all mentions of a concept: it grows with how rare the words
 * are in everyday text, how often the phrase recurs, whether it is made like a term, opens the document or has its
 * abbreviation given. English phrases are runs of adjectives and nouns without generic words at the ends, cut to the part
 * that recurs; Chinese ones are words, and words that keep together, at three places or more; of other languages only long
 * words at three places or more count. `name` is the singular. A concept that is spelt like a taken name has that name and
 * its type. Sorted, not overlapping. Linear in the length of the text.
 */
export function findConcepts(
  document: Pick<Document, 'text'>,
  words: Words,
  tags: Uint8Array,
  taken: readonly TakenSpan[],
  { least = LEAST_SALIENCE, cutter = segmenterCutter }: ConceptOptions = {},
): { readonly drafts: readonly MentionDraft[] } {
  const marks = takenWords(words, taken)
  const script = scriptsOf(words)
  const terms: Term[] = []
  if (script.english) terms.push(...findEnglishTerms(words, tags, marks, least))
  if (script.chinese) terms.push(...findChineseTerms(document.text, words, marks, cutter))
  if (script.other) {
    const isMeant = (i: number) => !marks[i] && !(script.english && isLatin(words.lower[i]))
    terms.push(...findRecurring(words, isMeant))
  }
  const names = namesOf(document.text, taken)
  const drafts: MentionDraft[] = []
  for (const { name, salience, spans } of terms) {
    if (salience < least) continue
    const known = names.get(foldName(name, CONCEPT))
    const found = { type: CONCEPT, name, ...known, kind: 'concept', confidence: salience } as const
    for (const span of spans) drafts.push({ ...span, ...found })
  }
  return { drafts: drafts.sort((a, b) => a.start - b.start) }
}

function takenWords(words: Words, taken: readonly Span[]): Uint8Array {
  const marks = new Uint8Array(words.length)
  let at = 0
  for (const { start, end } of taken) {
    while (at < words.length && words.end[at] <= start) at++
    for (let i = at; i < words.length && words.start[i] < end; i++) marks[i] = 1
  }
  return marks
}

/** Latin text with fewer function words than this, of all its words, is not English. */
const LEAST_ENGLISH = 0.15
/** Shorter texts may be titles or lists. */
const FEW_WORDS = 60

function scriptsOf({ length, lower, flags }: Words): { english: boolean; chinese: boolean; other: boolean } {
  let latin = 0
  let small = 0
  let chinese = false
  let other = false
  for (let i = 0; i < length; i++) {
    if (flags[i] & HAN) chinese = true
    else if (!(flags[i] & LETTERS)) continue
    else if (!isLatin(lower[i])) other = true
    else if (!(flags[i] & CAPITAL)) {
      latin++
      if (FUNCTION_WORDS.has(lower[i])) small++
    }
  }
  const english = latin < FEW_WORDS || small >= LEAST_ENGLISH * latin
  return { english, chinese, other: other || !english }
}

/** The names of the document and their types, by their folded forms. */
function namesOf(text: string, taken: readonly TakenSpan[]): Map<string, { name: string; type: EntityType }> {
  const names = new Map<string, { name: string; type: EntityType }>()
  for (const { start, end, type } of taken) {
    if (type === 'time' || type === 'number') continue
    const name = text.slice(start, end)
    const folded = foldName(name, type)
    const last = folded.lastIndexOf(' ') + 1
    const singular = folded.slice(0, last) + singularOf(folded.slice(last))
    for (const form of [folded, singular]) if (!names.has(form)) names.set(form, { name, type })
  }
  return names
}
