import type { AbstractGraph } from 'graphology-types'
import type { Communities, CommunityLevel, EntityId } from '../document/document.js'
import type { Adjacency, EdgeOptions } from './adjacency.js'
import { components, heaviest, restrict, toAdjacency } from './adjacency.js'
import { louvain } from './graphology.js'
import { numberedGraph } from './project.js'
import { seededRandom } from './random.js'

export interface CommunityOptions extends EdgeOptions {
  /** Greater than 0; above 1 gives more and smaller communities. Default 1. */
  readonly resolution?: number
  /** Default 1. */
  readonly seed?: number
  /** Holds for the finest level. Default `Infinity`: communities are as large as Louvain makes them, in one level. */
  readonly maxCommunitySize?: number
}

/** A community while it is being divided: its members as node numbers, ascending. */
interface Part {
  readonly id: string
  readonly members: readonly number[]
}

/**
 * The communities of a graph's simple undirected projection (a projection is taken as it is), by Louvain (Blondel et al. 2008) with a seeded random
 * source; the same for the same graph in whatever order it was filled.
 *
 * Every node is in a community, an isolated one in a community of its own, and each community that Louvain finds is
 * connected. The coarsest level is Louvain's partition. Each further level divides what is larger than
 * `maxCommunitySize`: by Louvain on the members alone, with a resolution that doubles where that does not help, else by
 * a depth-first walk cut into runs of equal length, so that the bound always holds.
 *
 * A community's id is the level where it first appears, a colon and its smallest entity id (`0:acme corp`); one that is
 * not divided keeps its id on the levels below. A level's `parents` lists its new communities. `modularity` is that of
 * the finest level at resolution 1, -0.5 to 1.
 *
 * @throws RangeError where `resolution` or `maxCommunitySize` is out of range.
 */
export function detectCommunities(
  graph: AbstractGraph | Adjacency,
  options: CommunityOptions = {},
): Communities & { readonly notes: readonly string[] } {
  const { resolution = 1, seed = 1, maxCommunitySize = Number.POSITIVE_INFINITY } = options
  checkRange(resolution, maxCommunitySize)
  const adjacency = toAdjacency(graph, options)
  const { ids } = adjacency

  const toPart = (level: number, members: readonly number[]): Part => ({ id: `${level}:${ids[members[0]]}`, members })
  let parts = modularCommunities(adjacency, resolution, seed).map((members) => toPart(0, members))
  const levels: CommunityLevel[] = [{ of: membership(ids, parts), parents: new Map() }]
  while (parts.some(({ members }) => members.length > maxCommunitySize)) {
    const parents = new Map<string, string>()
    parts = parts.flatMap((part) => {
      if (part.members.length <= maxCommunitySize) return [part]
      const inner = restrict(adjacency, part.members)
      return divide(inner, resolution, seed, maxCommunitySize).map((local) => {
        const child = toPart(
          levels.length,
          local.map((at) => part.members[at]),
        )
        parents.set(child.id, part.id)
        return child
      })
    })
    levels.push({ of: membership(ids, parts), parents })
  }

  const { of } = levels[levels.length - 1]
  return { of, levels, modularity: modularity(adjacency, parts), notes: adjacency.notes }
}

function checkRange(resolution: number, maxCommunitySize: number): void {
  if (!(resolution > 0 && resolution < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`resolution must be a finite number above 0, but is ${resolution}; leave it out for 1.`)
  }
  if (
    !(maxCommunitySize >= 1 && (Number.isInteger(maxCommunitySize) || maxCommunitySize === Number.POSITIVE_INFINITY))
  ) {
    throw new RangeError(
      `maxCommunitySize must be a whole number of at least 1, but is ${maxCommunitySize}; leave it out for no bound.`,
    )
  }
}

/** Louvain's partition, its communities divided into their connected components, which can only raise the modularity. */
function modularCommunities(adjacency: Adjacency, resolution: number, seed: number): number[][] {
  const size = adjacency.ids.length
  if (adjacency.neighbours.length === 0) return Array.from({ length: size }, (_, node) => [node])
  // Louvain takes gains below 1e-10 for nothing, so the scale of the weights must not matter.
  const found = louvain(numberedGraph(adjacency, heaviest(adjacency)), {
    getEdgeWeight: 'weight',
    resolution,
    rng: seededRandom(seed),
  })
  return components(within(adjacency, (a, b) => found[a] === found[b]))
}

