import { cohesionOf } from '../src/cohesion/cohesion.js'
import type { Annotated, Document } from '../src/document/document.js'
import { extract } from '../src/extract.js'
import { silentLogger } from '../src/logger.js'
import { createBudget } from '../src/segment/budget.js'
import { leastCost } from '../src/segment/least-cost.js'
import { splitRecursively } from '../src/segment/recursive.js'
import { createDocument } from '../src/structure/create.js'
import { relation } from './integrity-cutters.js'
import type { AnnotatedDocument } from './integrity-sets.js'
import { median, timed } from './measure.js'
import { prose } from './prose.js'

/** User CPU milliseconds on prose, medians of all rounds; ratios are medians of the ratios of one round. */
export interface IntegrityTime {
  readonly units: number
  readonly rounds: number
  /** A document made and split recursively; and made and cut by `leastCost`, items and protected spans given. */
  readonly recursive: number
  readonly leastCost: number
  readonly leastCostRatio: number
  /** Extraction; and what `relation_aware` does on the annotated document: scoring and segmentation. */
  readonly extraction: number
  readonly segment: number
  readonly segmentRatio: number
  /** How many times as long scoring and segmentation take for ten times the text. */
  readonly growth: number
}

const TARGET = 256
const MOST = 512

export async function measureTime(units: number, rounds: number): Promise<IntegrityTime> {
  await measureRound(prose(units / 10, 0))
  const small: Round[] = []
  const large: Round[] = []
  for (let round = 0; round < rounds; round++) {
    small.push(await measureRound(prose(units / 10, 2 * round + 1)))
    large.push(await measureRound(prose(units, 2 * round + 2)))
  }
  const middle = (of: (round: Round) => number, list = large): number => median(list.map(of))
  return {
    units,
    rounds,
    recursive: middle(({ recursive }) => recursive),
    leastCost: middle(({ leastCost }) => leastCost),
    leastCostRatio: middle(({ leastCost, recursive }) => leastCost / recursive),
    extraction: middle(({ extraction }) => extraction),
    segment: middle(({ segment }) => segment),
    segmentRatio: middle(({ segment, extraction }) => segment / extraction),
    growth: middle(({ segment }) => segment) / middle(({ segment }) => segment, small),
  }
}

type Round = Readonly<Record<'recursive' | 'leastCost' | 'extraction' | 'segment', number>>

/** Each time on a document of its own, so that nothing is found already made. */
async function measureRound(text: string): Promise<Round> {
  const extracted = await timed(() => extract(createDocument(text), { logger: silentLogger }))
  const document = extracted.value.document as Annotated<'mentions' | 'relations'>
  const segmented = await timed(() => relation().cut(document as AnnotatedDocument, budgetOf(document)))
  const { links: items } = cohesionOf(document)
  const split = await timed(() => {
    const fresh = createDocument(text)
    return splitRecursively(fresh, budgetOf(fresh))
  })
  const cut = await timed(() => {
    const fresh = createDocument(text)
    return leastCost(fresh, budgetOf(fresh), { items, protect: document.mentions })
  })
  return { recursive: split.ms, leastCost: cut.ms, extraction: extracted.ms, segment: segmented.ms }
}

function budgetOf(document: Document) {
  return createBudget(document, {
    targetTokens: TARGET,
    maxTokens: MOST,
    overlapTokens: 0,
    trim: true,
    joiner: '\n\n',
  })
}
