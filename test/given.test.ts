import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  annotate,
  type ChunkOptions,
  chunk,
  chunkSync,
  type ExtractFunction,
  type Extraction,
  type ExtractOptions,
  extract,
  silentLogger,
} from '../src/index.js'

const SEED = 20261203
const TEXT = 'Ada Brandt met Bo Lindqvist in Porto. She left.'
const quiet = { logger: silentLogger }

const withRules = (options: ExtractOptions) => extract(TEXT, { ...quiet, extractors: 'rules', ...options })

describe('given entities and relations are checked before any work', () => {
  it.each<[string, unknown]>([
    ['Expected `entities.0` to have a `name`, or a `start` and an `end`, got null.', null],
    ['Expected `entities.0` to have a `name`, or a `start` and an `end`, got an object.', {}],
    ['Expected `entities.0.name` to be a string that is not empty, got " " (string).', { name: ' ' }],
    ['Expected `entities.0.name` to be a string that is not empty, got 4 (number).', { name: 4 }],
    ['Expected `entities.0.id` to be a string that is not empty, got "" (string).', { name: 'Ada', id: '' }],
    ['Expected `entities.0.id` to be a string that is not empty, got 5 (number).', { name: 'Ada', id: 5 }],
    ['Expected `entities.0.aliases` to be a list of names, got "A" (string).', { name: 'Ada', aliases: 'A' }],
    [
      'Expected `entities.0.aliases.1` to be a string that is not empty, got null.',
      { name: 'Ada', aliases: ['A', null] },
    ],
    [
      'Expected `entities.0.type` to be an entity type, a string that is not empty, got 5 (number).',
      { name: 'A', type: 5 },
    ],
    [
      'Expected `entities.0.type` to be an entity type, a string that is not empty, got "" (string).',
      { start: 0, end: 3, type: '' },
    ],
    ['Expected `entities.0.start` to be a whole number from 0 up, got -1 (number).', { start: -1, end: 3 }],
    ['Expected `entities.0.end` to be a whole number from 0 up, got undefined.', { start: 0 }],
    ['Expected `entities.0.end` to be more than `start`, got 2 (number).', { start: 2, end: 2 }],
    ['Expected `entities.0.typ` to be left out (did you mean `type`?), got "x" (string).', { name: 'Ada', typ: 'x' }],
    ['Expected `entities.0.nme` to be left out (did you mean `name`?), got "Ada" (string).', { nme: 'Ada' }],
    [
      'Expected `entities.0.start` to be left out (known are name, type, aliases, id), got 0 (number).',
      { name: 'Ada', start: 0, end: 3 },
    ],
  ])('%s', async (message, entity) => {
    await expect(extract(TEXT, { entities: [entity] as never })).rejects.toMatchObject({
      code: 'invalid-option',
      message,
    })
  })

  it.each<[string, unknown]>([
    ['Expected `relations.0` to have a `subject` and an `object`, got 7 (number).', 7],
    ['Expected `relations.0.object` to be a string that is not empty, got undefined.', { subject: 'a' }],
    ['Expected `relations.0.subject` to be a string that is not empty, got 4 (number).', { subject: 4, object: 'b' }],
    ...[Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 'x'].map((weight): [string, unknown] => [
      `Expected \`relations.0.weight\` to be a number above 0, got ${typeof weight === 'string' ? '"x"' : weight} (${typeof weight}).`,
      { subject: 'a', object: 'b', weight },
    ]),
    [
      'Expected `relations.0.predicate` to be a string that is not empty, got "" (string).',
      { subject: 'a', object: 'b', predicate: '' },
    ],
    [
      'Expected `relations.0.predicat` to be left out (did you mean `predicate`?), got "x" (string).',
      { subject: 'a', object: 'b', predicat: 'x' },
    ],
  ])('%s', async (message, relation) => {
    const options = { extractors: 'rules', relations: [relation] } as never
    await expect(extract(TEXT, options)).rejects.toMatchObject({ code: 'invalid-option', message })
  })

  it('weights above 1 are scaled', async () => {
    const { relations } = await withRules({
      relations: [
        { subject: 'Ada Brandt', object: 'Porto', weight: 4 },
        { subject: 'Ada Brandt', object: 'Bo Lindqvist', weight: 1 },
      ],
    })
    expect(relations.map(({ weight }) => weight)).toEqual([1, 0.25])
  })

  it.each<[string, ExtractOptions['entities'] & object, string[], RegExp[]]>([
    [
      'two of one name',
      [
        { name: 'Porto', id: 'city' },
        { name: 'Porto', id: 'wine' },
      ],
      ['Porto'],
      [/given entity 1, "Porto", has no place: all places of its name belong to entity 0/],
    ],
    [
      'one in small letters',
      [
        { name: 'Porto', id: 'city' },
        { name: 'porto', id: 'wine' },
      ],
      ['porto'],
      [/given entity 1, "porto"/],
    ],
    [
      'twice the same',
      [
        { name: 'Porto', id: 'city' },
        { name: 'Porto', id: 'city' },
      ],
      [],
      [],
    ],
    ['a name that is nowhere', [{ name: 'Porto' }, { name: 'Lisbon' }], ['Lisbon'], []],
  ])('says why it is not placed: %s', async (_, entities, unplaced, notes) => {
    const result = await extract(TEXT, { ...quiet, entities })
    expect(result.unplaced).toEqual(unplaced)
    expect(result.notes).toEqual(notes.map((note) => expect.stringMatching(note)))
  })
})

