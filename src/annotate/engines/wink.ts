import type { Model, WinkMethods } from 'wink-nlp'
import type { Document } from '../../document/document.js'
import type { Extraction, Extractor, MentionDraft } from '../extractor.js'
import { PROPER, tagWords } from '../pos.js'
import {
  BROKEN,
  FIRST,
  HAN,
  LETTERS,
  OPAQUE,
  POSSESSIVE,
  PUNCTUATION,
  SPACED,
  spanOf,
  type Words,
  wordsOf,
} from '../words.js'

/**
 * Names, dates and numbers by the wink-nlp package alone: runs of proper nouns, and the entities that its model marks.
 * Names have the type `misc`, since wink types none. English.
 */
export const winkExtractor: Extractor = {
  name: 'wink',
  async extract(document: Document, { signal }): Promise<Extraction> {
    signal?.throwIfAborted()
    const words = wordsOf(document)
    const tags = await tagWords(words, signal)
    const quantities = await findEntities(words, signal)
    const dates = new Uint8Array(words.length)
    for (const { from, to, type } of quantities) if (type === 'time') dates.fill(1, from, to)
    const mentions: MentionDraft[] = findProperRuns(words, tags, dates).map(({ from, to }) => ({
      ...spanOf(words, from, to),
      type: 'misc',
    }))
    for (const { from, to, type } of quantities) mentions.push({ ...spanOf(words, from, to), type })
    return { mentions }
  },
}

interface Run {
  readonly from: number
  readonly to: number
}

const BRIDGES = new Set(['of', 'de', '&', '-'])
/** A longer run of proper nouns is a headline, a list or noise. */
const LONGEST_RUN = 16

/** Proper nouns that stand together, over one bridge at a time. */
function findProperRuns(words: Words, tags: Uint8Array, dates: Uint8Array): Run[] {
  const { flags, lower, sentence } = words
  const isProper = (i: number) =>
    tags[i] === PROPER && dates[i] === 0 && (flags[i] & LETTERS) !== 0 && !(flags[i] & (OPAQUE | POSSESSIVE))
  const goesOn = (i: number) => i < words.length && sentence[i] === sentence[i - 1] && !(flags[i] & BROKEN)
  const runs: Run[] = []
  let at = 0
  while (at < words.length) {
    if (!isProper(at)) {
      at++
      continue
    }
    const from = at++
    while (goesOn(at)) {
      if (isProper(at)) at++
      else if (BRIDGES.has(lower[at]) && goesOn(at + 1) && isProper(at + 1) && !(flags[at + 1] & FIRST)) at += 2
      else break
    }
    if (at - from <= LONGEST_RUN) runs.push({ from, to: at })
  }
  return runs
}

interface Quantity extends Run {
  readonly type: 'time' | 'number'
}

const TYPES: Readonly<Record<string, Quantity['type']>> = {
  DATE: 'time',
  TIME: 'time',
  DURATION: 'time',
  CARDINAL: 'number',
  ORDINAL: 'number',
  MONEY: 'number',
  PERCENT: 'number',
}

let recogniser: Promise<WinkMethods> | undefined

async function load(): Promise<WinkMethods> {
  const [{ default: wink }, { default: model }] = await Promise.all([
    import('wink-nlp'),
    import('wink-eng-lite-web-model'),
  ])
  return wink(model as Model, ['ner'])
}

/** The recogniser sees at most this many words at once; it is quadratic in long runs of marks. */
const WINDOW = 400

async function findEntities(words: Words, signal: AbortSignal | undefined): Promise<Quantity[]> {
  recogniser ??= load()
  const nlp = await recogniser
  const found: Quantity[] = []
  let sinceYield = 0
  for (let from = 0, to = 0; from < words.length; from = to) {
    to = windowEnd(words, from)
    readWindow(nlp, words, from, to, found)
    if (++sinceYield % 64 === 0) {
      await new Promise((resolve) => setImmediate(resolve))
      signal?.throwIfAborted()
    }
  }
  return found
}

/** The end of the last sentence within reach, or of the reach. */
function windowEnd({ length, sentence }: Words, from: number): number {
  const limit = Math.min(length, from + WINDOW)
  if (limit === length) return limit
  for (let at = limit; at > from + WINDOW / 2; at--) if (sentence[at] !== sentence[at - 1]) return at
  return limit
}

/** Maps the tokens of a plain copy of the words back on the words, since wink's own offsets do not hold. */
function readWindow(nlp: WinkMethods, words: Words, from: number, to: number, found: Quantity[]): void {
  let copy = ''
  const owners: number[] = []
  const ends: number[] = []
  let length = 0
  let previous = ''
  for (let i = from; i < to; i++) {
    const piece = plain(words, i)
    if (piece === '' || (piece === previous && words.flags[i] & PUNCTUATION)) continue
    copy += copy === '' || (words.flags[i] & (POSSESSIVE | SPACED)) === POSSESSIVE ? piece : ` ${piece}`
    length += piece.length
    owners.push(i)
    ends.push(length)
    previous = piece
  }
  if (copy === '') return
  const doc = nlp.readDoc(copy)
  const spans = doc.entities().out(nlp.its.span) as unknown as [number, number][]
  if (spans.length === 0) return
  const details = doc.entities().out(nlp.its.detail) as unknown as { type: string }[]
  const forms = doc.tokens().out()
  const starts = new Int32Array(forms.length + 1)
  for (let t = 0; t < forms.length; t++) starts[t + 1] = starts[t] + forms[t].length
  let item = 0
  spans.forEach(([first, last], index) => {
    const type = TYPES[details[index].type]
    while (item < ends.length && ends[item] <= starts[first]) item++
    let final = item
    while (final + 1 < ends.length && ends[final] < starts[last + 1]) final++
    // An entity that runs over a line end that parts words is none.
    if (type === undefined || item >= ends.length || isBroken(words, owners[item], owners[final])) return
    found.push({ from: owners[item], to: owners[final] + 1, type })
  })
}

function isBroken({ flags, sentence }: Words, first: number, last: number): boolean {
  for (let i = first + 1; i <= last; i++) if (flags[i] & BROKEN || sentence[i] !== sentence[i - 1]) return true
  return false
}

const OTHER_SIGNS = /[^\x20-\x7e€£¥]/

function plain({ flags, form }: Words, i: number): string {
  if (flags[i] & HAN) return ''
  if (flags[i] & OPAQUE) return 'it'
  if (flags[i] & POSSESSIVE) return "'s"
  if (!OTHER_SIGNS.test(form[i])) return form[i]
  if (!(flags[i] & PUNCTUATION)) return 'x'
  return '–—―'.includes(form[i]) ? '-' : ','
}
