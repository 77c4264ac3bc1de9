import fc from 'fast-check'
import { MultiDirectedGraph, MultiGraph } from 'graphology'
import { describe, expect, it } from 'vitest'
import { compromiseExtractor } from '../src/annotate/engines/compromise.js'
import { rulesExtractor } from '../src/annotate/engines/rules.js'
import { foldName, idOf } from '../src/annotate/entities/fold.js'
import { linkEntities } from '../src/annotate/entities/link.js'
import type { MentionDraft } from '../src/annotate/extractor.js'
import {
  entitiesFromGraph,
  type GivenEntity,
  locateGiven,
  locateRelations,
  relationsFromGraph,
} from '../src/annotate/given.js'
import { finishMentions } from '../src/annotate/mentions/finish.js'
import { relate, unplacedRelations } from '../src/annotate/relations/relate.js'
import { wordsOf } from '../src/annotate/words.js'
import type { Annotated, Document, Relation } from '../src/document/document.js'
import { type ExtractOptions, extract } from '../src/index.js'
import { gazetteers } from '../src/models/gazetteers.js'
import { decodeTerms, encodeTerms } from '../src/models/terms.js'
import { createDocument } from '../src/structure/create.js'
import { anyText } from './arbitrary.js'

type WithEntities = Annotated<'mentions' | 'entities'>
const run = { seed: 20240607, numRuns: 40 }

async function drafts(document: Document, extractor = rulesExtractor): Promise<readonly MentionDraft[]> {
  return finishMentions(document, (await extractor.extract(document, {})).mentions).mentions
}

/** `Name/type` of each mention. */
async function found(text: string, extractor = rulesExtractor): Promise<string[]> {
  const document = createDocument(text)
  return (await drafts(document, extractor)).map(({ start, end, type }) => `${text.slice(start, end)}/${type}`)
}

async function names(text: string): Promise<string[]> {
  return (await found(text)).map((mention) => mention.slice(0, mention.lastIndexOf('/')))
}

async function linked(text: string, merge = true): Promise<WithEntities & { ambiguous: readonly string[] }> {
  const document = createDocument(text)
  const { mentions, entities, ambiguous } = linkEntities(document, await drafts(document), { merge, by: 'rules' })
  return { ...document, mentions, entities, ambiguous }
}

const entityNames = ({ entities }: WithEntities) => entities.map(({ name, mentions }) => `${name} ${mentions.length}`)

function told(document: WithEntities, { subject, predicate, object, negated, modality }: Relation): string {
  const name = (id: string) => document.entities.find((entity) => entity.id === id)!.name
  const marks = `${negated ? ' not' : ''}${modality === 'fact' ? '' : ` ${modality}`}`
  return `${name(subject.entity)} ${predicate} ${name(object.entity)}${marks}`
}

async function stated(text: string): Promise<string[]> {
  const document = await linked(text)
  return relate(document)
    .filter(({ kind }) => kind === 'asserted')
    .map((relation) => told(document, relation))
}