describe('the alias table', () => {
  const namesWith = async (aliases: Record<string, string>) =>
    (await withRules({ aliases, kinds: ['name'] })).entities.map(({ name }) => name)

  it.each<[Record<string, string>, string]>([
    [{ Porto: 'Oporto' }, 'Oporto'],
    [{ Porto: 'Oporto', Oporto: 'City of Porto' }, 'City of Porto'],
    [{ C: 'D', B: 'C', porto: 'B' }, 'D'],
    [{ Porto: 'PORTO' }, 'PORTO'],
    [{ 'the Porto': 'Oporto', porto: 'Oporto' }, 'Oporto'],
  ])('%j is followed to the end', async (aliases, name) => {
    expect(await namesWith(aliases)).toEqual(['Ada Brandt', 'Bo Lindqvist', name])
  })

  it.each<[Record<string, string>, string]>([
    [{ A: 'B', B: 'A' }, '`aliases.A` to lead to one name at last, not in a circle ("B" → "A" → "B")'],
    [{ X: 'A', A: 'B', B: 'C', C: 'a' }, '`aliases.X` to lead to one name at last, not in a circle'],
    [{ Porto: 'A', 'the porto': 'B' }, '`aliases.the porto` to stand for what "Porto", the same name, stands for'],
    [{ A: ' ' }, '`aliases.A` to be a string that is not empty'],
  ])('%j is refused', async (aliases, message) => {
    await expect(namesWith(aliases)).rejects.toMatchObject({
      code: 'invalid-option',
      message: expect.stringContaining(message),
    })
  })
})

describe('options that have no effect are noted', () => {
  const lexicon = { Porto: 'harbour' }
  it.each<[string, ExtractOptions, string[]]>([
    ['nothing', {}, []],
    ['layers alone', { seed: 2, resolution: 2, extractors: false }, []],
    ['terms', { lexicon }, ['The document is annotated already, so `lexicon` has no effect.']],
    [
      'entities, types and extractors',
      { types: ['x'], entities: [{ name: 'Porto' }], extractors: 'rules', merge: true },
      ['The document is annotated already, so `extractors`, `entities`, `merge`, `types` have no effect.'],
    ],
  ])('an annotated document with %s', async (_, options, notes) => {
    const document = await annotate(TEXT, { extractors: 'rules' })
    expect((await extract(document, { ...quiet, ...options })).notes).toEqual(notes)
    expect((await chunk(document, { ...quiet, ...options })).notes).toEqual(expect.arrayContaining(notes))
  })

  it.each<[string, () => Promise<{ notes: readonly string[] }> | { notes: readonly string[] }, string]>([
    [
      'extraction is off',
      () => extract(TEXT, { ...quiet, extractors: false, lexicon }),
      'Extraction is switched off, so `lexicon` has no effect.',
    ],
    [
      'chunkSync',
      () => chunkSync(TEXT, { ...quiet, lexicon, method: 'recursive' }),
      '`chunkSync` extracts nothing, so `lexicon` has no effect.',
    ],
  ])('%s', async (_, run, note) => {
    expect((await run()).notes).toContain(note)
  })
})

