import { bin, layout } from './layout.js'
import { countBetween, type SentenceTable } from './sentences.js'
import { cosine, sumOf } from './terms.js'
import { STARTS } from './words.js'

const LIKENESS = [0.001, 0.03, 0.06, 0.1, 0.15, 0.22, 0.32]
const WINDOW_LIKENESS = [0.01, 0.03, 0.05, 0.08, 0.11, 0.15, 0.2, 0.28]
const DEPTH = [0, 0.02, 0.05, 0.1, 0.18]
const SHARED = [0, 1, 2]
const WINDOW_SHARED = [0, 1, 2, 3, 5]
const OPEN = [0, 0.25, 0.75, 1.5, 2.5, 4, 6]
const PART = [0, 0.25, 0.5, 0.75, 0.99]
const COUNT = [0, 1, 2, 4]
const LENGTH = [6, 12, 20, 30]
const BREAKS = 3

/** How many sentences on each side count as the neighbourhood. */
const WINDOW = 3
/** How far an entity may be away and still hold a place together. */
const REACH = 8

const binsOf = (bounds: readonly number[]): number => bounds.length + 1

const AT = layout({
  bias: 1,
  paragraph: BREAKS,
  likeness: binsOf(LIKENESS),
  windowLikeness: binsOf(WINDOW_LIKENESS),
  depth: binsOf(DEPTH),
  shared: binsOf(SHARED),
  windowShared: binsOf(WINDOW_SHARED),
  open: binsOf(OPEN),
  ending: binsOf(PART),
  starting: binsOf(PART),
  countBefore: binsOf(COUNT),
  countAfter: binsOf(COUNT),
  startBefore: STARTS,
  start: STARTS,
  startAfter: STARTS,
  defines: 2,
  lengthBefore: binsOf(LENGTH),
  lengthAfter: binsOf(LENGTH),
  paragraphByLikeness: BREAKS * binsOf(LIKENESS),
  paragraphByStart: BREAKS * STARTS,
  paragraphByOpen: BREAKS * binsOf(OPEN),
  paragraphByWindow: BREAKS * binsOf(WINDOW_LIKENESS),
  definesByStart: 2 * STARTS,
})

/** How many features a boundary has. */
export const BOUNDARY_FEATURES = AT.end

/** What is measured once between all neighbouring sentences; entry `i` is the place before sentence `i`. */
export interface Boundaries {
  /** 0 in a document of one paragraph, 1 within a paragraph, 2 between two. */
  readonly paragraph: Uint8Array
  readonly likeness: Float64Array
  readonly windowLikeness: Float64Array
  /** How much less alike the two sides are than at the peaks around (Hearst's depth, Computational Linguistics 23, 1997). */
  readonly depth: Float64Array
}

export function measureBoundaries(table: SentenceTable): Boundaries {
  const size = table.length
  const paragraph = new Uint8Array(size)
  const likeness = new Float64Array(size)
  const windowLikeness = new Float64Array(size)
  const parted = size > 0 && table.block[size - 1] > table.block[0]
  for (let i = 1; i < size; i++) {
    paragraph[i] = parted ? (table.block[i] === table.block[i - 1] ? 1 : 2) : 0
    likeness[i] = cosine(table.terms[i - 1], table.terms[i])
    const before = sumOf(table.terms.slice(Math.max(0, i - WINDOW), i))
    const after = sumOf(table.terms.slice(i, i + WINDOW))
    windowLikeness[i] = cosine(before, after)
  }
  return { paragraph, likeness, windowLikeness, depth: depths(windowLikeness) }
}

function depths(likeness: Float64Array): Float64Array {
  return likeness.map((own, i) => {
    if (i === 0) return 0
    let [left, right] = [own, own]
    for (let at = i - 1; at > 0 && i - at < REACH && likeness[at] >= left; at--) left = likeness[at]
    for (let at = i + 1; at < likeness.length && at - i < REACH && likeness[at] >= right; at++) right = likeness[at]
    return (left - own + (right - own)) / 2
  })
}

/** The features of the place before sentence `i`, from 1 up, as indexes. */
export function boundaryFeatures(table: SentenceTable, boundaries: Boundaries, i: number, features: number[]): void {
  const { entities, start, words, defines, sentencesOf } = table
  const { likeness, windowLikeness, depth } = boundaries
  const paragraph = boundaries.paragraph[i]
  const before = near(table, Math.max(0, i - WINDOW), i - 1)
  const after = near(table, i, Math.min(table.length - 1, i + WINDOW - 1))
  let open = 0
  let ending = 0
  let shared = 0
  for (const entity of before) {
    const places = sentencesOf[entity]
    const next = countBetween(places, 0, i - 1)
    if (next === places.length) {
      ending++
      continue
    }
    if (after.has(entity)) shared++
    const gap = places[next] - places[next - 1]
    if (gap <= REACH) open += 2 ** (1 - gap)
  }
  let starting = 0
  for (const entity of after) if (sentencesOf[entity][0] >= i) starting++
  const openBin = bin(open, OPEN)
  const likenessBin = bin(likeness[i], LIKENESS)
  const windowBin = bin(windowLikeness[i], WINDOW_LIKENESS)
  features.length = 0
  features.push(
    AT.bias,
    AT.paragraph + paragraph,
    AT.likeness + likenessBin,
    AT.windowLikeness + windowBin,
    AT.depth + bin(depth[i], DEPTH),
    AT.shared + bin(common(entities[i - 1], entities[i]), SHARED),
    AT.windowShared + bin(shared, WINDOW_SHARED),
    AT.open + openBin,
    AT.ending + bin(before.size === 0 ? 0 : ending / before.size, PART),
    AT.starting + bin(after.size === 0 ? 0 : starting / after.size, PART),
    AT.countBefore + bin(entities[i - 1].length, COUNT),
    AT.countAfter + bin(entities[i].length, COUNT),
    AT.startBefore + start[i - 1],
    AT.start + start[i],
    AT.startAfter + (i + 1 < table.length ? start[i + 1] : 0),
    AT.defines + defines[i],
    AT.lengthBefore + bin(words[i - 1], LENGTH),
    AT.lengthAfter + bin(words[i], LENGTH),
    AT.paragraphByLikeness + paragraph * binsOf(LIKENESS) + likenessBin,
    AT.paragraphByStart + paragraph * STARTS + start[i],
    AT.paragraphByOpen + paragraph * binsOf(OPEN) + openBin,
    AT.paragraphByWindow + paragraph * binsOf(WINDOW_LIKENESS) + windowBin,
    AT.definesByStart + defines[i] * STARTS + start[i],
  )
}

function near({ entities }: SentenceTable, from: number, to: number): Set<number> {
  const found = new Set<number>()
  for (let at = from; at <= to; at++) for (const entity of entities[at]) found.add(entity)
  return found
}

/** How many numbers the two lists share. */
export function common(a: Int32Array, b: Int32Array): number {
  let count = 0
  for (const value of a) if (b.includes(value)) count++
  return count
}
