import { describe, expect, it } from 'vitest'
import { type ChunkOptions, type ChunkResult, chunk, type GivenRelation, type MethodChoice } from '../../src/index.js'
import { chunkElsewhere, cut, expectSound, recorder, series, units } from './check.js'

const NAMES =
  'Tarn Works|Quill Bank|Vell Glass|Orrin Mill|Ilse Varga|Noor Haddad|Pavel Dorn|Edda Lim|Norrby|Sunne'.split('|')
const entities = NAMES.map((name) => ({ name }))

const graphMethods: readonly MethodChoice[] = [
  'community_detection',
  'centrality_based',
  { method: 'community_detection', gather: true },
  { method: 'centrality_based', gather: true },
  { method: 'graph_based', strategy: 'community' },
  { method: 'graph_based', strategy: 'centrality' },
  { method: 'graph_based', strategy: 'subgraph' },
  'subgraph',
]
const selects = (method: MethodChoice): boolean => JSON.stringify(method).includes('subgraph')
/** Runs on given entities and relations alone, so that no pair is related for standing close. */
function run(
  text: string,
  method: MethodChoice,
  relations: readonly GivenRelation[],
  more: ChunkOptions = {},
): Promise<ChunkResult> {
  return cut(text, method, { ...units(60), entities, relations, ...more }, selects(method))
}

describe('gr-01: names without a relation', () => {
  const text = 'Norrby slept. Ilse Varga rested. Quill Bank paused. Sunne thawed.'

  it.each(graphMethods)('%j', async (method) => {
    const logger = recorder()
    const result = await run(text, method, [], { logger })
    expect(logger.warnings).toEqual([])
    expect(result.attempts.filter(({ stage }) => stage === 'cut')).toHaveLength(1)
    expect([result.graph?.order, result.graph?.size]).toEqual([4, 0])
    if (!selects(method)) expect(result.chunks.flatMap((one) => one.entities)).toHaveLength(4)
  })
})

it('gr-03: every node has a community, isolated ones their own', async () => {
  const text = 'Tarn Works bought Vell Glass. Quill Bank hired Noor Haddad. Norrby slept. Sunne thawed.'
  const { document } = await run(text, 'community_detection', [
    { subject: 'Tarn Works', object: 'Vell Glass', predicate: 'buy' },
    { subject: 'Quill Bank', object: 'Noor Haddad', predicate: 'hire' },
  ])
  const communities = (document.entities ?? []).map(({ id }) => document.communities?.of.get(id))
  expect(communities).toHaveLength(6)
  expect(communities.every((id) => typeof id === 'string')).toBe(true)
  expect(new Set(communities).size).toBe(4)
})

