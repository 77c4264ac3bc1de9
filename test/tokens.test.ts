import { createRequire } from 'node:module'
import fc from 'fast-check'
import { Tiktoken } from 'js-tiktoken/lite'
import { beforeAll, describe, expect, it } from 'vitest'
import { ChunkingError } from '../src/errors.js'
import { createTokenIndex } from '../src/structure/tokens/create.js'
import { IntList } from '../src/structure/tokens/int-list.js'
import { Merger } from '../src/structure/tokens/merge.js'
import type { Tokenizer } from '../src/structure/tokens/tokenizer.js'
import { readVocabulary } from '../src/structure/tokens/vocabulary.js'

const require = createRequire(import.meta.url)
const ranksAtImport = Object.keys(require.cache).filter((path) => path.includes('js-tiktoken'))

const ENCODINGS = ['cl100k_base', 'o200k_base'] as const
const SEED = 20_240_611

interface Reference {
  count(text: string): number
  /** Byte offset at which each token ends. */
  ends(text: string): number[]
}

const references = new Map<string, Reference>()

beforeAll(() => {
  for (const name of ENCODINGS) {
    const ranks = require(`js-tiktoken/ranks/${name}`) as ConstructorParameters<typeof Tiktoken>[0]
    const encoder = new Tiktoken(ranks)
    const lengths = new Map<number, number>()
    const tokens = ranks.bpe_ranks.split(' ').slice(2)
    tokens.forEach((token, rank) => {
      lengths.set(rank, Buffer.byteLength(token, 'base64'))
    })
    references.set(name, {
      count: (text) => encoder.encode(text, [], []).length,
      ends: (text) => {
        let end = 0
        return encoder.encode(text, [], []).map((token) => {
          end += lengths.get(token) as number
          return end
        })
      },
    })
  }
})

const referenceOf = (name: string): Reference => references.get(name) as Reference

const FRAGMENTS = [
  ...['the', ' harbour', 'Lantern', ' NORTHGATE', ' naïve', 'Übergrößen', ' déjà', "isn't", "SHE'LL", "they'Ve"],
  ...[
    "'s",
    "'S",
    "'ll",
    "'lL",
    "'re",
    "'",
    "''",
    'x’s',
    ' ',
    '  ',
    '     ',
    '\t',
    '\n',
    '\r\n',
    '\n\n ',
    '   \n',
    '\r',
  ],
  ...['\u00a0', '\u3000', '\u2028', '\ufeff', '\u0085', '\u200b', '\u1680', '\u2003', '\u0000', '\u0001', '\u007f'],
  ...['1', '12', '1234567', '٣٤٥', 'Ⅷ', '½', '²', '𝟙𝟚', '0x1F', '3.14', '1,000'],
  ...[
    '.',
    ',',
    '!!',
    '...',
    '—',
    '---',
    '====',
    '/',
    '//',
    '/*',
    '://',
    '</',
    '\n/',
    '!\n/!\n',
    '_',
    '$',
    '€',
    '™',
    '{\n  "k": [1]\n}',
  ],
  ...['<|endoftext|>', '<|fim_prefix|>', '<|endofprompt|>', '<|endof', '|>'],
  ...[
    '灯',
    '港口的灯',
    '。',
    '，',
    'ひらがな',
    'カタカナー',
    '한국어',
    ' 항구',
    'Маяк',
    ' мост',
    'الميناء',
    'ميناء',
    'बंदरगाह',
    'ท่าเรือ',
  ],
  ...[
    '👩‍🚀',
    '👨‍👩‍👧',
    '🚀',
    '🇳🇴',
    '❤️',
    '1️⃣',
    'e\u0301',
    'a\u0300\u0301',
    '\u0301',
    '\u20dd',
    '\ud800',
    '\udc00',
    '\ud83d',
    '\ude80',
  ],
  ...['𝐀𝐛', '𐐀𐐨', '𠀀', '𞤀𞤢', '𑀓', 'ǅ', 'ʰ', 'ABʰC', 'aB', 'ABc', 'A\u0301B', '\u0301ABC', 'ª', 'ß', 'ﬁ', 'İi'],
]

