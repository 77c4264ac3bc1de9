import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { RELATION_LABELS } from '../benchmarks/relation-labels.js'
import { findPairs, placeMentions } from '../src/annotate/relations/pairs.js'
import { weighByPmi } from '../src/annotate/relations/pmi.js'
import { wordsOf } from '../src/annotate/words.js'
import { type Entity, type Mention, PREDICTED_BY, type Relation } from '../src/document/document.js'
import { type AssertedDocument, evaluatePredicates, type GoldDocument } from '../src/evaluate/index.js'
import { chunk, extract, silentLogger } from '../src/index.js'
import { createDocument } from '../src/structure/create.js'

const SEED = { seed: 20_261_201 }
const TYPES: Readonly<Record<string, string>> = {
  p: 'person',
  o: 'organization',
  l: 'location',
  m: 'misc',
  t: 'time',
}
const options = { types: Object.values(TYPES), logger: silentLogger }

/** The text and mentions of `[p Ida Moss] left [l Porto].` */
function marked(source: string) {
  let text = ''
  const mentions: { start: number; end: number; type: string }[] = []
  for (const [, type, name, plain] of source.matchAll(/\[([polmt]) ([^\]]+)\]|([^[]+)/g)) {
    if (name !== undefined) mentions.push({ start: text.length, end: text.length + name.length, type: TYPES[type] })
    text += name ?? plain
  }
  return { text, mentions }
}

function asserted(text: string, relations: readonly Relation[]): string[] {
  return relations
    .filter(({ kind }) => kind === 'asserted')
    .map(({ subject, predicate, object, negated, modality }) => {
      const marks = `${negated ? ' not' : ''}${modality === 'fact' ? '' : ` ${modality}`}`
      return `${text.slice(subject.start, subject.end)} ${predicate} ${text.slice(object.start, object.end)}${marks}`
    })
    .sort()
}

async function stated(source: string): Promise<string[]> {
  const { text, mentions } = marked(source)
  const { relations } = await extract(text, { ...options, extractors: () => ({ mentions }) })
  return asserted(text, relations)
}

