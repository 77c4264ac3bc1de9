import fc from 'fast-check'
import GraphModule, {
  DirectedGraph,
  MultiDirectedGraph,
  MultiGraph,
  MultiUndirectedGraph,
  UndirectedGraph,
} from 'graphology'
import betweennessModule from 'graphology-metrics/centrality/betweenness.js'
import type { AbstractGraph } from 'graphology-types'
import { describe, expect, it } from 'vitest'
import type { Communities, Entity, Mention, Relation } from '../src/document/document.js'
import { adjacencyOf, forEachPair } from '../src/graph/adjacency.js'
import type { GraphDocument } from '../src/graph/build.js'
import { buildGraph, createGraphBuilder } from '../src/graph/build.js'
import type { CentralityMeasure } from '../src/graph/centrality.js'
import { CENTRALITY_MEASURES, computeCentrality } from '../src/graph/centrality.js'
import { detectCommunities } from '../src/graph/communities.js'
import { edgeKey, entityOf, nodeKey, nodeOf, parseEdgeKey } from '../src/graph/keys.js'
import { neighbourhood } from '../src/graph/neighbourhood.js'
import { nodeName, project } from '../src/graph/project.js'
import { drawSample, seededRandom } from '../src/graph/random.js'
import { graphStatistics } from '../src/graph/statistics.js'

type Link = readonly [from: string, to: string, weight?: unknown]
type MakeGraph = () => AbstractGraph

// Under NodeNext the default import is typed as the module.
const Graph = GraphModule as unknown as new () => AbstractGraph

const runs = (numRuns: number) => ({ seed: 20_260_101, numRuns })

const mention = (entity: string, start = 0): Mention => ({
  entity,
  start,
  end: start + entity.length,
  type: 'misc',
  kind: 'name',
  confidence: 1,
  by: 'test',
})

const entity = (id: string, more: Partial<Entity> = {}): Entity => ({
  id,
  name: id,
  type: 'misc',
  kind: 'name',
  aliases: [],
  otherTypes: [],
  mentions: [mention(id)],
  ...more,
})

const relation = (subject: string, object: string, more: Partial<Relation> = {}): Relation => ({
  subject: mention(subject),
  object: mention(object),
  predicate: 'supplies',
  weight: 0.5,
  kind: 'asserted',
  negated: false,
  modality: 'fact',
  evidence: { start: 0, end: 40 },
  by: 'test',
  ...more,
})

function graphOf(nodes: readonly string[], links: readonly Link[], make: MakeGraph = () => new UndirectedGraph()) {
  const graph = make()
  for (const node of nodes) graph.addNode(node)
  for (const [from, to, weight] of links) {
    graph.mergeNode(from)
    graph.mergeNode(to)
    graph.addEdge(from, to, weight === undefined ? {} : { weight })
  }
  return graph
}

const chain = (size: number): Link[] => Array.from({ length: size - 1 }, (_, at) => [`n${at}`, `n${at + 1}`])

const clique = (names: readonly string[]): Link[] =>
  names.flatMap((a, at) => names.slice(at + 1).map((b): Link => [a, b]))

const star = (leaves: number): Link[] => Array.from({ length: leaves }, (_, at) => ['hub', `leaf ${at}`])

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = seededRandom(seed)
  const pool = [...items]
  return items.map(() => pool.splice(Math.floor(random() * pool.length), 1)[0])
}

/** Small weighted graphs, often in several parts, as nodes and distinct unordered pairs. */
const randomGraph = fc
  .record({
    size: fc.integer({ min: 1, max: 14 }),
    picks: fc.array(fc.tuple(fc.nat(13), fc.nat(13), fc.double({ min: 0.01, max: 20, noNaN: true })), {
      maxLength: 40,
    }),
  })
  .map(({ size, picks }) => {
    const links = new Map<string, Link>()
    for (const [a, b, weight] of picks) {
      const [low, high] = [Math.min(a, b) % size, Math.max(a, b) % size]
      const [from, to] = [Math.min(low, high), Math.max(low, high)]
      if (from !== to) links.set(`${from} ${to}`, [`n${from}`, `n${to}`, weight])
    }
    return { nodes: Array.from({ length: size }, (_, at) => `n${at}`), links: [...links.values()] }
  })

function membersOf(of: ReadonlyMap<string, string>): Map<string, string[]> {
  const members = new Map<string, string[]>()
  for (const [node, community] of of) members.set(community, [...(members.get(community) ?? []), node])
  return members
}

const contents = ({ of, levels, modularity }: Communities) => ({
  of: [...of],
  levels: levels.map((level) => [[...level.of], [...level.parents].sort()]),
  modularity,
})

describe('keys', () => {
  const collisions: readonly (readonly [string, string, string])[] = [
    ['7', '89', 'r'],
    ['78', '9', 'r'],
    ['Quill|Reed', 'Sable', 'r'],
    ['Quill', 'Reed|Sable', 'r'],
    ['x=>y', 'z', 'r'],
    ['x', 'y=>z', 'r'],
    ['m::n', 'o', 'r'],
    ['m', 'n::o', 'r'],
    ['a","b', 'c', 'r'],
    ['a', 'b","c', 'r'],
    ['a', 'b', 'c","r'],
    ['\\"', '"', 'r'],
    ['"', '\\"', 'r'],
    ['\ud83d', 'b', 'r'],
    ['\\ud83d', 'b', 'r'],
    ['\u0000', 'b', 'r'],
    ['', '\u0000b', 'r'],
    ['', '', ''],
  ]

  it('gives different edges different keys, from which both ends can be read', () => {
    const edges = collisions.map(([subject, object, predicate]) => ({
      subject,
      object,
      predicate,
      kind: 'asserted' as const,
      negated: false,
      modality: 'fact' as const,
    }))
    const flagged = edges.flatMap((edge) => [
      edge,
      { ...edge, negated: true },
      { ...edge, kind: 'cooccurrence' as const },
      { ...edge, modality: 'question' as const },
      { ...edge, subject: edge.object, object: edge.subject, predicate: `${edge.predicate} back` },
    ])
    expect(new Set(flagged.map(edgeKey)).size).toBe(flagged.length)
    for (const edge of flagged) expect(parseEdgeKey(edgeKey(edge))).toEqual(edge)
  })

  it('keeps colliding ids apart in a built graph', () => {
    const ids = [...new Set(collisions.flatMap((edge) => edge.slice(0, 2)))]
    const graph = buildGraph([
      {
        id: 'd',
        entities: ids.map((id) => entity(id)),
        relations: collisions.map(([subject, object, predicate]) => relation(subject, object, { predicate })),
      },
    ])
    expect(graph.order).toBe(ids.length)
    expect(graph.size).toBe(collisions.length)
    graph.forEachEdge((key, _, source, target) => {
      const { subject, object } = parseEdgeKey(key)
      expect([source, target]).toEqual([nodeKey(subject), nodeKey(object)])
    })
  })

  it('changes only the ids that graphology cannot hold, and never makes two alike', () => {
    const names = Object.getOwnPropertyNames(Object.prototype).flatMap((name) =>
      ['', '_', '__'].map((end) => name + end),
    )
    const ids = [...names, 'acme', 'acme_', '', '_', 'constructors', 'a constructor', 'constructor\n']
    expect(new Set(ids.map(nodeKey)).size).toBe(ids.length)
    for (const id of ids.slice(names.length)) expect(nodeKey(id)).toBe(id)
    const own = buildGraph([])
    const foreign = new UndirectedGraph()
    for (const id of ids) {
      expect(nodeKey(id) in {}).toBe(false)
      expect(entityOf(own, nodeOf(own, id))).toBe(id)
      expect(nodeOf(foreign, id)).toBe(id)
      expect(entityOf(foreign, id)).toBe(id)
    }
  })
})

