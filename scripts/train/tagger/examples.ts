// Gold documents as rows of words with features and tags.

import { readFileSync } from 'node:fs'
import { findQuantities } from '../../../src/annotate/mentions/quantities.js'
import { tagWords } from '../../../src/annotate/pos.js'
import { Features, MOST_FEATURES } from '../../../src/annotate/tagger/features.js'
import { type Row, rowsOf } from '../../../src/annotate/tagger/look.js'
import { TAGGED_TYPES, writeMention } from '../../../src/annotate/tagger/tags.js'
import { type Words, wordsOf } from '../../../src/annotate/words.js'
import type { Document } from '../../../src/document/document.js'
import { createDocument } from '../../../src/structure/create.js'
import { TYPE_OF_LABEL } from '../../gold-types.js'

export interface Example {
  readonly id: string
  readonly document: Document
  readonly words: Words
  readonly rows: readonly Row[]
  /** The tag of each word. */
  readonly tags: Uint8Array
  /** The features of word `at` are `features[k]` for k from `first[at]` to `first[at + 1]`. */
  readonly features: Int32Array
  readonly first: Int32Array
  /** The type of each gold mention, by `start end`. */
  readonly gold: ReadonlyMap<string, string>
  /** Whether times and numbers are among the gold. */
  readonly quantities: boolean
}

interface GoldLine {
  readonly id: string
  readonly source: string
  readonly text: string
  readonly entities: readonly {
    readonly type: string
    readonly mentions: readonly { readonly start: number; readonly end: number }[]
  }[]
}

export async function readExamples(file: string): Promise<Example[]> {
  const examples: Example[] = []
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) examples.push(await toExample(JSON.parse(line)))
  return examples
}

export async function toExample(gold: GoldLine): Promise<Example> {
  const document = createDocument(gold.text)
  const words = wordsOf(document)
  const features = new Features(document, words, await tagWords(words))
  const rows = rowsOf(words)
  const types = new Map<string, string>()
  for (const { type, mentions } of gold.entities)
    for (const { start, end } of mentions) types.set(`${start} ${end}`, TYPE_OF_LABEL[type] ?? type)
  const tags = new Uint8Array(words.length)
  writeGold(tags, words, types)
  const quantities = gold.source !== 'WNUT17'
  if (!quantities) writeQuantities(tags, words)
  return { id: gold.id, document, words, rows, tags, ...readFeatures(features, words, rows), gold: types, quantities }
}

/** Of overlapping mentions the longest is learnt; those that do not start and end with words are not. */
function writeGold(tags: Uint8Array, words: Words, gold: ReadonlyMap<string, string>): void {
  const startsAt = new Map(Array.from(words.start, (start, at) => [start, at]))
  const endsAt = new Map(Array.from(words.end, (end, at) => [end, at]))
  const spans = [...gold].map(([key, type]) => {
    const [start, end] = key.split(' ').map(Number)
    return { start, end, type: TAGGED_TYPES.indexOf(type as (typeof TAGGED_TYPES)[number]) }
  })
  spans.sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start)
  for (const { start, end, type } of spans) {
    const [from, last] = [startsAt.get(start), endsAt.get(end)]
    if (from === undefined || last === undefined || words.sentence[from] !== words.sentence[last]) continue
    if (tags.subarray(from, last + 1).every((tag) => tag === 0)) writeMention(tags, from, last + 1, type)
  }
}

/** The posts have no gold for times and numbers: the rules stand in for it, lest the tagger unlearn them. */
function writeQuantities(tags: Uint8Array, words: Words): void {
  for (const { from, to, type } of findQuantities(words))
    if (tags.subarray(from, to).every((tag) => tag === 0)) writeMention(tags, from, to, TAGGED_TYPES.indexOf(type))
}

function readFeatures(features: Features, words: Words, rows: readonly Row[]) {
  const all = new Int32Array(words.length * MOST_FEATURES)
  const first = new Int32Array(words.length + 1)
  const one = new Int32Array(MOST_FEATURES)
  let written = 0
  for (const { from, to } of rows) {
    for (let at = from; at < to; at++) {
      const count = features.read(at, from, to, one)
      all.set(one.subarray(0, count), written)
      written += count
      first[at + 1] = written
    }
  }
  return { features: all.slice(0, written), first }
}