describe('names in English text', () => {
  it.each<[string, string[]]>([
    [
      'He wrote "Norvik Labs" on the box. (Elena Brandt) signed for “Tamarind Ltd,” as usual.',
      ['Norvik Labs', 'Elena Brandt', 'Tamarind Ltd'],
    ],
    [
      "Brandt's crew left Porto's quay. Norvik Corp's owner rang Tamarind Ltd's.",
      ['Brandt', 'Porto', 'Norvik Corp', 'Tamarind Ltd'],
    ],
    [
      'If that fails, ask Kestrel. Another way is the MISSING part. Everything stopped. See Table 7 on Page 30. No!',
      ['Kestrel'],
    ],
    ['The University of Porto and the Bank of Lisbon met.', ['University of Porto', 'Bank of Lisbon']],
    ['She joined the Ministry of Trade and Industry last week.', ['Ministry of Trade and Industry']],
    ['Google, Microsoft and Siemens agreed.', ['Google', 'Microsoft', 'Siemens']],
    ['Sir Tom Osei met President Ida Moss and Dr. Lena Voss.', ['Tom Osei', 'Ida Moss', 'Lena Voss']],
    ['The prime minister spoke. Prime Minister Voss spoke.', ['Voss']],
    ['They play for St Mary’s Hospital.', ['St Mary’s Hospital']],
    ['Ludwig van Driel and Ana de la Cruz danced.', ['Ludwig van Driel', 'Ana de la Cruz']],
    ['J. R. Halloway and K.L. Stone wrote it.', ['J. R. Halloway', 'K.L. Stone']],
    ['His novel “The Salt Road” came first.', ['The Salt Road']],
    ['She said “we are late” and left for Porto.', ['Porto']],
    ['They read https://Example.org/Paris/Rome and @London and `Berlin` there.', []],
    ['We use C++, C# and Node.js at Norvik.', ['C++', 'C#', 'Node.js', 'Norvik']],
    ['Elena "Lena" Brandt waited.', ['Elena "Lena" Brandt']],
    ['Škoda and Tōhō signed in Elbląg.', ['Škoda', 'Tōhō', 'Elbląg']],
    ['The 1st Battalion fought in the Second World War.', ['1st Battalion', 'Second World War']],
    ['The German singer Elena Brandt left.', ['German', 'Elena Brandt']],
  ])('%s', async (text, expected) => {
    const all = await found(text)
    const named = all.filter((mention) => !/\/(?:time|number)$/.test(mention))
    expect(named.map((mention) => mention.slice(0, mention.lastIndexOf('/')))).toEqual(expected)
  })

  it.each([
    ['She lives in Porto, Portugal.', 'Porto/location'],
    ['Tamarind Ltd hired them.', 'Tamarind Ltd/organization'],
    ['Elena Brandt, a lawyer, agreed.', 'Elena Brandt/person'],
    ['Velmora is a small village near the border.', 'Velmora/location'],
    ['Velmora was a rock band from the coast.', 'Velmora/organization'],
    ['Velmora is the second album by the group.', 'Velmora/misc'],
    ['The Harbour Workers Union (HWU) met; the HWU voted.', 'HWU/organization'],
    ['It opened on 3 May 2019.', '3 May 2019/time'],
    ['It opened in the late 1990s.', 'the late 1990s/time'],
    ['It cost $4.5 million.', '$4.5 million/number'],
    ['It weighs 12 kg.', '12 kg/number'],
  ])('%s has %s', async (text, expected) => {
    expect(await found(text)).toContain(expected)
  })

  it('leaves out code and front matter, and keeps list items and table cells apart', async () => {
    const text =
      '---\nauthor: Elena Brandt\n---\n\n# Notes\n\n- Tom Osei\n- Ida Moss\n\n| Who | Where |\n| --- | --- |\n| Lena Voss | Porto |\n\n```js\nconst Norvik = Tamarind\n```\n'
    expect(await names(text)).toEqual(['Tom Osei', 'Ida Moss', 'Lena Voss', 'Porto'])
  })

  it('reads short lines as separate and wrapped lines as one', async () => {
    expect(await names('Norvik Labs\nElena Brandt\nPorto')).toEqual(['Norvik Labs', 'Elena Brandt', 'Porto'])
    const wrapped = 'It was a long and windy day at sea when Elena\nBrandt came home.'
    expect(await names(wrapped)).toEqual(['Elena\nBrandt'])
  })

  it('gives the same mentions again', async () => {
    const text = 'Elena Brandt left Norvik Labs. Ms. Brandt joined Tamarind Ltd in Porto in 2011.'
    expect(await drafts(createDocument(text))).toEqual(await drafts(createDocument(text)))
  })

  it('stops where the signal says so', async () => {
    await expect(async () =>
      rulesExtractor.extract(createDocument('Elena Brandt'), { signal: AbortSignal.abort(new Error('enough')) }),
    ).rejects.toThrow('enough')
  })
})