describe('gr-05: communities are the same on every run', () => {
  const text = series(
    55,
    (i) => `${NAMES[(i * 7) % 10]} met ${NAMES[(i * 3 + 1) % 10]} and ${NAMES[(i * i + 2) % 10]}.`,
  )
  const options: ChunkOptions = { method: 'community_detection', ...units(280) }
  const print = (result: ChunkResult): string => JSON.stringify(result)

  it('in one process', async () => {
    const first = print(await chunk(text, { ...options, entities }))
    for (let run = 0; run < 20; run++) expect(print(await chunk(text, { ...options, entities }))).toBe(first)
  })

  it('in one process, for a graph that divides in many ways', async () => {
    const many = Array.from({ length: 60 }, (_, i) => `Orrin${String.fromCharCode(97 + (i % 26), 97 + (i % 7))}`)
    const relations = many.flatMap((subject, i) =>
      [1, 7, i * i]
        .map((step) => ({ subject, object: many[(i + step) % 60], predicate: 'x' }))
        .filter(({ object }) => object !== subject),
    )
    const run = async () =>
      print(await chunk(many.join('. '), { ...options, entities: many.map((name) => ({ name })), relations }))
    const first = await run()
    for (let again = 0; again < 20; again++) expect(await run()).toBe(first)
  })

  it('in new processes', async () => {
    const given = { ...options, entities }
    const here = print(await chunk(text, given))
    for (let run = 0; run < 2; run++) expect(chunkElsewhere(text, given, 'JSON.stringify')).toBe(here)
  })

  it('in whatever order entities and relations are given', async () => {
    const relations = Array.from({ length: 30 }, (_, i) => ({
      subject: NAMES[(i * 7) % 10],
      object: NAMES[(i * 3 + 1) % 10],
      predicate: `p${i % 4}`,
    })).filter(({ subject, object }) => subject !== object)
    const there = await chunk(text, { ...options, entities, relations })
    const back = await chunk(text, {
      ...options,
      entities: entities.slice().reverse(),
      relations: relations.slice().reverse(),
    })
    expect(back.chunks).toEqual(there.chunks)
    expect(back.document.communities?.of).toEqual(there.document.communities?.of)
  })

  it('with the same seed, and with another one still whole', async () => {
    const seeded = async (seed: number) => chunk(text, { ...options, entities, seed })
    expect(print(await seeded(9))).toBe(print(await seeded(9)))
    expectSound(text, await seeded(10), options)
  })

  it('and their ids follow from the members', async () => {
    const { document } = await chunk(text, { ...options, entities })
    const of = [...(document.communities?.of ?? [])]
    expect(of).toHaveLength(10)
    for (const [, id] of of)
      expect(id).toBe(
        `0:${
          of
            .filter((other) => other[1] === id)
            .map(([entity]) => entity)
            .sort()[0]
        }`,
      )
  })
})

it.each(['eigenvector', 'pagerank', 'degree', 'betweenness', 'closeness'] as const)(
  'gr-07: a chain of names by %s',
  async (centrality) => {
    const chain = NAMES.slice(0, 5)
    const text = chain
      .slice(1)
      .map((name, at) => `${chain[at]} bought ${name}.`)
      .join(' ')
    const relations = chain.slice(1).map((object, at) => ({ subject: chain[at], object, predicate: 'buy' }))
    const logger = recorder()
    const result = await run(text, { method: 'centrality_based', centrality }, relations, { logger })
    expect(logger.warnings).toEqual([])
    for (const score of result.document.centrality?.of.values() ?? []) expect(score).toBeGreaterThanOrEqual(0)
    const measure = result.document.centrality?.measure
    expect(result.notes.filter((note) => note.includes(centrality))).toHaveLength(measure === centrality ? 0 : 1)
  },
)

it('id-05: joined names never make one edge of two', async () => {
  const pairs = [
    ['4', '71'],
    ['47', '1'],
    ['X/Y', 'Z'],
    ['X', 'Y/Z'],
    ['m->n', 'o'],
    ['m', 'n->o'],
    ['s::t', 'u'],
    ['s', 't::u'],
    ['["v","w"]', 'x'],
    ['v', '","w'],
  ]
  const names = [...new Set(pairs.flat())]
  const text = names.join(' . ')
  const starts = names.map((_, at) => names.slice(0, at).join(' . ').length + (at === 0 ? 0 : 3))
  const { graph } = await chunk(text, {
    method: 'community_detection',
    entities: names.map((name, at) => ({ start: starts[at], end: starts[at] + name.length, id: name })),
    relations: pairs.map(([subject, object]) => ({ subject, object, predicate: 'x' })),
  })
  const edges = graph?.mapEdges((key, _, source, target) => [key, source, target] as const) ?? []
  expect(new Set(edges.map(([key]) => key)).size).toBe(pairs.length)
  expect(edges.map(([, source, target]) => `${source} ${target}`).sort()).toEqual(
    pairs.map(([a, b]) => `${a} ${b}`).sort(),
  )
  for (const [key, source, target] of edges) expect(JSON.parse(key).slice(0, 2)).toEqual([source, target])
})