describe('buildGraph', () => {
  const documents: readonly GraphDocument[] = [
    {
      id: 'minutes',
      entities: [
        entity('orrin vale', {
          name: 'Orrin Vale',
          type: 'person',
          mentions: [mention('orrin vale'), mention('orrin vale', 50)],
        }),
        entity('tarn works', { name: 'Tarn Works', type: 'organization', aliases: ['TW'] }),
        entity('pell harbour', { name: 'Pell Harbour', type: 'location' }),
      ],
      relations: [
        relation('tarn works', 'orrin vale', { predicate: 'hires', weight: 0.1, evidence: { start: 60, end: 90 } }),
        relation('tarn works', 'orrin vale', { predicate: 'hires', weight: 0.2, evidence: { start: 10, end: 40 } }),
        relation('orrin vale', 'tarn works', { predicate: 'hires', weight: 0.4 }),
        relation('tarn works', 'orrin vale', { predicate: 'hires', negated: true }),
        relation('tarn works', 'orrin vale', { predicate: 'hires', modality: 'hypothetical' }),
        relation('pell harbour', 'orrin vale', { predicate: 'near', kind: 'cooccurrence', weight: 0.05 }),
        relation('orrin vale', 'pell harbour', { predicate: 'near', kind: 'cooccurrence', weight: 0.05 }),
        relation('orrin vale', 'nobody listed'),
      ],
    },
    {
      id: 'letter',
      entities: [
        entity('tarn works', { name: 'TARN WORKS', type: 'misc', aliases: ['Tarn'], kind: 'concept' }),
        entity('orrin vale', { name: 'Vale', type: 'organization', otherTypes: ['misc'] }),
      ],
      relations: [
        relation('tarn works', 'orrin vale', { predicate: 'hires', weight: 0.3 }),
        relation('tarn works', 'tarn works', { predicate: 'owns' }),
        relation('tarn works', 'pell harbour', { predicate: 'ships to' }),
      ],
    },
  ]
  const graph = buildGraph(documents)

  it('makes one node per entity over all documents', () => {
    expect(graph.nodes()).toEqual(['orrin vale', 'pell harbour', 'tarn works'])
    expect(graph.getNodeAttributes('orrin vale')).toEqual({
      name: 'Orrin Vale',
      type: 'person',
      otherTypes: ['misc', 'organization'],
      kind: 'name',
      mentions: 3,
      documents: ['letter', 'minutes'],
      aliases: ['Vale'],
    })
    expect(graph.getNodeAttributes('tarn works')).toEqual({
      name: 'TARN WORKS',
      type: 'organization',
      otherTypes: ['misc'],
      kind: 'name',
      mentions: 2,
      documents: ['letter', 'minutes'],
      aliases: ['TW', 'Tarn', 'Tarn Works'],
    })
  })

  it.each([
    ['most mentions', ['Low Tarn', 2], ['Low Tarn Ltd', 1], 'Low Tarn'],
    ['longest', ['Low Tarn', 1], ['Low Tarn Ltd', 1], 'Low Tarn Ltd'],
    ['first in order', ['LOW TARN', 1], ['Low Tarn', 1], 'LOW TARN'],
    ['a name without a place counts once', ['Low Tarn', 0], ['Low Tarn Ltd', 2], 'Low Tarn Ltd'],
  ] as const)('names an entity by the %s', (_, one, other, expected) => {
    const [first, second] = [one, other].map(([name, times], at) => ({
      id: `d${at}`,
      entities: [
        entity('low tarn', { name, mentions: Array.from({ length: times }, (_, at) => mention('low tarn', at)) }),
      ],
      relations: [],
    }))
    for (const documents of [
      [first, second],
      [second, first],
    ]) {
      const { name, mentions } = buildGraph(documents).getNodeAttributes('low tarn')
      expect([name, mentions]).toEqual([expected, one[1] + other[1]])
    }
  })

  it('makes one edge per pair and meaning, in its own direction, with all its evidence', () => {
    expect(graph.multi).toBe(true)
    expect(graph.type).toBe('directed')
    const between = (from: string, to: string) => {
      const keys = graph.outEdges(from, to).sort()
      return keys.map((key) => graph.getEdgeAttributes(key))
    }
    const hires = between('tarn works', 'orrin vale')
    expect(hires.map(({ negated, modality }) => [negated, modality])).toEqual([
      [false, 'fact'],
      [false, 'hypothetical'],
      [true, 'fact'],
    ])
    expect(hires[0]).toEqual({
      predicate: 'hires',
      kind: 'asserted',
      weight: 0.3 + 0.2 + 0.1,
      count: 3,
      negated: false,
      modality: 'fact',
      undirected: false,
      evidence: [
        { document: 'letter', start: 0, end: 40, weight: 0.3 },
        { document: 'minutes', start: 10, end: 40, weight: 0.2 },
        { document: 'minutes', start: 60, end: 90, weight: 0.1 },
      ],
    })
    expect(between('orrin vale', 'tarn works').map(({ weight }) => weight)).toEqual([0.4])
    expect(between('orrin vale', 'pell harbour')).toMatchObject([{ undirected: true, count: 2, weight: 0.1 }])
    expect(between('pell harbour', 'orrin vale')).toEqual([])
  })

  it('counts the relations whose end no document lists', () => {
    expect(graph.getAttributes()).toMatchObject({ relations: 11, kept: 10, dropped: 1 })
    const builder = createGraphBuilder()
    builder.add({ id: 'x', entities: [entity('a')], relations: [relation('a', 'b'), relation('b', 'a')] })
    expect(builder.stats()).toEqual({ relations: 2, kept: 0, dropped: 2 })
    expect(builder.build().size).toBe(0)
    builder.add({ id: 'y', entities: [entity('b')], relations: [] })
    expect(builder.stats()).toEqual({ relations: 2, kept: 2, dropped: 0 })
    expect(builder.build().size).toBe(2)
  })

  it('takes a weight that is no positive finite number for 0', () => {
    const weights = [Number.NaN, -1, Number.POSITIVE_INFINITY, 0]
    const built = buildGraph([
      {
        id: 'd',
        entities: [entity('a'), entity('b')],
        relations: weights.map((weight) => relation('a', 'b', { weight })),
      },
    ])
    expect(built.mapEdges((_, { weight, count }) => [weight, count])).toEqual([[0, 4]])
  })

  it('does not change a graph it has built when more is added', () => {
    const builder = createGraphBuilder()
    for (const document of documents) builder.add(document)
    const first = builder.build()
    const before = JSON.stringify(first.export())
    builder.add({ ...documents[0], id: 'again' })
    builder.build()
    expect(JSON.stringify(first.export())).toBe(before)
  })

  it('is the same in any order of documents, entities and relations', () => {
    const ids = ['a', 'b', 'c', 'B', 'é', '中', 'constructor', '__proto__']
    const relations = fc.array(
      fc.record({
        subject: fc.constantFrom(...ids),
        object: fc.constantFrom(...ids),
        predicate: fc.constantFrom('p', 'q'),
        weight: fc.double({ min: 0, max: 1, noNaN: true }),
        kind: fc.constantFrom('asserted' as const, 'cooccurrence' as const),
        start: fc.nat(3),
      }),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(fc.array(relations, { minLength: 1, maxLength: 4 }), fc.nat(), (lists, seed) => {
        const given = lists.map(
          (list, at): GraphDocument => ({
            id: `d${at}`,
            entities: ids.map((id) => entity(id, { name: `${id}${at % 2}`, type: at % 2 ? 'person' : 'misc' })),
            relations: list.map(({ subject, object, start, ...more }) =>
              relation(subject, object, { ...more, evidence: { start, end: start + 9 } }),
            ),
          }),
        )
        const mixed = shuffled(given, seed).map((document) => ({
          ...document,
          entities: shuffled(document.entities, seed + 1),
          relations: shuffled(document.relations, seed + 2),
        }))
        expect(JSON.stringify(buildGraph(mixed).export())).toBe(JSON.stringify(buildGraph(given).export()))
      }),
      runs(60),
    )
  })

  const reserved = ['__proto__', 'constructor', 'constructor_', 'toString', 'hasOwnProperty', 'valueOf', 'plain']

  it('holds entities named like members of every object, also after a round trip through JSON', () => {
    const built = buildGraph([
      {
        id: 'd',
        entities: reserved.map((id) => entity(id)),
        relations: clique(reserved).map(([a, b]) => relation(a, b)),
      },
    ])
    expect([built.order, built.size]).toEqual([7, 21])
    const read = MultiDirectedGraph.from(JSON.parse(JSON.stringify(built.export())))
    for (const graph of [built, read, project(built), built.copy()]) {
      expect(adjacencyOf(graph).ids).toEqual([...reserved].sort())
      expect(graphStatistics(graph)).toMatchObject({ pairs: 21, density: 1, components: 1, isolated: 0 })
      expect([...detectCommunities(graph).of.keys()].sort()).toEqual([...reserved].sort())
      for (const measure of CENTRALITY_MEASURES) {
        const { of } = computeCentrality(graph, { measure })
        expect([...of.keys()].sort()).toEqual([...reserved].sort())
        expect([...of.values()].every(Number.isFinite)).toBe(true)
      }
      expect(neighbourhood(graph, ['__proto__'], 1).size).toBe(7)
      expect(neighbourhood(graph, ['constructor'], 0)).toEqual(new Map([['constructor', 0]]))
    }
  })
})

