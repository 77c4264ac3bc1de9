import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import type { Entity } from '../src/document/document.js'
import * as measures from '../src/evaluate/index.js'
import {
  type ClusteredMention,
  evaluateEntities,
  evaluateIntegrity,
  evaluateMentions,
  evaluateRelationPairs,
  type GoldDocument,
  type MeasuredChunk,
  matchEntities,
  measureSizes,
  nearestPair,
  pairsOf,
  parseGoldDocuments,
} from '../src/evaluate/index.js'

const SEED = { seed: 20_261_201 }
const at = (start: number, end: number, type = 'person') => ({ start, end, type })

describe('evaluateMentions', () => {
  it('worked example: one exact, one of another type, one too long, one missed', () => {
    const { untyped, typed, overlap, byType } = evaluateMentions([
      {
        gold: [at(0, 5), at(10, 15), at(20, 25), at(30, 35)],
        found: [at(0, 5), at(10, 15, 'location'), at(20, 28)],
      },
    ])
    expect([untyped.precision, untyped.recall]).toEqual([2 / 3, 2 / 4])
    expect(untyped.f1).toBeCloseTo((2 * (2 / 3) * (1 / 2)) / (2 / 3 + 1 / 2), 12)
    expect([typed.precision, typed.recall]).toEqual([1 / 3, 1 / 4])
    expect([overlap.precision, overlap.recall]).toEqual([1, 3 / 4])
    expect([byType.person.precision, byType.person.recall]).toEqual([1 / 2, 1 / 4])
    expect(byType.location).toMatchObject({ precision: 0, recall: 0, f1: 0, found: 1, gold: 0 })
  })

  it('counts over documents, not the mean of documents', () => {
    const one = { gold: [at(0, 1)], found: [at(0, 1)] }
    const many = { gold: [at(0, 1), at(2, 3), at(4, 5)], found: [] }
    expect(evaluateMentions([one, many]).untyped.recall).toBe(1 / 4)
  })

  it('a place found twice counts once', () => {
    const { untyped } = evaluateMentions([{ gold: [at(0, 1)], found: [at(0, 1), at(0, 1, 'misc')] }])
    expect(untyped).toMatchObject({ found: 1, precision: 1 })
  })

  it('nothing found and nothing there is 0, not NaN', () => {
    expect(evaluateMentions([]).untyped).toMatchObject({ precision: 0, recall: 0, f1: 0 })
  })

  it('overlap by type: touching a mention of another type is no help', () => {
    const { overlapTyped, overlapByType } = evaluateMentions([
      { gold: [at(0, 5), at(10, 20, 'location')], found: [at(3, 8), at(9, 12), at(18, 22, 'location'), at(30, 31)] },
    ])
    expect(overlapTyped).toMatchObject({ precision: 2 / 4, recall: 2 / 2, rightFound: 2, rightGold: 2 })
    expect(overlapByType.person).toMatchObject({ precision: 1 / 3, recall: 1 })
    expect(overlapByType.location).toMatchObject({ precision: 1, recall: 1 })
  })

  it('places side by side do not overlap; a long found mention can be right for several gold ones', () => {
    const { overlap } = evaluateMentions([{ gold: [at(0, 3), at(6, 9)], found: [at(3, 6), at(2, 7)] }])
    expect(overlap).toMatchObject({ found: 2, rightFound: 1, gold: 2, rightGold: 2 })
  })

  const spans = fc.array(
    fc
      .tuple(fc.nat(30), fc.integer({ min: 1, max: 6 }), fc.constantFrom('person', 'location', 'misc'))
      .map(([start, length, type]) => at(start, start + length, type)),
    { maxLength: 8 },
  )
  type Mention = ReturnType<typeof at>
  const distinct = (list: readonly Mention[]) =>
    list.filter((a, index) => list.findIndex((b) => a.start === b.start && a.end === b.end) === index)
  const count = (own: readonly Mention[], others: readonly Mention[], match: (a: Mention, b: Mention) => boolean) =>
    own.filter((a) => others.some((b) => match(a, b))).length
  const same = (a: Mention, b: Mention) => a.start === b.start && a.end === b.end
  const touch = (a: Mention, b: Mention) => a.start < b.end && b.start < a.end
  const typed = (match: typeof same) => (a: Mention, b: Mention) => a.type === b.type && match(a, b)

  test.prop([spans, spans], SEED)('is what comparing all with all gives', (gold, found) => {
    const [g, f] = [distinct(gold), distinct(found)]
    const scores = evaluateMentions([{ gold, found }])
    for (const [name, match] of [
      ['untyped', same],
      ['typed', typed(same)],
      ['overlap', touch],
      ['overlapTyped', typed(touch)],
    ] as const) {
      const expected = {
        found: f.length,
        gold: g.length,
        rightFound: count(f, g, match),
        rightGold: count(g, f, match),
      }
      expect({ name, ...scores[name] }).toMatchObject({ name, ...expected })
    }
    for (const [rows, match] of [
      [scores.byType, same],
      [scores.overlapByType, touch],
    ] as const) {
      const types = [...new Set([...g, ...f].map(({ type }) => type))].sort()
      expect(Object.keys(rows)).toEqual(types)
      for (const type of types) {
        const [a, b] = [f.filter((span) => span.type === type), g.filter((span) => span.type === type)]
        expect(rows[type]).toMatchObject({ rightFound: count(a, b, match), rightGold: count(b, a, match) })
      }
    }
  })

  test.prop([fc.array(fc.tuple(spans, spans), { maxLength: 4 })], SEED)('documents add up', (documents) => {
    const whole = evaluateMentions(documents.map(([gold, found]) => ({ gold, found })))
    const parts = documents.map(([gold, found]) => evaluateMentions([{ gold, found }]))
    for (const name of ['untyped', 'typed', 'overlap', 'overlapTyped'] as const) {
      const total = (key: 'found' | 'rightGold') => parts.reduce((sum, part) => sum + part[name][key], 0)
      expect(whole[name]).toMatchObject({ found: total('found'), rightGold: total('rightGold') })
    }
  })
})