describe('names in Chinese text', () => {
  it.each([
    ['记者李明在北京报道。', ['李明/person', '北京/location']],
    ['卡尔·布兰特访问了中国。', ['卡尔·布兰特/person', '中国/location']],
    ['远航银行收购了该公司。', ['远航银行/organization']],
    ['他写了《海上的灯》一书。', ['海上的灯/misc']],
    ['工厂于2019年5月3日投产。', ['2019年5月3日/time']],
  ])('%s', async (text, expected) => {
    expect(await found(text)).toEqual(expected)
  })
})

describe('compromise alone', () => {
  it('gives exact places without marks, possessives and lumps', async () => {
    const text = 'He said “Spain” and (Mary Johnson) left. Google, Microsoft and Facebook met in Paris, France.'
    const all = await found(text, compromiseExtractor)
    expect(all).toEqual(expect.arrayContaining(['Spain/location', 'Mary Johnson/person', 'Google/organization']))
    expect(all.join()).not.toMatch(/[“”()]|Google, /)
  })
})

describe('the door that all mentions pass', () => {
  const finish = (text: string, mentions: readonly Partial<MentionDraft>[]) => {
    const { mentions: kept, notes } = finishMentions(createDocument(text), mentions as MentionDraft[])
    return { kept: kept.map(({ start, end }) => text.slice(start, end)), notes }
  }

  it.each([
    [-1, 4],
    [0, 99],
    [3, 3],
    [5, 2],
    [0.5, 4],
    [Number.NaN, 4],
  ])('leaves out [%s, %s) and counts it', (start, end) => {
    const { kept, notes } = finish('Norvik Labs', [{ start, end, type: 'misc' }])
    expect(kept).toEqual([])
    expect(notes).toHaveLength(1)
  })

  it.each([
    ['see  Norvik , now', 3, 13, 'Norvik'],
    ['the “Norvik” sign', 4, 12, 'Norvik'],
    ["at Norvik's gate", 3, 11, 'Norvik'],
    ['(Norvik)', 0, 8, 'Norvik'],
    ['Norvik (North)', 0, 14, 'Norvik (North)'],
    ['near Norvik Inc. today', 5, 16, 'Norvik Inc.'],
    ['near the U.S. border', 9, 13, 'U.S.'],
    ['It is Norvik Corp. She left.', 6, 18, 'Norvik Corp'],
    ['Samsung said', 0, 3, 'Samsung'],
    ['we use C++ here', 7, 10, 'C++'],
    ['rated 50% up', 6, 9, '50%'],
    ['e\u0301tat', 0, 1, 'e\u0301tat'],
    ['中国银行', 0, 2, '中国'],
  ])('cleans %j [%i, %i)', (text, start, end, expected) => {
    expect(finish(text, [{ start, end, type: 'misc' }]).kept).toEqual([expected])
  })

  it('keeps the longest of overlapping mentions in any order', () => {
    const mentions = [
      { start: 0, end: 6, type: 'misc' },
      { start: 0, end: 11, type: 'organization' },
      { start: 7, end: 11, type: 'misc' },
      { start: 12, end: 16, type: 'misc' },
    ]
    for (const order of [mentions, [...mentions].reverse()]) {
      expect(finish('Norvik Labs grew', order).kept).toEqual(['Norvik Labs', 'grew'])
    }
  })

  it('gives sorted, separate, clean mentions for any input', () => {
    const draft = fc.record({
      start: fc.integer({ min: -2, max: 400 }),
      end: fc.integer({ min: -2, max: 400 }),
      type: fc.constantFrom('misc', 'person'),
    })
    fc.assert(
      fc.property(anyText, fc.array(draft, { maxLength: 30 }), (text, mentions) => {
        const { mentions: kept } = finishMentions(createDocument(text), mentions)
        expectAllClean(text, kept)
      }),
      run,
    )
  })

  it('gives the same again for what it gave', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const document = createDocument(text)
        const words = wordsOf(document)
        const all = Array.from({ length: Math.min(words.length, 50) }, (_, i) => ({
          start: words.start[i],
          end: words.end[i],
          type: 'misc',
        }))
        const { mentions } = finishMentions(document, all)
        expect(finishMentions(document, mentions).mentions).toEqual(mentions)
      }),
      run,
    )
  })
})

