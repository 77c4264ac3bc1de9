import { type Boundaries, common } from './boundary.js'
import { bin, layout } from './layout.js'
import { countBetween, type SentenceTable } from './sentences.js'
import { cosine } from './terms.js'
import { STARTS } from './words.js'

/** The furthest apart that two sentences may be and still be weighed. */
export const FURTHEST = 8

const CROSSING = [0.1, 0.2, 0.35, 0.6, 1, 1.6, 2.5, 4]
const PAIRS = [0, 1, 2, 4, 8, 14]
const COUNT = [0, 1, 2, 4]
const FEW = [0, 1, 2]
const LIKENESS = [0.001, 0.04, 0.08, 0.14, 0.22]
const WEIGHT = [0, 0.08, 0.16, 0.3, 0.5, 0.8, 1.2, 2, 3.5]
const BREAKS = 4
const GAPS = FURTHEST
const SHORT = 4

const binsOf = (bounds: readonly number[]): number => bounds.length + 1

const AT = layout({
  bias: 1,
  gap: GAPS,
  crossing: binsOf(CROSSING),
  crossingByGap: SHORT * binsOf(CROSSING),
  breaks: BREAKS,
  breaksByGap: SHORT * BREAKS,
  counts: binsOf(COUNT) ** 2,
  shared: binsOf(FEW),
  sharedByGap: SHORT * binsOf(FEW),
  fresh: binsOf(FEW),
  last: binsOf(FEW),
  pairs: binsOf(PAIRS),
  pairsByGap: SHORT * binsOf(PAIRS),
  names: binsOf(COUNT) ** 2,
  weight: binsOf(WEIGHT),
  weightByGap: SHORT * binsOf(WEIGHT),
  opening: 2 * GAPS,
  topic: 2 * GAPS,
  start: STARTS,
  startByGap: SHORT * STARTS,
  startBefore: STARTS,
  likeness: binsOf(LIKENESS),
  likenessByGap: SHORT * binsOf(LIKENESS),
  defines: 4,
})

/** How many features a pair of sentences has. */
export const LINK_FEATURES = AT.end

/** What the features of pairs need besides the sentences. */
export interface LinkContext {
  readonly table: SentenceTable
  readonly boundaries: Boundaries
  /** The expected relations that cross the place before each sentence, as the boundary model has it. */
  readonly crossing: Float64Array
  /** The first sentence of the stretch that each sentence is in; stretches end where little crosses. */
  readonly topic: Int32Array
  /** Summed weights of the relations whose nearest mentions are in the two sentences. */
  weight(a: number, b: number): number
}

/** Below so many relations a place is a seam. */
const SEAM = 0.7

/** The first sentence of each stretch between paragraph breaks and seams. */
export function topicsOf({ paragraph }: Boundaries, crossing: Float64Array): Int32Array {
  const topic = new Int32Array(crossing.length)
  for (let i = 1; i < topic.length; i++) topic[i] = paragraph[i] === 2 || crossing[i] < SEAM ? i : topic[i - 1]
  return topic
}

/** The features of sentences `a` and `b`, which are 1 to `FURTHEST` apart, as indexes. */
export function linkFeatures(context: LinkContext, a: number, b: number, features: number[]): void {
  const { table, boundaries, crossing, topic } = context
  const { entities, names, start, sentencesOf, defines } = table
  const gap = b - a - 1
  const short = Math.min(gap, SHORT - 1)
  let lowest = Infinity
  let broken = 0
  for (let i = a + 1; i <= b; i++) {
    lowest = Math.min(lowest, crossing[i])
    if (boundaries.paragraph[i] === 2) broken++
  }
  const breaks = boundaries.paragraph[b] === 0 ? 3 : Math.min(broken, 2)
  let [left, last, right, fresh] = [0, 0, 0, 0]
  for (const entity of entities[a]) {
    const places = sentencesOf[entity]
    if (countBetween(places, a + 1, b) === 0) left++
    if (places[places.length - 1] === a) last++
  }
  for (const entity of entities[b]) {
    const places = sentencesOf[entity]
    if (countBetween(places, a, b - 1) === 0) right++
    if (places[0] === b) fresh++
  }
  const low = bin(lowest, CROSSING)
  const pairs = bin(left * right, PAIRS)
  const shared = bin(common(entities[a], entities[b]), FEW)
  const weight = bin(context.weight(a, b), WEIGHT)
  const likeness = bin(cosine(table.terms[a], table.terms[b]), LIKENESS)
  const opens = a === 0 || boundaries.paragraph[a] === 2 ? 1 : 0
  features.length = 0
  features.push(
    AT.bias,
    AT.gap + gap,
    AT.crossing + low,
    AT.crossingByGap + short * binsOf(CROSSING) + low,
    AT.breaks + breaks,
    AT.breaksByGap + short * BREAKS + breaks,
    AT.counts + bin(entities[a].length, COUNT) * binsOf(COUNT) + bin(entities[b].length, COUNT),
    AT.shared + shared,
    AT.sharedByGap + short * binsOf(FEW) + shared,
    AT.fresh + bin(fresh, FEW),
    AT.last + bin(last, FEW),
    AT.pairs + pairs,
    AT.pairsByGap + short * binsOf(PAIRS) + pairs,
    AT.names + bin(names[a], COUNT) * binsOf(COUNT) + bin(names[b], COUNT),
    AT.weight + weight,
    AT.weightByGap + short * binsOf(WEIGHT) + weight,
    AT.opening + opens * GAPS + gap,
    AT.topic + (topic[b] === a ? 1 : 0) * GAPS + gap,
    AT.start + start[b],
    AT.startByGap + short * STARTS + start[b],
    AT.startBefore + start[a],
    AT.likeness + likeness,
    AT.likenessByGap + short * binsOf(LIKENESS) + likeness,
    AT.defines + 2 * defines[a] + defines[b],
  )
}
