import type { AbstractGraph } from 'graphology-types'
import type { Entity, EntityId, Relation } from '../document/document.js'
import { entityOf, nodeKey } from './keys.js'

/** Which edges count, and for how much. */
export interface EdgeOptions {
  /** The edge attribute that holds the weight; an edge without it weighs 1. Default `weight`. */
  readonly weight?: string
  /** Whether facts that the text denies count too. Default false. */
  readonly negated?: boolean
}

/**
 * The simple undirected projection of a graph as compressed sparse rows: no self-loops, the weights of parallel and
 * antiparallel edges summed. Nodes are numbered in code-unit order of their entity ids, so it does not depend on the
 * order in which the graph was filled.
 */
export interface Adjacency {
  readonly ids: readonly EntityId[]
  /** The graph's own keys of the nodes. */
  readonly nodes: readonly string[]
  /** The neighbours of node `i` are at `offsets[i]` to `offsets[i + 1] - 1`, in ascending order. */
  readonly offsets: Uint32Array
  readonly neighbours: Uint32Array
  /** Greater than 0 and finite. */
  readonly weights: Float64Array
  readonly notes: readonly string[]
}

type EdgeAttributes = Readonly<Record<string, unknown>>

/** The edge's weight; 0 where the edge does not count; undefined where the weight is no positive finite number. */
export function edgeWeight(attributes: EdgeAttributes, options: EdgeOptions = {}): number | undefined {
  if (attributes.negated === true && attributes.kind !== 'cooccurrence' && !options.negated) return 0
  const weight = attributes[options.weight ?? 'weight'] ?? 1
  return typeof weight === 'number' && weight > 0 && weight < Number.POSITIVE_INFINITY ? weight : undefined
}

/** The projection of any graphology graph (directed, undirected or mixed, multi or not), in time linear in its edges. */
export function adjacencyOf(graph: AbstractGraph, options: EdgeOptions = {}): Adjacency {
  const keyed = graph.mapNodes((node): [EntityId, string] => [entityOf(graph, node), node])
  keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const nodes = keyed.map(([, node]) => node)
  const index = new Map(nodes.map((node, at) => [node, at]))
  const pairs = new Pairs()
  graph.forEachEdge((_, attributes: EdgeAttributes, source, target) => {
    pairs.add(index.get(source)!, index.get(target)!, edgeWeight(attributes, options))
  })
  return pairs.adjacency(
    keyed.map(([id]) => id),
    nodes,
  )
}

/** The projection of the graph that `buildGraph` would make of one document, without the cost of making that graph. */
export function adjacencyOfRelations(entities: readonly Entity[], relations: readonly Relation[]): Adjacency {
  const ids = [...new Set(entities.map(({ id }) => id))].sort()
  const index = new Map(ids.map((id, at) => [id, at]))
  const pairs = new Pairs()
  for (const { subject, object, weight, kind, negated } of relations) {
    const a = index.get(subject.entity)
    const b = index.get(object.entity)
    // As in the built graph: what is no number weighs nothing, and an edge that weighs nothing is left out with a note.
    const usable = Number.isFinite(weight) ? Math.max(0, weight) : 0
    if (a !== undefined && b !== undefined) pairs.add(a, b, edgeWeight({ weight: usable, kind, negated }))
  }
  return pairs.adjacency(ids, ids.map(nodeKey))
}

/** Pairs of node numbers on the way to an adjacency. */
class Pairs {
  readonly #low: number[] = []
  readonly #high: number[] = []
  readonly #weight: number[] = []
  #edges = 0
  #unusable = 0

  /** `weight` as `edgeWeight` gives it. */
  add(a: number, b: number, weight: number | undefined): void {
    this.#edges++
    if (a === b) return
    if (weight === undefined) this.#unusable++
    if (!weight) return
    this.#low.push(Math.min(a, b))
    this.#high.push(Math.max(a, b))
    this.#weight.push(weight)
  }