function expectAllClean(text: string, mentions: readonly { start: number; end: number }[]): void {
  for (const [i, mention] of mentions.entries()) expectClean(text, mention, i === 0 ? 0 : mentions[i - 1].end)
}

function expectClean(text: string, { start, end }: { start: number; end: number }, after: number): void {
  expect(start).toBeGreaterThanOrEqual(after)
  expect(end).toBeGreaterThan(start)
  expect(end).toBeLessThanOrEqual(text.length)
  const surface = text.slice(start, end)
  expect(surface).not.toMatch(/^[\s"'“”‘’„«»,;:!?…|*_]|[\s"“”„«»,;:!?…|*_]$|['’]s$/u)
  const [before, behind] = [text.slice(Math.max(0, start - 1), start + 1), text.slice(end - 1, end + 1)]
  for (const edge of [before, behind]) if (edge.length === 2) expect(edge).not.toMatch(/^[a-zA-Z0-9]{2}$/)
}

describe('words', () => {
  it('are slices of the text in order, whatever it holds', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const words = wordsOf(createDocument(text))
        for (let i = 0; i < words.length; i++) {
          expect(words.start[i]).toBeGreaterThanOrEqual(i > 0 ? words.end[i - 1] : 0)
          expect(words.end[i]).toBeGreaterThan(words.start[i])
          if (words.form[i] !== '') expect(words.form[i]).toBe(text.slice(words.start[i], words.end[i]))
        }
      }),
      run,
    )
  })
})

describe('every extractor', () => {
  it.each([[rulesExtractor], [compromiseExtractor]])('$name gives clean mentions of any text', async (extractor) => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const document = createDocument(text)
        const { mentions } = await extractor.extract(document, {})
        for (const { start, end } of mentions) expect(text.slice(start, end).trim()).not.toBe('')
        const kept = finishMentions(document, mentions).mentions
        expectAllClean(text, kept)
        const linkage = linkEntities(document, kept)
        expect(linkage.mentions).toHaveLength(kept.length)
        expectSound({ ...document, ...linkage }, relate({ ...document, ...linkage }))
      }),
      run,
    )
  })
})

function expectSound(document: WithEntities, relations: readonly Relation[]): void {
  const ids = new Set(document.entities.map(({ id }) => id))
  expect(ids.size).toBe(document.entities.length)
  const places = new Set(document.mentions)
  for (const { subject, object, weight, evidence, kind } of relations) {
    expect(places.has(subject) && places.has(object)).toBe(true)
    expect(ids.has(subject.entity) && ids.has(object.entity) && subject.entity !== object.entity).toBe(true)
    expect(weight).toBeGreaterThan(0)
    expect(weight).toBeLessThanOrEqual(1)
    expect(evidence.start).toBe(Math.min(subject.start, object.start))
    expect(evidence.end).toBe(Math.max(subject.end, object.end))
    if (kind === 'cooccurrence') expect(subject.entity < object.entity).toBe(true)
  }
}

