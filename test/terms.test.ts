import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { finishMentions } from '../src/annotate/mentions/finish.js'
import { termShapes } from '../src/annotate/terms/options.js'
import { findTerms, type Ignored, ignoring, type Lexicon, type TermPattern } from '../src/annotate/terms.js'
import { createDocument } from '../src/structure/create.js'
import { anyText } from './arbitrary.js'

const SEED = 20261202

async function found(text: string, lexicon?: Lexicon, patterns?: readonly TermPattern[]): Promise<string[]> {
  const { drafts } = await findTerms(
    { text },
    { ...(lexicon === undefined ? {} : { lexicon }), ...(patterns === undefined ? {} : { patterns }) },
  )
  return drafts.map(({ start, end, type }) => `${text.slice(start, end)}/${type}`)
}

describe('a lexicon', () => {
  it.each<[string, Lexicon, string[]]>([
    ['The Velmora pump and a velmora pump.', { velmora: 'product' }, ['Velmora/product', 'velmora/product']],
    ['The Apple shop sells an apple. APPLE', { Apple: 'organization' }, ['Apple/organization', 'APPLE/organization']],
    ['It is IT; it helps IT.', { IT: 'field' }, ['IT/field', 'IT/field']],
    ['It is IT.', { It: 'film' }, ['It/film']],
    ['New York City and New York', { 'New York': 'a', 'New York City': 'b' }, ['New York City/b', 'New York/a']],
    ['New\n  York, but New\n\nYork', { 'New York': 'a' }, ['New\n  York/a']],
    ['Samsung, Sam and Sam’s', { Sam: 'person' }, ['Sam/person', 'Sam/person']],
    ['C, C++ and C#.', { C: 'c', 'C++': 'cpp' }, ['C/c', 'C++/cpp']],
    ["We can't. A can of it.", { can: 'thing' }, ['can/thing']],
    ["O'Neil and O’Neil", { 'O’Neil': 'person' }, ["O'Neil/person", 'O’Neil/person']],
    ['他在远航银行工作，远航很大。', { 远航: 'x', 远航银行: 'organization' }, ['远航银行/organization', '远航/x']],
    ['Zoe\u0301 and Zo\u00e9', { Zo\u00e9: 'person' }, ['Zoe\u0301/person', 'Zo\u00e9/person']],
    ['user_id and id', { id: 'key' }, ['id/key']],
    ['`velmora()` in https://velmora.example', { velmora: 'x' }, ['velmora/x', 'velmora/x']],
    ['Ship it 🚀 now', { '🚀': 'sign' }, ['🚀/sign']],
    ['3 of 3.14 and 1,003', { 3: 'n', 14: 'n', '003': 'n' }, ['3/n']],
    ['nothing', {}, []],
  ])('%j with %j', async (text, lexicon, expected) => {
    expect(await found(text, lexicon)).toEqual(expected)
  })

  it('takes a list with the case and the entity of each term', async () => {
    const text = 'Norvik, norvik and NORVIK; Halmar, HALMAR'
    const lexicon = [
      { term: 'Norvik', type: 'a', caseSensitive: false, id: 'n1' },
      { term: 'Halmar', type: 'b', caseSensitive: true },
    ]
    expect(await found(text, lexicon)).toEqual(['Norvik/a', 'norvik/a', 'NORVIK/a', 'Halmar/b'])
    const { drafts } = await findTerms({ text }, { lexicon })
    expect(drafts[1]).toEqual({ start: 8, end: 14, type: 'a', confidence: 1, id: 'n1', name: 'Norvik' })
  })

  it('prefers the entry that is written like the text', async () => {
    const lexicon = [
      { term: 'polish', type: 'thing' },
      { term: 'Polish', type: 'people' },
    ]
    expect(await found('Polish shoe polish', lexicon)).toEqual(['Polish/people', 'polish/thing'])
  })

  it('finds what a plain search at word bounds finds', () => {
    const word = fc.constantFrom('ab', 'b', 'a', 'abc', 'ca')
    const terms = fc.uniqueArray(
      fc.array(word, { minLength: 1, maxLength: 3 }).map((all) => all.join(' ')),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 40 }), terms, async (words, list) => {
        const text = words.join(' ')
        const longestFirst = [...list].sort((a, b) => b.length - a.length)
        const plain = [...text.matchAll(new RegExp(`\\b(?:${longestFirst.join('|')})\\b`, 'g'))]
        const { drafts } = await findTerms({ text }, { lexicon: list.map((term) => ({ term, type: 'x' })) })
        expect(drafts.map(({ start, end }) => [start, end])).toEqual(
          plain.map((match) => [match.index, match.index + match[0].length]),
        )
      }),
      { seed: SEED, numRuns: 200 },
    )
  })

  it('takes as long for many terms as for few', async () => {
    const text = 'The harbour was busy, and Maria Keller saw the captain leave before noon. '.repeat(3_000)
    const many = Array.from({ length: 50_000 }, (_, i) => ({ term: `the ${i.toString(36)} ${i % 7}`, type: 'x' }))
    const few = [{ term: 'Maria Keller', type: 'person' }]
    const time = async (lexicon: Lexicon) => {
      const before = process.cpuUsage()
      const { drafts } = await findTerms({ text }, { lexicon })
      return [process.cpuUsage(before).user / 1000, drafts.length]
    }
    await time([...many])
    const kept = [...many, ...few]
    await time(kept)
    const [fewMs] = await time(few)
    const [manyMs, count] = await time(kept)
    expect(count).toBe(3_000)
    expect(manyMs).toBeLessThan(10 * Math.max(fewMs, 10))
  })
})

