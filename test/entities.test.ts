import { describe, expect, it } from 'vitest'
import { findAnaphors } from '../src/annotate/entities/coreference.js'
import { type LinkOptions, linkEntities } from '../src/annotate/entities/link.js'
import type { MentionDraft } from '../src/annotate/extractor.js'
import { tagWords } from '../src/annotate/pos.js'
import { wordsOf } from '../src/annotate/words.js'
import { createDocument } from '../src/structure/create.js'

const TYPES: Readonly<Record<string, string>> = { p: 'person', o: 'organization', l: 'location', m: 'misc', t: 'time' }

/** Text with its mentions: `{p:Ilse Varga}` is a mention of a person. */
function marked(source: string): { text: string; drafts: MentionDraft[] } {
  let text = ''
  const drafts: MentionDraft[] = []
  for (const [, before, letter, name] of source.matchAll(/([^{]*)(?:\{(\w):([^}]*)\}|$)/g)) {
    text += before
    if (letter === undefined) continue
    drafts.push({ start: text.length, end: text.length + name.length, type: TYPES[letter] })
    text += name
  }
  return { text, drafts }
}

function link(source: string, options?: LinkOptions) {
  const { text, drafts } = marked(source)
  return linkEntities(createDocument(text), drafts, options)
}

/** Each entity as `name count`, in the order of first mentions. */
const names = (source: string, options?: LinkOptions): string[] =>
  link(source, options).entities.map(({ name, mentions }) => `${name} ${mentions.length}`)

describe('people', () => {
  it.each<[string, string[]]>([
    ['{p:Ilse Varga} left. {p:Varga} won.', ['Ilse Varga 2']],
    ['{p:Ilse Rona Varga} left. {p:Ilse Varga} won.', ['Ilse Rona Varga 2']],
    [
      '{p:Ilse Rona Varga} met {p:Ilse Mara Varga}. {p:Ilse Varga} won.',
      ['Ilse Rona Varga 1', 'Ilse Mara Varga 1', 'Ilse Varga 1'],
    ],
    ['{p:Ilse Rona Varga} left. {p:I. R. Varga} won; {p:I. Varga} too.', ['Ilse Rona Varga 3']],
    ['{p:Ilse Varga} met {p:Ivan Varga}. {p:I. Varga} won.', ['Ilse Varga 1', 'Ivan Varga 1', 'I. Varga 1']],
    ['{p:Ilse van Dorn} left. {p:van Dorn} won; {p:Dorn} too.', ['Ilse van Dorn 3']],
    ['{p:Ilse Orne-Lund} left. {p:Orne-Lund} won.', ['Ilse Orne-Lund 2']],
    ['{p:Pavel Dorn Jr.} left. {p:Dorn} won.', ['Pavel Dorn Jr. 2']],
    ['{p:Ilse Varga} left. {p:Ilse} won, then {p:Ilse} slept.', ['Ilse Varga 3']],
    ['{p:Ilse Varga} left. {p:Ilse} won.', ['Ilse Varga 1', 'Ilse 1']],
    ['{p:Ilse} won, then {p:Ilse} slept. {p:Ilse Varga} left.', ['Ilse 2', 'Ilse Varga 1']],
    ['{p:Ilse II} ruled. {p:Ilse} won, then {p:Ilse} slept.', ['Ilse II 1', 'Ilse 2']],
    ['{p:Saint Ilse} is old. {p:Ilse} won.', ['Saint Ilse 1', 'Ilse 1']],
    ['{p:Ilse Varga} left {o:Varga Works}. {o:Varga} pays.', ['Ilse Varga 1', 'Varga Works 1', 'Varga 1']],
    ['{p:Zdeněk Černý} left. {p:Zdenek Cerny} won.', ['Zdenek Cerny 2']],
  ])('%s', (source, expected) => {
    expect(names(source)).toEqual(expected)
  })

  it.each([
    ['{p:Ilse Varga} met {p:Noor Varga}. {p:Varga} won.', ['Varga']],
    ['{p:Ilse Varga} met {p:Ilse Dorn}. {p:Ilse} won, then {p:Ilse} slept.', ['Ilse']],
    ['{o:Tarn Valley Senate} met {o:Orne Hill Senate}. The {o:Senate} won.', ['Senate']],
    ['{o:Tarn Union} met {o:Tall Usk}. The {o:TU} won.', ['TU']],
  ])('names what fits several: %s', (source, expected) => {
    const { entities, ambiguous } = link(source)
    expect(ambiguous).toEqual(expected)
    expect(entities.length).toBe(3)
  })
})