describe('entities', () => {
  it.each<[string, string[]]>([
    ['Elena Brandt signed. Ms. Brandt left. Brandt won.', ['Elena Brandt 3']],
    ['Elena Brandt met Tom Brandt. Brandt won.', ['Elena Brandt 1', 'Tom Brandt 1', 'Brandt 1']],
    ['Norvik Corp grew. NORVIK CORP hired. Then Norvik moved.', ['Norvik Corp 3']],
    ['The Harbour Workers Union (HWU) met; the HWU voted.', ['Harbour Workers Union 3']],
    ['We use C, C++ and C# here.', ['C 1', 'C++ 1', 'C# 1']],
    ['Samsung said that Sam left Samsung.', ['Samsung 2', 'Sam 1']],
    ['J. R. R. Halloway wrote. J.R.R. Halloway left.', ['J. R. R. Halloway 2']],
  ])('%s', async (text, expected) => {
    expect(entityNames(await linked(text))).toEqual(expected)
  })

  it('reports a surname that fits two people and merges nothing when told so', async () => {
    const text = 'Elena Brandt met Tom Brandt. Brandt won.'
    expect((await linked(text)).ambiguous).toEqual(['Brandt'])
    expect((await linked('Elena Brandt signed. Brandt left.', false)).entities).toHaveLength(2)
  })

  it('uses the alias table, and its names', () => {
    const text = 'Big Blue met Norvik.'
    const document = createDocument(text)
    const mentions = [
      { start: 0, end: 8, type: 'organization' },
      { start: 13, end: 19, type: 'organization' },
    ]
    const { entities } = linkEntities(document, mentions, { aliases: { 'big blue': 'Norvik' } })
    expect(entities.map(({ id, name, aliases }) => [id, name, aliases])).toEqual([['norvik', 'Norvik', ['Big Blue']]])
  })

  it('keeps one entity with two types as one and says so', () => {
    const text = 'Mercer opened. They flew to Mercer. Mercer paid.'
    const mentions = [0, 28, 36].map((start, i) => ({
      start,
      end: start + 6,
      type: i === 1 ? 'location' : 'organization',
    }))
    const { entities } = linkEntities(createDocument(text), mentions)
    expect(entities).toMatchObject([
      { id: 'mercer', type: 'organization', otherTypes: ['location'], mentions: [{}, {}, {}] },
    ])
  })

  it('never joins two ids that were given, nor lets another entity take one', () => {
    const text = 'Elena Brandt met Brandt and Porto.'
    const mentions = [
      { start: 0, end: 12, type: 'person', id: 'a' },
      { start: 17, end: 23, type: 'person', id: 'b' },
      { start: 28, end: 33, type: 'location' },
    ]
    expect(linkEntities(createDocument(text), mentions).entities.map(({ id }) => id)).toEqual(['a', 'b', 'porto'])
    const taken = [{ ...mentions[0], id: 'porto' }, mentions[2]]
    expect(linkEntities(createDocument(text), taken).entities.map(({ id }) => id)).toEqual([
      'porto',
      'porto (location)',
    ])
  })

  it.each([
    ['The Norvik Corp.', 'organization', 'norvik'],
    ['Norvik, Inc.', 'organization', 'norvik'],
    ['Norvik Inc', 'misc', 'norvik inc'],
    ['Ｎｏｒｖｉｋ', 'misc', 'norvik'],
    ['O’Hara  &  Sons', 'organization', 'ohara and sons'],
    ['Ms. Brandt', 'person', 'brandt'],
    ['U.S.', 'location', 'us'],
    ['C#', 'misc', 'c#'],
    ['1-2', 'number', '1-2'],
    ['!!!', 'misc', '!!!'],
  ])('the id of %s as %s is %s', (name, type, id) => {
    expect(idOf(name, type)).toBe(id)
    expect(foldName(foldName(name, type), type)).toBe(foldName(name, type))
  })
})

