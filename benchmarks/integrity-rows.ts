import type { MeasuredChunk } from '../src/evaluate/index.js'
import type { Half } from './extraction-sets.js'
import { isIn } from './extraction-sets.js'
import { ABLATIONS } from './integrity-ablation.js'
import { type Cutter, centrality, community, cutInto, entity, langchain, ours, relation } from './integrity-cutters.js'
import { type Difference, differenceOf } from './integrity-interval.js'
import { CLOSE, isClose, matchTarget } from './integrity-match.js'
import {
  bestEntityPaths,
  bestPaths,
  chunksOf,
  evenestMean,
  evidenceHulls,
  gainsOf,
  nearestSpans,
  type Paths,
  type SizeLimits,
  type Units,
  unitsOf,
} from './integrity-optimum.js'
import { type Figures, figuresOf, MEASURES, type Measure, type Scored, scoredOf, shareOf } from './integrity-scores.js'
import type { MeasuredDocument } from './integrity-sets.js'

/** A way to cut at one size on one half of a set. */
export interface IntegrityRow extends Figures {
  readonly set: string
  readonly size: number
  readonly half: Half
  readonly method: string
  /** The target by which there are as many chunks as in the reference; only where one is looked for. */
  readonly target?: number
  /** The most that the token-weighted mean may be. */
  readonly budget: number
  /** Whether there are as many chunks as in the reference, within 1 %, and whether the token-weighted mean is within the budget. */
  readonly equalCount: boolean
  readonly equalSizes: boolean
  /** (x − reference) / (optimum − reference) in percent; null where the optimum is no higher, or the chunks are fewer. */
  readonly captured: Readonly<Record<Measure, number | null>>
}

/** A difference from the reference that should not be a loss. */
export interface DifferenceRow {
  readonly set: string
  readonly size: number
  readonly half: Half
  readonly method: string
  readonly ent: Difference
  readonly near: Difference
}

export interface AblationRow {
  readonly set: string
  readonly size: number
  readonly variant: string
  readonly target: number
  readonly figures: Figures
  readonly equalCount: boolean
  readonly equalSizes: boolean
}

export const REFERENCE = 'LangChain recursive'
export const OVERLAPPING = 'LangChain recursive, overlap 10 %'
export const GIVEN = 'relation_aware, gold mentions given'
export const OPTIMA: Readonly<Record<Measure, string>> = {
  ent: 'optimum, ent',
  near: 'optimum, near',
  evid: 'optimum, evid',
}
const GRAPH_METHODS: readonly Cutter[] = [relation(), entity, community, centrality]
const BRIDGES = [0.05, 0.1]

/** Cuts of the documents of one set at one size, each made once. */
export class SizedSet {
  readonly #documents: readonly MeasuredDocument[]
  readonly #size: number
  readonly #known = new Map<string, Scored>()
  readonly #units: ReadonlyMap<MeasuredDocument, Units>
  readonly #references: ReadonlyMap<MeasuredDocument, readonly [plain: Scored, overlapping: Scored]>

  private constructor(
    documents: readonly MeasuredDocument[],
    size: number,
    references: ReadonlyMap<MeasuredDocument, readonly [Scored, Scored]>,
  ) {
    this.#documents = documents
    this.#size = size
    this.#references = references
    this.#units = new Map(documents.map((one) => [one, unitsOf(one.document, size)]))
  }

  static async of(documents: readonly MeasuredDocument[], size: number): Promise<SizedSet> {
    const references = new Map<MeasuredDocument, readonly [Scored, Scored]>()
    for (const one of documents) {
      const plain = scoredOf(one, await langchain(one.document, size))
      const overlapping = scoredOf(one, await langchain(one.document, size, Math.round(size / 10)))
      references.set(one, [plain, overlapping])
    }
    return new SizedSet(documents, size, references)
  }