/** Divides a connected community into at least two, none larger than most of it, or all within the bound. */
function divide(adjacency: Adjacency, resolution: number, seed: number, maxCommunitySize: number): number[][] {
  const size = adjacency.ids.length
  for (let factor = 1; factor <= MAX_RESOLUTION_FACTOR; factor *= 2) {
    const parts = modularCommunities(adjacency, resolution * factor, seed)
    const largest = parts.reduce((most, part) => Math.max(most, part.length), 0)
    // Near-whole or near-single parts are no communities, and a part that hardly shrinks would make hundreds of levels.
    if (largest <= size * LARGEST_SHARE && parts.length <= size / 2) return parts
  }
  const walk = depthFirst(adjacency)
  const runs = Math.ceil(size / maxCommunitySize)
  return Array.from({ length: runs }, (_, run) =>
    walk.slice(Math.round((run * size) / runs), Math.round(((run + 1) * size) / runs)).sort((a, b) => a - b),
  ).sort(([a], [b]) => a - b)
}

const MAX_RESOLUTION_FACTOR = 8
const LARGEST_SHARE = 0.75

/** All nodes in depth-first order, the strongest link first. */
function depthFirst({ ids, offsets, neighbours, weights }: Adjacency): number[] {
  const order: number[] = []
  const seen = new Uint8Array(ids.length)
  for (let root = 0; root < ids.length; root++) {
    const stack = [root]
    while (stack.length > 0) {
      const node = stack.pop()!
      if (seen[node]) continue
      seen[node] = 1
      order.push(node)
      const links: number[] = []
      for (let at = offsets[node]; at < offsets[node + 1]; at++) if (!seen[neighbours[at]]) links.push(at)
      links.sort((a, b) => weights[a] - weights[b] || neighbours[b] - neighbours[a])
      for (const at of links) stack.push(neighbours[at])
    }
  }
  return order
}

/** The adjacency without the pairs that `keep` refuses. */
function within(adjacency: Adjacency, keep: (a: number, b: number) => boolean): Adjacency {
  const offsets = new Uint32Array(adjacency.offsets.length)
  const neighbours = new Uint32Array(adjacency.neighbours.length)
  const weights = new Float64Array(adjacency.weights.length)
  let kept = 0
  for (let node = 0; node < adjacency.ids.length; node++) {
    for (let at = adjacency.offsets[node]; at < adjacency.offsets[node + 1]; at++) {
      if (!keep(node, adjacency.neighbours[at])) continue
      neighbours[kept] = adjacency.neighbours[at]
      weights[kept++] = adjacency.weights[at]
    }
    offsets[node + 1] = kept
  }
  return { ...adjacency, offsets, neighbours, weights }
}

function membership(ids: readonly EntityId[], parts: readonly Part[]): Map<EntityId, string> {
  const partOf: string[] = new Array(ids.length)
  for (const { id, members } of parts) for (const member of members) partOf[member] = id
  return new Map(ids.map((id, node) => [id, partOf[node]]))
}

/** Newman's modularity (2004): the share of weight inside communities, less the share expected by chance. */
function modularity(adjacency: Adjacency, parts: readonly Part[]): number {
  const { ids, offsets, neighbours, weights } = adjacency
  const partOf = new Uint32Array(ids.length)
  parts.forEach(({ members }, part) => {
    for (const member of members) partOf[member] = part
  })
  const unit = heaviest(adjacency)
  const inside = new Float64Array(parts.length)
  const total = new Float64Array(parts.length)
  let all = 0
  for (let node = 0; node < ids.length; node++) {
    for (let at = offsets[node]; at < offsets[node + 1]; at++) {
      const weight = weights[at] / unit
      all += weight
      total[partOf[node]] += weight
      if (partOf[neighbours[at]] === partOf[node]) inside[partOf[node]] += weight
    }
  }
  if (all === 0) return 0
  return parts.reduce((sum, _, part) => sum + inside[part] / all - (total[part] / all) ** 2, 0)
}
