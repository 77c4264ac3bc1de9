import { z } from 'zod'
import { type CohesionOptions, cohesionOf } from '../cohesion/cohesion.js'
import type { Segment } from '../document/chunk.js'
import type { Annotated } from '../document/document.js'
import { bridge as copySentences } from '../segment/bridge.js'
import { type Item, relationItems } from '../segment/items.js'
import { BLOCK_BONUS, evidenceOf, leastCost } from '../segment/least-cost.js'
import type { ChunkerContext } from './define.js'

/** The most that may be copied. */
const MOST_BRIDGED = 0.5

export const linkOptions = z.object({
  bridge: z
    .number(`to be a share from 0 to ${MOST_BRIDGED}`)
    .min(0, `to be a share from 0 to ${MOST_BRIDGED}`)
    .max(MOST_BRIDGED, `to be a share from 0 to ${MOST_BRIDGED}`)
    .default(0)
    .describe('share of extra tokens for sentences that are copied to where they are missed'),
})

export type LinkOptions = z.infer<typeof linkOptions>

/** Cuts where the document's sentences hold together least, and bridges what has to be parted. */
export function cutByCohesion(
  document: Annotated<'mentions'>,
  { budget, bridge, weigh, explain }: ChunkerContext<LinkOptions>,
  options: CohesionOptions = {},
): Segment[] {
  const { links: items, learned } = cohesionOf(document, options)
  const named = document.mentions.filter(({ kind }) => kind !== 'anaphor')
  const evidence = evidenceOf(named.length, document.sentences.length)
  const spans = leastCost(document, budget, {
    items,
    protect: document.mentions,
    evidence,
    // The models have learnt what a paragraph is worth; the pairs know nothing of it.
    blockBonus: BLOCK_BONUS * (1 - learned),
    ...(explain === undefined ? {} : { explain }),
  })
  weigh({ learned: evidence * learned, pairs: evidence * (1 - learned), structure: 1 - evidence })
  return copySentences(document, budget, spans, items, bridge)
}

/** Cuts where the least weight of relations is parted, and bridges what has to be parted. */
export function cutByRelations(
  document: Annotated<'mentions' | 'relations'>,
  { budget, bridge, weigh, explain }: ChunkerContext<LinkOptions>,
): Segment[] {
  const items: Item[] = relationItems(document.relations)
  const evidence = evidenceOf(items.length, document.sentences.length)
  const spans = leastCost(document, budget, {
    items,
    protect: document.mentions,
    evidence,
    ...(explain === undefined ? {} : { explain }),
  })
  weigh({ given: evidence, structure: 1 - evidence })
  return copySentences(document, budget, spans, items, bridge)
}