  half(half: Half): SizedHalf {
    const documents = this.#documents.filter(({ line }) => isIn(half, line))
    const references = documents.map((one) => this.#references.get(one)!)
    return {
      half,
      size: this.#size,
      documents,
      units: documents.map((one) => this.#units.get(one)!),
      reference: references.map(([plain]) => plain),
      overlapping: references.map(([, overlapping]) => overlapping),
      scored: (cutter, target, most, given = false) =>
        documents.map((one) => this.#scored(one, cutter, target, most, given)),
    }
  }

  #scored(one: MeasuredDocument, cutter: Cutter, target: number, most: number, given: boolean): Scored {
    const key = [one.line, cutter.name, target, most, given].join('|')
    let found = this.#known.get(key)
    if (found === undefined) {
      const document = given ? (one.given ?? one.document) : one.document
      found = scoredOf(one, cutInto(cutter, document, target, most))
      this.#known.set(key, found)
    }
    return found
  }
}

/** One half of a set at one size. */
export interface SizedHalf {
  readonly half: Half
  readonly size: number
  readonly documents: readonly MeasuredDocument[]
  readonly units: readonly Units[]
  readonly reference: readonly Scored[]
  readonly overlapping: readonly Scored[]
  scored(cutter: Cutter, target: number, most: number, given?: boolean): readonly Scored[]
}

/** A way to cut with the target by which there are as many chunks as in the reference. */
export interface Matched {
  readonly target: number
  readonly scored: readonly Scored[]
}

export function matched(half: SizedHalf, cutter: Cutter, first?: number, given = false): Matched {
  const most = 2 * half.size
  const count = chunkCount(half.reference)
  const target = matchTarget((at) => chunkCount(half.scored(cutter, at, most, given)), count, half.size, first)
  return { target, scored: half.scored(cutter, target, most, given) }
}

const chunkCount = (scored: readonly Scored[]): number => scored.reduce((sum, { chunks }) => sum + chunks.length, 0)

/** How far above the evenest segmentation at sentences the token-weighted mean may be. */
const UNEVEN = 1.03

export function limitsOf({ reference, units, size }: SizedHalf): SizeLimits {
  const { chunks: count, weightedMean } = figuresOf(reference)
  const evenest = evenestMean(units, count, 2 * size)
  return { count, weightedMean: Math.max(weightedMean, UNEVEN * evenest), maxTokens: 2 * size }
}

/** For each measure the best segmentation that is found, by gold relations; the measure is left out where it has none. */
export function optima(
  half: SizedHalf,
  limits: SizeLimits,
  starts: readonly (readonly Scored[])[],
): Partial<Record<Measure, readonly Scored[]>> {
  const { documents, units } = half
  const scoredAlong = (paths: Paths): Scored[] =>
    documents.map((one, at) => scoredOf(one, chunksOf(units[at], paths[at])))
  const byHulls = (hullsOf: typeof nearestSpans): Scored[] => {
    const gains = documents.map(({ gold }, at) => gainsOf(units[at], hullsOf(gold)))
    return scoredAlong(bestPaths(units, gains, limits))
  }
  const offsets = starts.map((scored) => scored.map(({ chunks }) => chunks.map(startOf)))
  const found = [
    scoredAlong(bestEntityPaths(documents, units, limits, offsets)),
    byHulls(nearestSpans),
    byHulls(evidenceHulls),
  ]
  // Another measure's optimum may be better by a trifle, where a measure's own lies between two multipliers.
  const best = MEASURES.flatMap((measure) => {
    const shares = found.map((scored) => shareOf(scored, measure))
    const top = shares.indexOf(shares.reduce((most, share) => ((share ?? 0) > (most ?? 0) ? share : most)))
    return shares[top] === null ? [] : [[measure, found[top]] as const]
  })
  return Object.fromEntries(best)
}

const startOf = ({ spans }: MeasuredChunk): number => spans[0].start

export interface HalfResults {
  readonly rows: IntegrityRow[]
  readonly differences: DifferenceRow[]
}

/** All rows of one half at one size. */
export function measureHalf(set: string, half: SizedHalf, isGuarded: boolean): HalfResults {
  const limits = limitsOf(half)
  const found: { method: string; scored: readonly Scored[]; target?: number }[] = [
    { method: REFERENCE, scored: half.reference },
    { method: OVERLAPPING, scored: half.overlapping },
    { method: ours.name, scored: half.scored(ours, half.size, half.size) },
  ]
  const graph = new Map<string, Matched>()
  let first = half.size
  for (const cutter of GRAPH_METHODS) {
    const its = matched(half, cutter, first)
    // The methods need about the same target, so that the next begins near it.
    first = its.target
    graph.set(cutter.name, its)
    found.push({ method: cutter.name, ...its })
  }
  const { target, scored: unbridged } = graph.get(relation().name)!
  for (const cutter of BRIDGES.map(relation)) {
    found.push({ method: cutter.name, scored: half.scored(cutter, target, 2 * half.size), target })
  }
  if (half.documents.some(({ given }) => given !== undefined)) {
    found.push({ method: GIVEN, ...matched(half, relation(), target, true) })
  }
  const best = optima(half, limits, [half.reference, unbridged])
  for (const measure of MEASURES) {
    const scored = best[measure]
    if (scored !== undefined) found.push({ method: OPTIMA[measure], scored })
  }
  const reference = figuresOf(half.reference)
  const optimum = { ent: figureOf(best, 'ent'), near: figureOf(best, 'near'), evid: figureOf(best, 'evid') }
  const rows = found.map(({ method, scored, target }): IntegrityRow => {
    const figures = figuresOf(scored)
    // Fewer chunks keep more by their size alone.
    const isComparable = figures.chunks >= (1 - CLOSE) * limits.count
    const captured = (measure: Measure): number | null =>
      isComparable ? share(figures[measure], reference[measure], optimum[measure]) : null
    return {
      set,
      size: half.size,
      half: half.half,
      method,
      ...(target === undefined ? {} : { target }),
      ...figures,
      budget: limits.weightedMean,
      equalCount: isClose(figures.chunks, limits.count),
      equalSizes: figures.weightedMean <= limits.weightedMean,
      captured: { ent: captured('ent'), near: captured('near'), evid: captured('evid') },
    }
  })
  const differences = isGuarded
    ? [...graph].map(([method, { scored }]) => ({
        set,
        size: half.size,
        half: half.half,
        method,
        ent: differenceOf(scored, half.reference, 'ent'),
        near: differenceOf(scored, half.reference, 'near'),
      }))
    : []
  return { rows, differences }
}

function figureOf(best: Partial<Record<Measure, readonly Scored[]>>, measure: Measure): number | null {
  const scored = best[measure]
  return scored === undefined ? null : figuresOf(scored)[measure]
}

function share(value: number | null, reference: number | null, optimum: number | null): number | null {
  if (value === null || reference === null || optimum === null || optimum <= reference) return null
  return (100 * (value - reference)) / (optimum - reference)
}

/** `relation_aware` with one part off at a time, at the reference's number of chunks. */
export function measureAblations(set: string, half: SizedHalf, progress: (line: string) => void): AblationRow[] {
  const limits = limitsOf(half)
  let first = half.size
  return ABLATIONS.map((cutter) => {
    progress(`${set}, ${half.size}: ${cutter.name}`)
    const { target, scored } = matched(half, cutter, first)
    first = target
    const figures = figuresOf(scored)
    return {
      set,
      size: half.size,
      variant: cutter.name,
      target,
      figures,
      equalCount: isClose(figures.chunks, limits.count),
      equalSizes: figures.weightedMean <= limits.weightedMean,
    }
  })
}