  adjacency(ids: readonly EntityId[], nodes: readonly string[]): Adjacency {
    const left = `${this.#unusable} of ${this.#edges} edges left out: their weight is no positive finite number.`
    const notes = this.#unusable > 0 ? [left] : []
    return { ids, nodes, ...compress(nodes.length, this.#low, this.#high, this.#weight), notes }
  }
}

/** The greatest weight; 0 where nothing is linked. */
export function heaviest({ weights }: Adjacency): number {
  return weights.reduce((most, weight) => Math.max(most, weight), 0)
}

/** Calls back once for each linked pair, `a < b`, in ascending order. */
export function forEachPair(adjacency: Adjacency, callback: (a: number, b: number, weight: number) => void): void {
  const { ids, offsets, neighbours, weights } = adjacency
  for (let node = 0; node < ids.length; node++) {
    for (let at = offsets[node]; at < offsets[node + 1]; at++) {
      if (neighbours[at] > node) callback(node, neighbours[at], weights[at])
    }
  }
}

/** The connected components, each ascending, in order of their first node. */
export function components(adjacency: Adjacency): number[][] {
  const { ids, offsets, neighbours } = adjacency
  const seen = new Uint8Array(ids.length)
  const found: number[][] = []
  for (let start = 0; start < ids.length; start++) {
    if (seen[start]) continue
    seen[start] = 1
    const members = [start]
    for (let next = 0; next < members.length; next++) {
      for (let at = offsets[members[next]]; at < offsets[members[next] + 1]; at++) {
        if (seen[neighbours[at]]) continue
        seen[neighbours[at]] = 1
        members.push(neighbours[at])
      }
    }
    found.push(members.sort((a, b) => a - b))
  }
  return found
}

/** The projection of some of the nodes, which are numbered by their place in `members` (ascending). */
export function restrict(adjacency: Adjacency, members: readonly number[]): Adjacency {
  const { ids, nodes, offsets, neighbours, weights } = adjacency
  const place = new Map(members.map((member, at) => [member, at]))
  const ends = new Uint32Array(members.length + 1)
  const kept: number[] = []
  const keptWeights: number[] = []
  members.forEach((member, local) => {
    for (let at = offsets[member]; at < offsets[member + 1]; at++) {
      const other = place.get(neighbours[at])
      if (other === undefined) continue
      kept.push(other)
      keptWeights.push(weights[at])
    }
    ends[local + 1] = kept.length
  })
  return {
    ids: members.map((member) => ids[member]),
    nodes: members.map((member) => nodes[member]),
    offsets: ends,
    neighbours: Uint32Array.from(kept),
    weights: Float64Array.from(keptWeights),
    notes: [],
  }
}

/** Leaves room to sum the weights of a whole graph. */
const LARGEST_WEIGHT = 1e290

/** Sorts the pairs by two stable bucket passes, sums equal ones, and writes each pair into the rows of both ends. */
function compress(size: number, low: readonly number[], high: readonly number[], weight: readonly number[]) {
  const byHigh = bucketSort(size, high, Uint32Array.from(high.keys()))
  const order = bucketSort(size, low, byHigh)

  let pairs = 0
  const pairLow = new Uint32Array(order.length)
  const pairHigh = new Uint32Array(order.length)
  const pairWeight = new Float64Array(order.length)
  const ends = new Uint32Array(size + 1)
  for (let at = 0; at < order.length; ) {
    const a = low[order[at]]
    const b = high[order[at]]
    const parallel: number[] = []
    for (; at < order.length && low[order[at]] === a && high[order[at]] === b; at++) parallel.push(weight[order[at]])
    // Floating-point sums depend on the order, and that of the edges is the caller's.
    if (parallel.length > 1) parallel.sort((x, y) => x - y)
    pairLow[pairs] = a
    pairHigh[pairs] = b
    pairWeight[pairs] = Math.min(
      parallel.reduce((sum, value) => sum + value, 0),
      LARGEST_WEIGHT,
    )
    pairs++
    ends[a + 1]++
    ends[b + 1]++
  }

  for (let node = 0; node < size; node++) ends[node + 1] += ends[node]
  const offsets = ends.slice()
  const neighbours = new Uint32Array(2 * pairs)
  const weights = new Float64Array(2 * pairs)
  const put = (node: number, neighbour: number, value: number) => {
    neighbours[ends[node]] = neighbour
    weights[ends[node]++] = value
  }
  for (let pair = 0; pair < pairs; pair++) {
    put(pairLow[pair], pairHigh[pair], pairWeight[pair])
    put(pairHigh[pair], pairLow[pair], pairWeight[pair])
  }
  return { offsets, neighbours, weights }
}

function bucketSort(buckets: number, keys: readonly number[], items: Uint32Array): Uint32Array {
  const starts = new Uint32Array(buckets + 1)
  for (const key of keys) starts[key + 1]++
  for (let bucket = 0; bucket < buckets; bucket++) starts[bucket + 1] += starts[bucket]
  const sorted = new Uint32Array(items.length)
  for (const item of items) sorted[starts[keys[item]]++] = item
  return sorted
}

/** An adjacency as it is, or that of a graph. */
export function toAdjacency(source: AbstractGraph | Adjacency, options: EdgeOptions): Adjacency {
  return 'offsets' in source ? source : adjacencyOf(source, options)
}
