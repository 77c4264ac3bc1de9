import { z } from 'zod'
import type { Entity } from '../document/document.js'
import { ChunkingError } from '../errors.js'
import { neighbourhood } from '../graph/neighbourhood.js'
import { gather, labelSentences } from '../segment/gather.js'
import { splitRecursively } from '../segment/recursive.js'
import { defineChunker } from './define.js'

export const subgraphOptions = z.object({
  seeds: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe('names or ids of entities; default: the most central one'),
  hops: z.int().min(0).max(10).default(1).describe('how far from the seeds the neighbourhood reaches'),
})

export const subgraph = defineChunker<
  'mentions' | 'entities' | 'graph' | 'centrality',
  z.infer<typeof subgraphOptions>
>({
  name: 'subgraph',
  summary: 'Gather the sentences that name the seed entities or their neighbours in the graph; other text is left out.',
  requires: ['mentions', 'entities', 'graph', 'centrality'],
  options: subgraphOptions,
  graphNative: true,
  overlap: 'none',
  selects: () => true,
  segment(document, { budget, seeds, hops, note }) {
    const { mentions, graph, centrality } = document
    if (seeds === undefined && centrality.of.size === 0) {
      note('subgraph found no entity and cut by structure alone.')
      return splitRecursively(document, budget).map((span) => ({ spans: [span] }))
    }
    const ids =
      seeds === undefined ? [mostCentral(centrality.of)] : seeds.flatMap((seed) => findEntity(document.entities, seed))
    if (seeds === undefined) note(`subgraph was given no \`seeds\` and took the most central entity, "${ids[0]}".`)
    if (ids.length === 0) {
      throw new ChunkingError(
        'missing-layer',
        `None of the \`seeds\` of subgraph (${seeds?.join(', ')}) is an entity of the document.`,
      )
    }
    for (const seed of seeds ?? []) {
      if (findEntity(document.entities, seed).length === 0) note(`subgraph found no entity "${seed}".`)
    }
    const near = neighbourhood(graph, ids, hops)
    const labels = labelSentences(
      document,
      mentions,
      (at) => (near.has(mentions[at].entity) ? ['near', 1] : undefined),
      false,
    )
    return gather(document, budget, labels).map((spans) => ({ spans }))
  },
})

function findEntity(entities: readonly Entity[], seed: string): string[] {
  const folded = seed.toLowerCase()
  const named = ({ name, aliases }: Entity): boolean =>
    [name, ...aliases].some((alias) => alias.toLowerCase() === folded)
  const found = entities.find(({ id }) => id === seed) ?? entities.find(named)
  return found === undefined ? [] : [found.id]
}

function mostCentral(scores: ReadonlyMap<string, number>): string {
  return [...scores].reduce((best, next) =>
    next[1] > best[1] || (next[1] === best[1] && next[0] < best[0]) ? next : best,
  )[0]
}