describe('evaluateEntities', () => {
  it('worked example: a cluster of three torn in two', () => {
    const gold = [0, 1, 2].map((start) => [start, start + 1, 'a'] as const)
    const found = [[0, 1, 'x'] as const, [1, 2, 'x'] as const, [2, 3, 'y'] as const]
    const { precision, recall } = evaluateEntities([{ gold, found }])
    expect(precision).toBe(1)
    expect(recall).toBeCloseTo((2 / 3 + 2 / 3 + 1 / 3) / 3, 12)
  })

  it('worked example: one cluster swallows another', () => {
    const gold = [[0, 1, 'a'] as const, [1, 2, 'a'] as const, [2, 3, 'b'] as const]
    const found = gold.map(([start, end]) => [start, end, 'x'] as const)
    const { precision, recall, f1 } = evaluateEntities([{ gold, found }])
    expect(precision).toBeCloseTo((2 / 3 + 2 / 3 + 1 / 3) / 3, 12)
    expect([recall, f1]).toEqual([1, (2 * precision) / (precision + 1)])
  })

  it('a mention that only one side has is wrong on that side, and no help to its cluster', () => {
    const gold = [[0, 1, 'a'] as const, [1, 2, 'a'] as const]
    const found = [[0, 1, 'x'] as const, [5, 6, 'x'] as const, [7, 8, 'y'] as const]
    const { precision, recall } = evaluateEntities([{ gold, found }])
    expect([precision, recall]).toEqual([1 / 2 / 3, 1 / 2 / 2])
  })

  it('clusters of two documents are two, whatever their names; a place listed twice is the first one', () => {
    const document = { gold: [[0, 1, 'a'] as const], found: [[0, 1, 'x'] as const] }
    expect(evaluateEntities([document, document])).toMatchObject({ precision: 1, recall: 1, found: 2 })
    const twice = { ...document, gold: [...document.gold, [0, 1, 'b'] as const, [2, 3, 'b'] as const] }
    expect(evaluateEntities([twice])).toMatchObject({ gold: 2, rightGold: 1, precision: 1 })
  })

  const clustered = fc.uniqueArray(fc.tuple(fc.nat(9), fc.constantFrom('a', 'b', 'c')), {
    maxLength: 10,
    selector: ([start]) => start,
  })
  test.prop([clustered, clustered], SEED)('is the definition of B cubed', (a, b) => {
    const mentions = (list: typeof a): ClusteredMention[] => list.map(([start, id]) => [start, start + 1, id])
    const { precision, recall } = evaluateEntities([{ gold: mentions(a), found: mentions(b) }])
    const mean = (own: typeof a, other: typeof a): number => {
      const shares = own.map(([start, id]) => {
        const mine = own.filter(([, cluster]) => cluster === id).map(([place]) => place)
        const match = other.find(([place]) => place === start)?.[1]
        const theirs = other.filter(([, cluster]) => cluster === match).map(([place]) => place)
        return match === undefined ? 0 : mine.filter((place) => theirs.includes(place)).length / mine.length
      })
      return shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / shares.length
    }
    expect(precision).toBeCloseTo(mean(b, a), 12)
    expect(recall).toBeCloseTo(mean(a, b), 12)
  })
})

