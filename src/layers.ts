import type { AbstractGraph } from 'graphology-types'
import type { Centrality, Communities, Document } from './document/document.js'
import type { LayerOptions } from './options.js'
import { withLayers } from './structure/create.js'

/** Results of one graph by their options, so that many documents on one graph share them. */
const cache = new WeakMap<
  AbstractGraph,
  Map<string, { readonly communities: Communities; readonly centrality: Centrality; readonly notes: readonly string[] }>
>()

/**
 * The document with its graph, communities and centrality, which follow from its entities and relations; as it is where
 * those are missing. The graph code is loaded here, at first use.
 */
export async function addGraphLayers(
  document: Document,
  options: LayerOptions,
): Promise<{ readonly document: Document; readonly notes: readonly string[] }> {
  const { entities, relations } = document
  if (document.graph === undefined && (entities === undefined || relations === undefined))
    return { document, notes: [] }
  const [{ buildGraph }, { detectCommunities }, { computeCentrality }] = await Promise.all([
    import('./graph/build.js'),
    import('./graph/communities.js'),
    import('./graph/centrality.js'),
  ])
  const graph: AbstractGraph =
    document.graph ?? buildGraph([{ id: document.id, entities: entities ?? [], relations: relations ?? [] }])
  const known = cache.get(graph) ?? new Map()
  cache.set(graph, known)
  const key = JSON.stringify([options.resolution, options.maxCommunitySize, options.centrality, options.seed])
  let made = known.get(key)
  if (made === undefined) {
    const { notes, ...centrality } = computeCentrality(graph, { measure: options.centrality, seed: options.seed })
    const { notes: more, ...communities } = detectCommunities(graph, {
      resolution: options.resolution,
      seed: options.seed,
      ...(options.maxCommunitySize > 0 ? { maxCommunitySize: options.maxCommunitySize } : {}),
    })
    made = { communities, centrality, notes: [...notes, ...more] }
    known.set(key, made)
  }
  const { communities, centrality, notes } = made
  return { document: withLayers(document, { graph, communities, centrality }), notes }
}
