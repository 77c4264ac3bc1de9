import type { Document } from '../document/document.js'
import type { MentionDraft } from './extractor.js'
import { findLexicon, type Lexicon } from './terms/lexicon.js'
import { type Bounds, findPatterns, type TermPattern } from './terms/patterns.js'

export { type Ignored, type Ignoring, ignoring } from './terms/ignore.js'
export type { Lexicon, LexiconEntry } from './terms/lexicon.js'
export type { TermPattern } from './terms/patterns.js'

export interface TermOptions {
  /** Names that the caller knows, with their types. */
  readonly lexicon?: Lexicon
  /** Regular expressions with the type of what they find. */
  readonly patterns?: readonly TermPattern[]
}

/**
 * The places of the caller's own terms. Those of the lexicon do not overlap each other, but what patterns find may overlap
 * anything; `notes` names the patterns that were stopped because they took too long.
 */
export async function findTerms(
  document: Pick<Document, 'text'>,
  { lexicon, patterns = [] }: TermOptions,
  bounds: Bounds = {},
): Promise<{ drafts: MentionDraft[]; notes: string[] }> {
  const found = lexicon === undefined ? [] : findLexicon(document, lexicon)
  const { drafts, notes } = await findPatterns(document, patterns, bounds)
  return { drafts: [...found, ...drafts], notes }
}