describe('project', () => {
  const weights = (graph: AbstractGraph) =>
    graph.mapEdges((_, { weight }, source, target) => [source, target, weight] as const)

  it('sums parallel and antiparallel edges, drops self-loops and sorts', () => {
    const graph = graphOf(
      ['z'],
      [
        ['c', 'a', 2],
        ['a', 'c', 3],
        ['a', 'c'],
        ['b', 'b', 9],
        ['b', 'a', 0.5],
      ],
      () => new MultiDirectedGraph(),
    )
    const projection = project(graph)
    expect(projection.type).toBe('undirected')
    expect(projection.multi).toBe(false)
    expect(projection.nodes()).toEqual(['a', 'b', 'c', 'z'])
    expect(weights(projection)).toEqual([
      ['a', 'b', 0.5],
      ['a', 'c', 6],
    ])
    expect(projection.export()).toEqual(project(projection).export())
  })

  it('sums to the last bit alike in any insertion order', () => {
    const parallel = fc.array(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), { minLength: 3, maxLength: 12 })
    fc.assert(
      fc.property(parallel, fc.nat(), (given, seed) => {
        const sum = (values: readonly number[]) => {
          const links = values.map((weight): Link => ['a', 'b', weight])
          return weights(project(graphOf([], links, () => new MultiGraph())))
        }
        expect(sum(shuffled(given, seed))).toEqual(sum(given))
      }),
      runs(100),
    )
  })

  it('leaves unusable weights out and says how many', () => {
    const bad = [0, -1, Number.NaN, Number.POSITIVE_INFINITY, '3', {}, true]
    const graph = graphOf(
      [],
      [...bad.map((weight): Link => ['a', 'b', weight]), ['a', 'b', 2], ['a', 'c', null]],
      () => new MultiGraph(),
    )
    const projection = project(graph)
    expect(weights(projection)).toEqual([
      ['a', 'b', 2],
      ['a', 'c', 1],
    ])
    expect(projection.getAttribute('notes')).toEqual([
      '7 of 9 edges left out: their weight is no positive finite number.',
    ])
    expect(detectCommunities(graph).notes).toHaveLength(1)
    expect(computeCentrality(graph).notes).toHaveLength(1)
  })

  it('leaves denied facts out unless asked', () => {
    const graph = buildGraph([
      {
        id: 'd',
        entities: ['a', 'b', 'c'].map((id) => entity(id)),
        relations: [
          relation('a', 'b', { negated: true }),
          relation('a', 'c', { kind: 'cooccurrence', negated: true }),
          relation('b', 'c', { modality: 'question' }),
        ],
      },
    ])
    const ends = (given: AbstractGraph) => weights(given).map(([source, target]) => source + target)
    expect(ends(project(graph))).toEqual(['ac', 'bc'])
    expect(ends(project(graph, { negated: true }))).toEqual(['ab', 'ac', 'bc'])
    expect([...neighbourhood(graph, ['a'], 1).keys()]).toEqual(['a', 'c'])
    expect(graphStatistics(graph)).toMatchObject({ edges: 3, pairs: 2 })
  })

  it('reads another weight attribute', () => {
    const graph = new DirectedGraph()
    graph.addNode('a')
    graph.addNode('b')
    graph.addEdge('a', 'b', { weight: 1, strength: 7 })
    expect(weights(project(graph, { weight: 'strength' }))).toEqual([['a', 'b', 7]])
  })

  it('has finite sums for the largest weights', () => {
    const links: Link[] = [
      ['a', 'b', 1.7e308],
      ['a', 'b', 1.7e308],
      ['b', 'c', 1e308],
      ['c', 'd', 5e-324],
    ]
    const graph = graphOf([], links, () => new MultiGraph())
    forEachPair(adjacencyOf(graph), (_a, _b, weight) => expect(Number.isFinite(weight) && weight > 0).toBe(true))
    expect(Number.isFinite(detectCommunities(graph).modularity)).toBe(true)
  })

  it('names a node by name, label or key', () => {
    const graph = new Graph()
    graph.addNode('1', { name: 'Ilse Marr', label: 'person 1' })
    graph.addNode('2', { name: '', label: 'Marr & Sons' })
    graph.addNode('3', { name: 4 })
    expect(graph.nodes().map((node) => nodeName(graph, node))).toEqual(['Ilse Marr', 'Marr & Sons', '3'])
    expect(project(graph).mapNodes((_, { name }) => name)).toEqual(['Ilse Marr', 'Marr & Sons', '3'])
  })

  it('treats all graphology types alike', () => {
    const links: Link[] = [...clique(['a', 'b', 'c', 'd']), ['d', 'e', 0.5], ...clique(['e', 'f', 'g'])]
    const makers: MakeGraph[] = [
      () => new Graph(),
      () => new DirectedGraph(),
      () => new UndirectedGraph(),
      () => new MultiGraph(),
      () => new MultiDirectedGraph(),
      () => new MultiUndirectedGraph(),
    ]
    const trueMixed = new Graph()
    for (const node of 'abcdefg') trueMixed.addNode(node)
    links.forEach(([a, b, weight], at) => {
      const attributes = weight === undefined ? {} : { weight }
      if (at % 2) trueMixed.addDirectedEdge(b, a, attributes)
      else trueMixed.addUndirectedEdge(a, b, attributes)
    })
    const [first, ...others] = [...makers.map((make) => graphOf([], links, make)), trueMixed].map((graph) => ({
      communities: contents(detectCommunities(graph, { maxCommunitySize: 3 })),
      scores: CENTRALITY_MEASURES.map((measure) => [...computeCentrality(graph, { measure }).of]),
      near: [...neighbourhood(graph, ['d'], 1)],
      statistics: graphStatistics(graph),
    }))
    for (const other of others) expect(other).toEqual(first)
  })
})

