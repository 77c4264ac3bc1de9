import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compromiseExtractor } from '../src/annotate/engines/compromise.js'
import { gazetteerExtractor } from '../src/annotate/engines/gazetteer.js'
import { ENGINES } from '../src/annotate/engines/index.js'
import { winkExtractor } from '../src/annotate/engines/wink.js'
import type { Extractor, MentionDraft } from '../src/annotate/extractor.js'
import { finishMentions } from '../src/annotate/mentions/finish.js'
import { createDocument } from '../src/structure/create.js'
import { anyText } from './arbitrary.js'

const RUNS = Number(process.env.INVARIANT_RUNS ?? 40)
const SEED = 20261201

async function drafts(text: string, { extract }: Extractor): Promise<readonly MentionDraft[]> {
  const document = createDocument(text)
  return finishMentions(document, (await extract(document, {})).mentions).mentions
}

/** `Name/type` of each mention. */
async function found(text: string, extractor: Extractor): Promise<string[]> {
  return (await drafts(text, extractor)).map(({ start, end, type }) => `${text.slice(start, end)}/${type}`)
}

describe('the table of engines', () => {
  it('names each engine once, as the engine names itself', () => {
    const names = ENGINES.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(ENGINES.map(({ extractor }) => extractor.name))
    expect(names).toEqual(expect.arrayContaining(['rules', 'compromise', 'wink', 'gazetteer']))
  })

  it('says of each in one sentence what it does, and for which languages', () => {
    for (const { summary, languages } of ENGINES) {
      expect(summary).toMatch(/^[A-Z].*\.$/)
      expect(languages.length).toBeGreaterThan(0)
    }
  })
})

describe('wink alone', () => {
  it.each<[string, string[]]>([
    ['They met Elena Brandt of Norvik Labs.', ['Elena Brandt of Norvik Labs/misc']],
    ['We visited the Bank of Lisbon and the Rio de Janeiro office.', ['Bank of Lisbon/misc', 'Rio de Janeiro/misc']],
    ['They sued Halmar & Sons in Porto.', ['Halmar & Sons/misc', 'Porto/misc']],
    ['The firm paid $4.5 million on 3 May 2019.', ['$4.5 million/number', '3 May 2019/time']],
    ['It grew by 12 % within two years.', ['12 %/number', 'two years/time']],
    ["They drove Brandt's car to Elbląg.", ['Brandt/misc', 'Elbląg/misc']],
    ['Nothing happened there.', []],
    ['北京很大。', []],
  ])('%s', async (text, expected) => {
    expect(await found(text, winkExtractor)).toEqual(expected)
  })

  it('keeps its places after ideographic blanks and line separators', async () => {
    const text = 'They saw\u3000\u3000Tom Osei\u2028there, and then 3 May 2019 came.'
    expect(await found(text, winkExtractor)).toEqual(['Tom Osei/misc', '3 May 2019/time'])
  })

  it('takes no long run of proper nouns for a name', async () => {
    expect(await found('Brandt '.repeat(60), winkExtractor)).toEqual([])
  })
})

describe('word lists alone', () => {
  it.each<[string, string[]]>([
    ['She flew from New York to South Africa.', ['New York/location', 'South Africa/location']],
    ['A French crew left Lisbon.', ['French/location', 'Lisbon/location']],
    ['Reading is fun. Nice work was done. OF COURSE IT IS.', []],
    ['They wrote to david miller in paris.', []],
    ['A letter from David J. Miller came.', ['David J. Miller/person']],
    ['The Velmora Institute is in no list.', []],
    ["Lisbon's harbour", ['Lisbon/location']],
    ['`Lisbon` and https://Lisbon.example/ are no words.', []],
    ['记者在南非报道。', ['南非/location']],
    ['他访问了法国和新加坡。', ['法国/location', '新加坡/location']],
  ])('%s', async (text, expected) => {
    expect(await found(text, gazetteerExtractor)).toEqual(expected)
  })
})

describe('compromise alone', () => {
  it('finds names on both sides of where it cuts a long sentence', async () => {
    const text = `${'the quiet crew saw Spain and '.repeat(400)}left.`
    const all = await found(text, compromiseExtractor)
    expect(all.length).toBeGreaterThan(390)
    expect(new Set(all)).toEqual(new Set(['Spain/location']))
  })
})

