import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { skipBlank, skipBlankBack } from '../src/document/span.js'
import { clauseStarts } from '../src/structure/clauses.js'
import { graphemeFloor, isGraphemeBoundary, LONGEST_GRAPHEME, nextGrapheme } from '../src/structure/graphemes.js'
import { LONGEST_WORD, wordFloor, wordStarts } from '../src/structure/words.js'

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
const words = new Intl.Segmenter('und', { granularity: 'word' })

/** The oracle: the segmenter over the whole text. */
function boundaries(text: string): Set<number> {
  return new Set([...graphemes.segment(text)].map((segment) => segment.index)).add(0).add(text.length)
}

/** The text with `|` at each offset. */
function cut(text: string, offsets: readonly number[]): string {
  return [0, ...offsets].map((offset, index) => text.slice(offset, offsets[index] ?? text.length)).join('|')
}

const PARTS = [
  ...[
    'a',
    'B',
    ' ',
    '\n',
    '\r\n',
    '\r',
    '.',
    '"',
    'é',
    'e\u0301',
    '\u0301',
    '\u0300',
    '\u200d',
    '\u200c',
    '\ufe0f',
    '\u20e3',
    '1',
  ],
  ...[
    '👩',
    '👩‍👩‍👧',
    '🏽',
    '👍🏽',
    '❤️',
    '©',
    '🇩',
    '🇪',
    '🇩🇪',
    '\u{1f3f4}\u{e0067}\u{e007f}',
    '\u{e0061}',
    '𠀀',
    '\u{11f02}',
  ],
  ...['ᄀ', 'ᅡ', 'ᆨ', '가', '각', '\u1100', 'क', '्', 'क्ष', 'ि', 'त्', '\u0903', 'ক', '\u09cd', '\u0600', '\u0d4e'],
  ...[
    '\ud800',
    '\udc00',
    '中',
    '。',
    '，',
    'の',
    'ー',
    'ｶ',
    '\uff9e',
    'か',
    '\u3099',
    'ไ',
    'ก',
    'ำ',
    'ภาษา',
    '—',
    '(',
    '」',
    ', ',
    '! ',
  ],
  ...['\u2028', '\u00ad', '\u200b', '\u0085', '\0'],
]
const texts = fc
  .array(fc.tuple(fc.constantFrom(...PARTS), fc.constantFrom(1, 1, 1, 1, 2, 3, 5)), { maxLength: 16 })
  .map((parts) => parts.map(([part, times]) => part.repeat(times)).join(''))
const SETTINGS = { seed: 20_260_102, numRuns: 1000 }

