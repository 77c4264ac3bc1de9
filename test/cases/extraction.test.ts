import { describe, expect, it } from 'vitest'
import { chunk, type ExtractFunction, extract } from '../../src/index.js'
import { cut, expectUncut, series, units } from './check.js'

/** Each mention as `text@start`. */
async function mentionsOf(text: string, options: Parameters<typeof extract>[1] = {}): Promise<string[]> {
  const { mentions } = await extract(text, options)
  return mentions.map(({ start, end }) => `${text.slice(start, end)}@${start}`)
}

describe('spans of names', () => {
  it('ent-01: quotation marks and brackets are no part of a name', async () => {
    const text = 'He wrote "Tarn Corp" was shut. (Ilse Varga) sided with “Orrin Ltd,” they say.'
    const { mentions } = await extract(text)
    expect(mentions.map(({ start, end, type }) => [text.slice(start, end), start, type])).toEqual([
      ['Tarn Corp', 10, 'organization'],
      ['Ilse Varga', 32, 'person'],
      ['Orrin Ltd', 56, 'organization'],
    ])
  })

  it('ent-03: nor are possessives and what follows them', async () => {
    const text = "Haddad's band left Vienna's station. Quill Corp's owner met Orrin Ltd's."
    expect(await mentionsOf(text)).toEqual(['Haddad@0', 'Vienna@19', 'Quill Corp@37', 'Orrin Ltd@60'])
  })

  it('ent-05: a given short name is found at word bounds only, and beside a longer one', async () => {
    const text = 'Interpol asked Inter. The printer asked nothing of UN, nor did the fun hunter.'
    const { entities } = await extract(text, { entities: [{ name: 'inter' }, { name: 'interpol' }, { name: 'un' }] })
    expect(
      entities.map(({ mentions }) => mentions.map(({ start, end }) => `${text.slice(start, end)}@${start}`)),
    ).toEqual([['Interpol@0'], ['Inter@15'], ['UN@51']])
  })

  it('ent-05: so are the terms of a lexicon', async () => {
    const text = 'Interpol asked Inter. The printer asked nothing of UN, nor did the fun hunter.'
    const lexicon = { inter: 'person', interpol: 'organization', un: 'organization' }
    const { entities } = await extract(text, { lexicon, kinds: ['name'] })
    expect(
      entities.map(({ mentions }) => mentions.map(({ start, end }) => `${text.slice(start, end)}@${start}`)),
    ).toEqual([['Interpol@0'], ['Inter@15'], ['UN@51']])
  })

  it('ent-07: with given entities no capital word becomes one', async () => {
    const text =
      'When all else fails, take Blender. Two is the CURRENT limit. Everything stayed. It sits on Page 9, see Table 3. No!'
    expect(await mentionsOf(text, { entities: [{ name: 'blender', type: 'product' }] })).toEqual(['Blender@26'])
  })

  it.each([61, 70, 82, 99, 121])('ent-09: no name is cut at size %i', async (size) => {
    const text = `${series(36, (i) => `In spring ${1920 + i} the World Seed Council wrote to the Northern Mill Union on it`, ', and ')}.`
    const result = await cut(text, 'entity_aware', { extractors: 'rules', ...units(size) })
    expectUncut(result, ['World Seed Council', 'Northern Mill Union'])
  })
})

describe('one entity for one thing', () => {
  it('al-01: spellings in other cases are one node, its name the same on every run', async () => {
    const text = 'Tarn Corp grew. Then TARN CORP hired. Later tarn corp moved to Vienna.'
    const { graph } = await chunk(text, { entities: [{ name: 'tarn corp', type: 'organization' }] })
    const nodes = graph?.mapNodes((_, { name, mentions }) => [name, mentions])
    expect(nodes).toEqual([['Tarn Corp', 3]])
  })

  it('al-01: so are they with a lexicon', async () => {
    const text = 'Tarn Corp grew. Then TARN CORP hired. Later tarn corp moved to Vienna.'
    const { entities } = await extract(text, { lexicon: { 'tarn corp': 'organization' }, kinds: ['name'] })
    expect(entities.map(({ name, mentions }) => [name, mentions.length])).toEqual([
      ['Tarn Corp', 3],
      ['Vienna', 1],
    ])
  })

  it('al-03: two types make one node that has both, unless ids part them', async () => {
    const text = 'Jupiter opened a mill. They sailed to Jupiter by day. Jupiter paid late.'
    const places = [0, 38, 54].map((start, at) => ({
      start,
      end: start + 7,
      type: at === 1 ? 'location' : 'organization',
    }))
    const one = await chunk(text, { extractors: () => ({ mentions: places }), kinds: ['name'] })
    expect(
      one.graph?.mapNodes((_, { name, type, otherTypes, mentions }) => [name, type, otherTypes, mentions]),
    ).toEqual([['Jupiter', 'organization', ['location'], 3]])
    const apart = await chunk(text, {
      entities: places.map((place) => ({ ...place, id: `jupiter (${place.type})` })),
      kinds: ['name'],
    })
    expect(apart.graph?.nodes().sort()).toEqual(['jupiter (location)', 'jupiter (organization)'])
  })

  it('al-05: a surname is the one person who has it', async () => {
    const { entities } = await extract('Ilse Varga signed. Ms. Varga left. Varga won.')
    expect(entities.map(({ name, type, mentions }) => [name, type, mentions.length])).toEqual([
      ['Ilse Varga', 'person', 3],
    ])
  })

  it('al-05: nothing is joined where joining is off', async () => {
    const { entities } = await extract('Ilse Varga signed. Ms. Varga left. Varga won.', {
      merge: false,
      kinds: ['name'],
    })
    expect(entities.map(({ name, mentions }) => [name, mentions.length])).toEqual([
      ['Ilse Varga', 1],
      ['Ms. Varga', 1],
      ['Varga', 1],
    ])
  })

  it('al-05: of two who have it, it is neither, and that is told', async () => {
    const { entities, ambiguous } = await extract('Ilse Varga met Noor Varga. Varga won.')
    expect(entities.map(({ name, mentions }) => [name, mentions.length])).toEqual([
      ['Ilse Varga', 1],
      ['Noor Varga', 1],
      ['Varga', 1],
    ])
    expect(ambiguous).toEqual(['Varga'])
  })
})