describe('an extractor of the caller', () => {
  const ada = { start: 0, end: 10, type: 'person' }
  const porto = { start: 31, end: 36, type: 'location' }
  const found = async (extraction: unknown, options: ExtractOptions = {}) =>
    extract(TEXT, { ...quiet, extractors: () => extraction as Extraction, ...options })
  const good = { subject: ada, object: porto, predicate: 'visited' }

  it.each<[string, unknown, string]>([
    ['predicate missing', { subject: ada, object: porto }, '`predicate` is no string that is not empty: undefined'],
    ['no modality', { ...good, modality: 'zz' }, '`modality` is none of fact, question, hypothetical: "zz" (string)'],
    ['no boolean', { ...good, negated: 'no' }, '`negated` is neither true nor false: "no" (string)'],
    ['weight NaN', { ...good, weight: Number.NaN }, '`weight` is no number: NaN (number)'],
    ['weight text', { ...good, weight: 'x' }, '`weight` is no number: "x" (string)'],
    ['no evidence', { ...good, evidence: 5 }, '`evidence` is no object with `start` and `end`: 5 (number)'],
  ])('a relation with %s is left out and counted, the other stays', async (_, wrong, fault) => {
    const result = await found({ mentions: [ada, porto], relations: [wrong, { ...good, predicate: 'left' }] })
    const stated = result.relations.filter(({ kind, by }) => kind === 'asserted' && by !== 'patterns')
    expect(stated.map(({ predicate }) => predicate)).toEqual(['left'])
    expect(result.notes).toEqual([`1 relations left out: their fields are wrong (of the first, ${fault}).`])
    expect(() => JSON.stringify(result)).not.toThrow()
  })

  it.each<[string, unknown, string]>([
    ['name', { ...ada, name: 4 }, '`name` is no string that is not empty: 4 (number)'],
    ['id', { ...ada, id: '' }, '`id` is no string that is not empty: "" (string)'],
    ['by', { ...ada, by: {} }, '`by` is no string that is not empty: an object'],
    ['confidence', { ...ada, confidence: 'high' }, '`confidence` is no number: "high" (string)'],
  ])('a mention with a wrong %s is left out and counted, the other stays', async (_, wrong, fault) => {
    const { mentions, notes } = await found({ mentions: [wrong, porto] })
    expect(mentions.map(({ start }) => start)).toEqual([31])
    expect(notes).toEqual([`1 mentions left out: their fields are wrong (of the first, ${fault}).`])
  })

  it.each<[unknown, string[]]>([
    [{ relations: {} }, ["The extractor's `relations` are no list: an object."]],
    [{ notes: 'done' }, ['The extractor\'s `notes` are no list: "done" (string).']],
    [{ notes: ['one', 2] }, ['one', '1 notes of the extractor left out: they are no texts.']],
    [
      {
        relations: [
          { ...good, weight: 7 },
          { ...good, predicate: 'left', weight: -1 },
        ],
      },
      ['`weight` of 2 relations was outside 0 to 1.'],
    ],
  ])('%j beside its mentions', async (extra, notes) => {
    const result = await found({ mentions: [ada, porto], ...(extra as object) })
    expect(result.mentions).toHaveLength(2)
    expect(result.notes).toEqual(notes)
    for (const { weight } of result.relations) expect(weight >= 0 && weight <= 1).toBe(true)
  })

  it('an anaphor that stands for nothing is no entity', async () => {
    const she = { start: 38, end: 41, type: 'person', kind: 'anaphor' }
    const note = '1 mentions of kind `anaphor` left out: no name or concept that they stand for was found.'
    const lone = await found({ mentions: [she, porto] })
    expect([lone.entities.map(({ name }) => name), lone.notes]).toEqual([['Porto'], [note]])
    const tied = await found({
      mentions: [
        { ...ada, id: 'ada' },
        { ...she, id: 'ada' },
      ],
    })
    expect(tied.entities.map(({ name, kind, mentions }) => [name, kind, mentions.length])).toEqual([
      ['Ada Brandt', 'name', 2],
    ])
    expect(tied.notes).toEqual([])
  })

  it.each<[string, (options: ExtractOptions) => Promise<unknown>]>([
    ['extract', (options) => extract(TEXT, options)],
    ['annotate', (options) => annotate(TEXT, options)],
    ['chunk', (options) => chunk(TEXT, options as ChunkOptions)],
  ])('that never answers is ended by the signal: %s', async (_, run) => {
    for (const hangs of ['extractor', 'llm', 'strict']) {
      const controller = new AbortController()
      const never = () => {
        setTimeout(() => controller.abort(new Error('enough')), 5)
        return new Promise<never>(() => {})
      }
      const chosen = hangs === 'llm' ? { llm: never, extractors: 'llm' } : { extractors: [never, 'rules'] as const }
      const options = { ...quiet, ...chosen, strict: hangs === 'strict', signal: controller.signal }
      await expect(run(options)).rejects.toMatchObject({ code: 'aborted', causes: [new Error('enough')] })
    }
  })

  it('that throws the error of the signal gives way to none', async () => {
    const warned: string[] = []
    const controller = new AbortController()
    const heeds: ExtractFunction = (_, { signal }) => {
      controller.abort()
      signal?.throwIfAborted()
      return { mentions: [] }
    }
    const options = { logger: { warn: (text: string) => void warned.push(text) }, signal: controller.signal }
    await expect(extract(TEXT, { ...options, extractors: [heeds, 'rules'] })).rejects.toMatchObject({ code: 'aborted' })
    expect(warned).toEqual([])
  })
})