const RANGES: readonly (readonly [number, number])[] = [
  ...([
    [0, 0x1f],
    [0x20, 0x7e],
    [0xa0, 0x17f],
    [0x300, 0x36f],
    [0x370, 0x52f],
    [0x590, 0x6ff],
    [0x900, 0x97f],
  ] as const),
  ...([
    [0xe00, 0xe7f],
    [0x1100, 0x11ff],
    [0x1e00, 0x1fff],
    [0x2000, 0x206f],
    [0x20a0, 0x218f],
    [0x3000, 0x30ff],
  ] as const),
  ...([
    [0x4e00, 0x9fff],
    [0xac00, 0xd7a3],
    [0xd800, 0xdfff],
    [0xfe00, 0xffff],
    [0x10000, 0x10fff],
  ] as const),
  ...([
    [0x1d400, 0x1d7ff],
    [0x1e900, 0x1e95f],
    [0x1f300, 0x1faff],
    [0, 0x10ffff],
  ] as const),
]

const fragment = fc.constantFrom(...FRAGMENTS)
const character = fc
  .constantFrom(...RANGES)
  .chain(([low, high]) => fc.integer({ min: low, max: high }))
  .map((code) => String.fromCodePoint(code))
const run = fc
  .tuple(
    fc.constantFrom('a', 'A', '-', '.', ' ', '\n', '\t', '7', '灯', 'é', '🚀', ' \n', '\u0301', '_', 'ab', '/'),
    fc.integer({ min: 2, max: 40 }),
  )
  .map(([unit, times]) => unit.repeat(Math.ceil(times / unit.length)))
const anyText = fc
  .array(
    fc.oneof({ arbitrary: fragment, weight: 6 }, { arbitrary: character, weight: 4 }, { arbitrary: run, weight: 1 }),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))
const share = fc.double({ min: 0, max: 1, noNaN: true })

const splitsPair = (text: string, at: number): boolean =>
  at > 0 && at < text.length && /[\udc00-\udfff]/.test(text[at]) && /[\ud800-\udbff]/.test(text[at - 1])

