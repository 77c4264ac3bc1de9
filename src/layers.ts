import type { AbstractGraph } from 'graphology-types'
import type { Centrality, Communities, Document, Entity, Relation } from './document/document.js'
import type { LayerOptions } from './options.js'
import { withLayers } from './structure/create.js'

interface Made {
  readonly communities: Communities
  readonly centrality: Centrality
  readonly notes: readonly string[]
}

interface Source {
  readonly entities: readonly Entity[]
  readonly relations: readonly Relation[]
  /** The caller's or the corpus's graph, or the document's own once it is built. */
  graph?: AbstractGraph
  /** By the options that they were made with. */
  readonly made: Map<string, Made>
}

/** What was made of a graph, or of the relations of a document, so that methods and documents that share one share it. */
const sources = new WeakMap<AbstractGraph | readonly Relation[] | Document, Source>()

/**
 * The document with its graph, communities and centrality, which follow from its entities and relations; as it is where
 * those are missing. The graph code is loaded here, at first use, and the graph itself is built when it is first read.
 */
export async function addGraphLayers(
  document: Document,
  options: LayerOptions,
): Promise<{ readonly document: Document; readonly notes: readonly string[] }> {
  if (document.relations === undefined && document.graph === undefined) return { document, notes: [] }
  const [{ buildGraph }, { adjacencyOf, adjacencyOfRelations }, { detectCommunities }, { computeCentrality }] =
    await Promise.all([
      import('./graph/build.js'),
      import('./graph/adjacency.js'),
      import('./graph/communities.js'),
      import('./graph/centrality.js'),
    ])
  const source = sources.get(document) ?? sourceOf(document)
  const { entities, relations } = source
  const make = (): Made => {
    const { centrality: measure, resolution, seed, maxCommunitySize } = options
    const adjacency = source.graph === undefined ? adjacencyOfRelations(entities, relations) : adjacencyOf(source.graph)
    const bound = maxCommunitySize > 0 ? { maxCommunitySize } : {}
    const { notes, ...centrality } = computeCentrality(adjacency, { measure, seed })
    const { notes: more, ...communities } = detectCommunities(adjacency, { resolution, seed, ...bound })
    return { centrality, communities, notes: [...new Set([...notes, ...more])] }
  }
  const key = JSON.stringify([options.resolution, options.maxCommunitySize, options.centrality, options.seed])
  const made = source.made.get(key) ?? make()
  source.made.set(key, made)
  const { communities, centrality, notes } = made
  const layered = withLayers(document, {
    get graph() {
      source.graph ??= buildGraph([{ id: document.id, entities, relations }])
      return source.graph
    },
    communities,
    centrality,
  })
  // Asked again for other layers, the document must not have its graph built to find this out.
  sources.set(layered, source)
  return { document: layered, notes }
}

function sourceOf({ graph, entities = [], relations = [] }: Document): Source {
  const known = sources.get(graph ?? relations)
  if (known !== undefined && (graph !== undefined || known.entities === entities)) return known
  const source = { entities, relations, made: new Map<string, Made>(), ...(graph === undefined ? {} : { graph }) }
  sources.set(graph ?? relations, source)
  return source
}