describe('things', () => {
  it.each<[string, string[]]>([
    ['{o:Orrin Ltd} grew. {o:Orrin} hired; {o:orrin, ltd.} too.', ['Orrin Ltd 3']],
    ['{o:Orne University} grew. {o:Orne} hired.', ['Orne University 2']],
    ['The {o:Tarn Valley Senate} met. The {o:Senate} won.', ['Tarn Valley Senate 2']],
    ['The {o:Senate} won. The {o:Tarn Valley Senate} met.', ['Senate 1', 'Tarn Valley Senate 1']],
    ['The {o:Orne Badgers} met. The {o:Badgers} won.', ['Orne Badgers 2']],
    ['The {o:Board of Tarn Mills} met. The {o:Board} won.', ['Board of Tarn Mills 2']],
    ['The {o:World Seed Council} met. The {o:WSC} won.', ['World Seed Council 2']],
    ['The {o:Council for the Seeds of Tarn} met. The {o:CST} won.', ['Council for the Seeds of Tarn 2']],
    ['{o:Orrin Works} owns {o:Orrinworks Bank}; {o:Orr} pays.', ['Orrin Works 1', 'Orrinworks Bank 1', 'Orr 1']],
    ['{m:C} and {m:C++} and {m:C#}', ['C 1', 'C++ 1', 'C# 1']],
    ['{o:Samsung} hired {p:Sam}.', ['Samsung 1', 'Sam 1']],
    ['{l:Tarn River} floods {l:Tarn}.', ['Tarn River 1', 'Tarn 1']],
    ['{t:May 3} and {t:May 3.} and {t:may 3}', ['May 3 2', 'May 3. 1']],
  ])('%s', (source, expected) => {
    expect(names(source)).toEqual(expected)
  })
})

describe('pairs that the text makes', () => {
  it.each<[string, number]>([
    ['{o:Nordic Seed Bank} ({o:Frøbanken}) met.', 1],
    ['{o:Frøbanken} (“{o:The Seed Bank}”) met.', 1],
    ['{m:Winter Mill} (also {m:Cold Mill}) met.', 1],
    ['{p:Ilse Dorn} (née {p:Ilse Varga}) met.', 1],
    ['{p:Noor Halim} (Arabic: {p:نور حليم}) met.', 1],
    ['{l:Tarnau}（{l:塔尔瑙}）met.', 1],
    ['{p:Ilse Dorn}, better known as {p:Zora}, met.', 1],
    ['{l:Tarnau} is commonly referred to as {l:Old Mill Town}.', 1],
    ['{p:Ilse Dorn}, known by her stage name {p:Zora}, met.', 1],
    ['{l:Tarnau} ({l:Norland}) is far.', 2],
    ['{l:Tarnau} (now {l:Norland}) is far.', 2],
    ['{p:Ilse Dorn} ({o:Orrin Ltd}) met.', 2],
    ['{p:Ilse Dorn} ({p:Noor Varga} sang) met.', 2],
    ['{p:Ilse Dorn} called {p:Noor Halim} and left.', 1],
  ])('%s', (source, count) => {
    expect(link(source).entities.length).toBe(count)
  })
})

describe('options', () => {
  it('joins nothing where merging is off, and no two entities share an id', () => {
    const { entities, ambiguous } = link('{o:Orrin} met {o:Orrin Ltd}, {p:Ms. Varga} met {p:Varga}.', { merge: false })
    expect(entities.map(({ id }) => id)).toEqual(['orrin', 'orrin ltd', 'ms varga', 'varga'])
    expect(ambiguous).toEqual([])
  })

  it('keeps types apart when told so', () => {
    const source = '{o:Jupiter} opened. They flew to {l:Jupiter}. {o:Jupiter Inc} and {o:Jupiter} paid.'
    expect(link(source, { separateTypes: true }).entities.map(({ id, mentions }) => [id, mentions.length])).toEqual([
      ['jupiter (organization)', 3],
      ['jupiter (location)', 1],
    ])
    expect(link(source).entities).toMatchObject([{ id: 'jupiter', otherTypes: ['location'] }])
  })

  it('gives the longest proper spelling as the name, in any order', () => {
    for (const source of [
      '{o:TARN CORP} met {o:Tarn Corp} of {o:the Tarn Corp}.',
      '{o:the Tarn Corp}, {o:Tarn Corp}, {o:TARN CORP}',
    ]) {
      expect(link(source).entities).toMatchObject([{ name: 'Tarn Corp', id: 'tarn' }])
    }
  })
})