describe('relations', () => {
  const edges = async (text: string): Promise<string[]> => {
    const { graph } = await chunk(text)
    return (
      graph?.mapEdges(
        (_, { predicate, negated, kind }, source, target) =>
          `${kind === 'asserted' ? '' : '?'}${negated ? 'not ' : ''}${source} ${predicate} ${target}`,
      ) ?? []
    )
      .filter((edge) => !edge.startsWith('?'))
      .sort()
  }

  it.each([
    [
      'Yarrow Ltd bought Tarn Bank. Tarn Bank supplies Yarrow Ltd.',
      ['tarn bank supplies yarrow', 'yarrow acquired tarn bank'],
    ],
    ['Yarrow Ltd acquired Tarn Corp. Tarn Corp supplies Yarrow Ltd.', ['tarn supplies yarrow', 'yarrow acquired tarn']],
  ])('rel-01: an edge runs from subject to object, whatever their names: %s', async (text, expected) => {
    expect(await edges(text)).toEqual(expected)
  })

  it.each(['Tarn Group did not buy Yarrow Bank.', 'Tarn Corp did not acquire Yarrow Ltd.'])(
    'rel-03: what is denied is marked: %s',
    async (denied) => {
      const text = `${denied} Quill Bank never hired Pavel Dorn. Ilse Varga denied that she founded Orrin Group.`
      const found = await edges(text)
      expect(found.length).toBeGreaterThan(1)
      for (const edge of found) expect(edge).toMatch(/^not /)
      const { entities } = await extract(text)
      expect(entities.map(({ name }) => name).sort()).toEqual(
        [...denied.matchAll(/Tarn \w+|Yarrow \w+/g)]
          .map(String)
          .concat('Quill Bank', 'Pavel Dorn', 'Ilse Varga', 'Orrin Group')
          .sort(),
      )
    },
  )

  it('rel-05: every edge ends at a node, and what was dropped is counted', async () => {
    const { graph } = await chunk('Tarn Corp opened Zubrin. Qworm supplies Tarn Corp.')
    graph?.forEachEdge((_, __, source, target) =>
      expect([graph.hasNode(source), graph.hasNode(target)]).toEqual([true, true]),
    )
    const { relations, kept, dropped } = graph?.getAttributes() ?? {}
    expect(relations).toBeGreaterThan(0)
    expect(kept + dropped).toBe(relations)
  })

  it('rel-05: given relations whose ends are nowhere are told', async () => {
    const relations = [
      { subject: 'Tarn Corp', object: 'Nobody', predicate: 'know' },
      { subject: 'Tarn Corp', object: 'Orrin Ltd', predicate: 'own' },
    ]
    const result = await chunk('Tarn Corp owns Orrin Ltd.', {
      entities: [{ name: 'Tarn Corp' }, { name: 'Orrin Ltd' }, { name: 'Nobody' }],
      relations,
    })
    expect(result.unplaced).toEqual(['Nobody', 'Tarn Corp -> Nobody'])
    expect(result.graph?.size).toBe(1)
  })

  it.each([
    ['the same two names', () => 'Orrin Bank'],
    ['a new name each time', (i: number) => `Orrin${i} Bank`],
  ])('rel-07: ends near a border stay together, and what cannot is told: %s', async (_, buyer) => {
    const text = `${series(25, (i) => `Item ${i} is plain. Tarn Group, after a slow week of calls in the far hills, bought ${buyer(i)} in ${1970 + i}.`)} Ilse Varga, after ${'quite '.repeat(60)}slow calls, joined Quill Bank.`
    const found = [...text.matchAll(/Tarn Group|Orrin\d* Bank|Ilse Varga|Quill Bank/g)]
    const mentions = found.map(({ index, 0: name }) => ({ start: index, end: index + name.length, type: 'misc' }))
    const pairs = Array.from({ length: 26 }, (_, i) => ({ subject: mentions[2 * i], object: mentions[2 * i + 1] }))
    const neighbours: ExtractFunction = () => ({
      mentions,
      relations: pairs.map((pair, i) => ({ ...pair, predicate: i < 25 ? 'buy' : 'join' })),
    })
    const result = await cut(text, 'relation_aware', { extractors: neighbours, ...units(180) })
    const held = pairs.map(
      ({ subject, object }) =>
        result.chunks.filter(({ start, end }) => start <= subject.start && object.end <= end).length,
    )
    expect(held).toEqual([...Array(25).fill(1), 0])
    const lost = result.parted
      .filter(({ relation }) => relation.by !== 'distance')
      .map(({ relation }) => relation.predicate)
    expect(lost).toEqual(['join'])
  })
})