describe('encodings', () => {
  it('loads no ranks on import', () => {
    expect(ranksAtImport).toEqual([])
  })

  it('equals js-tiktoken on 10,000 texts and two parts of each', () => {
    fc.assert(
      fc.property(anyText, share, share, share, (text, a, b, c) => {
        const start = Math.floor(a * text.length)
        const spans = [
          [start, start + Math.round(b * (text.length - start))],
          [Math.floor(c * text.length), Math.min(text.length, Math.floor(c * text.length) + 5)],
        ]
        for (const name of ENCODINGS) {
          const index = createTokenIndex(text, name)
          const reference = referenceOf(name)
          expect(index.total, name).toBe(reference.count(text))
          for (const [from, to] of spans) {
            expect(index.count(from, to), `${name} ${from} ${to}`).toBe(reference.count(text.slice(from, to)))
          }
        }
      }),
      { seed: SEED, numRuns: 10_000 },
    )
  })

  const everySpan = [
    "We'll ask; they'Ve said it isn't so'LL",
    'a  b   \t c\n\n  d \r\n\r\n e  ',
    '   1  22 \u3000 333\u00a0\u00a04444 55555',
    'x \u2003 y\n \n z  !  ?',
    '12345678901 ٣٤٥٦ 𝟙𝟚𝟛𝟜',
    '🚀🚀!!𝐀𝐀 !𝟙 \ud800\udc00\ud800 \udc00x',
    'ABʰCdE ABC\u0301D \u0301\u0301ABC \u0301x ǅǅa',
    '</p>\n\n//\n/!\r\n --==//\n x/y',
    '港口，灯塔。ひらカタ한국어 Маяк',
    '<|endoftext|> <|fim_prefix|>',
    '👩‍🚀👨‍👩‍👧 ❤️ 1️⃣ e\u0301e\u0301',
  ]
  it.each(everySpan)('counts every part of %j', (text) => {
    for (const name of ENCODINGS) {
      const index = createTokenIndex(text, name)
      for (let start = 0; start <= text.length; start++) {
        for (let end = start; end <= text.length; end++) {
          const expected = referenceOf(name).count(text.slice(start, end))
          if (index.count(start, end) !== expected) {
            expect.fail(`${name} ${start} ${end}: ${index.count(start, end)} instead of ${expected}`)
          }
        }
      }
    }
  })

  it.each(['a', '-', ' ', '\n', '7', '灯', '🚀', ' \n\t', '!?.', 'Ab', 'ʰA', '👩‍🚀', 'tide'])(
    'equals js-tiktoken on 400 units of %j',
    (unit) => {
      const text = unit.repeat(Math.ceil(400 / unit.length))
      for (const name of ENCODINGS) {
        const index = createTokenIndex(`x${text}y`, name)
        expect(index.total).toBe(referenceOf(name).count(`x${text}y`))
        expect(index.count(1, text.length + 1)).toBe(referenceOf(name).count(text))
      }
    },
  )

  it('counts parts of long pieces as if they were encoded alone', () => {
    const units = [
      'a',
      '-',
      ' ',
      '\n',
      '灯',
      '🚀',
      ' \n\t',
      '!?.;',
      'Ab',
      '👩‍🚀',
      'tide',
      'ACGT',
      '港口灯塔',
      '\u0301',
      'é',
      '=/',
    ]
    const text = fc
      .array(fc.tuple(fc.constantFrom(...units), fc.integer({ min: 1, max: 1500 })), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.map(([unit, length]) => unit.repeat(Math.ceil(length / unit.length))).join(''))
    fc.assert(
      fc.property(text, share, share, (value, a, b) => {
        const start = Math.floor(a * value.length)
        const end = start + Math.round(b * (value.length - start))
        for (const name of ENCODINGS) {
          const index = createTokenIndex(value, name)
          expect(index.total).toBe(index.measure(value))
          for (const [from, to] of [
            [start, end],
            [0, end],
            [start, value.length],
            [end, start],
          ]) {
            expect(index.count(from, to), `${name} ${from} ${to}`).toBe(
              index.measure(value.slice(from, Math.max(from, to))),
            )
          }
        }
      }),
      { seed: SEED, numRuns: 300 },
    )
  })

  it('merges by windows as it merges whole', () => {
    const merger = (name: (typeof ENCODINGS)[number]): Merger[] => [
      new Merger(readVocabulary(name)),
      new Merger(readVocabulary(name), 1_000_000),
    ]
    const mergers = ENCODINGS.map(merger)
    const part = fc.oneof(
      fc
        .tuple(fc.constantFrom('a', ' ', '-', '灯', 'the', '=-', '🚀', '\n', 'ab'), fc.integer({ min: 1, max: 600 }))
        .map(([unit, times]) => unit.repeat(times)),
      fc.array(fragment, { maxLength: 200 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
        const bytes = Buffer.from(`${parts.join('')}.\0`)
        for (const [byWindows, whole] of mergers) {
          const [a, b] = [new IntList(), new IntList()]
          expect(byWindows.count(bytes, bytes.length - 1, a)).toBe(whole.count(bytes, bytes.length - 1, b))
          expect(a.toArray()).toEqual(b.toArray())
        }
      }),
      { seed: SEED, numRuns: 150 },
    )
  })

  it('finds the last token end that fits', () => {
    fc.assert(
      fc.property(anyText, share, share, fc.integer({ min: 1, max: 30 }), (text, a, b, limit) => {
        const start = Math.floor(a * text.length)
        const end = start + Math.round(b * (text.length - start))
        for (const name of ENCODINGS) {
          const index = createTokenIndex(text, name)
          const found = index.furthest(start, end, limit)
          expect(found).toBeGreaterThanOrEqual(start)
          expect(found).toBeLessThanOrEqual(end)
          expect(found > start && splitsPair(text, found)).toBe(false)
          expect(referenceOf(name).count(text.slice(start, found))).toBeLessThanOrEqual(limit)
          expect(found).toBeGreaterThanOrEqual(furthestTokenEnd(referenceOf(name), text, start, end, limit))
        }
      }),
      { seed: SEED, numRuns: 1_000 },
    )
  })

  it('fills windows of prose and of runs', () => {
    const prose = 'The ferry to Ostrava Bay leaves at 7:45, unless Captain Ilves decides otherwise. '.repeat(60)
    for (const name of ENCODINGS) {
      for (const text of [
        prose,
        '灯'.repeat(3000),
        'a'.repeat(20_000),
        '🚀'.repeat(2000),
        '7'.repeat(4000),
        ' '.repeat(30_000),
      ]) {
        const index = createTokenIndex(text, name)
        let windows = 0
        for (let start = 0; start < text.length; windows++) {
          const end = index.furthest(start, text.length, 64)
          const tokens = index.measure(text.slice(start, end))
          expect(tokens).toBeLessThanOrEqual(64)
          if (end < text.length) expect(tokens).toBeGreaterThan(64 - 4)
          start = end
        }
        expect(windows).toBeGreaterThan(3)
      }
    }
  })

  it('answers at the edges of furthest', () => {
    const index = createTokenIndex('ab 🚀 cd', 'cl100k_base')
    expect(index.furthest(0, 8, 0)).toBe(0)
    expect(index.furthest(2, 8, Number.NaN)).toBe(2)
    expect(index.furthest(0, 8, Number.POSITIVE_INFINITY)).toBe(8)
    expect(index.furthest(0, 99, 100)).toBe(8)
    expect(index.furthest(3, 5, 1)).toBe(3)
    expect(index.furthest(0, 4, 100)).toBe(3)
    expect(index.furthest(5, 5, 10)).toBe(5)
    expect(createTokenIndex('', 'cl100k_base').furthest(0, 0, 5)).toBe(0)
  })

  it('takes offsets as slice does within the text', () => {
    const index = createTokenIndex('one two', 'o200k_base')
    expect(index.count(-3, 100)).toBe(index.total)
    expect(index.count(5, 2)).toBe(0)
    expect(createTokenIndex('', 'o200k_base').count(0, 0)).toBe(0)
    expect(createTokenIndex('', 'o200k_base').total).toBe(0)
  })

  it('is done with 200,000 units of anything', () => {
    const units = [
      'a',
      '灯',
      '🚀',
      ' ',
      '\n',
      '7',
      '-',
      '!?.,;:-',
      ' \n\t',
      '👩‍🚀',
      'AB',
      'ABʰc',
      '\u0301',
      '\ud800',
      "'ll",
    ]
    for (const name of ENCODINGS) {
      for (const unit of units) {
        const text = unit.repeat(200_000 / unit.length)
        const index = createTokenIndex(text, name)
        for (let at = 0; at < text.length; at += 2000) {
          index.count(at, at + 2000)
          index.count(0, at)
        }
        for (let start = 0; start < text.length; ) start = Math.max(start + 1, index.furthest(start, text.length, 512))
      }
    }
  }, 30_000)
})