describe('detectCommunities', () => {
  it('is empty for an empty graph', () => {
    expect(contents(detectCommunities(new UndirectedGraph()))).toEqual({ of: [], levels: [[[], []]], modularity: 0 })
  })

  it('gives each node without edges a community of its own', () => {
    const { of, modularity } = detectCommunities(graphOf(['b', 'a', 'c'], []))
    expect([...of]).toEqual([
      ['a', '0:a'],
      ['b', '0:b'],
      ['c', '0:c'],
    ])
    expect(modularity).toBe(0)
    const mixed = detectCommunities(graphOf(['lone', '__proto__'], [['a', 'b']])).of
    expect([...mixed]).toEqual([
      ['__proto__', '0:__proto__'],
      ['a', '0:a'],
      ['b', '0:a'],
      ['lone', '0:lone'],
    ])
  })

  it('finds cliques that hardly touch, and names them by their smallest entity', () => {
    const rings = Array.from({ length: 6 }, (_, ring) => Array.from({ length: 5 }, (_, at) => `${'fedcba'[ring]}${at}`))
    const bridges = rings.map((ring, at): Link => [ring[0], rings[(at + 1) % 6][1]])
    const { of, levels } = detectCommunities(graphOf([], [...rings.flatMap(clique), ...bridges]))
    expect(levels).toHaveLength(1)
    for (const ring of rings) for (const node of ring) expect(of.get(node)).toBe(`0:${ring[0]}`)
  })

  it('follows the weights whatever their scale', () => {
    const pull = (unit: number) => {
      const links: Link[] = [
        ['a', 'b', 9],
        ['c', 'd', 9],
        ['b', 'c', 1],
        ['a', 'd', 1],
      ]
      return contents(
        detectCommunities(
          graphOf(
            [],
            links.map(([a, b, weight]) => [a, b, (weight as number) * unit]),
          ),
        ),
      )
    }
    expect(new Map(pull(1).of as [string, string][]).get('b')).toBe('0:a')
    for (const unit of [2 ** -60, 2 ** 60]) expect(pull(unit)).toEqual(pull(1))
  })

  it('makes more communities at a higher resolution', () => {
    const graph = graphOf([], chain(60))
    const count = (resolution: number) => new Set(detectCommunities(graph, { resolution }).of.values()).size
    expect(count(0.2)).toBeLessThan(count(1))
    expect(count(1)).toBeLessThan(count(4))
  })

  it('reports the modularity of the partition it gives', () => {
    fc.assert(
      fc.property(randomGraph, fc.constantFrom(1, 2, 4, undefined), ({ nodes, links }, bound) => {
        const found = detectCommunities(graphOf(nodes, links), bound ? { maxCommunitySize: bound } : {})
        expect(found.modularity).toBeCloseTo(slowModularity(nodes, links, found.of), 10)
      }),
      runs(150),
    )
  })

  it('is never worse than one community for all or one for each', () => {
    fc.assert(
      fc.property(randomGraph, ({ nodes, links }) => {
        const { modularity } = detectCommunities(graphOf(nodes, links))
        const trivial = [nodes.map((node) => [node, 'all'] as const), nodes.map((node) => [node, node] as const)]
        for (const each of trivial)
          expect(modularity).toBeGreaterThan(slowModularity(nodes, links, new Map(each)) - 1e-9)
      }),
      runs(150),
    )
  })

  it('is the same in any insertion order, and for the same seed', () => {
    fc.assert(
      fc.property(randomGraph, fc.nat(), fc.nat(5), ({ nodes, links }, order, seed) => {
        const options = { seed, maxCommunitySize: 4 }
        const flipped = shuffled(links, order + 1).map(
          ([a, b, weight], at): Link => (at % 2 ? [b, a, weight] : [a, b, weight]),
        )
        const graph = graphOf(nodes, links, () => new DirectedGraph())
        const other = graphOf(shuffled(nodes, order), flipped, () => new DirectedGraph())
        expect(contents(detectCommunities(other, options))).toEqual(contents(detectCommunities(graph, options)))
      }),
      runs(150),
    )
  })

  it('depends on the seed alone where the graph has several good partitions', () => {
    const random = seededRandom(5)
    const links = new Map<string, Link>()
    while (links.size < 150) {
      const [a, b] = [Math.floor(random() * 60), Math.floor(random() * 60)]
      if (a < b) links.set(`${a} ${b}`, [`n${a}`, `n${b}`])
    }
    const graph = graphOf([], [...links.values()])
    const partition = (seed: number) => JSON.stringify(contents(detectCommunities(graph, { seed })))
    const seeds = Array.from({ length: 12 }, (_, seed) => seed)
    expect(new Set(seeds.map(() => partition(3))).size).toBe(1)
    expect(new Set(seeds.map(partition)).size).toBeGreaterThan(1)
  })

  it('parts what Louvain leaves together when it moves the node between', () => {
    const links: Link[] = [
      ['bridge', 'mast 1', 2],
      ['bridge', 'oar 1', 3],
      ['mast 1', 'mast 2', 1],
      ['oar 1', 'oar 2', 1],
      ['bridge', 'tide 1', 4],
      ['bridge', 'tide 2', 1],
      ['bridge', 'tide 3', 3],
      ['tide 1', 'tide 2', 2],
      ['tide 1', 'tide 3', 2],
    ]
    // Louvain's own answer depends on the order; in this one it puts masts and oars together.
    const order = ['mast 2', 'oar 2', 'bridge', 'tide 1', 'tide 2', 'mast 1', 'tide 3', 'oar 1']
    const rank = (name: unknown) => `${order.indexOf(name as string)} ${name}`
    const graph = graphOf(
      [],
      links.map(([a, b, weight]) => [rank(a), rank(b), weight]),
    )
    expect([...membersOf(detectCommunities(graph).of).values()]).toEqual([
      ['0 mast 2', '5 mast 1'],
      ['1 oar 2', '7 oar 1'],
      ['2 bridge', '3 tide 1', '4 tide 2', '6 tide 3'],
    ])
  })

  it('keeps every community connected where no bound forces it apart', () => {
    fc.assert(
      fc.property(randomGraph, ({ nodes, links }) => {
        for (const members of membersOf(detectCommunities(graphOf(nodes, links)).of).values()) {
          const inside = links.filter(([a, b]) => members.includes(a) && members.includes(b))
          expect(graphStatistics(graphOf(members, inside)).components).toBe(1)
        }
      }),
      runs(150),
    )
  })

  const hard: readonly (readonly [string, readonly Link[], number])[] = [
    ['a clique', clique(Array.from({ length: 40 }, (_, at) => `n${at}`)), 7],
    ['a star', star(50), 6],
    ['a chain', chain(80), 3],
    ['two cliques', [...clique([...'abcdefgh']), ...clique([...'stuvwxyz']), ['a', 's']], 5],
    ['pairs', chain(2), 1],
  ]

  it.each(hard)('holds maxCommunitySize on %s', (_, links, bound) => {
    const { of, levels } = detectCommunities(graphOf([], links), { maxCommunitySize: bound })
    const sizes = [...membersOf(of).values()].map((members) => members.length)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(bound)
    expect(levels.length).toBeLessThan(10)
    // A bound met by crumbs would be worthless.
    expect(sizes.length).toBeLessThanOrEqual(Math.ceil((3 * of.size) / bound))
  })

  it('keeps the strongest links where it has to cut by size alone', () => {
    const links = Array.from({ length: 29 }, (_, at): Link => ['hub', `leaf ${at}`, 1 + at / 100])
    const { of } = detectCommunities(graphOf([], links), { maxCommunitySize: 6 })
    const kept = membersOf(of).get(of.get('hub')!)
    expect(kept).toEqual(['hub', 'leaf 24', 'leaf 25', 'leaf 26', 'leaf 27', 'leaf 28'])
  })

  it('nests its levels, names communities once, and holds the bound', () => {
    fc.assert(
      fc.property(randomGraph, fc.integer({ min: 1, max: 6 }), ({ nodes, links }, bound) => {
        const { of, levels } = detectCommunities(graphOf(nodes, links), { maxCommunitySize: bound })
        expect(levels[levels.length - 1].of).toBe(of)
        expect(levels[0].parents.size).toBe(0)
        for (const members of membersOf(of).values()) expect(members.length).toBeLessThanOrEqual(bound)
        levels.forEach((level, depth) => {
          expect([...level.of.keys()]).toEqual([...nodes].sort())
          for (const [id, members] of membersOf(level.of)) {
            const [, born, smallest] = /^(\d+):(.*)$/.exec(id)!
            expect([...members].sort()[0]).toBe(smallest)
            expect(Number(born)).toBeLessThanOrEqual(depth)
            const above = new Set(members.map((member) => levels[Math.max(0, depth - 1)].of.get(member)))
            expect(above.size).toBe(1)
            const expected = Number(born) === depth && depth > 0 ? [...above][0] : undefined
            expect(level.parents.get(id)).toBe(expected)
          }
        })
      }),
      runs(150),
    )
  })

  it.each([
    [{ resolution: 0 }, /resolution .* 0;/],
    [{ resolution: Number.NaN }, /resolution .* NaN;/],
    [{ maxCommunitySize: 0 }, /maxCommunitySize .* 0;/],
    [{ maxCommunitySize: 2.5 }, /maxCommunitySize .* 2.5;/],
    [{ maxCommunitySize: Number.NaN }, /maxCommunitySize .* NaN;/],
  ])('refuses %j', (options, message) => {
    expect(() => detectCommunities(new UndirectedGraph(), options)).toThrow(message)
  })
})

