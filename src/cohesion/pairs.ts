import { countBetween, type SentenceTable } from './sentences.js'

/** The furthest apart, in sentences, that two entities still make a pair. */
const REACH = 5
/** A pair counts so much less for each sentence more between the two. */
const DECAY = 0.7

/** A pair of sentences, by index, and what is lost where they are parted. */
export interface SentencePair {
  readonly first: number
  readonly last: number
  readonly weight: number
}

/**
 * What the sentences lose that are parted, by the pairs of entities which no sentence names together: each pair counts once,
 * where the two are nearest. Linear in the number of sentences.
 * @param weigh How much a pair of entities, by their numbers in the table, is worth.
 */
export function entityPairs(table: SentenceTable, weigh: (a: number, b: number) => number): SentencePair[] {
  const { entities, sentencesOf, length } = table
  const size = sentencesOf.length
  const keyOf = (a: number, b: number): number => (a < b ? a * size + b : b * size + a)
  const together = new Set<number>()
  for (const list of entities) {
    for (let i = 0; i < list.length; i++) {
      for (let k = i + 1; k < list.length; k++) together.add(keyOf(list[i], list[k]))
    }
  }
  const nearest = new Map<number, number>()
  for (let gap = 1; gap <= REACH; gap++) {
    for (let first = 0; first + gap < length; first++) {
      const last = first + gap
      for (const a of entities[first]) {
        if (countBetween(sentencesOf[a], first + 1, last) > 0) continue
        for (const b of entities[last]) {
          const key = keyOf(a, b)
          if (together.has(key) || nearest.has(key) || countBetween(sentencesOf[b], first, last - 1) > 0) continue
          nearest.set(key, first * (REACH + 1) + gap)
        }
      }
    }
  }
  const sums = new Map<number, number>()
  for (const [key, place] of nearest) {
    const gap = place % (REACH + 1)
    const weight = weigh(Math.floor(key / size), key % size) * DECAY ** (gap - 1)
    sums.set(place, (sums.get(place) ?? 0) + weight)
  }
  return [...sums].map(([place, weight]) => {
    const first = Math.floor(place / (REACH + 1))
    return { first, last: first + (place % (REACH + 1)), weight }
  })
}

/** What a pair of a caller's own type is worth against one of two types: what such schemes relate is mostly of two types. */
const ONE_TYPE = 0.25

/**
 * What a pair of entities is worth by how many sentences name each.
 * @param isOwn Whether a type is one of the caller's own.
 */
export function salience(
  { sentencesOf, types }: SentenceTable,
  isOwn: (type: string) => boolean,
): (a: number, b: number) => number {
  const weights = sentencesOf.map((places) => Math.log(1 + places.length))
  return (a, b) => weights[a] * weights[b] * (types[a] === types[b] && isOwn(types[a]) ? ONE_TYPE : 1)
}