/** The furthest token end between characters that fits, found by encoding everything again and again. */
function furthestTokenEnd(reference: Reference, text: string, start: number, end: number, limit: number): number {
  const ends = new Set(reference.ends(text.slice(start, end)))
  let best = start
  let bytes = 0
  for (let at = start; at < end; ) {
    const character = String.fromCodePoint(text.slice(0, end).codePointAt(at) as number)
    bytes += Buffer.byteLength(character)
    at += character.length
    if (ends.has(bytes) && !splitsPair(text, at) && reference.count(text.slice(start, at)) <= limit) best = at
  }
  return best
}

describe('characters', () => {
  it('counts UTF-16 units and parts no surrogate pair', () => {
    const text = 'a🚀b'
    const index = createTokenIndex(text, 'character')
    expect([index.total, index.measure('🚀'), index.exact, index.name]).toEqual([4, 2, true, 'character'])
    expect(index.count(1, 3)).toBe(2)
    expect(index.count(3, 1)).toBe(0)
    expect(index.count(-1, 9)).toBe(4)
    expect([1, 2, 3, 4, 9].map((limit) => index.furthest(0, 4, limit))).toEqual([1, 1, 3, 4, 4])
    expect(index.furthest(1, 4, 1)).toBe(1)
    expect(index.furthest(2, 4, 1)).toBe(3)
    expect(index.furthest(0, 4, 0)).toBe(0)
    expect(index.furthest(0, 4, Number.NaN)).toBe(0)
  })
})

