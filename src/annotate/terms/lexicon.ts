import type { Document, EntityId, EntityType } from '../../document/document.js'
import type { MentionDraft } from '../extractor.js'
import { TermTree } from './tree.js'
import { foldUnit, type Units, unitsOf, wordsOfTerm } from './units.js'

/** A name that the caller knows, with what it is. */
export interface LexiconEntry {
  /** Any white space in the text stands for a blank in it. */
  readonly term: string
  readonly type: EntityType
  /** The entity; entries with one id are one entity. */
  readonly id?: EntityId
  /**
   * True: found only as it is written. False: found in any case. Left out: a term in small letters is found in any case, one
   * with capitals as it is written and, from four letters on, wholly in capitals.
   */
  readonly caseSensitive?: boolean
}

/** Terms by name with their types, or a list of entries. */
export type Lexicon = Readonly<Record<string, EntityType>> | readonly LexiconEntry[]

/** The entries of a lexicon in either form, the white space around terms left out. */
export function lexiconEntries(lexicon: Lexicon): LexiconEntry[] {
  const entries = isList(lexicon) ? lexicon : Object.entries(lexicon).map(([term, type]) => ({ term, type }))
  return entries.map((entry) => ({ ...entry, term: entry.term.trim() })).filter(({ term }) => term !== '')
}

const isList = (lexicon: Lexicon): lexicon is readonly LexiconEntry[] => Array.isArray(lexicon)

interface Compiled {
  readonly entry: LexiconEntry
  /** The spellings that count; any where left out. */
  readonly spellings?: readonly string[]
}

const compiled = new WeakMap<Lexicon, TermTree<Compiled>>()

/** Kept for each lexicon object, so that many documents pay for it once; an object in use must not be changed. */
function treeOf(lexicon: Lexicon): TermTree<Compiled> {
  let tree = compiled.get(lexicon)
  if (tree === undefined) {
    tree = new TermTree()
    for (const entry of lexiconEntries(lexicon)) {
      const spellings = spellingsOf(entry)
      tree.add(wordsOfTerm(entry.term), spellings === undefined ? { entry } : { entry, spellings })
    }
    compiled.set(lexicon, tree)
  }
  return tree
}

/** Shorter terms in capitals are other words: `It` and IT. */
const LONG_ENOUGH_FOR_CAPITALS = 4

function spellingsOf({ term, caseSensitive }: LexiconEntry): string[] | undefined {
  const plain = plainTerm(term)
  if (caseSensitive === false || (caseSensitive === undefined && plain === plain.toLowerCase())) return undefined
  const letters = plain.replace(/[^\p{L}]/gu, '').length
  return caseSensitive === undefined && letters >= LONG_ENOUGH_FOR_CAPITALS ? [plain, plain.toUpperCase()] : [plain]
}

const plainTerm = (term: string) =>
  term
    .normalize('NFC')
    .replace(/[\s\u200b]+/gu, ' ')
    .replaceAll('\u2019', "'")

/**
 * The places of the lexicon's terms: whole words, from left to right, the longest where several start at one, not
 * overlapping. Linear in the text for terms of ordinary length: each place costs at most the longest term's words.
 */
export function findLexicon({ text }: Pick<Document, 'text'>, lexicon: Lexicon): MentionDraft[] {
  const tree = treeOf(lexicon)
  if (tree.isEmpty) return []
  const units = unitsOf(text)
  const ids = new Int32Array(units.length)
  for (let i = 0; i < units.length; i++) ids[i] = tree.id(foldUnit(text.slice(units.start[i], units.end[i])))
  const drafts: MentionDraft[] = []
  let at = 0
  while (at < units.length) {
    const hit = ids[at] === 0 || isInNumber(text, units.start[at]) ? undefined : longest(tree, text, units, ids, at)
    if (hit === undefined) {
      at++
      continue
    }
    const { type, id } = hit.entry
    const place = { start: units.start[at], end: units.end[hit.to - 1], type, confidence: 1 }
    drafts.push(id === undefined ? place : { ...place, id, name: hit.entry.term })
    at = hit.to
  }
  return drafts
}

function longest(
  tree: TermTree<Compiled>,
  text: string,
  units: Units,
  ids: Int32Array,
  from: number,
): { to: number; entry: LexiconEntry } | undefined {
  let node = tree.step(0, ids[from], 0)
  let best: { to: number; entry: LexiconEntry } | undefined
  for (let at = from + 1; node >= 0; at++) {
    const values = tree.valuesAt(node)
    if (values !== undefined && endsTerm(text, units, at)) {
      const entry = choose(values, text.slice(units.start[from], units.end[at - 1]))
      if (entry !== undefined) best = { to: at, entry }
    }
    if (at >= units.length || ids[at] === 0 || units.spaced[at] > 1) break
    node = tree.step(node, ids[at], units.spaced[at] as 0 | 1)
  }
  return best
}

/** The first entry written like the surface, then the first of any case. */
function choose(values: readonly Compiled[], surface: string): LexiconEntry | undefined {
  let anyCase: LexiconEntry | undefined
  let plain: string | undefined
  for (const { entry, spellings } of values) {
    if (spellings === undefined) {
      anyCase ??= entry
      continue
    }
    plain ??= plainTerm(surface)
    if (spellings.includes(plain)) return entry
  }
  return anyCase
}

/** C is no C++, "can" no part of "can't", and 3 no part of 3.14. */
function endsTerm(text: string, { start, end, spaced, length }: Units, to: number): boolean {
  if (to === length || spaced[to] > 0) return true
  if (isInNumber(text, start[to])) return false
  const next = text[start[to]]
  if ((next === '+' || next === '#') && end[to - 1] - start[to - 1] <= 2) return false
  if (next !== "'" && next !== '\u2019') return true
  return !(to + 1 < length && spaced[to + 1] === 0 && /^t$/i.test(text.slice(start[to + 1], end[to + 1])))
}

function isInNumber(text: string, at: number): boolean {
  const right = text[at]
  const separates = (char: string) => char === '.' || char === ','
  if (separates(right)) return isDigit(text[at - 1]) && isDigit(text[at + 1])
  return at > 1 && isDigit(right) && separates(text[at - 1]) && isDigit(text[at - 2])
}

const isDigit = (char: string | undefined) => char !== undefined && char >= '0' && char <= '9'