/** Names in all the company that makes their ends hard to find. */
const NAMES = [
  'Paris',
  'New York',
  'David Miller',
  'Elena Brandt',
  'Škoda',
  'IBM',
  'U.S.',
  'O’Brien',
  "D'Angelo",
  'AT&T',
  'Anne-Marie',
  '李明',
  '北京大学',
  '中国',
  '東京',
  'サンフランシスコ',
  'São Paulo',
  'Zoe\u0301',
  'İzmir',
  '3 May 2019',
  '$4.5 million',
  '1,200',
  'Monday',
  'two years',
  '2019年5月3日',
  'C++',
  'Node.js',
  'Dr. Voss',
  'Norvik Ltd.',
  'McKay',
  'the 1990s',
  'ПариЖ',
  'Αθήνα',
  '서울',
]
const AROUND: readonly (readonly [string, string])[] = [
  ['', ''],
  ['', ''],
  ['“', '”'],
  ['"', '"'],
  ["'", "'"],
  ['‘', '’'],
  ['„', '“'],
  ['«', '»'],
  ['「', '」'],
  ['《', '》'],
  ['(', ')'],
  ['', "'s"],
  ['', '’s'],
  ['', '’'],
  ["'", "'s"],
  ['**', '**'],
  ['_', '_'],
  ['[', '](https://example.org/a)'],
  ['`', '`'],
  ['#', ''],
  ['@', ''],
  ['', '\u0301'],
  ['\u200d', '\u200d'],
  ['', '\ufe0f'],
  ['👩‍👧', '🚀'],
  ['x', ''],
  ['', 'x'],
  ['_x_', '_x'],
  ['', '.5'],
  ['3.', ''],
  ['', ',000'],
  ['don’t', ''],
  ['', 'n’t'],
  ["'s ", " 's"],
  ['\ud83d', '\udc00'],
  ['\u200b', '\u200b'],
  ['\ufeff', ''],
  ['–', '—'],
  ['(“', '”)'],
  ["rock 'n' ", ''],
]
const BETWEEN = [
  '',
  ' ',
  ' ',
  ' ',
  ' and ',
  ', ',
  '. ',
  '\r\n',
  '\r\n\r\n',
  '\n\n# ',
  '\n- ',
  ' | ',
  '\u3000',
  '\u2028',
  '\u00a0',
  '，',
  '。',
  ' of ',
  ' said ',
  '/',
  '-',
  "'",
]

const namedText = fc
  .array(
    fc
      .tuple(fc.constantFrom(...NAMES), fc.constantFrom(...AROUND), fc.constantFrom(...BETWEEN))
      .map(([name, [before, after], between]) => before + name + after + between),
    { minLength: 1, maxLength: 25, size: 'max' },
  )
  .map((parts) => parts.join(''))

