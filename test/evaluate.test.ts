import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import type { Entity } from '../src/document/document.js'
import {
  type ClusteredMention,
  evaluateEntities,
  evaluateMentions,
  evaluateRelationPairs,
  type GoldDocument,
  matchEntities,
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

  const spans = fc.array(
    fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 6 })).map(([start, length]) => at(start, start + length)),
    { maxLength: 8 },
  )
  test.prop([spans, spans], SEED)('overlap is what comparing all with all gives', (gold, found) => {
    const distinct = (list: typeof gold) => [
      ...new Map(list.map((span) => [`${span.start} ${span.end}`, span])).values(),
    ]
    const [g, f] = [distinct(gold), distinct(found)]
    const touches = (a: (typeof g)[0], others: typeof g) => others.some((b) => a.start < b.end && b.start < a.end)
    const { overlap } = evaluateMentions([{ gold, found }])
    expect(overlap.rightFound).toBe(f.filter((span) => touches(span, g)).length)
    expect(overlap.rightGold).toBe(g.filter((span) => touches(span, f)).length)
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