describe('mentions do not overlap', () => {
  const texts = [
    'The 4-aminopyridine trial of 2019 gave 4-aminopyridine to 12 patients; 4-aminopyridine helped 3 of 12 patients.',
    'Mission 7 tide gauges failed. The 7 tide gauges of Porto stood for 20 years. She mended 7 tide gauges in Porto in May 2001.',
  ]
  const types = ['person', 'location', 'organization', 'misc', 'time', 'number', 'concept']
  const kinds = ['name', 'concept', 'anaphor'] as const

  it('for any types, kinds and extractor', async () => {
    const custom: ExtractFunction = ({ text }) => ({
      mentions: [...text.matchAll(/\b\w*\d\w*\b|She|gauges/g)].map(({ index, 0: word }) => ({
        start: index,
        end: index + word.length,
        type: /\d/.test(word) ? 'number' : 'misc',
        ...(word === 'She' ? { kind: 'anaphor' as const } : word === 'gauges' ? { kind: 'concept' as const } : {}),
      })),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...texts),
        fc.option(fc.subarray(types), { nil: undefined }),
        fc.option(fc.subarray([...kinds]), { nil: undefined }),
        fc.constantFrom<NonNullable<ExtractOptions['extractors']>>('rules', 'tagger', 'gazetteer', custom),
        async (text, someTypes, someKinds, extractors) => {
          const { mentions } = await extract(text, {
            ...quiet,
            extractors,
            ...(someTypes === undefined ? {} : { types: someTypes }),
            ...(someKinds === undefined ? {} : { kinds: someKinds }),
          })
          for (const [at, mention] of mentions.entries()) {
            if (at > 0) expect(mention.start).toBeGreaterThanOrEqual(mentions[at - 1].end)
          }
        },
      ),
      { seed: SEED, numRuns: 150 },
    )
  })

  it('a number that is asked for is no part of a concept', async () => {
    const { mentions } = await extract(texts[0], { ...quiet, types: ['number', 'concept'], extractors: 'rules' })
    expect(mentions.some(({ type }) => type === 'number')).toBe(true)
    const without = await extract(texts[0], { ...quiet, types: ['concept'], extractors: 'rules' })
    const surfaces = without.mentions.map(({ start, end }) => texts[0].slice(start, end))
    expect(surfaces).toContain('4-aminopyridine')
  })
})