describe('evaluateRelationPairs', () => {
  const pairs = fc.record({
    gold: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')).map((keys) => new Set<string>(keys)),
    found: fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'x', 'y'), fc.constantFrom(-1, 0, 0.25, 0.5, 1)), {
      maxLength: 8,
    }),
  })
  test.prop([fc.array(pairs, { maxLength: 4 })], SEED)('is the definition, threshold by threshold', (documents) => {
    const best = documents.flatMap(({ gold, found }) =>
      [...new Set(found.map(([key]) => key))].map((key) => ({
        right: gold.has(key),
        weight: Math.max(...found.filter(([other]) => other === key).map(([, weight]) => weight)),
      })),
    )
    const gold = documents.reduce((sum, document) => sum + document.gold.size, 0)
    const taken = (weight: number) => best.filter((pair) => pair.weight >= weight)
    const right = (weight: number) => taken(weight).filter((pair) => pair.right).length
    const precisions = best.filter((pair) => pair.right).map(({ weight }) => right(weight) / taken(weight).length)
    const f1s = best.map(({ weight }) => (2 * right(weight)) / (taken(weight).length + gold))
    const scores = evaluateRelationPairs(documents)
    expect(scores.averagePrecision).toBeCloseTo(
      gold === 0 ? 0 : precisions.reduce((sum, share) => sum + share, 0) / gold,
      12,
    )
    expect(scores.best.f1).toBeCloseTo(Math.max(0, ...f1s), 12)
    const weights = [...new Set(best.map(({ weight }) => weight))].sort((a, b) => b - a)
    for (const [level, precision] of Object.entries(scores.precisionAt)) {
      const first = weights.find((weight) => gold > 0 && right(weight) / gold >= Number(level))
      expect(precision).toBe(first === undefined ? null : right(first) / taken(first).length)
    }
  })

  it('worked example: right, wrong, right, and one never found', () => {
    const { averagePrecision, best, precisionAt } = evaluateRelationPairs([
      {
        gold: new Set(['ab', 'cd', 'ef']),
        found: [
          ['ab', 0.9],
          ['xy', 0.8],
          ['cd', 0.7],
        ],
      },
    ])
    expect(averagePrecision).toBeCloseTo((1 + 2 / 3) / 3, 12)
    expect(best).toMatchObject({ weight: 0.7, precision: 2 / 3, recall: 2 / 3 })
    expect(precisionAt).toEqual({ '0.1': 1, '0.2': 1, '0.3': 1, '0.4': 2 / 3 })
  })

  it('equal weights are taken in together, in whatever order they come', () => {
    const gold = new Set(['ab'])
    const [right, wrong] = [['ab', 0.5] as const, ['xy', 0.5] as const]
    const score = (found: (typeof right | typeof wrong)[]) => evaluateRelationPairs([{ gold, found }]).averagePrecision
    expect([score([right, wrong]), score([wrong, right])]).toEqual([1 / 2, 1 / 2])
  })

  it('a pair found twice counts once, by its higher weight', () => {
    const { best } = evaluateRelationPairs([
      {
        gold: new Set(['ab']),
        found: [
          ['ab', 0.2],
          ['ab', 0.6],
        ],
      },
    ])
    expect(best).toMatchObject({ found: 1, weight: 0.6, f1: 1 })
  })
})

