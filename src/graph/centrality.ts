import type { AbstractGraph } from 'graphology-types'
import type { Centrality } from '../document/document.js'
import type { Adjacency, EdgeOptions } from './adjacency.js'
import { components, heaviest, toAdjacency } from './adjacency.js'
import { eigenvector } from './graphology.js'
import { numberedGraph } from './project.js'
import { drawSample, seededRandom } from './random.js'

/** The measures of centrality, by name. */
export const CENTRALITY_MEASURES = ['pagerank', 'degree', 'betweenness', 'eigenvector', 'closeness'] as const

export type CentralityMeasure = (typeof CENTRALITY_MEASURES)[number]

export interface CentralityOptions extends EdgeOptions {
  /** Default `pagerank`. */
  readonly measure?: CentralityMeasure
  /** Chooses the pivots. Default 1. */
  readonly seed?: number
  /** Betweenness and closeness are estimated from pivots in a graph of more nodes than this. Default 2000. */
  readonly sampleAbove?: number
  /** How many nodes of each connected component the estimate starts from. Default 256. */
  readonly pivots?: number
}

/** Where an estimate starts from: some or all nodes of one connected component. */
interface Sample {
  readonly members: readonly number[]
  readonly sources: readonly number[]
}

/**
 * How central each entity is in a graph's simple undirected projection (a projection is taken as it is): 0 to 1, divided by the highest score, so that
 * the most central entity has 1. Scores are always finite; where nothing is central (no edges; betweenness in a graph
 * without a node in between) all are 0.
 *
 * - `pagerank` (Page et al. 1999): weighted, damping 0.85.
 * - `degree`: the number of neighbours.
 * - `betweenness` (Brandes 2001): the share of shortest paths through the entity, an edge being one step whatever its
 *   weight. Above `sampleAbove` nodes estimated from pivots (Brandes and Pich 2007).
 * - `eigenvector` (Bonacich 1987): weighted. If it does not settle, the scores are those of `degree`.
 * - `closeness` (Wasserman and Faust 1994, so that a small component does not win): from steps, estimated as above.
 *
 * `measure` names the measure that made the scores and `notes` says what is not as asked for. Equal for equal graphs in
 * whatever order they were filled.
 *
 * @throws RangeError where `measure`, `sampleAbove` or `pivots` is out of range.
 */
export function computeCentrality(
  graph: AbstractGraph | Adjacency,
  options: CentralityOptions = {},
): Centrality & { readonly notes: readonly string[] } {
  const { measure = 'pagerank', seed = 1, sampleAbove = 2000, pivots = 256 } = options
  checkRange(measure, sampleAbove, pivots)
  const adjacency = toAdjacency(graph, options)
  const notes = [...adjacency.notes]

  const samples = (): Sample[] => {
    const random = seededRandom(seed)
    const limit = adjacency.ids.length > sampleAbove ? pivots : Number.POSITIVE_INFINITY
    const drawn = components(adjacency).map((members) => ({ members, sources: drawSample(members, limit, random) }))
    if (drawn.some(({ members, sources }) => sources.length < members.length)) {
      notes.push(
        `${measure} estimated from ${pivots} pivots: ${adjacency.ids.length} nodes are more than ${sampleAbove}.`,
      )
    }
    return drawn
  }
  const score = (): Float64Array | undefined => {
    if (adjacency.neighbours.length === 0) return new Float64Array(adjacency.ids.length)
    switch (measure) {
      case 'degree':
        return degree(adjacency)
      case 'pagerank':
        return pagerank(adjacency)
      case 'eigenvector':
        return bonacich(adjacency)
      case 'betweenness':
        return betweenness(adjacency, samples())
      case 'closeness':
        return closeness(adjacency, samples())
    }
  }

  const scores = score()
  if (scores?.every(Number.isFinite)) return { of: normalise(adjacency, scores), measure, notes }
  notes.push(`${measure} did not settle on this graph; degree is used instead.`)
  return { of: normalise(adjacency, degree(adjacency)), measure: 'degree', notes }
}

function checkRange(measure: string, sampleAbove: number, pivots: number): void {
  if (!(CENTRALITY_MEASURES as readonly string[]).includes(measure)) {
    const known = CENTRALITY_MEASURES.join(', ')
    throw new RangeError(
      `measure must be one of ${known}, but is ${JSON.stringify(measure)}; leave it out for pagerank.`,
    )
  }
  if (!(sampleAbove >= 0)) {
    throw new RangeError(`sampleAbove must be a number of at least 0, but is ${sampleAbove}; leave it out for 2000.`)
  }
  if (!(Number.isInteger(pivots) && pivots > 0)) {
    throw new RangeError(`pivots must be a whole number of at least 1, but is ${pivots}; leave it out for 256.`)
  }
}

function normalise({ ids }: Adjacency, scores: Float64Array): Map<string, number> {
  const top = scores.reduce((most, score) => Math.max(most, score), 0)
  return new Map(ids.map((id, node) => [id, top > 0 ? Math.max(0, scores[node]) / top : 0]))
}

function degree({ ids, offsets }: Adjacency): Float64Array {
  return Float64Array.from(ids, (_, node) => offsets[node + 1] - offsets[node])
}

const DAMPING = 0.85

