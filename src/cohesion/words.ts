import type { Span } from '../document/span.js'
import { normalized } from './terms.js'

/** How a sentence begins. */
export const START = {
  other: 0,
  pronoun: 1,
  demonstrative: 2,
  connective: 3,
  the: 4,
  preposition: 5,
  newName: 6,
  oldName: 7,
  article: 8,
} as const

export const STARTS = 9

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '))

const PRONOUNS = list('he she it they his her its their him them who we i you our my your 他 她 它 他们 她们 它们 其')
const DEMONSTRATIVES = list('this that these those such both another here there 这 那 这些 那些 该 此')
const CONNECTIVES = list(
  'however but and also then thus therefore moreover although though while yet so because furthermore additionally nevertheless instead meanwhile finally similarly consequently hence further besides otherwise or nor if when as 但 但是 然而 因此 所以 而且 同时 不过 于是',
)
const PREPOSITIONS = list(
  'in on at from by with for after before during since under among of to over through between within upon following despite according until 在 从 对 由 于 自',
)
const ARTICLES = list('a an one some many most several all each every no other')
const COPULAS = list('is was are were be been became becomes')
const DETERMINERS = list('a an the one')

/** Words that carry no topic. */
const EMPTY = new Set([
  ...PRONOUNS,
  ...DEMONSTRATIVES,
  ...CONNECTIVES,
  ...PREPOSITIONS,
  ...ARTICLES,
  ...COPULAS,
  ...list(
    'the not which where what how has have had do does did can could may might will would shall should into out up about than more very only just same own s t',
  ),
])

/** The class of a sentence by its first two words; `named` where a name begins it. */
export function startOf(first: string, second: string, named: number): number {
  if (named !== START.other) return named
  if (PRONOUNS.has(first)) return START.pronoun
  if (DEMONSTRATIVES.has(first)) return START.demonstrative
  if (CONNECTIVES.has(first)) return START.connective
  if (first === 'the') return second === 'same' ? START.demonstrative : START.the
  if (PREPOSITIONS.has(first)) return START.preposition
  return ARTICLES.has(first) ? START.article : START.other
}

export interface ReadSentence {
  readonly words: number
  /** How many of these are of scripts that put no blanks between words. */
  readonly unspaced: number
  readonly first: string
  readonly second: string
  readonly defines: boolean
  readonly terms: number[]
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u
const YEAR = /\((?:born\b|c\.|\d{1,2}\s|[A-Z][a-z]+ \d|1\d{3}|20\d{2})/u

/** Words of one stem agree in so many letters, roughly. */
const STEM = 6

/** Numbers the terms of a document: stems by their first letters, pairs of characters where words are not spaced. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>()
  readonly #stems = new Map<string, number>()
  readonly #documents: number[] = []

  /** Reads one sentence; `terms` may repeat. */
  read(text: string, { start, end }: Span): ReadSentence {
    const terms: number[] = []
    const opening: string[] = []
    let words = 0
    let unspaced = 0
    let defines = false
    let before = ''
    const sentence = text.slice(start, end)
    for (const [word] of sentence.matchAll(WORD)) {
      words++
      if (UNSPACED.test(word)) {
        unspaced++
        if (opening.length < 2) opening.push(word.slice(0, 1))
        for (let at = 0; at + 1 < word.length; at++) terms.push(this.#number(word.slice(at, at + 2)))
        before = ''
        continue
      }
      const lower = word.toLowerCase()
      if (opening.length < 2) opening.push(lower)
      if (DETERMINERS.has(lower) && COPULAS.has(before)) defines = true
      before = lower
      const stem = this.#stem(lower)
      if (stem >= 0) terms.push(stem)
    }
    for (const term of new Set(terms)) this.#documents[term] = (this.#documents[term] ?? 0) + 1
    return {
      words,
      unspaced,
      first: opening[0] ?? '',
      second: opening[1] ?? '',
      defines: defines || YEAR.test(sentence),
      terms,
    }
  }

  /** The terms of each sentence with their weights: often there, seldom elsewhere (TF-IDF), of length 1. */
  weigh(sentences: readonly (readonly number[])[]): Map<number, number>[] {
    return sentences.map((terms) => {
      const weights = new Map<number, number>()
      for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + 1)
      for (const [term, count] of weights) {
        weights.set(term, (1 + Math.log(count)) * Math.log((1 + sentences.length) / this.#documents[term]))
      }
      return normalized(weights)
    })
  }

  #stem(word: string): number {
    let stem = this.#stems.get(word)
    if (stem === undefined) {
      stem = EMPTY.has(word) ? -1 : this.#number(word.slice(0, STEM))
      this.#stems.set(word, stem)
    }
    return stem
  }

  #number(term: string): number {
    let number = this.#numbers.get(term)
    if (number === undefined) {
      number = this.#numbers.size
      this.#numbers.set(term, number)
    }
    return number
  }
}