const GOLD: GoldDocument = {
  id: 'd',
  text: 'Ada Brandt met Jon Vassall. Brandt left.',
  entities: [
    { id: 'e1', type: 'person', mentions: [at(0, 10), at(28, 34)] },
    { id: 'e2', type: 'person', mentions: [at(15, 26)] },
  ],
  relations: [{ head: 'e2', tail: 'e1', type: 'met' }],
}

describe('entities and pairs of a document', () => {
  const entity = (id: string, kind: Entity['kind'], ...places: [number, number][]): Entity => ({
    id,
    kind,
    name: id,
    type: 'person',
    aliases: [],
    otherTypes: [],
    mentions: places.map(([start, end]) => ({ start, end, entity: id, type: 'person', kind, confidence: 1, by: 'x' })),
  })
  const entities = [
    entity('ada', 'name', [0, 10], [28, 34]),
    entity('jon', 'name', [15, 26]),
    entity('met', 'concept', [11, 14]),
  ]

  it('matches a found entity with the gold entity of most of its mentions', () => {
    expect([...matchEntities(GOLD, entities)]).toEqual([
      ['ada', 'e1'],
      ['jon', 'e2'],
    ])
    expect([...matchEntities(GOLD, [entity('both', 'name', [0, 10], [15, 26], [28, 34])])]).toEqual([['both', 'e1']])
  })

  it('a place of two gold entities is the first one; anaphors have no vote', () => {
    const [first, second] = GOLD.entities
    const shared = { ...GOLD, entities: [first, { ...second, mentions: [at(0, 10), ...second.mentions] }] }
    expect([...matchEntities(shared, [entity('ada', 'name', [0, 10])])]).toEqual([['ada', 'e1']])
    const [ada] = entities
    const she = { ...ada.mentions[0], start: 15, end: 26, kind: 'anaphor' as const }
    expect([...matchEntities(GOLD, [{ ...ada, mentions: [she] }])]).toEqual([])
  })

  it('pairs have no direction, and those with concepts are left out', () => {
    const [[ada], [jon], [met]] = entities.map(({ mentions }) => mentions)
    const pairs = pairsOf(GOLD, entities, [
      { subject: ada, object: jon, weight: 0.4 },
      { subject: ada, object: met, weight: 0.9 },
    ])
    expect(pairs.found).toEqual([['["e1","e2"]', 0.4]])
    expect(pairs.gold).toEqual(new Set(['["e1","e2"]']))
  })
})

describe('parseGoldDocuments', () => {
  it('reads a document a line; relations may be missing', () => {
    const { relations: _, ...rest } = GOLD
    expect(parseGoldDocuments(`${JSON.stringify(GOLD)}\n\n${JSON.stringify(rest)}\n`, 'x')).toEqual([
      GOLD,
      { ...rest, relations: [] },
    ])
  })

  it.each([
    ['{', /^Expected JSON in gold\.jsonl, line 2: /],
    ['{"id":"a"}', /^Expected `id` and `text` to be strings in gold\.jsonl, line 2\.$/],
    ['{"id":"a","text":"b"}', /^Expected `entities` and `relations` to be lists in gold\.jsonl, line 2\.$/],
    [
      '{"id":"a","text":"b","entities":[7]}',
      /^Expected each entity to have .* in gold\.jsonl, line 2, got 7 \(number\)\.$/,
    ],
    [
      '{"id":"a","text":"b","entities":[{"id":"e","type":"t","mentions":[{"start":0,"end":2}]}]}',
      /^Expected mentions within 0\.\.1 in gold\.jsonl, line 2, got 0\.\.2 of entity "e"\.$/,
    ],
  ])('refuses %s', (line, message) => {
    expect(() => parseGoldDocuments(`\n${line}`, 'gold.jsonl')).toThrow(message)
  })
})