describe('patterns', () => {
  it.each<[string, TermPattern[], string[]]>([
    ['See ZX-12 and zx-9.', [{ pattern: /zx-\d+/i, type: 'part' }], ['ZX-12/part', 'zx-9/part']],
    ['See ZX-12.', [{ pattern: '\\p{Lu}+-\\d+', type: 'part' }], ['ZX-12/part']],
    ['ticket 12, ticket 34', [{ pattern: /ticket (\d+)/, type: 'id', group: 1 }], ['12/id', '34/id']],
    ['ticket 12', [{ pattern: /ticket (?<n>\d+)/, type: 'id', group: 'n' }], ['12/id']],
    ['a or b', [{ pattern: /a(x)?/, type: 'id', group: 1 }], []],
    ['aaa', [{ pattern: /(?:)/, type: 'x' }], []],
    ['one two', [{ pattern: /^\w+/, type: 'first' }], ['one/first']],
    ['one two', [{ pattern: /\w+$/, type: 'last' }], ['two/last']],
    ['编号：甲一二', [{ pattern: '甲[一二三]+', type: 'id' }], ['甲一二/id']],
  ])('%j with %o', async (text, patterns, expected) => {
    expect(await found(text, undefined, patterns)).toEqual(expected)
  })

  it('finds in a long text what one search over all of it finds', async () => {
    const text = Array.from({ length: 4_000 }, (_, i) => `${i % 3 ? 'item' : 'part'}${i} 🚀`).join(' ')
    for (const pattern of [/part\d+ \S+ item\d+/u, /(?<=🚀 )item\d+/, /\bpart\d*7\b/g, /\w+/y]) {
      const whole = [...text.matchAll(new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, '')}g`))]
      expect(await found(text, undefined, [{ pattern, type: 'x' }])).toEqual(whole.map(([match]) => `${match}/x`))
    }
  })

  it('leaves the expression of the caller as it was', async () => {
    const pattern = /o\w/g
    pattern.lastIndex = 3
    expect(await found('on or of', undefined, [{ pattern, type: 'x' }])).toEqual(['on/x', 'or/x', 'of/x'])
    expect(pattern.lastIndex).toBe(3)
  })

  it('stops one that never ends, says so, and goes on with the next', async () => {
    const text = `${'a'.repeat(60)}! Norvik`
    const { drafts, notes } = await findTerms(
      { text },
      {
        patterns: [
          { pattern: /^(a+)+$/, type: 'x' },
          { pattern: /Norvik/, type: 'y' },
        ],
      },
      { budgetMs: 50 },
    )
    expect(drafts.map(({ type }) => type)).toEqual(['y'])
    expect(notes).toEqual(['`patterns.0` was stopped at offset 0 of 68: it took too long.'])
  })

  it('takes no longer for the next call after a stop', async () => {
    const evil = { pattern: /^(a+)+$/, type: 'x' }
    await findTerms({ text: `${'a'.repeat(60)}!` }, { patterns: [evil] }, { budgetMs: 20 })
    expect(await found('aaa', undefined, [evil])).toEqual(['aaa/x'])
  })

  it('stops where the signal says so', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    const patterns = [{ pattern: /a/, type: 'x' }]
    await expect(findTerms({ text: 'a' }, { patterns }, { signal })).rejects.toThrow('enough')
  })
})

describe('what is to be ignored', () => {
  it.each<[string, Ignored[], boolean]>([
    ['Norvik', ['norvik'], true],
    ['the Norvik', ['NORVIK'], true],
    ['U.S.', ['us'], true],
    ['Norvik Labs', ['norvik'], false],
    ['Norvik Labs', [/^norvik/], true],
    ['Norvik\nLabs', [/norvik labs$/g], true],
    ['Norvik Labs', [{ pattern: 'labs' }], true],
    ['Norvik Labs', [/^labs/], false],
    ['Norvik', [], false],
  ])('%j by %o: %s', (text, ignored, expected) => {
    const { isIgnored } = ignoring({ text }, ignored)
    expect(isIgnored({ start: 0, end: text.length })).toBe(expected)
    expect(isIgnored({ start: 0, end: text.length })).toBe(expected)
  })

  it('tries an expression that never ends no more', () => {
    const text = `${'a'.repeat(60)}! ${'a'.repeat(50)}?`
    const { isIgnored, notes } = ignoring({ text }, [/^(a+)+$/], { budgetMs: 30 })
    expect([isIgnored({ start: 0, end: 61 }), isIgnored({ start: 62, end: 113 })]).toEqual([false, false])
    expect(notes).toEqual(['`ignore.0` was not tried any more: it took too long.'])
  })
})

describe('the caller’s terms among the findings of an engine', () => {
  const settle = async (text: string, lexicon: Lexicon, ignored: readonly Ignored[] = []) => {
    const document = createDocument(text)
    const { drafts } = await findTerms(document, { lexicon })
    const engine = [
      { start: 0, end: 11, type: 'organization' },
      { start: 16, end: 22, type: 'person' },
    ]
    const { mentions } = finishMentions(document, engine, { preferred: drafts, ...ignoring(document, ignored) })
    return mentions.map(({ start, end, type }) => `${text.slice(start, end)}/${type}`)
  }

  it.each<[Lexicon, Ignored[], string[]]>([
    [{}, [], ['Norvik Labs/organization', 'Brandt/person']],
    [{ Norvik: 'brand' }, [], ['Norvik/brand', 'Brandt/person']],
    [{ Brandt: 'ship' }, [], ['Norvik Labs/organization', 'Brandt/ship']],
    [{ 'Labs met Brandt': 'event' }, [], ['Labs met Brandt/event']],
    [{ Norvik: 'brand' }, ['norvik'], ['Norvik Labs/organization', 'Brandt/person']],
    [{}, ['Norvik Labs', /^br/], []],
  ])('%j, without %o', async (lexicon, ignored, expected) => {
    expect(await settle('Norvik Labs met Brandt.', lexicon, ignored)).toEqual(expected)
  })

  it('keeps the marks and the possessive that a term has', async () => {
    const text = "They ate at “Harlan's” and searched Wazzo! there."
    const document = createDocument(text)
    const { drafts } = await findTerms(document, { lexicon: { "Harlan's": 'shop', 'Wazzo!': 'site' } })
    const { mentions } = finishMentions(document, [], { preferred: drafts })
    expect(mentions.map(({ start, end }) => text.slice(start, end))).toEqual(["Harlan's", 'Wazzo!'])
  })

  it('gives whole places for any text', async () => {
    const lexicon = { maria: 'a', 'Maria Keller': 'b', 港口: 'c', é: 'd', '👩': 'e', '3': 'f', t: 'g', s: 'h' }
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const document = createDocument(text)
        const patterns = [{ pattern: /\w+/u, type: 'p' }]
        const { drafts } = await findTerms(document, { lexicon, patterns })
        for (const { start, end } of drafts) expect(text.slice(start, end).trim()).toBe(text.slice(start, end))
        const { mentions } = finishMentions(document, [], { preferred: drafts })
        mentions.forEach(({ start }, i) => {
          expect(start).toBeGreaterThanOrEqual(i === 0 ? 0 : mentions[i - 1].end)
        })
      }),
      { seed: SEED, numRuns: 100 },
    )
  })
})

describe('the options', () => {
  const schema = z.strictObject(termShapes)

  it('come out as copies in one form', () => {
    const pattern = /a/g
    const given = {
      lexicon: { ' Norvik ': 'x' },
      patterns: [{ pattern, type: 'y' }],
      ignore: ['a', /b/, { pattern: 'c' }],
    }
    const { lexicon, patterns, ignore } = schema.parse(given)
    expect(lexicon).toEqual([{ term: 'Norvik', type: 'x' }])
    expect(patterns?.[0].pattern).toEqual(pattern)
    expect(patterns?.[0].pattern).not.toBe(pattern)
    expect(ignore?.map(String)).toEqual(['a', '/b/gi', '/c/giu'])
    expect(schema.parse({})).toEqual({})
  })

  it.each<[unknown, string, string]>([
    [{ lexicon: 'Norvik' }, 'lexicon', 'to be an object from term to type, or a list of `{ term, type }`'],
    [{ lexicon: { Norvik: 3 } }, 'lexicon.Norvik', 'to be an entity type, a string that is not empty'],
    [{ lexicon: [{ term: '', type: 'x' }] }, 'lexicon.0.term', 'to be a string that is not empty'],
    [{ lexicon: [{ term: 'a'.repeat(501), type: 'x' }] }, 'lexicon.0.term', 'to be a term of at most 500 units'],
    [{ lexicon: [{ term: 'a' }] }, 'lexicon.0.type', 'to be an entity type, a string that is not empty'],
    [{ lexicon: [{ term: 'a', type: 'x', caseSensitive: 1 }] }, 'lexicon.0.caseSensitive', 'to be true or false'],
    [
      { lexicon: [{ term: 'a', type: 'x', kind: 1 }] },
      'lexicon.0.kind',
      'to be left out (known are term, type, id, caseSensitive)',
    ],
    [{ patterns: /a/ }, 'patterns', 'to be a list of `{ pattern, type }`'],
    [{ patterns: [/a/] }, 'patterns.0', 'to be an object with `pattern` and `type`'],
    [
      { patterns: [{ pattern: '(', type: 'x' }] },
      'patterns.0.pattern',
      'to be a regular expression that can be read with the flag `u` (/(/u: Unterminated group)',
    ],
    [
      { patterns: [{ pattern: /(a)/, type: 'x', group: 2 }] },
      'patterns.0.group',
      'to be the number or the name of a group of the pattern',
    ],
    [{ ignore: 'a' }, 'ignore', 'to be a list of names and regular expressions'],
    [{ ignore: ['a', 3] }, 'ignore.1', 'to be a name or a regular expression'],
  ])('%o is refused at %s', (given, path, message) => {
    const issue = schema.safeParse(given).error!.issues[0]
    expect([issue.path.join('.'), issue.message]).toEqual([path, message])
  })
})

describe('the time of the caller’s expressions', () => {
  const evil = { pattern: /(a+)+$/, type: 'evil' }
  const text = `${'a'.repeat(60)}! Norvik`

  it('is one for all patterns of a call, and those after a runaway one still run', async () => {
    const started = performance.now()
    const { drafts, notes } = await findTerms(
      { text },
      { patterns: [evil, evil, evil, evil, evil, evil, { pattern: /Norvik/, type: 'good' }] },
      { budgetMs: 400 },
    )
    expect(drafts.map(({ type }) => type)).toEqual(['good'])
    expect(notes).toHaveLength(6)
    expect(performance.now() - started).toBeLessThan(1_500)
  })

  it('leaves other work its turn between patterns, and the signal ends it there', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    const pattern = { pattern: /(?:\w+ ){3}x/, type: 'x' }
    const long = 'some words of the text '.repeat(4_000)
    await findTerms({ text: long }, { patterns: [pattern, pattern, pattern, pattern] })
    clearInterval(timer)
    expect(turns).toBeGreaterThan(2)
    const controller = new AbortController()
    setImmediate(() => controller.abort(new Error('enough')))
    const many = Array.from({ length: 50 }, () => ({ pattern: /zz/, type: 'x' }))
    await expect(findTerms({ text: 'a' }, { patterns: many }, { signal: controller.signal })).rejects.toThrow('enough')
  })

  it('is one for all expressions of `ignore`', () => {
    const started = performance.now()
    const { isIgnored, notes } = ignoring({ text }, [...Array(6).fill(/(a+)+$/), /^Norvik$/], { budgetMs: 400 })
    expect([isIgnored({ start: 0, end: 61 }), isIgnored({ start: 62, end: 68 })]).toEqual([false, true])
    expect(notes).toHaveLength(6)
    expect(performance.now() - started).toBeLessThan(1_500)
  })
})