describe('relations', () => {
  it.each<[string, string[]]>([
    [
      'Norvik Ltd acquired Tamarind Corp. Tamarind Corp supplies Norvik Ltd.',
      ['Norvik Ltd acquired Tamarind Corp', 'Tamarind Corp supplies Norvik Ltd'],
    ],
    ['Tamarind Corp was bought by Norvik Ltd.', ['Norvik Ltd acquired Tamarind Corp']],
    ['Norvik Ltd did not acquire Tamarind Corp.', ['Norvik Ltd acquired Tamarind Corp not']],
    ['Harbour Bank never hired Tom Osei.', ['Tom Osei works_for Harbour Bank not']],
    ['Elena Brandt denied that she founded Tamarind Group.', ['Tamarind Group founded_by Elena Brandt not']],
    ['It is not true that Norvik Ltd owns Harbour Bank.', ['Norvik Ltd owns Harbour Bank not']],
    ['Did Norvik Ltd buy Tamarind Corp?', ['Norvik Ltd acquired Tamarind Corp question']],
    ['Norvik Ltd plans to buy Tamarind Corp.', ['Norvik Ltd acquired Tamarind Corp hypothetical']],
    ['If Norvik Ltd buys Tamarind Corp, they win.', ['Norvik Ltd acquired Tamarind Corp hypothetical']],
    ['Tamarind Group was founded by Elena Brandt.', ['Tamarind Group founded_by Elena Brandt']],
    [
      'Norvik Ltd, based in Porto, acquired Tamarind Corp and Harbour Bank.',
      ['Norvik Ltd located_in Porto', 'Norvik Ltd acquired Tamarind Corp', 'Norvik Ltd acquired Harbour Bank'],
    ],
    [
      'Tom Osei and Ida Moss joined Harbour Bank.',
      ['Tom Osei member_of Harbour Bank', 'Ida Moss member_of Harbour Bank'],
    ],
    ["Harbour Bank's chairman Tom Osei spoke.", ['Tom Osei leads Harbour Bank']],
    ['Elena Brandt, director of Harbour Bank, spoke.', ['Elena Brandt works_for Harbour Bank']],
    ['Tom Osei was born in Accra.', ['Tom Osei born_in Accra']],
    ['Tom Osei married Ida Moss.', ['Tom Osei spouse Ida Moss']],
    ['Tom Osei said Ida Moss left.', []],
    ['Tom Osei. Ida Moss.', []],
  ])('%s', async (text, expected) => {
    expect(await stated(text)).toEqual(expected)
  })

  it('marks pairs that only stand together as co-occurrence, from the smaller id, nearer ones heavier', async () => {
    const document = await linked(
      'Zora Voss at Adder Ltd slept. It rained for many days on the hills. Tamarind Corp was shut.',
    )
    const weak = relate(document)
    expect(weak.every(({ kind, predicate }) => kind === 'cooccurrence' && predicate === 'co_occurs_with')).toBe(true)
    expect(told(document, weak[0])).toBe('Adder Ltd co_occurs_with Zora Voss')
    const weight = (a: string, b: string) =>
      weak.find(({ subject, object }) => subject.entity === a && object.entity === b)?.weight ?? 0
    expect(weight('adder', 'zora voss')).toBeGreaterThan(weight('tamarind', 'zora voss'))
  })

  it('stands at the nearest mentions and is given once for a pair and predicate', async () => {
    const text =
      'Norvik Ltd acquired, after a long day of talks, the old Tamarind Corp. Norvik Ltd acquired Tamarind Corp.'
    const document = await linked(text)
    const all = relate(document).filter(({ kind }) => kind === 'asserted')
    expect(all).toHaveLength(1)
    expect(text.slice(all[0].evidence.start, all[0].evidence.end)).toBe('Norvik Ltd acquired Tamarind Corp')
  })

  it('takes relations of an extractor, and names those it can not place', async () => {
    const text = 'Norvik Ltd and Tamarind Corp and more.'
    const document = await linked(text)
    const [a, b] = document.mentions
    const drafts = [
      { subject: a, object: b, predicate: 'trusts', weight: 0.7 },
      { subject: a, object: { start: 33, end: 37 }, predicate: 'trusts' },
    ]
    expect(relate(document, drafts).map((relation) => [told(document, relation), relation.weight])).toEqual([
      ['Norvik Ltd trusts Tamarind Corp', 0.7],
    ])
    expect(unplacedRelations(document, drafts)).toEqual(['Norvik Ltd -> more'])
  })
})