describe('what is of another shape is refused in one sentence', () => {
  const gold = { id: 'd', text: 'x', entities: [], relations: [] }
  const evaluate = measures as unknown as Record<string, (...given: unknown[]) => unknown>
  const place = { start: Number.NaN, end: 3, type: 'x' }
  const whole = { start: 0, end: 1, type: 'x' }
  const asserted = { gold, entities: [], relations: [] }

  it.each<[string, unknown[], RegExp]>([
    ...[
      'evaluateMentions',
      'evaluateEntities',
      'evaluateRelationPairs',
      'evaluatePredicates',
      'matchEntities',
      'pairsOf',
      'parseGoldDocuments',
    ].flatMap((name): [string, unknown[], RegExp][] => [
      [name, [null, {}], /got null\.$/],
      [name, [undefined, {}], /got undefined\.$/],
      [name, [{}, {}], /got (?:an object|undefined)\.$/],
      [name, [7, {}], /got 7 \(number\)\.$/],
    ]),
    ['evaluateMentions', [[null]], /^Expected each document to be an object, got null/],
    ['evaluateMentions', [[{}]], /^Expected `gold` to be a list, got undefined/],
    [
      'evaluateMentions',
      [[{ gold: [], found: [place] }]],
      /^Expected `found`\[0\] to have whole offsets.*got NaN\.\.3/,
    ],
    [
      'evaluateMentions',
      [[{ gold: [whole, null], found: [] }]],
      /^Expected `gold`\[1\] to have whole offsets.*got null/,
    ],
    ['evaluateMentions', [[{ gold: [{ start: 0, end: 1 }], found: [] }]], /`gold`\[0\] to have a `type`/],
    ['evaluateEntities', [[{ gold: [[0, Number.NaN, 'a']], found: [] }]], /`gold`\[0\] to be \[start, end, entity\]/],
    ['evaluateRelationPairs', [[{ gold: [], found: [] }]], /`gold` to be a Set of keys, got an array/],
    [
      'evaluateRelationPairs',
      [[{ gold: new Set(), found: [['a', Number.NaN]] }]],
      /`found`\[0\] to be \[key, weight\]/,
    ],
    ['matchEntities', [gold, null], /`entities` to be a list, got null/],
    ['matchEntities', [gold, [{ id: 'a', mentions: [place] }]], /`entities`\[0\] to be an entity/],
    ['pairsOf', [gold, [], [{}]], /`relations`\[0\] to be a relation/],
    ['evaluatePredicates', [[[{}]], {}], /`gold` to be an object, got undefined/],
    ['evaluatePredicates', [[[asserted]], null], /`labels` to be an object, got null/],
    ['evaluatePredicates', [[[asserted]], { a: null }], /labels of "a" to be an object, got null/],
    [
      'parseGoldDocuments',
      ['{"id":"a","text":"x","entities":[],"relations":[null]}', 'f'],
      /`relations` in f, line 1\[0\] to be a relation/,
    ],
    [
      'parseGoldDocuments',
      ['{"id":"a","text":"x","entities":[{"id":"e","type":"t","mentions":[null]}]}', 'f'],
      /mentions within 0\.\.1 in f, line 1, got undefined/,
    ],
  ])('%s of %j', (name, given, message) => {
    let thrown: unknown
    try {
      evaluate[name](...given)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toMatchObject({
      name: 'ChunkingError',
      code: 'invalid-input',
      message: expect.stringMatching(message),
    })
  })
})

describe('evaluateIntegrity', () => {
  const gold: GoldDocument = {
    id: 'd',
    text: '.'.repeat(100),
    sentences: [
      [0, 20],
      [20, 50],
      [50, 100],
    ],
    entities: [
      { id: 'a', type: 'person', mentions: [at(2, 8), at(60, 66)] },
      { id: 'b', type: 'person', mentions: [at(22, 30)] },
      { id: 'c', type: 'location', mentions: [at(90, 95)] },
    ],
    relations: [
      { head: 'a', tail: 'b', type: 'r', evidence: [0, 1] },
      { head: 'a', tail: 'c', type: 'r', evidence: [0, 2] },
      { head: 'c', tail: 'b', type: 'r' },
    ],
  }
  const chunk = (...places: [number, number][]): MeasuredChunk => ({
    spans: places.map(([start, end]) => ({ start, end })),
    tokenCount: 1,
  })

  it('worked example: two halves', () => {
    expect(evaluateIntegrity(gold, [chunk([0, 50]), chunk([50, 100])])).toEqual({
      mentions: 4,
      cutMentions: 0,
      relations: 3,
      // a–b in the first chunk, a–c by the second mention of a.
      entityLevel: 2,
      nearestPair: 2,
      withEvidence: 2,
      evidence: 1,
    })
  })

  it('a far pair counts at entity level, not as the nearest', () => {
    const counts = evaluateIntegrity(gold, [chunk([0, 10]), chunk([20, 70]), chunk([70, 100])])
    // a–b share the second chunk by the far mention of a; the nearest mentions, at 2 and 22, are parted.
    expect(counts).toMatchObject({ entityLevel: 1, nearestPair: 0, evidence: 0 })
  })

  it('a mention over a cut is in no chunk, unless an overlap has it whole', () => {
    expect(evaluateIntegrity(gold, [chunk([0, 25]), chunk([25, 100])])).toMatchObject({ cutMentions: 1 })
    expect(evaluateIntegrity(gold, [chunk([0, 25]), chunk([20, 100])])).toMatchObject({ cutMentions: 0 })
    expect(evaluateIntegrity(gold, [])).toMatchObject({ cutMentions: 4, entityLevel: 0 })
  })

  it('the ends of a relation may lie in different spans of a chunk, a mention may not', () => {
    const bridged = evaluateIntegrity(gold, [chunk([0, 20], [50, 100]), chunk([20, 50])])
    expect(bridged).toMatchObject({ cutMentions: 0, entityLevel: 1, evidence: 1 })
    expect(evaluateIntegrity(gold, [chunk([0, 5], [5, 100])])).toMatchObject({ cutMentions: 1 })
  })

  test.prop([fc.array(fc.tuple(fc.nat(99), fc.nat(40)), { maxLength: 8 })], SEED)(
    'agrees with a plain search',
    (places) => {
      const chunks = places.map(([start, length]) => chunk([start, Math.min(100, start + length)]))
      const holding = (start: number, end: number): MeasuredChunk[] =>
        chunks.filter(({ spans }) => spans.some((span) => span.start <= start && end <= span.end))
      const mentionsOf = (id: string) => gold.entities.find((entity) => entity.id === id)?.mentions ?? []
      const kept = gold.relations.filter(({ head, tail }) =>
        mentionsOf(head).some((a) =>
          mentionsOf(tail).some((b) => holding(a.start, a.end).some((one) => holding(b.start, b.end).includes(one))),
        ),
      )
      const counts = evaluateIntegrity(gold, chunks)
      expect(counts.entityLevel).toBe(kept.length)
      expect(counts.nearestPair).toBeLessThanOrEqual(counts.entityLevel)
      const mentions = gold.entities.flatMap((entity) => entity.mentions)
      expect(counts.cutMentions).toBe(mentions.filter(({ start, end }) => holding(start, end).length === 0).length)
    },
  )

  it('relations of what the document does not have are refused', () => {
    const broken = (relation: object): GoldDocument => ({
      ...gold,
      relations: [{ head: 'a', tail: 'b', type: 'r', ...relation }],
    })
    expect(() => evaluateIntegrity(broken({ tail: 'x' }), [])).toThrow('an entity "x"')
    expect(() => evaluateIntegrity(broken({ evidence: [3] }), [])).toThrow('a sentence 3')
  })
})

describe('measureSizes', () => {
  it('worked example: the size that an average token is in', () => {
    const sizes = measureSizes([10, 30, 0].map((tokenCount) => ({ spans: [], tokenCount })))
    expect(sizes).toEqual({ chunks: 3, tokens: 40, mean: 40 / 3, tokenWeightedMean: (100 + 900) / 40, max: 30 })
    expect(measureSizes([])).toEqual({ chunks: 0, tokens: 0, mean: 0, tokenWeightedMean: 0, max: 0 })
  })
})

describe('nearestPair', () => {
  it('takes the fewest characters between, of equals the first', () => {
    expect(nearestPair([at(0, 5), at(20, 25)], [at(27, 30), at(10, 15)])).toEqual([at(20, 25), at(27, 30)])
    expect(nearestPair([at(10, 12)], [at(5, 8), at(14, 16)])).toEqual([at(10, 12), at(5, 8)])
    expect(nearestPair([at(0, 5)], [])).toBeUndefined()
  })
})
