import { CAPITAL, FIRST, INNER, SHOUT, SPACED, spanOf, type Words } from '../words.js'
import { choosePart, countParts, keyOf } from './choose.js'
import { type Atom, findRuns } from './phrases.js'
import { type Seen, salienceOf } from './salience.js'
import { singularOf } from './singular.js'
import type { Term } from './term.js'

interface Phrase extends Seen {
  readonly places: { readonly from: number; readonly to: number }[]
}

/** English noun phrases of at least the given salience. */
export function findEnglishTerms(words: Words, tags: Uint8Array, taken: Uint8Array, least: number): Term[] {
  const runs = findRuns(words, tags, taken)
  const counts = countParts(runs)
  const phrases = new Map<string, Phrase>()
  for (const run of runs) {
    const part = choosePart(run, counts)
    if (part.length > 0) note(phrases, words, part, counts)
  }
  const terms: Term[] = []
  for (const phrase of phrases.values()) {
    const salience = salienceOf(phrase)
    if (salience < least) continue
    const spans = phrase.places.map(({ from, to }) => spanOf(words, from, to))
    terms.push({ name: nameOf(words, phrase.places), salience, spans })
  }
  return terms
}

function note(phrases: Map<string, Phrase>, words: Words, part: readonly Atom[], counts: ReadonlyMap<string, number>) {
  const key = keyOf(part)
  let phrase = phrases.get(key)
  if (phrase === undefined) {
    phrase = { atoms: part, count: counts.get(key) ?? 1, linked: false, first: false, defined: false, places: [] }
    phrases.set(key, phrase)
  }
  const last = part[part.length - 1]
  const from = part[0].from
  phrase.linked ||= last.linked
  phrase.first ||= words.sentence[from] === 0
  phrase.defined ||= words.form[last.to] === '(' && (words.flags[last.to + 1] & SHOUT) !== 0
  phrase.places.push({ from, to: last.to })
}

/** The most frequent spelling, in the singular. */
function nameOf(words: Words, places: Phrase['places']): string {
  const counts = new Map<string, number>()
  for (const { from, to } of places) {
    const name = spell(words, from, to)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || capitals(a) - capitals(b) || (a < b ? -1 : 1))[0][0]
}

const capitals = (name: string) => name.replace(/[^\p{Lu}]+/gu, '').length

function spell({ form, lower, flags }: Words, from: number, to: number): string {
  let name = ''
  for (let i = from; i < to; i++) {
    const proper = i + 1 < to && flags[i + 1] & CAPITAL
    const plain =
      !proper && flags[i] & FIRST && flags[i] & CAPITAL && !(flags[i] & (SHOUT | INNER)) ? lower[i] : form[i]
    if (i > from && flags[i] & SPACED) name += ' '
    name += i === to - 1 ? singularLike(plain) : plain
  }
  return name
}

/** The singular of a word in the word's own capitals. */
function singularLike(word: string): string {
  const lower = word.toLowerCase()
  const singular = singularOf(lower)
  if (singular === lower) return word
  return lower.startsWith(singular) ? word.slice(0, singular.length) : singular
}