/** The default measure, so it walks the rows themselves; a test holds it against graphology's. */
function pagerank({ ids, offsets, neighbours, weights }: Adjacency): Float64Array | undefined {
  const size = ids.length
  /** The share of a node's score that each of its links carries; 0 to 1, however far apart the weights are. */
  const shares = new Float64Array(neighbours.length)
  for (let node = 0; node < size; node++) {
    let strength = 0
    for (let at = offsets[node]; at < offsets[node + 1]; at++) strength += weights[at]
    for (let at = offsets[node]; at < offsets[node + 1]; at++) shares[at] = weights[at] / strength
  }
  let scores = new Float64Array(size).fill(1 / size)
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const next = new Float64Array(size)
    let loose = 0
    for (let node = 0; node < size; node++) {
      if (offsets[node] === offsets[node + 1]) loose += scores[node]
      const passed = DAMPING * scores[node]
      for (let at = offsets[node]; at < offsets[node + 1]; at++) next[neighbours[at]] += passed * shares[at]
    }
    const everywhere = (1 - DAMPING + DAMPING * loose) / size
    let change = 0
    for (let node = 0; node < size; node++) {
      next[node] += everywhere
      change += Math.abs(next[node] - scores[node])
    }
    scores = next
    if (change < TOLERANCE) return scores
  }
  return undefined
}

/** The scores of graphology's power iteration; undefined where it does not settle. */
function bonacich(adjacency: Adjacency): Float64Array | undefined {
  const size = adjacency.ids.length
  // It stops at a mean change per node below the tolerance; the whole change is what should be small.
  const settings = { getEdgeWeight: 'weight', maxIterations: MAX_ITERATIONS, tolerance: TOLERANCE / size }
  try {
    const scores = eigenvector(numberedGraph(adjacency, radiusEstimate(adjacency)), settings)
    return Float64Array.from(adjacency.ids, (_, node) => scores[node])
  } catch (error) {
    if (error instanceof Error && error.message.includes('failed to converge')) return undefined
    throw error
  }
}

const MAX_ITERATIONS = 1000
const TOLERANCE = 1e-9

/**
 * A lower bound of the spectral radius, exact for stars and regular graphs. graphology iterates with A + I, which settles
 * fastest where the radius of A is near 1 and stops at once, unsettled, where it is near 0.
 */
function radiusEstimate(adjacency: Adjacency): number {
  const { ids, offsets, weights } = adjacency
  const unit = heaviest(adjacency)
  let total = 0
  let star = 0
  for (let node = 0; node < ids.length; node++) {
    let squares = 0
    for (let at = offsets[node]; at < offsets[node + 1]; at++) {
      const weight = weights[at] / unit
      total += weight
      squares += weight * weight
    }
    star = Math.max(star, squares)
  }
  return Math.max(total / ids.length, Math.sqrt(star)) * unit
}

/** A breadth-first walk whose arrays are used again for each source. */
interface Walk {
  /** The nodes reached, nearest first. */
  readonly order: Uint32Array
  /** Steps from the source; -1 where not reached. */
  readonly distance: Int32Array
  /** How many shortest paths lead to the node. */
  readonly paths: Float64Array
}

function newWalk(size: number): Walk {
  return { order: new Uint32Array(size), distance: new Int32Array(size).fill(-1), paths: new Float64Array(size) }
}

/** Walks from the source and returns how many nodes were reached, the source among them. */
function walkFrom(source: number, { offsets, neighbours }: Adjacency, { order, distance, paths }: Walk): number {
  order[0] = source
  distance[source] = 0
  paths[source] = 1
  let reached = 1
  for (let next = 0; next < reached; next++) {
    const node = order[next]
    const steps = distance[node] + 1
    for (let at = offsets[node]; at < offsets[node + 1]; at++) {
      const neighbour = neighbours[at]
      if (distance[neighbour] < 0) {
        distance[neighbour] = steps
        paths[neighbour] = 0
        order[reached++] = neighbour
      }
      if (distance[neighbour] === steps) paths[neighbour] += paths[node]
    }
  }
  return reached
}

function betweenness(adjacency: Adjacency, samples: readonly Sample[]): Float64Array {
  const { ids, offsets, neighbours } = adjacency
  const walk = newWalk(ids.length)
  const { order, distance, paths } = walk
  const dependency = new Float64Array(ids.length)
  const scores = new Float64Array(ids.length)
  for (const { members, sources } of samples) {
    for (const source of sources) {
      const reached = walkFrom(source, adjacency, walk)
      for (let at = reached - 1; at >= 0; at--) {
        const node = order[at]
        const share = (1 + dependency[node]) / paths[node]
        for (let link = offsets[node]; link < offsets[node + 1]; link++) {
          const before = neighbours[link]
          if (distance[before] === distance[node] - 1) dependency[before] += paths[before] * share
        }
        if (node !== source) scores[node] += (dependency[node] * members.length) / sources.length
      }
      for (let at = 0; at < reached; at++) {
        distance[order[at]] = -1
        dependency[order[at]] = 0
      }
    }
  }
  return scores
}

function closeness(adjacency: Adjacency, samples: readonly Sample[]): Float64Array {
  const size = adjacency.ids.length
  const walk = newWalk(size)
  const { order, distance } = walk
  const sums = new Float64Array(size)
  for (const { sources } of samples) {
    for (const source of sources) {
      const reached = walkFrom(source, adjacency, walk)
      for (let at = 0; at < reached; at++) {
        sums[order[at]] += distance[order[at]]
        distance[order[at]] = -1
      }
    }
  }
  const scores = new Float64Array(size)
  for (const { members, sources } of samples) {
    const pivots = new Set(sources)
    for (const node of members) {
      const others = sources.length - (pivots.has(node) ? 1 : 0)
      if (others === 0 || sums[node] === 0) continue
      // Mean distance to the rest of the component, and the component's share of the graph.
      scores[node] = (others / sums[node]) * ((members.length - 1) / (size - 1))
    }
  }
  return scores
}