describe('computeCentrality', () => {
  const widths = Array.from({ length: 700 }, (_, layer) => [0, 1, 2].map((at) => `l${layer} ${at}`))
  const degenerate: Readonly<Record<string, AbstractGraph>> = {
    'an empty graph': new UndirectedGraph(),
    'one node': graphOf(['a'], []),
    'a node called __proto__': graphOf(['__proto__'], []),
    'isolated nodes': graphOf(['a', 'b', 'c'], []),
    'one edge': graphOf([], [['a', 'b']]),
    'an edge and an isolated node': graphOf(['__proto__'], [['a', 'b']]),
    'self-loops alone': graphOf([], [['a', 'a', 3]]),
    'a self-loop on a chain': graphOf([], [...chain(4), ['n1', 'n1', 5]]),
    'a directed chain': graphOf([], chain(5), () => new DirectedGraph()),
    'a long chain': graphOf([], chain(300)),
    'a directed cycle': graphOf([], [...chain(5), ['n4', 'n0']], () => new DirectedGraph()),
    'a clique': graphOf([], clique([...'abcde'])),
    'a star': graphOf([], star(9)),
    'two parts': graphOf([], [...clique([...'abc']), ...chain(4)]),
    'zero weights': graphOf(
      [],
      [
        ['a', 'b', 0],
        ['b', 'c', 0],
      ],
    ),
    'a negative weight': graphOf(
      [],
      [
        ['a', 'b', -1],
        ['b', 'c', 2],
      ],
    ),
    'a NaN weight': graphOf(
      [],
      [
        ['a', 'b', Number.NaN],
        ['b', 'c', 2],
      ],
    ),
    'the largest and the smallest weight': graphOf(
      [],
      [
        ['a', 'b', 1.7e308],
        ['b', 'c', 5e-324],
        ['c', 'd', 1.7e308],
        ['e', 'f', 5e-324],
      ],
    ),
    'a multigraph': graphOf([], [...chain(4), ...chain(4)], () => new MultiDirectedGraph()),
    'more shortest paths than a number can count': graphOf(
      [],
      widths.slice(1).flatMap((layer, at) => layer.flatMap((to) => widths[at].map((from): Link => [from, to]))),
    ),
  }
  const table = Object.entries(degenerate).flatMap(([name, graph]) =>
    CENTRALITY_MEASURES.map((measure) => ({ name, measure, graph })),
  )

  it.each(table)('$measure is finite and at most 1 on $name', ({ graph, measure }) => {
    const { of, measure: ran, notes } = computeCentrality(graph, { measure })
    expect([...of.keys()]).toEqual(graph.nodes().sort())
    const scores = [...of.values()]
    for (const score of scores) expect(score >= 0 && score <= 1).toBe(true)
    if (scores.some((score) => score > 0)) expect(Math.max(...scores)).toBe(1)
    expect(notes.some((note) => note.includes('degree is used instead'))).toBe(ran !== measure)
    if (ran !== measure) expect(ran).toBe('degree')
  })

  it('is 0 for all where nothing is linked, and for betweenness where nothing lies between', () => {
    for (const measure of CENTRALITY_MEASURES) {
      expect([...computeCentrality(graphOf(['a', 'b'], [['a', 'a']]), { measure }).of.values()]).toEqual([0, 0])
    }
    expect([...computeCentrality(graphOf([], clique([...'abc'])), { measure: 'betweenness' }).of.values()]).toEqual([
      0, 0, 0,
    ])
  })

  it('puts the hub first, by every measure', () => {
    for (const measure of CENTRALITY_MEASURES) {
      const { of, measure: ran, notes } = computeCentrality(graphOf(['lone'], star(8)), { measure })
      expect([ran, notes]).toEqual([measure, []])
      expect(of.get('hub')).toBe(1)
      expect(of.get('leaf 3')).toBeLessThan(0.7)
      expect(of.get('lone')).toBeLessThan(0.2)
    }
  })

  it('says so when eigenvector does not settle, and gives the degrees', () => {
    const graph = graphOf([], chain(300))
    const { of, measure, notes } = computeCentrality(graph, { measure: 'eigenvector' })
    expect(measure).toBe('degree')
    expect(notes).toEqual(['eigenvector did not settle on this graph; degree is used instead.'])
    expect(of).toEqual(computeCentrality(graph, { measure: 'degree' }).of)
    expect(computeCentrality(graphOf([], chain(5)), { measure: 'eigenvector' }).measure).toBe('eigenvector')
  })

  it('gives the degrees where betweenness would count more paths than a number holds', () => {
    const graph = degenerate['more shortest paths than a number can count']
    const { measure, notes } = computeCentrality(graph, { measure: 'betweenness', sampleAbove: 5000, pivots: 1 })
    expect([measure, notes.length]).toEqual(['degree', 1])
  })

  it('settles on the same eigenvector scores whatever the scale of the weights', () => {
    const links: Link[] = [
      ['a', 'b', 3],
      ['b', 'c', 1],
      ['c', 'a', 2],
      ['c', 'd', 4],
    ]
    const scores = (unit: number) => {
      const scaled = links.map(([a, b, weight]): Link => [a, b, (weight as number) * unit])
      return [...computeCentrality(graphOf([], scaled), { measure: 'eigenvector' }).of.values()]
    }
    const expected = scores(1)
    for (const unit of [1e-9, 1e9]) {
      for (const [at, score] of scores(unit).entries()) expect(score).toBeCloseTo(expected[at], 7)
    }
  })

  const oracles: Readonly<Record<CentralityMeasure, (nodes: readonly string[], links: readonly Link[]) => number[]>> = {
    degree: (nodes, links) => nodes.map((node) => links.filter(([a, b]) => a === node || b === node).length),
    pagerank: slowPagerank,
    eigenvector: slowEigenvector,
    betweenness: slowBetweenness,
    closeness: slowCloseness,
  }

  it.each(CENTRALITY_MEASURES)('%s equals its definition, worked out the slow way', (measure) => {
    let settled = 0
    fc.assert(
      fc.property(randomGraph, ({ nodes, links }) => {
        const found = computeCentrality(graphOf(nodes, links), { measure })
        if (found.measure !== measure) return
        settled++
        const expected = links.length > 0 ? oracles[measure](nodes, links) : nodes.map(() => 0)
        const top = Math.max(...expected)
        for (const [at, node] of nodes.entries()) {
          expect(found.of.get(node)).toBeCloseTo(top > 0 ? expected[at] / top : 0, 5)
        }
      }),
      runs(120),
    )
    expect(settled).toBeGreaterThan(100)
  })

  it.each(CENTRALITY_MEASURES)('%s is the same in any insertion order', (measure) => {
    fc.assert(
      fc.property(randomGraph, fc.nat(), fc.boolean(), ({ nodes, links }, order, sampled) => {
        const options = { measure, ...(sampled ? { sampleAbove: 3, pivots: 2 } : {}) }
        const flipped = shuffled(links, order + 1).map(
          ([a, b, weight], at): Link => (at % 2 ? [b, a, weight] : [a, b, weight]),
        )
        const here = computeCentrality(
          graphOf(nodes, links, () => new DirectedGraph()),
          options,
        )
        const there = computeCentrality(
          graphOf(shuffled(nodes, order), flipped, () => new DirectedGraph()),
          options,
        )
        expect({ ...there, of: [...there.of] }).toEqual({ ...here, of: [...here.of] })
      }),
      runs(60),
    )
  })

  const large = (() => {
    const random = seededRandom(11)
    const links = new Map<string, Link>()
    for (let at = 1; at < 700; at++) {
      for (let link = 0; link < 3; link++) {
        const other = Math.floor(random() * random() * at)
        links.set(`${other} ${at}`, [`n${other}`, `n${at}`])
      }
    }
    return graphOf([], [...links.values(), ...clique(['x', 'y', 'z'])])
  })()

  it('agrees with graphology on betweenness', () => {
    const betweenness = betweennessModule as unknown as (
      graph: AbstractGraph,
      options: object,
    ) => Record<string, number>
    const expected = betweenness(large, { getEdgeWeight: null })
    const top = Math.max(...Object.values(expected))
    for (const [node, score] of computeCentrality(large, { measure: 'betweenness' }).of) {
      expect(score).toBeCloseTo(expected[node] / top, 9)
    }
  })

  it.each(['betweenness', 'closeness'] as const)('estimates %s from pivots above a size', (measure) => {
    const exact = computeCentrality(large, { measure })
    const all = computeCentrality(large, { measure, sampleAbove: 100, pivots: 1000 })
    const some = computeCentrality(large, { measure, sampleAbove: 100, pivots: 64 })
    expect(all).toEqual(exact)
    expect(exact.notes).toEqual([])
    expect(some.notes).toEqual([`${measure} estimated from 64 pivots: 703 nodes are more than 100.`])
    expect(some.of).not.toEqual(exact.of)
    expect(some).toEqual(computeCentrality(large, { measure, sampleAbove: 100, pivots: 64, seed: 1 }))
    expect(some.of).not.toEqual(computeCentrality(large, { measure, sampleAbove: 100, pivots: 64, seed: 2 }).of)
    const first = (of: ReadonlyMap<string, number>) =>
      [...of]
        .sort((a, b) => b[1] - a[1])
        .slice(0, 20)
        .map(([node]) => node)
    expect(first(some.of).filter((node) => first(exact.of).includes(node)).length).toBeGreaterThanOrEqual(14)
    for (const node of ['x', 'y', 'z']) expect(some.of.get(node)).toBeLessThan(0.1)
  })

  it('weighs the parts of a graph alike, however many pivots each has', () => {
    const parts = [...star(400), ...star(60).map(([, leaf]): Link => ['small hub', `small ${leaf}`])]
    const score = (options: object) =>
      computeCentrality(graphOf([], parts), { measure: 'betweenness', ...options }).of.get('small hub')
    expect(score({ sampleAbove: 100, pivots: 80 })).toBeCloseTo(score({})!, 2)
  })

  it('estimates nothing at the size itself', () => {
    expect(computeCentrality(large, { measure: 'closeness', sampleAbove: 703, pivots: 1 }).notes).toEqual([])
    expect(computeCentrality(large, { measure: 'closeness', sampleAbove: 702, pivots: 1 }).notes).toHaveLength(1)
  })

  it('settles where the weights differ by all that a number can hold', () => {
    for (const measure of ['pagerank', 'eigenvector'] as const) {
      const graph = degenerate['the largest and the smallest weight']
      expect(computeCentrality(graph, { measure }).measure).toBe(measure)
    }
  })

  it.each([
    [{ measure: 'pagerang' as CentralityMeasure }, /measure must be one of pagerank, degree, .* "pagerang"/],
    [{ measure: '__proto__' as CentralityMeasure }, /measure must be one of/],
    [{ pivots: 0 }, /pivots .* 0;/],
    [{ pivots: 1.5 }, /pivots .* 1.5;/],
    [{ sampleAbove: -1 }, /sampleAbove .* -1;/],
    [{ sampleAbove: Number.NaN }, /sampleAbove .* NaN;/],
  ])('refuses %j', (options, message) => {
    expect(() => computeCentrality(new UndirectedGraph(), options)).toThrow(message)
  })
})