describe('stated facts', () => {
  it.each<[string, string[]]>([
    // Lives in brackets.
    [
      '[p Ida Moss] (born [t 4 May 1920] in [l Porto]) sang.',
      ['Ida Moss born_in Porto', 'Ida Moss born_on 4 May 1920'],
    ],
    ['[p Ida Moss] ([t 1920]–[t 1999]) sang.', ['Ida Moss born_on 1920', 'Ida Moss died_on 1999']],
    [
      '[p Ida Moss] ([t 4 May 1920], [l Porto] – [t 3 June 1999], [l Lyon]) sang.',
      [
        'Ida Moss born_in Porto',
        'Ida Moss born_on 4 May 1920',
        'Ida Moss died_in Lyon',
        'Ida Moss died_on 3 June 1999',
      ],
    ],
    ['[p Ida Moss] (died [t 1999]) sang.', ['Ida Moss died_on 1999']],
    ['[p Ida Moss] ([t 1991]–[t 1995]) was mayor.', []],
    ['[m Blue Door] ([t 1994]) won.', ['Blue Door released_on 1994']],
    ['[m Battle of Tarn] ([t 1794]) was lost.', []],
    // Places.
    ['[l Orrinton], [l Ohio] is quiet.', ['Orrinton located_in Ohio']],
    [
      '[o Norvik Ltd] is based in [l Orrinton], [l Ohio].',
      ['Norvik Ltd located_in Ohio', 'Norvik Ltd located_in Orrinton', 'Orrinton located_in Ohio'],
    ],
    ['They saw [l Ohio], [l Indiana] and [l Texas].', []],
    ['[l Tarn] is a small village in southern [l Portugal].', ['Tarn located_in Portugal']],
    ["[l Portugal]'s [l Tarn Valley] is wide.", ['Tarn Valley located_in Portugal']],
    ['The [l Porto]-based software maker [o Norvik] grew.', ['Norvik located_in Porto']],
    ['They crossed the [l Danish] island of [l Quillsand].', ['Quillsand located_in Danish']],
    ['[o Norvik Ltd] of [l Orrinton] grew.', ['Norvik Ltd located_in Orrinton']],
    [
      'They met in [l Orrinton], [l Ohio] and [l Austin], [l Texas].',
      ['Austin located_in Texas', 'Orrinton located_in Ohio'],
    ],
    ['They sold it in [l Tarn], [l Porto], [l Victoria] and [l Lyon].', []],
    ['The [l London] district of [l Quillsand] is quiet.', ['Quillsand located_in London']],
    ['The town lies in [l Texas] in [l Quill County].', []],
    ['They met at [l Tarn Bridge], [l Porto].', ['Tarn Bridge located_in Porto']],
    [
      '[l Quillsand] is part of the [l Danish] province of [l Tarn].',
      ['Quillsand part_of Tarn', 'Tarn located_in Danish'],
    ],
    ['[l Tarn] is a unit of local government in [l Portugal].', ['Tarn located_in Portugal']],
    ['[l Tarn], the greatest of all, is not in [l Portugal].', ['Tarn located_in Portugal not']],
    ['[l Orrinton] is near [l Porto].', ['Orrinton near Porto']],
    // Names that hold a place.
    ['[l Porto] and [l Porto Airport] are quiet.', ['Porto Airport located_in Porto']],
    ['In [l Portugal] the [o Bank of Portugal] grew.', ['Bank of Portugal located_in Portugal']],
    ['[l Porto] and the [l Porto River] are quiet.', []],
    ['[l Lyon] and the [o House of Lyon] are quiet.', []],
    // Origins.
    ['[o Norvik] is a [l Danish] manufacturer.', ['Norvik located_in Danish']],
    ['They bought the [l Danish] company [o Norvik].', ['Norvik located_in Danish']],
    [
      '[p Ida Moss] is from [l Orrinton] in [l Portugal].',
      ['Ida Moss comes_from Orrinton', 'Ida Moss comes_from Portugal', 'Orrinton located_in Portugal'],
    ],
    ["They slept near [p Ida Moss]'s hometown of [l Orrinton].", ['Ida Moss comes_from Orrinton']],
    ['[p Ida Moss] was the president of [l Portugal].', ['Ida Moss comes_from Portugal', 'Ida Moss leads Portugal']],
    ['[p Ida Moss] is a [l Danish] singer.', ['Ida Moss comes_from Danish']],
    [
      '[p Ida Moss] (born [t 1920]) was a [l South Korean] singer.',
      ['Ida Moss born_on 1920', 'Ida Moss comes_from South Korean'],
    ],
    ['Then the [l Danish] singer [p Ida Moss] came.', ['Ida Moss comes_from Danish']],
    ["They met [l Denmark]'s [p Ida Moss].", ['Ida Moss comes_from Denmark']],
    ['[p Ida Moss] is a woman of [l Danish] descent.', []],
    ['[p Ida Moss] is not a [l Danish] singer.', ['Ida Moss comes_from Danish not']],
    // Works.
    [
      '"[m Red Car]" is a song by [l Danish] rock band [o The Tarns].',
      ['Red Car performed_by The Tarns', 'The Tarns comes_from Danish'],
    ],
    [
      '[m Red Car] is a [t 2003] film directed by [p Tom Osei].',
      ['Red Car released_on 2003', 'Tom Osei directed Red Car'],
    ],
    ['[m Red Car], a novel by [p Tom Osei], sold.', ['Tom Osei author_of Red Car']],
    ["[p Tom Osei]'s album [m Red Car] sold.", ['Red Car performed_by Tom Osei']],
    ['[m Red Car] was released in [t 2003].', ['Red Car released_on 2003']],
    // People.
    ["[p Ida Moss]'s son [p Tom Osei] left.", ['Tom Osei child_of Ida Moss']],
    ['[p Ida Moss] married [p Tom Osei].', ['Ida Moss spouse Tom Osei']],
    ['[p Pavel Dorn] killed [p Tom Osei].', ['Pavel Dorn killed Tom Osei']],
    ['[p Tom Osei] was born on [t 3 May 1901] in [l Lyon].', ['Tom Osei born_in Lyon', 'Tom Osei born_on 3 May 1901']],
    ['[p Tom Osei], president of [o Norvik Ltd], spoke.', ['Tom Osei leads Norvik Ltd']],
    ['[p Tom Osei] of [o Norvik Ltd] spoke.', ['Tom Osei member_of Norvik Ltd']],
    ['[p Tom Osei], a chemist with [o Norvik Ltd], spoke.', ['Tom Osei works_for Norvik Ltd']],
    ['[p Tom Osei] played for [o Quill United].', ['Tom Osei member_of Quill United']],
    [
      '[o Norvik Ltd] was founded by [p Tom Osei] in [t 1990].',
      ['Norvik Ltd founded_by Tom Osei', 'Norvik Ltd founded_on 1990'],
    ],
    [
      '[p Tom Osei] founded [o Norvik Ltd] in [t 1990].',
      ['Norvik Ltd founded_by Tom Osei', 'Norvik Ltd founded_on 1990'],
    ],
    ['[o Norvik Ltd] was formed in [t 1990].', ['Norvik Ltd founded_on 1990']],
    // Posts.
    ['[p Tom Osei], vice president of sales for [o Norvik Ltd], spoke.', ['Tom Osei works_for Norvik Ltd']],
    ['[p Tom Osei] was one of the secretaries of [o Norvik Ltd].', ['Tom Osei works_for Norvik Ltd']],
    ['[p Tom Osei], who is a major in the [o Quill Corps], spoke.', ['Tom Osei works_for Quill Corps']],
    ["[p Tom Osei] is the [o Norvik Ltd]'s Northwest reporter.", ['Tom Osei works_for Norvik Ltd']],
    ['[p Tom Osei], another former [o Norvik Ltd] trader, spoke.', ['Tom Osei works_for Norvik Ltd']],
    ['They met former [o Norvik Ltd] aide [p Tom Osei].', ['Tom Osei works_for Norvik Ltd']],
    ['They met [o Quill Party] candidate [p Tom Osei].', ['Tom Osei member_of Quill Party']],
    ['They met [m Norvik-9] correspondent [p Tom Osei].', ['Tom Osei works_for Norvik-9']],
    ['They met [m Norvik-9] singer [p Tom Osei].', []],
    ['[p Tom Osei] was a winner of the [o Norvik Prize].', ['Tom Osei winner_of Norvik Prize']],
    // The verb belongs to another noun, or the types do not fit what it usually says.
    ['The album by [p Tom Osei] joined [o Norvik Ltd].', []],
    ['[o Norvik Ltd] married [o Tarn Corp].', ['Norvik Ltd marry Tarn Corp']],
    // What is not stated as a fact.
    ['Was [p Tom Osei] born in [l Lyon]?', ['Tom Osei born_in Lyon question']],
    ['[p Tom Osei] was not born in [l Lyon].', ['Tom Osei born_in Lyon not']],
    ['If [p Tom Osei] joins [o Norvik Ltd], they win.', ['Tom Osei member_of Norvik Ltd hypothetical']],
    ['Is [p Ida Moss] a [l Danish] singer?', []],
    ['Did they like [l Orrinton], [l Ohio]?', ['Orrinton located_in Ohio question']],
  ])('%s', async (source, expected) => {
    expect(await stated(source)).toEqual(expected)
  })

  it('a model states what no pattern reads, but nothing that is asked, denied or supposed', async () => {
    const facts = async (source: string) => {
      const { text, mentions } = marked(source)
      const { relations } = await extract(text, { ...options, extractors: () => ({ mentions }) })
      return asserted(
        text,
        relations.filter(({ by }) => by === 'model'),
      )
    }
    const said = '"[m Red Car]" is the tenth episode of the ninth season of the animated comedy series [m Blue Door]'
    expect(await facts(`${said}.`)).toEqual(['Red Car part_of Blue Door'])
    expect(await facts(`${said}?`)).toEqual([])
    expect(await facts(`If ${said}, they win.`)).toEqual([])
    expect(await facts(said.replace('is the', 'is not the'))).toEqual([])
  })

  it('what a model or a pattern states is predicted, not given: relation_aware cuts by cohesion', async () => {
    const { text, mentions } = marked(
      '"[m Red Car]" is the tenth episode of the ninth season of the animated comedy series [m Blue Door]. [p Ida Moss] wrote it in [l Porto].',
    )
    const { document } = await extract(text, { ...options, extractors: () => ({ mentions }) })
    expect(document.relations?.map(({ by }) => by)).toContain('model')
    expect(document.relations?.filter(({ by }) => !PREDICTED_BY.some((name) => name === by))).toEqual([])
    const { weights } = await chunk(text, {
      ...options,
      extractors: () => ({ mentions }),
      method: 'relation_aware',
      maxTokens: 64,
    })
    expect(Object.keys(weights ?? {})).toEqual(['learned', 'pairs', 'structure'])
  })

  it('a pronoun states facts of whom it stands for', async () => {
    const text = 'Ilse Varga was born in Lyon. She founded Norvik Ltd. Her son Pavel Dorn plays for Quill United.'
    const { relations, entities } = await extract(text, options)
    const nameOf = new Map(entities.map(({ id, name }) => [id, name]))
    const facts = relations
      .filter(({ kind }) => kind === 'asserted')
      .map(
        ({ subject, predicate, object }) => `${nameOf.get(subject.entity)} ${predicate} ${nameOf.get(object.entity)}`,
      )
    expect(facts).toEqual(
      expect.arrayContaining(['Norvik Ltd founded_by Ilse Varga', 'Pavel Dorn child_of Ilse Varga']),
    )
  })

  it.each([
    ['brackets', '[p Ida Moss] ('],
    ['places', '[l Porto], [l Lyon], '],
    ['describing words', 'a [l Danish] singer, '],
    ['lists', '[o Norvik], [o Tarn] and '],
  ])('is linear in the text: %s', async (_, part) => {
    const time = async (times: number) => {
      const { text, mentions } = marked(part.repeat(times))
      const before = process.cpuUsage().user
      await extract(text, { ...options, extractors: () => ({ mentions }) })
      return process.cpuUsage().user - before
    }
    await time(200)
    const small = Math.max(await time(400), 2_000)
    expect(await time(4_000)).toBeLessThan(40 * small)
  })
})