const LETTER = /^[\p{L}\p{M}\p{Nd}]$/u
const NO_BLANKS = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]$/u
const FIRST = /^[\s\u200b\ufeff"'`´\p{Pi}\p{Pf}„‚「『《〈＂＇]/u
const LAST = /[\s\u200b\ufeff"'`´\p{Pi}\p{Pf}„‚」』》〉＂＇]$/u
const POSSESSIVE = /[\p{L}\p{M}\p{Nd}]['’]s$/iu
const REST_OF_POSSESSIVE = /[\p{L}\p{M}\p{Nd}]['’]$/u

/** What no mention may be; by other means than the code's. */
function faults(text: string, mentions: readonly { start: number; end: number }[]): string[] {
  const all: string[] = []
  let after = 0
  for (const { start, end } of mentions) {
    const surface = text.slice(start, end)
    const say = (what: string) => all.push(`${what}: ${JSON.stringify(surface)} [${start}, ${end})`)
    if (!(start >= after && end > start && end <= text.length)) say('places')
    if (FIRST.test(surface)) say('first')
    if (LAST.test(surface)) say('last')
    if (POSSESSIVE.test(surface)) say('possessive')
    if (/^s(?![\p{L}\p{M}\p{Nd}\u200d_])/iu.test(surface) && REST_OF_POSSESSIVE.test(text.slice(0, start)))
      say('rest of possessive')
    if (cut(text, start)) say('start')
    if (cut(text, end)) say('end')
    after = end
  }
  return all
}

function cut(text: string, at: number): boolean {
  const left = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? ''
  const right = [...text.slice(at, at + 2)][0] ?? ''
  if (/[\ud800-\udbff]$/.test(text.slice(0, at)) && /^[\udc00-\udfff]/.test(text.slice(at))) return true
  // A sign set over a mark is no part of a word.
  if (/(?:^|[^\p{L}\p{Nd}\p{M}\u200d])[\p{M}\u200d\ufe0f]+$/u.test(text.slice(0, at)) && !/^\p{M}/u.test(right))
    return false
  if (LETTER.test(left) && LETTER.test(right) && !(NO_BLANKS.test(left) || NO_BLANKS.test(right))) return true
  if (/\d$/.test(text.slice(0, at)) && /^[.,]\d/.test(text.slice(at))) return true
  return /\d[.,]$/.test(text.slice(0, at)) && /^\d/.test(text.slice(at))
}

describe('the door that all mentions pass', () => {
  const anyDraft = fc.tuple(fc.nat(400), fc.integer({ min: 1, max: 30 })).map(([start, length]) => ({
    start,
    end: start + length,
    type: 'misc',
  }))
  const input = fc.tuple(fc.oneof(namedText, anyText), fc.array(anyDraft, { maxLength: 40 }))

  it.each<[string, number, number, string[]]>([
    ["We can't go", 3, 6, ["can't"]],
    ["We can't go", 6, 8, ["can't"]],
    ['near 3.14 now', 5, 6, ['3.14']],
    ['near 1,200 now', 7, 10, ['1,200']],
    ['the snake_case name', 4, 9, ['snake_case']],
    ["Brandt's Lisbon", 6, 15, ['Lisbon']],
    ["Brandt's Lisbon", 6, 8, []],
    ['“\u0301Lisbon”\u0301', 0, 10, ['Lisbon']],
    ['a ++ b', 2, 4, []],
  ])('makes of %j [%i, %i) %j', (text, start, end, expected) => {
    const { mentions } = finishMentions(createDocument(text), [{ start, end, type: 'misc' }])
    expect(mentions.map((mention) => text.slice(mention.start, mention.end))).toEqual(expected)
  })

  it('makes whole words of any spans', () => {
    fc.assert(
      fc.property(input, ([text, given]) => {
        const { mentions } = finishMentions(createDocument(text), given)
        expect(faults(text, mentions)).toEqual([])
        for (const { start, end } of mentions) expect(text.slice(start, end)).toMatch(/[\p{L}\p{N}]/u)
      }),
      { seed: SEED, numRuns: 10 * RUNS },
    )
  })

  it('gives the preferred their place and lets nothing overlap them', () => {
    fc.assert(
      fc.property(input, ([text, given]) => {
        const document = createDocument(text)
        const half = given.length >> 1
        const preferred = given.slice(0, half).map((draft) => ({ ...draft, type: 'mine' }))
        const alone = finishMentions(document, [], { preferred }).mentions
        const { mentions } = finishMentions(document, given.slice(half), { preferred })
        expect(mentions.filter(({ type }) => type === 'mine')).toEqual(alone)
        expect(faults(text, mentions).filter((fault) => !/possessive/.test(fault))).toEqual([])
      }),
      { seed: SEED, numRuns: RUNS },
    )
  })
})

describe.each(ENGINES)('$name', ({ extractor }) => {
  it('gives mentions that are whole words without what surrounds them, for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 3, arbitrary: namedText }, anyText), async (text) => {
        expect(faults(text, await drafts(text, extractor))).toEqual([])
      }),
      { seed: SEED, numRuns: RUNS },
    )
  })

  it('gives the same again', async () => {
    const text = fc.sample(namedText, { seed: SEED, numRuns: 40 }).join('\n\n')
    const all = await drafts(text, extractor)
    expect(all.length).toBeGreaterThan(40)
    expect(await drafts(text, extractor)).toEqual(all)
  })

  it('stops where the signal says so', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(async () => extractor.extract(createDocument('Elena Brandt'), { signal })).rejects.toThrow('enough')
  })
})

const LENGTH = 100_000
const PROSE =
  'On Monday Maria Keller of Borealis Ltd went to Paris and paid $4.5 million. The harbour was busy then.\n\n'
const fill = (piece: string) => piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH)

async function userTime(text: string, { extract }: Extractor): Promise<number> {
  const document = createDocument(text)
  const before = process.cpuUsage()
  await extract(document, {})
  return process.cpuUsage(before).user / 1000
}

describe.each([[winkExtractor], [gazetteerExtractor]])('$name', (extractor) => {
  it.each<[string, string]>([
    ['text without blanks', fill('harbourKeller')],
    ['one letter', fill('a')],
    ['brackets', fill('[') + fill(']')],
    ['capital words', fill('Harbour Keller Wombat Zephyr ')],
    ['unknown capital words', fill(Array.from({ length: 20_000 }, (_, i) => `W${i.toString(36)}`).join(' '))],
    ['half a name', fill('Bank of ')],
    ['quote marks', fill('"')],
    ['Chinese', fill('中华人民共和国')],
  ])('takes less than 20 times the time of prose for %s', async (_, hostile) => {
    await userTime(fill(PROSE), extractor)
    const prose = await userTime(fill(PROSE), extractor)
    expect(await userTime(hostile, extractor)).toBeLessThan(20 * Math.max(prose, 10))
  })
})