describe('neighbourhood', () => {
  it('gives the distance to the nearest seed', () => {
    fc.assert(
      fc.property(randomGraph, fc.array(fc.nat(20), { maxLength: 3 }), fc.nat(5), ({ nodes, links }, picks, hops) => {
        const seeds = picks.map((pick) => `n${pick}`)
        const distances = slowDistances(nodes, links)
        const expected = nodes
          .map((node, at): [string, number] => [
            node,
            Math.min(...seeds.filter((seed) => nodes.includes(seed)).map((seed) => distances[nodes.indexOf(seed)][at])),
          ])
          .filter(([, distance]) => distance <= hops)
          .sort(([a, near], [b, far]) => near - far || (a < b ? -1 : 1))
        const graph = graphOf(nodes, links, () => new MultiDirectedGraph())
        expect([...neighbourhood(graph, seeds, hops)]).toEqual(expected)
      }),
      runs(200),
    )
  })

  it('visits no entity twice', () => {
    const graph = graphOf([], clique(Array.from({ length: 150 }, (_, at) => `n${at}`)))
    expect(new Set(neighbourhood(graph, ['n0'], Number.POSITIVE_INFINITY).values())).toEqual(new Set([0, 1]))
  })

  it.each([-1, Number.NaN])('refuses %d hops', (hops) => {
    expect(() => neighbourhood(new UndirectedGraph(), [], hops)).toThrow(/hops must be/)
  })
})