const person = (id: string, start: number): Entity => ({
  id,
  name: id,
  type: 'person',
  kind: 'name',
  aliases: [],
  otherTypes: [],
  mentions: [mention(id, start)],
})
const mention = (entity: string, start: number, end = start + 1): Mention => ({
  start,
  end,
  type: 'person',
  kind: 'name',
  entity,
  confidence: 1,
  by: 'test',
})
const relation = (subject: string, predicate: string, object: string, rest: Partial<Relation> = {}): Relation => ({
  subject: mention(subject, 0),
  predicate,
  object: mention(object, 2),
  weight: 1,
  kind: 'asserted',
  negated: false,
  modality: 'fact',
  evidence: { start: 0, end: 3 },
  by: 'test',
  ...rest,
})

describe('evaluatePredicates', () => {
  const gold: GoldDocument = {
    id: 'd',
    text: 'a b. c d.',
    sentences: [
      [0, 4],
      [5, 9],
    ],
    entities: ['a', 'b', 'c', 'd'].map((id, at) => ({
      id: `gold ${id}`,
      type: 'PER',
      mentions: [{ start: [0, 2, 5, 7][at], end: [1, 3, 6, 8][at] }],
    })),
    relations: [
      { head: 'gold a', tail: 'gold b', type: 'FATHER' },
      { head: 'gold c', tail: 'gold d', type: 'FATHER' },
      { head: 'gold a', tail: 'gold d', type: 'FATHER' },
      { head: 'gold d', tail: 'gold c', type: 'HOME' },
      { head: 'gold a', tail: 'gold b', type: 'UNMAPPED' },
    ],
  }
  const entities = ['a', 'b', 'c', 'd', 'x'].map((id, at) => person(id, [0, 2, 5, 7, 30][at]))
  const labels = {
    child_of: { same: ['FATHER'] },
    parent_of: { inverse: ['FATHER'] },
    born_in: { also: ['HOME'] },
    spouse: { same: ['SPOUSE'] },
  }
  const scored = (...relations: Relation[]) => {
    const document: AssertedDocument = { gold, entities, relations }
    return evaluatePredicates([[document]], labels)
  }

  it('worked example: right, wrong way round, of no gold entity', () => {
    const scores = scored(
      relation('a', 'child_of', 'b'),
      relation('a', 'child_of', 'b', { weight: 0.5 }),
      relation('d', 'child_of', 'c'),
      relation('a', 'child_of', 'x'),
    )
    expect(scores).toMatchObject({ assertions: 3, matched: 2, right: 1, precision: 1 / 2, strictPrecision: 1 / 3 })
    expect(scores).toMatchObject({ gold: 3, inSentence: 2, rightInSentence: 1, recall: 1 / 2, recallOfAll: 1 / 3 })
  })

  it('an inverse label is right the other way round', () => {
    expect(scored(relation('b', 'parent_of', 'a')).right).toBe(1)
    expect(scored(relation('a', 'parent_of', 'b')).right).toBe(0)
  })

  it('a label beside the meaning makes true in both directions, and is not looked for', () => {
    for (const [a, b] of ['cd', 'dc']) {
      const { right, byLabel } = scored(relation(a, 'born_in', b))
      expect(right).toBe(1)
      expect(Object.keys(byLabel)).toEqual(['FATHER'])
    }
  })

  it.each<[string, Relation]>([
    ['denied', relation('a', 'child_of', 'b', { negated: true })],
    ['asked', relation('a', 'child_of', 'b', { modality: 'question' })],
    ['weak', relation('a', 'child_of', 'b', { kind: 'cooccurrence' })],
    ['of a predicate without labels', relation('a', 'knows', 'b')],
    ['of a predicate whose labels the set does not have', relation('a', 'spouse', 'b')],
  ])('does not count what is %s', (_, not) => {
    expect(scored(not)).toMatchObject({ assertions: 0, precision: 0, rightGold: 0 })
  })

  it('labels exist for each set apart', () => {
    const married: GoldDocument = { ...gold, relations: [{ head: 'gold a', tail: 'gold b', type: 'SPOUSE' }] }
    const relations = [relation('a', 'spouse', 'b')]
    const { byPredicate } = evaluatePredicates(
      [[{ gold, entities, relations }], [{ gold: married, entities, relations }]],
      labels,
    )
    expect(byPredicate.spouse).toMatchObject({ assertions: 1, right: 1 })
  })

  it('the table of labels says nothing twice', () => {
    for (const { same = [], inverse = [], also = [] } of Object.values(RELATION_LABELS)) {
      expect(new Set([...same, ...also]).size).toBe(same.length + also.length)
      expect(new Set([...inverse, ...also]).size).toBe(inverse.length + also.length)
    }
  })
})

