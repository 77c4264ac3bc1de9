import type { Annotated } from '../document/document.js'
import { START, startOf, Vocabulary } from './words.js'

/** What the models of cohesion see of a document: its sentences as parallel arrays. No words, only what they do. */
export interface SentenceTable {
  readonly length: number
  /** The index of the block that each sentence is in; all 0 where the document has one block. */
  readonly block: Int32Array
  readonly words: Int32Array
  /** How each begins, an entry of `START`. */
  readonly start: Uint8Array
  /** Whether each says what something is: `is a`, `was the`, or a year in brackets. */
  readonly defines: Uint8Array
  /** The share of words of scripts that put no blanks between them. */
  readonly unspaced: number
  /** The ids of the entities, by their numbers here. */
  readonly ids: readonly string[]
  /** The types of the entities, by their numbers; those of concepts are `concept`. */
  readonly types: readonly string[]
  /** The entities of each, as numbers without repeats, in order of first mention. */
  readonly entities: readonly Int32Array[]
  /** How many of these are names. */
  readonly names: Int32Array
  /** The sentences of each entity, in order. */
  readonly sentencesOf: readonly Int32Array[]
  /** The terms of each with their weights, for `cosine`. */
  readonly terms: readonly ReadonlyMap<number, number>[]
}

/** Reads the sentences of a document. Linear in its length. */
export function sentenceTable(document: Annotated<'mentions'>): SentenceTable {
  const { text, sentences, blocks, mentions } = document
  const size = sentences.length
  const block = new Int32Array(size)
  const words = new Int32Array(size)
  const start = new Uint8Array(size)
  const defines = new Uint8Array(size)
  const names = new Int32Array(size)
  const entities: Int32Array[] = []
  const numbers = new Map<string, number>()
  const found: number[][] = []
  const types: string[] = []
  const vocabulary = new Vocabulary()
  const terms: number[][] = []
  let unspaced = 0
  let at = 0
  let inBlock = 0
  for (let index = 0; index < size; index++) {
    const sentence = sentences[index]
    while (inBlock + 1 < blocks.length && blocks[inBlock + 1].start <= sentence.start) inBlock++
    block[index] = inBlock
    while (at < mentions.length && mentions[at].start < sentence.start) at++
    const own = new Set<number>()
    let first: number = START.other
    for (; at < mentions.length && mentions[at].start < sentence.end; at++) {
      const { entity, kind, type } = mentions[at]
      if (kind === 'anaphor') continue
      const known = numbers.get(entity)
      const number = known ?? numbers.size
      if (known === undefined) {
        numbers.set(entity, number)
        types.push(kind === 'name' ? type : 'concept')
        found.push([])
      }
      if (own.size === 0 && mentions[at].start === sentence.start) {
        first = known === undefined ? START.newName : START.oldName
      }
      if (own.has(number)) continue
      own.add(number)
      found[number].push(index)
      if (kind === 'name') names[index]++
    }
    entities.push(Int32Array.from(own))
    const read = vocabulary.read(text, sentence)
    words[index] = read.words
    unspaced += read.unspaced
    defines[index] = read.defines ? 1 : 0
    start[index] = startOf(read.first, read.second, first)
    terms.push(read.terms)
  }
  return {
    length: size,
    block,
    words,
    start,
    defines,
    unspaced:
      unspaced /
      Math.max(
        1,
        words.reduce((sum, count) => sum + count, 0),
      ),
    ids: [...numbers.keys()],
    types,
    entities,
    names,
    sentencesOf: found.map((list) => Int32Array.from(list)),
    terms: vocabulary.weigh(terms),
  }
}

/** How many numbers of the rising list lie in [from, to]. */
export function countBetween(rising: Int32Array, from: number, to: number): number {
  return lowerBound(rising, to + 1) - lowerBound(rising, from)
}

function lowerBound(rising: Int32Array, value: number): number {
  let low = 0
  let high = rising.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (rising[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}