describe('graphStatistics', () => {
  it.each([
    ['an empty graph', new UndirectedGraph(), { nodes: 0, edges: 0, pairs: 0, density: 0, components: 0, isolated: 0 }],
    ['one node', graphOf(['a'], []), { nodes: 1, edges: 0, pairs: 0, density: 0, components: 1, isolated: 1 }],
    [
      'a clique',
      graphOf([], clique([...'abcd'])),
      { nodes: 4, edges: 6, pairs: 6, density: 1, components: 1, isolated: 0 },
    ],
    [
      'parallel edges, a loop and a lone node',
      graphOf(
        ['z'],
        [
          ['a', 'b'],
          ['b', 'a'],
          ['a', 'a'],
          ['c', 'd'],
        ],
        () => new MultiDirectedGraph(),
      ),
      { nodes: 5, edges: 4, pairs: 2, density: 0.2, components: 3, isolated: 1 },
    ],
  ])('counts %s', (_, graph, expected) => {
    expect(graphStatistics(graph)).toEqual(expected)
  })
})

describe('seededRandom and drawSample', () => {
  it('repeats itself for a seed, spreads evenly, and differs between seeds', () => {
    const row = (seed: number) => Array.from({ length: 4000 }, seededRandom(seed))
    expect(row(1)).toEqual(row(1))
    expect(row(1)).not.toEqual(row(2))
    expect(row(9).every((value) => value >= 0 && value < 1)).toBe(true)
    expect(row(9).reduce((sum, value) => sum + value, 0) / 4000).toBeCloseTo(0.5, 1)
  })

  it('draws each item once at most, and each about as often', () => {
    const items = Array.from({ length: 10 }, (_, at) => at)
    const random = seededRandom(4)
    const counts = new Array<number>(10).fill(0)
    for (let round = 0; round < 1000; round++) {
      const drawn = drawSample(items, 3, random)
      expect(new Set(drawn).size).toBe(3)
      for (const item of drawn) counts[item]++
    }
    for (const count of counts) expect(Math.abs(count - 300)).toBeLessThan(70)
    expect(drawSample(items, 10, random)).toEqual(items)
  })
})

