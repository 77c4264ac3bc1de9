import { type CohesionOptions, cohesionOf } from '../src/cohesion/cohesion.js'
import type { Document } from '../src/document/document.js'
import type { Span } from '../src/document/span.js'
import type { Budget } from '../src/segment/budget.js'
import { cheapestPath } from '../src/segment/cheapest-path.js'
import { FIRST_PRICE } from '../src/segment/fit-sizes.js'
import {
  BLOCK_BONUS,
  cuttingProblem,
  evidenceOf,
  type LeastCostOptions,
  leastCost,
  spansAlong,
} from '../src/segment/least-cost.js'
import type { Cutter } from './integrity-cutters.js'

interface Parts {
  readonly cohesion?: CohesionOptions
  readonly evidence?: number
  readonly blockBonus?: number
  readonly segment?: typeof leastCost
}

/** `relation_aware` put together from its parts, with some of them in another way. */
function variant(name: string, { cohesion = {}, segment = leastCost, ...parts }: Parts): Cutter {
  return {
    name,
    cut(document, budget) {
      const { links: items, learned } = cohesionOf(document, cohesion)
      const named = document.mentions.filter(({ kind }) => kind !== 'anaphor').length
      const { evidence = evidenceOf(named, document.sentences.length) } = parts
      const { blockBonus = BLOCK_BONUS * (1 - learned) } = parts
      const spans = segment(document, budget, { items, protect: document.mentions, evidence, blockBonus })
      return spans.map((span) => ({ spans: [span] }))
    },
  }
}

/** The whole, and then with one part off at a time. */
export const ABLATIONS: readonly Cutter[] = [
  variant('whole', {}),
  variant('learned models off', { cohesion: { trust: 0 } }),
  variant('pairs off', { cohesion: { pairs: () => 0 } }),
  variant('evidence 1', { evidence: 1 }),
  variant('block bonus 0', { blockBonus: 0 }),
  variant('sizes not fitted', { segment: leastCostUnfitted }),
]

/** As `leastCost`, but with one price of sizes for all texts. */
function leastCostUnfitted(document: Document, budget: Budget, options: LeastCostOptions = {}): Span[] {
  const { problem, places, evidence } = cuttingProblem(document, budget, options)
  if (evidence === 0) return leastCost(document, budget, options)
  const { targetTokens } = budget
  const path = cheapestPath(problem, { price: FIRST_PRICE * evidence, aim: targetTokens, mean: targetTokens })
  return spansAlong(document, places, path)
}