describe('the language', () => {
  const mixed = 'In 北京 they hired Maria Keller.'
  const japanese = 'これは北京大学の先生です。それは清華大学のものです。'
  const found = async (text: string, options: ExtractOptions) => {
    const { mentions, notes } = await extract(text, { ...quiet, kinds: ['name'], ...options })
    return { names: mentions.map(({ start, end }) => text.slice(start, end)), notes }
  }

  it.each<[string, NonNullable<ExtractOptions['extractors']>]>([
    ['tagger', 'tagger'],
    ['rules', 'rules'],
    ['jieba', 'jieba'],
  ])('that is named overrides the scripts: %s', async (_, extractors) => {
    expect((await found(mixed, { extractors })).names).toContain('北京')
    expect((await found(mixed, { extractors, language: 'auto' })).names).toContain('北京')
    const english = (await found(mixed, { extractors, language: 'en' })).names
    expect(english).toContain('Maria Keller')
    expect(english).not.toContain('北京')
    expect((await found(japanese, { extractors })).names).toEqual([])
    expect((await found(japanese, { extractors, language: 'zh-Hans' })).names).toContain('北京大学')
  })

  it('gazetteer', async () => {
    const text = 'Paris und 北京.'
    expect((await found(text, { extractors: 'gazetteer' })).names).toEqual(['Paris', '北京'])
    expect((await found(text, { extractors: 'gazetteer', language: 'de' })).names).toEqual(['Paris'])
  })

  it.each<[string, string, string | undefined, string[]]>([
    ['English', 'Maria Keller left.', undefined, []],
    ['named English', 'Maria Keller left.', 'en-GB', []],
    ['Chinese', '他在北京工作。', undefined, []],
    [
      'Russian',
      'Мария живёт в Москве.',
      undefined,
      ['By its scripts the text is `ru`, and the extractor "rules" is made for en and zh: it finds little here.'],
    ],
    [
      'named German',
      'Maria Keller ging.',
      'de',
      ['The text is `de`, and the extractor "rules" is made for en and zh: it finds little here.'],
    ],
  ])('a note says where the engine is not made for it: %s', async (_, text, language, notes) => {
    expect((await found(text, { extractors: 'rules', ...(language === undefined ? {} : { language }) })).notes).toEqual(
      notes,
    )
  })

  it('reaches an extractor of the caller, and keeps English pronouns out of other languages', async () => {
    const seen: unknown[] = []
    const own: ExtractFunction = (_, { language }) => {
      seen.push(language)
      return { mentions: [] }
    }
    await extract('x', { extractors: own, language: 'fr' })
    await extract('x', { extractors: own })
    expect(seen).toEqual(['fr', undefined])
    const kinds = async (language: string) =>
      (await extract('Maria Keller left. She sang.', { ...quiet, language, extractors: 'rules' })).mentions.map(
        ({ kind }) => kind,
      )
    expect(await kinds('en')).toContain('anaphor')
    expect(await kinds('de')).not.toContain('anaphor')
  })

  it.each(['english', '', 5, 'zh_CN'])('%j is no code', async (language) => {
    await expect(extract('x', { language: language as never })).rejects.toMatchObject({
      message: expect.stringContaining('`language` to be `auto` or the code of a language, as `en` or `zh`'),
    })
  })
})

describe('the ends of the relations of a chunk', () => {
  const text = 'Maria Keller founded Borealis Ltd in Varland. She leads the company. She sold it to Halmar Group.'
  const options: ChunkOptions = { ...quiet, method: 'sentence', extractors: 'rules', maxTokens: 12 }
  const loose = async (seedKinds: ChunkOptions['seedKinds'] & object) =>
    (await chunk(text, { ...options, seedKinds })).chunks.flatMap(({ relations, entities }) => {
      const ids = new Set(entities.map(({ id }) => id))
      return relations.flatMap(({ subject, object }) => [subject, object].filter((id) => !ids.has(id)))
    })

  it('are seeds, but for what only a pronoun stands for', async () => {
    expect(await loose(['name'])).not.toEqual([])
    expect(await loose(['name', 'anaphor'])).toEqual([])
  })
})