describe('time', () => {
  function largeDocument(edges: number): GraphDocument {
    const nodes = edges / 5
    const random = seededRandom(7)
    const ids = Array.from({ length: nodes }, (_, at) => `entity ${at}`)
    const relations = Array.from({ length: edges }, (_, at) => {
      const group = Math.floor((random() * nodes) / 50) * 50
      const near = (group + Math.floor(random() * 50)) % nodes
      const far = random() < 0.8 ? (group + Math.floor(random() * 50)) % nodes : Math.floor(random() * random() * nodes)
      return relation(ids[near], ids[far], {
        predicate: `p${at % 3}`,
        weight: random(),
        evidence: { start: at, end: at + 9 },
      })
    })
    return { id: 'd', entities: ids.map((id) => entity(id)), relations }
  }

  const cost = (work: () => void): number => {
    const times = Array.from({ length: 3 }, () => {
      const before = process.cpuUsage().user
      work()
      return process.cpuUsage().user - before
    })
    return Math.min(...times)
  }

  it('grows near linearly with the edges, from building to communities', () => {
    const work = (edges: number) => {
      const document = largeDocument(edges)
      return cost(() => {
        const graph = buildGraph([document])
        expect(detectCommunities(graph, { maxCommunitySize: 60 }).of.size).toBe(edges / 5)
      })
    }
    work(5_000)
    const small = work(12_500)
    expect(work(50_000) / small).toBeLessThan(4 * 2.5)
  }, 60_000)

  it('grows near linearly with the edges in every measure above the sampling size', () => {
    const small = buildGraph([largeDocument(10_000)])
    const big = buildGraph([largeDocument(40_000)])
    for (const measure of ['pagerank', 'betweenness', 'closeness'] as const) {
      const run = (graph: AbstractGraph) =>
        cost(() => computeCentrality(graph, { measure, sampleAbove: 500, pivots: 32 }))
      run(small)
      expect(run(big) / run(small)).toBeLessThan(4 * 3)
    }
  }, 60_000)
})

function matrixOf(nodes: readonly string[], links: readonly Link[]): number[][] {
  const matrix = nodes.map(() => nodes.map(() => 0))
  for (const [from, to, weight] of links) {
    const [a, b] = [nodes.indexOf(from), nodes.indexOf(to)]
    matrix[a][b] = matrix[b][a] = Number(weight ?? 1)
  }
  return matrix
}

function slowModularity(nodes: readonly string[], links: readonly Link[], of: ReadonlyMap<string, string>): number {
  const matrix = matrixOf(nodes, links)
  const degrees = matrix.map((row) => row.reduce((sum, weight) => sum + weight, 0))
  const all = degrees.reduce((sum, degree) => sum + degree, 0)
  let sum = 0
  nodes.forEach((a, i) => {
    nodes.forEach((b, j) => {
      if (all > 0 && of.get(a) === of.get(b)) sum += matrix[i][j] - (degrees[i] * degrees[j]) / all
    })
  })
  return all > 0 ? sum / all : 0
}

function slowDistances(nodes: readonly string[], links: readonly Link[]): number[][] {
  const matrix = matrixOf(nodes, links)
  const distance = matrix.map((row, i) =>
    row.map((weight, j) => (i === j ? 0 : weight > 0 ? 1 : Number.POSITIVE_INFINITY)),
  )
  nodes.forEach((_, k) => {
    nodes.forEach((_, i) => {
      nodes.forEach((_, j) => {
        distance[i][j] = Math.min(distance[i][j], distance[i][k] + distance[k][j])
      })
    })
  })
  return distance
}

/** How many shortest paths lead from `i` to `j`, by walking back over all last steps. */
function countPaths(matrix: number[][], distance: number[][], i: number, j: number): number {
  if (i === j) return 1
  if (distance[i][j] === Number.POSITIVE_INFINITY) return 0
  let paths = 0
  matrix.forEach((row, before) => {
    if (row[j] > 0 && distance[i][before] === distance[i][j] - 1) paths += countPaths(matrix, distance, i, before)
  })
  return paths
}

function slowBetweenness(nodes: readonly string[], links: readonly Link[]): number[] {
  const matrix = matrixOf(nodes, links)
  const distance = slowDistances(nodes, links)
  const paths = nodes.map((_, i) => nodes.map((_, j) => countPaths(matrix, distance, i, j)))
  return nodes.map((_, via) => {
    let sum = 0
    nodes.forEach((_, i) => {
      nodes.forEach((_, j) => {
        if (i >= j || i === via || j === via || distance[i][j] === Number.POSITIVE_INFINITY) return
        if (distance[i][via] + distance[via][j] === distance[i][j]) sum += (paths[i][via] * paths[via][j]) / paths[i][j]
      })
    })
    return sum
  })
}

function slowCloseness(nodes: readonly string[], links: readonly Link[]): number[] {
  return slowDistances(nodes, links).map((row) => {
    const reached = row.filter((distance) => distance > 0 && distance < Number.POSITIVE_INFINITY)
    const sum = reached.reduce((total, distance) => total + distance, 0)
    return sum > 0 ? (reached.length / sum) * (reached.length / (nodes.length - 1)) : 0
  })
}

function slowPagerank(nodes: readonly string[], links: readonly Link[]): number[] {
  const matrix = matrixOf(nodes, links)
  const degrees = matrix.map((row) => row.reduce((sum, weight) => sum + weight, 0))
  let rank = nodes.map(() => 1 / nodes.length)
  for (let round = 0; round < 400; round++) {
    rank = nodes.map((_, j) => {
      let sum = 0
      nodes.forEach((_, i) => {
        sum += rank[i] * (degrees[i] > 0 ? matrix[i][j] / degrees[i] : 1 / nodes.length)
      })
      return 0.15 / nodes.length + 0.85 * sum
    })
  }
  return rank
}

function slowEigenvector(nodes: readonly string[], links: readonly Link[]): number[] {
  const matrix = matrixOf(nodes, links)
  const shift = Math.max(...matrix.map((row) => row.reduce((sum, weight) => sum + weight, 0)))
  let vector = nodes.map(() => 1)
  for (let round = 0; round < 6_000; round++) {
    const next = nodes.map((_, j) => shift * vector[j] + matrix.reduce((sum, row, i) => sum + row[j] * vector[i], 0))
    const norm = Math.hypot(...next)
    vector = next.map((value) => value / norm)
  }
  return vector
}