describe('what the caller gives', () => {
  const located = (text: string, entities: readonly GivenEntity[]) => {
    const document = createDocument(text)
    const { drafts: places, unplaced } = locateGiven(document, entities)
    const { mentions } = finishMentions(document, places)
    return {
      found: mentions.map(({ start, end }) => `${text.slice(start, end)}@${start}`),
      unplaced,
      document,
      mentions,
    }
  }

  it('finds names at word bounds, the longest, everywhere, and reports the rest', () => {
    const text = 'Marlow said Mar left Marlow Bay. The mar was said to be C++, not C.'
    const { found: places, unplaced } = located(text, [
      { name: 'Mar' },
      { name: 'Marlow' },
      { name: 'Marlow Bay' },
      { name: 'C' },
      { name: 'Nowhere' },
    ])
    expect(places).toEqual(['Marlow@0', 'Mar@12', 'Marlow Bay@21', 'C@65'])
    expect(unplaced).toEqual(['Nowhere'])
  })

  it('finds names in small letters in any case, and over line ends', () => {
    expect(located('Norvik Labs, NORVIK\nLABS, norvik labs.', [{ name: 'norvik labs' }]).found).toHaveLength(3)
    expect(located('Norvik Labs and norvik labs.', [{ name: 'Norvik Labs' }]).found).toHaveLength(1)
  })

  it('finds names in text without blanks', () => {
    expect(located('远航银行在上海。', [{ name: '远航银行' }, { name: '上海' }]).found).toEqual([
      '远航银行@0',
      '上海@5',
    ])
  })

  it('keeps ids and aliases, and takes spans', () => {
    const text = 'The Old Mill, or Mill 7, is in Porto.'
    const { mentions, document } = located(text, [
      { name: 'Old Mill', aliases: ['Mill 7'], id: 'mill', type: 'building' },
      { start: 31, end: 36, type: 'location' },
    ])
    const { entities } = linkEntities(document, mentions)
    expect(entities.map(({ id, name, type, mentions: places }) => [id, name, type, places.length])).toEqual([
      ['mill', 'Old Mill', 'building', 2],
      ['porto', 'Porto', 'location', 1],
    ])
    expect(located(text, [{ start: 5, end: 99 }]).unplaced).toEqual(['[5, 99)'])
  })

  it('places relations by id or name at the nearest mentions', async () => {
    const document = await linked('Norvik Ltd grew. Porto is far. Norvik Ltd met Elena Brandt.')
    const { relations, unplaced } = locateRelations(document, [
      { subject: 'Elena Brandt', object: 'norvik', predicate: 'advises', weight: 4 },
      { subject: 'NORVIK LTD', object: 'Porto', weight: 2 },
      { subject: 'Nobody', object: 'Porto' },
      { subject: 'Porto', object: 'porto' },
    ])
    expect(relations.map((relation) => [told(document, relation), relation.weight, relation.subject.start])).toEqual([
      ['Elena Brandt advises Norvik Ltd', 1, 46],
      ['Norvik Ltd related_to Porto', 0.5, 0],
    ])
    expect(unplaced).toEqual(['Nobody -> Porto', 'Porto -> porto'])
  })

  it('reads a graph in sorted order', () => {
    const graph = new MultiDirectedGraph()
    graph.addNode('b', { label: 'Porto', type: 'location' })
    graph.addNode('a', { name: 'Norvik', aliases: ['NV', 7] })
    graph.addNode('Tamarind')
    graph.addEdge('b', 'a', { weight: 3, predicate: 'hosts' })
    graph.addEdge('a', 'Tamarind', { weight: Number.NaN })
    expect(entitiesFromGraph(graph)).toEqual([
      { id: 'Tamarind', name: 'Tamarind', aliases: [] },
      { id: 'a', name: 'Norvik', aliases: ['NV'] },
      { id: 'b', name: 'Porto', type: 'location', aliases: [] },
    ])
    expect(relationsFromGraph(graph)).toEqual([
      { subject: 'a', object: 'Tamarind' },
      { subject: 'b', object: 'a', predicate: 'hosts', weight: 3 },
    ])
    const plain = new MultiGraph()
    plain.addNode('z')
    plain.addNode('y')
    plain.addUndirectedEdge('z', 'y')
    expect(relationsFromGraph(plain)).toEqual([{ subject: 'z', object: 'y' }])
  })
})

describe('word lists', () => {
  it('come out of the package as they went in', () => {
    const terms = ['a', 'ab', 'abc', 'b', 'ba', `${'x'.repeat(50)}1`, `${'x'.repeat(50)}2`]
    expect(decodeTerms(encodeTerms(terms))).toEqual(terms)
  })

  it('know countries, peoples, cities and given names', () => {
    const lists = gazetteers()
    expect(lists.countries.has('portugal') && lists.demonyms.has('portuguese')).toBe(true)
    expect(lists.cities.has('porto') && lists.cities.has('sao paulo')).toBe(true)
    expect(lists.given.has('elena') && lists.verbs.has('build')).toBe(true)
  })
})