it('keeps pairs of entities apart, whatever their numbers', () => {
  const document = createDocument('Ada, Ben, Cleo, Dora.')
  const words = wordsOf(document)
  const names = [...document.text.matchAll(/\w+/g)].map(({ 0: name, index }): Mention => {
    return {
      start: index,
      end: index + name.length,
      entity: name,
      type: 'person',
      kind: 'name',
      confidence: 1,
      by: 'test',
    }
  })
  // There are more entities than mentions here where others are terms.
  const pairs = findPairs(placeMentions(names, words), words, Int32Array.of(0, 6, 1, 2))
  expect([...pairs]).toHaveLength(6)
  expect(pairs.of(6, 0)).toMatchObject({ left: 0, right: 1 })
  expect(pairs.of(1, 2)).toMatchObject({ left: 2, right: 3 })
  expect(pairs.of(2, 3)).toBeUndefined()
})

describe('weights by pointwise mutual information', () => {
  it('worked example', () => {
    const entities = [person('a', 0), person('b', 2), person('c', 5), person('d', 7)]
    const [ab, cd] = weighByPmi([relation('a', 'knows', 'b', { weight: 3 }), relation('c', 'knows', 'd')], entities)
    expect(ab.weight).toBeCloseTo(0.75 * Math.log2(0.75 / (1 / 16)), 12)
    expect(cd.weight).toBeCloseTo(0.25 * Math.log2(0.25 / (1 / 16)), 12)
  })

  it('relations of a pair share its value, whichever way they run', () => {
    const entities = [person('a', 0), person('b', 2)]
    const one = weighByPmi([relation('a', 'knows', 'b', { weight: 4 })], entities)[0].weight
    const two = weighByPmi([relation('a', 'knows', 'b', { weight: 3 }), relation('b', 'owns', 'a')], entities)
    expect(two.map(({ weight }) => weight / one)).toEqual([0.75, 0.25])
  })

  it('leaves relations of unknown entities and of weight 0 as they are', () => {
    const given = [relation('a', 'knows', 'nobody', { weight: 0.4 }), relation('a', 'knows', 'b', { weight: 0 })]
    expect(weighByPmi(given, [person('a', 0), person('b', 2)])).toEqual(given)
    expect(weighByPmi(given, [])).toEqual(given)
  })

  const name = fc.constantFrom('a', 'b', 'c', 'unknown')
  test.prop([fc.array(fc.tuple(name, name, fc.double({ min: 0, max: 1, noNaN: true }))), fc.boolean()], SEED)(
    'is a number for any input',
    (rows, known) => {
      const entities = known ? [person('a', 0), person('b', 2), person('c', 5)] : []
      const relations = rows.map(([a, b, weight]) => relation(a, 'knows', b, { weight }))
      for (const { weight } of weighByPmi(relations, entities)) expect(weight).not.toBeNaN()
    },
  )
})
