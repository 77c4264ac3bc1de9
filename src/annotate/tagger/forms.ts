import { type Gazetteers, gazetteers } from '../../models/gazetteers.js'
import { foldTerm } from '../../models/terms.js'
import { kindOfNoun } from '../mentions/typing.js'
import type { Words } from '../words.js'

/** What the features need to know of one spelling, whatever its place. */
export interface Form {
  /** Tells it from all others. */
  readonly id: number
  /** Of the lower-case spelling with digits as `0`. */
  readonly word: number
  /** Letters by case, digits and marks, runs shortened. */
  readonly shape: number
  readonly prefix: number
  readonly suffix2: number
  readonly suffix3: number
  readonly suffix4: number
  /** Which word lists hold it, as bits. */
  readonly lists: number
}

/** What stands before the first word of a sentence and after its last. */
export const EDGE: Form = { id: 0, word: 1, shape: 1, prefix: 1, suffix2: 1, suffix3: 1, suffix4: 1, lists: 0 }

const known = new Map<string, Form>()
/** Words repeat, from document to document too; this many are kept. */
const MOST_KNOWN = 20_000
let described = 0

/** Describes each word; words spelt alike share a description. */
export function describeForms(words: Words): Form[] {
  const lists = gazetteers()
  return words.form.map((form, at) => {
    let found = known.get(form)
    if (found === undefined) {
      found = describeForm(form, words.lower[at], lists)
      if (known.size >= MOST_KNOWN) known.clear()
      // A copy, since a slice would keep its whole document in memory.
      known.set(` ${form}`.slice(1), found)
    }
    return found
  })
}

const DIGITS = /\p{Nd}/gu

/** Describes the spelling. */
export function describeForm(form: string, lower: string, lists: Gazetteers): Form {
  const word = lower.replace(DIGITS, '0')
  return {
    id: ++described,
    word: hashText(word),
    shape: hashText(shapeOf(form)),
    prefix: hashText(word.slice(0, 3)),
    suffix2: hashText(word.slice(-2)),
    suffix3: hashText(word.slice(-3)),
    suffix4: hashText(word.slice(-4)),
    lists: listsOf(lower, lists),
  }
}

const LONGEST = 12

/** `X` and `x` for letters by case, `c` for letters without case, `0` for digits; of equals in a row only two. */
export function shapeOf(form: string): string {
  let shape = ''
  for (const char of form.slice(0, LONGEST)) {
    const kind = kindOfChar(char)
    if (!shape.endsWith(kind + kind)) shape += kind
  }
  return shape
}

function kindOfChar(char: string): string {
  if (char >= 'a' && char <= 'z') return 'x'
  if (char >= 'A' && char <= 'Z') return 'X'
  if (char >= '0' && char <= '9') return '0'
  if (char < '\x80') return char
  if (/\p{Lu}/u.test(char)) return 'X'
  if (/\p{Ll}/u.test(char)) return 'x'
  if (/\p{L}/u.test(char)) return 'c'
  return /\p{Nd}/u.test(char) ? '0' : char
}

function listsOf(lower: string, lists: Gazetteers): number {
  const folded = foldTerm(lower)
  const { countries, regions, cities, demonyms, languages, given, surnames, organizations, common, verbs } = lists
  const sets = [countries, regions, cities, demonyms, languages, given, surnames, organizations, common, verbs]
  let bits = 0
  sets.forEach((set, at) => {
    if (set.has(folded)) bits |= 1 << at
  })
  return bits | ((kindOfNoun(lower) + 1) << sets.length)
}

/** The 32-bit FNV-1a hash of a text's units. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}