describe('words', () => {
  it.each([
    ['', 0],
    ['  \n ', 0],
    ["It isn't here, is it?", 5],
    ['图书馆', 3],
    ['图书馆。', 3],
    ['第3版 PDF文件', 6],
    ['カタカナー です', 7],
    ['한국어 문장', 2],
    ['（港口）', 3],
    ['𠀀𠀁x', 3],
    ['a\u3000b\u200bc', 3],
    ['👩‍🚀 👨‍👩‍👧', 2],
    ['สวัสดี ครับ', 2],
  ])('counts the words of %j', (text, words) => {
    const index = createTokenIndex(text, 'word')
    expect([index.total, index.measure(text), index.count(0, text.length)]).toEqual([words, words, words])
  })

  it('counts parts as if they stood alone, and finds the furthest end', () => {
    fc.assert(
      fc.property(anyText, share, share, fc.integer({ min: 0, max: 12 }), (text, a, b, limit) => {
        const index = createTokenIndex(text, 'word')
        const start = Math.floor(a * text.length)
        const end = start + Math.round(b * (text.length - start))
        expect(index.count(start, end)).toBe(index.measure(text.slice(start, end)))
        let best = start
        for (let at = start; at <= end && limit > 0; at++) {
          if (!(at > start && splitsPair(text, at)) && index.measure(text.slice(start, at)) <= limit) best = at
        }
        expect(index.furthest(start, end, limit)).toBe(best)
      }),
      { seed: SEED, numRuns: 3_000 },
    )
  })
})

describe('a caller’s own counter', () => {
  const prose = 'Mirel Tannhauser keeps the lighthouse ledger in a tin box under the stairs. '.repeat(200)

  it('is asked a few times for a text, and the estimate is near', () => {
    const { count } = referenceOf('cl100k_base')
    let calls = 0
    const index = createTokenIndex(prose, (text) => {
      calls++
      return count(text)
    })
    expect(calls).toBe(0)
    expect(index.exact).toBe(false)
    expect(index.name).toBe('custom')
    expect(Math.abs(index.total / count(prose) - 1)).toBeLessThan(0.01)
    for (let at = 0; at + 1500 < prose.length; at += 97) {
      const estimate = index.count(at, at + 1500)
      expect(Math.abs(estimate / count(prose.slice(at, at + 1500)) - 1)).toBeLessThan(0.1)
      const end = index.furthest(at, prose.length, 200)
      expect(index.count(at, end)).toBeLessThanOrEqual(200)
      if (end < prose.length) expect(index.count(at, end + 12)).toBeGreaterThan(200)
    }
    expect(calls).toBeLessThanOrEqual(Math.ceil(prose.length / 900))
  })

  it('remembers what it measured', () => {
    let calls = 0
    const index = createTokenIndex('', (text) => {
      calls++
      return text.length
    })
    for (let i = 0; i < 5; i++) expect(index.measure('same')).toBe(4)
    expect(calls).toBe(1)
    for (let i = 0; i < 5000; i++) index.measure(`text ${i}`)
    expect(index.measure('same')).toBe(4)
    expect(calls).toBe(5002)
  })

  it('takes an encoder with or without a name', () => {
    const encoder = {
      encode: (text: string) => new Uint32Array(text.split(' ').length),
      decode: (tokens: Uint32Array) => String(tokens),
    }
    expect(createTokenIndex('a b c', encoder).total).toBe(3)
    expect(createTokenIndex('a b c', { ...encoder, name: 'blanks' }).name).toBe('blanks')
  })

  it('parts no surrogate pair', () => {
    const text = '🚀'.repeat(3000)
    const index = createTokenIndex(text, (part) => part.length)
    for (let limit = 1; limit < 40; limit++) expect(index.furthest(0, text.length, limit) % 2).toBe(0)
    expect(index.total).toBe(6000)
  })

  it.each([Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY, '3', undefined, Promise.resolve(3)])(
    'refuses the count %s',
    (value) => {
      const index = createTokenIndex('some text', (() => value) as unknown as Tokenizer)
      const refusal = expect.objectContaining({
        code: 'invalid-option',
        message: expect.stringContaining('`tokenizer`'),
      })
      expect(() => index.total).toThrow(refusal)
      expect(() => index.measure('x')).toThrow(ChunkingError)
    },
  )

  it('refuses an encoder that returns no list', () => {
    const index = createTokenIndex('some text', { encode: () => 5 } as unknown as Tokenizer)
    expect(() => index.total).toThrow('`tokenizer.encode`')
  })

  it('passes on what the counter throws', () => {
    const index = createTokenIndex('some text', () => {
      throw new RangeError('no such model')
    })
    expect(() => index.total).toThrow(RangeError)
  })
})

it.each(['cl100k', 'gpt-4', '', null, 5, {}, { encode: 'x' }])('refuses the tokenizer %j', (value) => {
  expect(() => createTokenIndex('x', value as unknown as Tokenizer)).toThrow(
    expect.objectContaining({ code: 'invalid-option', message: expect.stringContaining("'o200k_base'") }),
  )
})