describe('time', () => {
  const measure = async (text: string) => {
    const document = createDocument(text, {
      mediaType: 'text/plain',
      sentences: () => [{ start: 0, end: text.length }],
    })
    const before = process.cpuUsage()
    const mentions = await drafts(document)
    const linkage = linkEntities(document, mentions)
    relate({ ...document, ...linkage })
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }

  it.each([
    ['one letter', 'a'.repeat(34_000)],
    ['capitals without a blank', 'Ab'.repeat(50_000)],
    ['open brackets', '(A '.repeat(34_000)],
    ['capital words', 'Alder Birch Cedar '.repeat(5_700)],
    ['quote marks', '"A '.repeat(34_000)],
    ['dashes', 'a-'.repeat(50_000)],
    ['links', ']('.repeat(50_000)],
    ['Chinese', '王李'.repeat(50_000)],
    ['initials', 'A.'.repeat(50_000)],
    ['bridges', 'Bank of '.repeat(12_500)],
    ['lists', 'A, '.repeat(34_000)],
    ['combining marks', `e${'\u0301'.repeat(100_000)}`],
  ])('does not explode on %s', async (_name, text) => {
    const prose =
      'Elena Brandt of Norvik Labs met Tom Osei in Porto, and they spoke about the harbour for a while. '.repeat(1_030)
    await measure(prose.slice(0, 30_000))
    const usual = await measure(prose)
    expect(await measure(text)).toBeLessThan(20 * usual + 200)
  })
})
describe('what an extractor of the caller returns', () => {
  it('what is no mention or no relation is left out and noted; the rest counts', async () => {
    const rubbish = () =>
      ({
        mentions: [
          null,
          7,
          { start: 'a' },
          { start: 0, end: 3, type: '' },
          { start: 0, end: 3, type: 'x', kind: 'y' },
          { start: 0, end: 3, type: 'person' },
        ],
        relations: [null, {}],
      }) as never
    const { mentions, relations, notes } = await extract('Ada met Jon.', { extractors: rubbish })
    expect([mentions.length, relations.length]).toEqual([1, 0])
    expect(notes).toEqual([
      '2 mentions left out: they are no objects.',
      '1 relations left out: they are no objects.',
      '1 relations left out: their fields are wrong (of the first, `subject` is no object with `start` and `end`: undefined).',
      '3 mentions left out: their offsets are no part of the text, or their type or kind is none.',
    ])
  })

  it('is not added to, unless `kinds` asks', async () => {
    const text = 'The tide gauge stands in Korsvik. It is a tide gauge of the old kind; the tide gauge is rusty.'
    const own = () => ({ mentions: [{ start: 25, end: 32, type: 'location' }] })
    const kindsOf = async (options: ExtractOptions) =>
      new Set((await extract(text, options)).mentions.map(({ kind }) => kind))
    expect(await kindsOf({ extractors: own })).toEqual(new Set(['name']))
    expect(await kindsOf({ extractors: own, kinds: ['name', 'concept'] })).toEqual(new Set(['name', 'concept']))
    expect(await kindsOf({ kinds: ['name'] })).toEqual(new Set(['name']))
  })

  it('terms that are ignored are neither names nor concepts; types leave concepts out', async () => {
    const text = 'The tide gauge of Porto failed. Porto has one tide gauge, and Porto pays for the tide gauge.'
    const { entities } = await extract(text, { ignore: ['porto', 'tide gauge'] })
    expect(entities.map(({ name }) => name.toLowerCase())).not.toContain('porto')
    expect(entities.map(({ name }) => name.toLowerCase())).not.toContain('tide gauge')
    const typed = await extract(text, { types: ['location'] })
    expect(typed.mentions.filter(({ kind }) => kind === 'concept')).toEqual([])
  })
})
