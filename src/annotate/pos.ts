import type { Model, WinkMethods } from 'wink-nlp'
import { CAPITAL, HAN, OPAQUE, POSSESSIVE, PUNCTUATION, SHOUT, SPACED, type Words } from './words.js'

/** Parts of speech, as codes. */
export const NONE = 0
export const NOUN = 1
export const PROPER = 2
export const VERB = 3
export const AUXILIARY = 4
export const ADJECTIVE = 5
export const ADVERB = 6
export const ADPOSITION = 7
export const DETERMINER = 8
export const PRONOUN = 9
export const CONJUNCTION = 10
export const NUMERAL = 11
export const PARTICLE = 12
export const OTHER = 13

const CODES: Readonly<Record<string, number>> = {
  NOUN,
  PROPN: PROPER,
  VERB,
  AUX: AUXILIARY,
  ADJ: ADJECTIVE,
  ADV: ADVERB,
  ADP: ADPOSITION,
  DET: DETERMINER,
  PRON: PRONOUN,
  CCONJ: CONJUNCTION,
  SCONJ: CONJUNCTION,
  NUM: NUMERAL,
  PART: PARTICLE,
}

/** The tagger sees at most this many words at once; it is quadratic in long runs of marks. */
const WINDOW = 400

let tagger: Promise<WinkMethods> | undefined

async function load(): Promise<WinkMethods> {
  const [{ default: wink }, { default: model }] = await Promise.all([
    import('wink-nlp'),
    import('wink-eng-lite-web-model'),
  ])
  return wink(model as Model, ['pos'])
}

const known = new WeakMap<Words, Uint8Array>()

/**
 * The part of speech of each word, by wink-nlp's English model, one code a word; worked out once for each list of words.
 * The tagger reads a plain copy of the words (ASCII letters, one mark of a run), because it splits words with other
 * letters.
 */
export async function tagWords(words: Words, signal?: AbortSignal): Promise<Uint8Array> {
  let tags = known.get(words)
  if (tags === undefined) {
    tags = await readTags(words, signal)
    known.set(words, tags)
  }
  return tags
}

async function readTags(words: Words, signal?: AbortSignal): Promise<Uint8Array> {
  tagger ??= load()
  const nlp = await tagger
  const tags = new Uint8Array(words.length)
  let from = 0
  let sinceYield = 0
  while (from < words.length) {
    const to = windowEnd(words, from)
    tagWindow(nlp, words, from, to, tags)
    from = to
    if (++sinceYield % 64 === 0) {
      await new Promise((resolve) => setImmediate(resolve))
      signal?.throwIfAborted()
    }
  }
  return tags
}

/** Ends a window at a sentence where one ends within reach. */
function windowEnd(words: Words, from: number): number {
  const limit = Math.min(words.length, from + WINDOW)
  if (limit === words.length) return limit
  for (let at = limit; at > from + WINDOW / 2; at--) if (words.sentence[at] !== words.sentence[at - 1]) return at
  return limit
}

function tagWindow(nlp: WinkMethods, words: Words, from: number, to: number, tags: Uint8Array): void {
  const pieces: string[] = []
  const owner: number[] = []
  const ends: number[] = []
  let length = 0
  let previous = ''
  for (let i = from; i < to; i++) {
    const piece = plain(words, i)
    // A second mark in a row says nothing more to the tagger, and runs of them make it slow.
    if (piece === '' || (piece === previous && words.flags[i] & PUNCTUATION)) continue
    const glued = (words.flags[i] & POSSESSIVE) !== 0 && (words.flags[i] & SPACED) === 0
    pieces.push(glued || pieces.length === 0 ? piece : ` ${piece}`)
    length += piece.length
    owner.push(i)
    ends.push(length)
    previous = piece
  }
  if (pieces.length === 0) return
  const tokens = nlp.readDoc(pieces.join('')).tokens()
  const forms = tokens.out()
  const found = tokens.out(nlp.its.pos) as string[]
  let at = 0
  let item = 0
  let first = true
  for (let t = 0; t < forms.length && item < owner.length; t++) {
    if (first) tags[owner[item]] = CODES[found[t]] ?? OTHER
    at += forms[t].length
    first = false
    while (item < owner.length && at >= ends[item]) {
      item++
      first = true
    }
  }
}

const NOT_ASCII = /[^\x20-\x7e]/
const MARKS = /\p{M}+/gu

function plain(words: Words, i: number): string {
  const flags = words.flags[i]
  if (flags & HAN) return ''
  if (flags & OPAQUE) return 'it'
  if (flags & POSSESSIVE) return "'s"
  const form = words.form[i]
  if (!NOT_ASCII.test(form)) return form
  if (flags & PUNCTUATION)
    return '–—―'.includes(form) ? '-' : '“”„«»'.includes(form) ? '"' : '‘’'.includes(form) ? "'" : ','
  const folded = form
    .normalize('NFD')
    .replace(MARKS, '')
    .replace(/[^\x20-\x7e]/g, 'x')
  return flags & CAPITAL && !(flags & SHOUT) && folded[0] === 'x' ? `X${folded.slice(1)}` : folded
}