/** Each anaphor as `word = entity`. */
async function anaphors(source: string): Promise<string[]> {
  const { text, drafts } = marked(source)
  const document = createDocument(text)
  const { mentions, entities } = linkEntities(document, drafts)
  const words = wordsOf(document)
  const found = findAnaphors(document.blocks, words, await tagWords(words), mentions, entities)
  for (const { kind, confidence, start, end } of found) {
    expect(kind).toBe('anaphor')
    expect(confidence).toBeLessThan(1)
    expect(mentions.some((mention) => mention.start < end && start < mention.end)).toBe(false)
  }
  return found.map(({ start, end, entity }) => `${text.slice(start, end)} = ${entity}`)
}

describe('anaphors', () => {
  it.each<[string, string[]]>([
    ['{p:Ilse Varga} left {l:Vienna}. She sold her house.', ['She = ilse varga', 'her = ilse varga']],
    ['{o:Orrin Ltd} grew in {l:Vienna}. It sold its mill.', ['It = orrin', 'its = orrin']],
    ['{o:Orrin Ltd} hired {p:Noor Halim}. The company paid him.', ['The company = orrin', 'him = noor halim']],
    ['{m:Winter Mill} is a novel by {p:Noor Halim}. The novel sold well.', ['The novel = winter mill']],
    ['Mr. {p:Dorn} met Mrs. {p:Varga}. She laughed and he left.', ['She = varga', 'he = dorn']],
    ['{p:Noor Halim} said that he slept. {p:Ilse Varga} said that she woke.', ['he = noor halim', 'she = ilse varga']],
    ['{o:Orrin Ltd} grew. It is clear that it seems late.', []],
    ['{p:Ilse Varga} left.\n\nShe may be anybody.', []],
    ['They walked to {l:Vienna}, where it rained on the house.', []],
    ['The company car of {o:Orrin Ltd} stood still.', []],
    ['He left. {p:Noor Halim} stayed.', []],
  ])('%s', async (source, expected) => {
    expect(await anaphors(source)).toEqual(expected)
  })

  it('looks three sentences back and no further', async () => {
    const gap = (count: number) => `{p:Ilse Varga} left. ${'Rain fell on the hills. '.repeat(count)}She slept.`
    expect(await anaphors(gap(2))).toEqual(['She = ilse varga'])
    expect(await anaphors(gap(3))).toEqual([])
  })
})

describe('time', () => {
  const NAMES: [string, (i: number) => string][] = [
    ['distinct names', (i) => `{p:Name${i}x Surname${i}y}`],
    ['one surname', (i) => (i % 2 ? '{p:Varga}' : `{p:Aa${i}b Varga}`)],
    ['one name', () => '{o:Tarn Group}'],
    ['one acronym', (i) => (i % 2 ? '{o:ABC}' : `{o:Aa${i} Bb Cc}`)],
    ['a chain of brackets', (i) => `{o:Tarn${i} Group} ({o:Tarn${i + 1} Group}) `],
    ['heads', (i) => `{o:Orrin${i} University College Group Bank Club Records}`],
  ]

  it.each(NAMES)('is linear in the mentions: %s', (_, name) => {
    const time = (count: number): number => {
      const { text, drafts } = marked(Array.from({ length: count }, (_, i) => name(i)).join(', '))
      const document = { ...createDocument(''), text }
      const before = process.cpuUsage().user
      linkEntities(document, drafts)
      return process.cpuUsage().user - before
    }
    time(2_000)
    expect(time(20_000)).toBeLessThan(30 * Math.max(time(2_000), 5_000))
  })
})