describe('graphemes', () => {
  it('are those of the segmenter over the whole text', () => {
    fc.assert(
      fc.property(texts, fc.nat(), (text, number) => {
        const expected = boundaries(text)
        const offsets = Array.from({ length: text.length + 1 }, (_, offset) => offset)
        expect(offsets.filter((offset) => isGraphemeBoundary(text, offset))).toEqual(
          offsets.filter((offset) => expected.has(offset)),
        )
        const start = number % (text.length + 1)
        const floors = offsets.slice(start).map((offset) => {
          while (offset > start && !expected.has(offset)) offset--
          return offset
        })
        expect(offsets.slice(start).map((offset) => graphemeFloor(text, offset, start))).toEqual(floors)
        const walked = [0]
        while (walked[walked.length - 1] < text.length)
          walked.push(nextGrapheme(text, walked[walked.length - 1], text.length))
        expect(walked).toEqual([...expected].sort((a, b) => a - b))
      }),
      SETTINGS,
    )
  })

  it('are right for every unit of the first plane beside a letter, itself and a space', () => {
    const wrong: string[] = []
    for (let unit = 0; unit < 0x10000; unit++) {
      const character = String.fromCharCode(unit)
      const text = `x${character}${character}\u4e00${character} y`
      const expected = boundaries(text)
      for (let offset = 1; offset < text.length; offset++) {
        if (isGraphemeBoundary(text, offset) !== expected.has(offset)) wrong.push(`${unit.toString(16)} at ${offset}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('pair the letters of flags from the start of their run', () => {
    const flags = `a${'🇫🇷'.repeat(900)}`
    expect(isGraphemeBoundary(flags, 1 + 4 * 700)).toBe(true)
    expect(isGraphemeBoundary(flags, 3 + 4 * 700)).toBe(false)
    expect(graphemeFloor(flags, 3 + 4 * 700, 0)).toBe(1 + 4 * 700)
    expect(graphemeFloor(flags, 2 + 4 * 700, 0)).toBe(1 + 4 * 700)
    const odd = `🇫${'🇫🇷'.repeat(200)}\u0301`
    expect(graphemeFloor(odd, odd.length - 1, 0)).toBe(odd.length - 3)
  })

  it('stay whole up to the longest length, and are cut between code points beyond it', () => {
    const long = `z${'\u0301'.repeat(LONGEST_GRAPHEME - 1)}z`
    expect(graphemeFloor(long, LONGEST_GRAPHEME - 1, 0)).toBe(0)
    expect(nextGrapheme(long, 0, long.length)).toBe(LONGEST_GRAPHEME)
    for (const endless of [
      `z${'\u0301'.repeat(5000)}`,
      `👩${'\u200d👩'.repeat(2000)}`,
      `👍${'🏽'.repeat(2500)}`,
      'ᄀ'.repeat(5000),
    ]) {
      let at = 0
      while (at < endless.length) {
        const next = nextGrapheme(endless, at, endless.length)
        expect(next).toBeGreaterThan(at)
        expect(/[\ud800-\udbff]$/.test(endless.slice(0, next))).toBe(false)
        at = next
      }
      for (const offset of [700, 1301, 2902]) {
        const floor = graphemeFloor(endless, offset, 0)
        expect(offset - floor).toBeLessThanOrEqual(LONGEST_GRAPHEME + 2)
        expect(/[\ud800-\udbff]$/.test(endless.slice(0, floor))).toBe(false)
      }
    }
  })

  it('end where the range ends', () => {
    expect(nextGrapheme('👍🏽', 0, 2)).toBe(2)
    expect(nextGrapheme('ab', 1, 2)).toBe(2)
    expect(graphemeFloor('e\u0301', 1, 1)).toBe(1)
    expect(graphemeFloor('ab', 9, 0)).toBe(2)
  })
})

describe('words', () => {
  it.each([
    'The |half-built |"north |pier" |(of |1904) |isn’t |open; |e.g. |on |1,000 |days, |at |3:45 |p.m. |– |right?',
    'Use |.NET |or |:memory: |here … |then |stop ! |Done.',
    'Gulls—|white |ones—|cried.',
    'Il |dit : |« Oui », |puis |sortit.',
    'a  \n\t |b\u3000|c',
    '天气|很好，|我们|去|公园。|“好的，”|他|说：|（真的）|没|问题。',
    '他用|Node.js|写|代码——|很快。',
    '彼女|は|「行く」|と|言っ|た。|コーヒー|を|飲む。',
    'ภาษา|ไทย|เป็น|ภาษา',
    'السعر، |كما |قلت؛ |رخيص',
    'नाव |चली |गई।',
  ])('begin where they should: %s', (row) => {
    const text = row.replaceAll('|', '')
    expect(cut(text, wordStarts(text, 0, text.length))).toBe(row)
  })

  it('rise, lie inside the range and between graphemes, whoever asks', () => {
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), (text, one, two) => {
        const starts = wordStarts(text, 0, text.length)
        const expected = boundaries(text)
        expect(starts.filter((start, index) => start <= (starts[index - 1] ?? 0) || !expected.has(start))).toEqual([])
        const [start, end] = [one % (text.length + 1), two % (text.length + 1)].sort((a, b) => a - b)
        expect(wordStarts(text, start, end)).toEqual(starts.filter((offset) => offset > start && offset < end))
        const floors = Array.from(
          { length: text.length + 1 },
          (_, offset) => starts.findLast((at) => at <= offset) ?? 0,
        )
        expect(floors.map((_, offset) => wordFloor(text, offset, 0))).toEqual(floors)
      }),
      SETTINGS,
    )
  })

  it('never begin with closing punctuation', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const starts = wordStarts(text, 0, text.length)
        expect(starts.filter((start) => /^[。，」）\p{M}]/u.test(text.slice(start, start + 2)))).toEqual([])
      }),
      SETTINGS,
    )
  })

  const clause =
    '河边的旧码头已经关闭三年附近的居民仍然记得每天清晨渔船出海的情景孩子们在岸上追逐海鸥老人坐在石阶上修补渔网'
  const thai = 'เรือออกจากท่าตอนเช้าชาวบ้านยืนโบกมือแล้วกลับบ้านเด็กเล่นน้ำริมฝั่ง'

  it.each([
    ['Chinese', clause],
    ['Thai', thai],
  ])('are not cut by the edge of a window: %s', (_, unit) => {
    const text = unit.repeat(Math.ceil(1500 / unit.length))
    const whole = [...words.segment(text)].map((segment) => segment.index).slice(1)
    const starts = wordStarts(text, 0, text.length)
    const agreed = starts.filter((start) => whole.includes(start)).length
    expect(agreed / Math.max(starts.length, whole.length)).toBeGreaterThan(0.99)
    expect([400, 801, 1203].map((offset) => wordFloor(text, offset, 0))).toEqual(
      [400, 801, 1203].map((offset) => starts.findLast((at) => at <= offset)),
    )
  })

  it('are not sought further back than the longest word', () => {
    const text = `pier ${'x'.repeat(1000)}`
    expect(wordFloor(text, 5 + LONGEST_WORD - 1, 0)).toBe(5)
    expect(wordFloor(text, 900, 0)).toBe(0)
    expect(wordFloor(text, 900, 700)).toBe(700)
    expect(wordFloor('one two', 7, 4)).toBe(4)
    expect(wordFloor('one two', 7, 3)).toBe(4)
    expect(wordFloor('', 0, 0)).toBe(0)
  })
})

describe('clauses', () => {
  it.each([
    'He came, |saw 1,000 gulls; |left at 3:45: |no one knew.',
    'The pier (built in 1904) |fell — |sadly – |last night - |at ten.',
    'Gulls—|white ones—|cried, |"Go," |and flew.',
    'See http://tamber.example/a,b;c:d now, |please.',
    'From 3 – 5 boats, |or 10–12.',
    'Really? |he asked ("Why?"), |again.',
    '他来了，|我走了；|价格１，０００元：|“很贵，”|她说（真的）。',
    '「行く」|と言った、|本当に。|はい',
    'السعر، |كما قلت؛ |رخيص',
    'one--|two -- |three',
    'a , |b',
    'wait ) , |b',
  ])('begin where they should: %s', (row) => {
    const text = row.replaceAll('|', '')
    expect(cut(text, clauseStarts(text, 0, text.length))).toBe(row)
  })

  it('rise, lie inside the range, after blanks and between graphemes', () => {
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), (text, one, two) => {
        const [start, end] = [one % (text.length + 1), two % (text.length + 1)].sort((a, b) => a - b)
        const starts = clauseStarts(text, start, end)
        const expected = boundaries(text)
        expect(
          starts.filter((at, index) => at <= (starts[index - 1] ?? start) || at >= end || !expected.has(at)),
        ).toEqual([])
        expect(starts.filter((at) => /^[。，」,!.]/u.test(text.slice(at)))).toEqual([])
      }),
      SETTINGS,
    )
  })
})

describe('time', () => {
  const greedy = (text: string) => {
    for (let at = 0; at < text.length; ) {
      let next = Math.min(text.length, at + 400)
      if (next < text.length) next = wordFloor(text, next, at)
      if (next === at) next = graphemeFloor(text, at + 400, at)
      at = next === at ? nextGrapheme(text, at, text.length) : next
    }
  }
  const CALLS: [string, (text: string) => unknown][] = [
    ['clauseStarts', (text) => clauseStarts(text, 0, text.length)],
    ['wordStarts', (text) => wordStarts(text, 0, text.length)],
    ['greedy cutting', greedy],
  ]
  const UNITS = ['a', '中', '😀', '🇫🇷', '👩\u200d', '\u0301', ' ', '\n', 'क्', 'ภาษา', '--\n', ', ', '，', ')', '\ud800']

  function best(call: (text: string) => unknown, text: string): number {
    let least = Number.POSITIVE_INFINITY
    for (let run = 0; run < 2; run++) {
      const start = performance.now()
      call(text)
      least = Math.min(least, performance.now() - start)
    }
    return least
  }

  // Ten times the text would take a hundred times as long if anything were quadratic.
  it.each(CALLS)('of %s grows with length and no faster', (_, call) => {
    for (const unit of UNITS) {
      const small = unit.repeat(Math.ceil(10_000 / unit.length))
      const large = unit.repeat(Math.ceil(100_000 / unit.length))
      call(small)
      expect(best(call, large), unit).toBeLessThan(40 * Math.max(best(call, small), 5))
    }
  })
})

it('trimming keeps a space with whatever joins it to one grapheme', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
  const oneGrapheme = (text: string): boolean => segmenter.segment(text).containing(0)?.segment.length === text.length
  // Ideographs, Hangul syllables and private use, which join nothing.
  const plain = [
    [0x3400, 0x9fff],
    [0xac00, 0xf8ff],
    [0x20000, 0xdffff],
    [0xe1000, 0x10ffff],
  ]
  const parted: string[] = []
  for (let point = 0x80; point <= 0x10ffff; point++) {
    const skipped = plain.find(([from, to]) => point >= from && point <= to)
    if (skipped !== undefined) {
      point = skipped[1]
      continue
    }
    const sign = String.fromCodePoint(point)
    if (sign.trim() === '' || sign === '\u200b') continue
    const after = ` ${sign}`
    const before = `${sign} `
    if (oneGrapheme(after) && skipBlank(after, 0, after.length) > 0) parted.push(`space U+${point.toString(16)}`)
    if (oneGrapheme(before) && skipBlankBack(before, 0, before.length) < before.length)
      parted.push(`U+${point.toString(16)} space`)
  }
  expect(parted).toEqual([])
})
