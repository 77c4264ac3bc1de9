import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countWords,
  ENTITY_TYPES,
  type GoldDocument,
  type GoldQuestion,
  generate,
  needsSeveralSentences,
  parseSource,
  readSources,
  unmarked,
} from '../scripts/datasets.js'

const FOLDER = fileURLToPath(new URL('../datasets', import.meta.url))
const read = (path: string): string => readFileSync(join(FOLDER, path), 'utf8')
const jsonl = <T>(path: string): T[] =>
  read(path)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T)

const datasets = readSources(FOLDER)
const documents = jsonl<GoldDocument>('gold/documents.jsonl')
const questions = jsonl<GoldQuestion>('gold/questions.jsonl')
const fileOf = new Map(datasets.map(({ file, document }) => [document.id, file]))

describe('the data folder as a whole', () => {
  it('holds what the sources generate, to the byte', () => {
    const stale = [...generate(FOLDER, datasets)].filter(([path, content]) => read(path) !== content)
    expect(stale.map(([path]) => path)).toEqual([])
  })

  it('has at least ten documents, each once, and at least eight questions about each', () => {
    expect(documents.length).toBeGreaterThanOrEqual(10)
    expect(new Set(documents.map(({ id }) => id)).size).toBe(documents.length)
    for (const { id } of documents) {
      const own = questions.filter(({ evidence }) => evidence.some(({ doc }) => doc === id))
      expect(own.length, id).toBeGreaterThanOrEqual(8)
      expect(own.filter(({ evidence }) => evidence.length > 1).length, id).toBeGreaterThanOrEqual(3)
    }
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
  })

  it('covers the kinds and languages that users bring', () => {
    const kinds = new Set(documents.map(({ source }) => source))
    for (const kind of ['news', 'encyclopaedia', 'manual', 'contract', 'minutes', 'story', 'abstract', 'mail']) {
      expect(kinds).toContain(kind)
    }
    expect(new Set(documents.map(({ lang }) => lang))).toEqual(new Set(['en', 'zh', 'mixed']))
  })

  it('has three relations in ten, or more, that no single sentence holds', () => {
    const all = documents.flatMap((document) => document.relations.map((relation) => ({ document, relation })))
    const wide = all.filter(({ document, relation }) => needsSeveralSentences(document, relation))
    expect(wide.length / all.length).toBeGreaterThanOrEqual(0.3)
  })
})

describe.each(documents)('the gold of $id', (document) => {
  const { id, text, sentences, entities, relations } = document

  it('has the text of its file', () => {
    expect(text).toBe(read(fileOf.get(id)!))
    expect(countWords(text)).toBeGreaterThanOrEqual(600)
    expect(countWords(text)).toBeLessThanOrEqual(3000)
  })

  it('has mentions that are slices and do not overlap', () => {
    const mentions = entities.flatMap((entity) => entity.mentions)
    for (const { start, end, text: surface } of mentions) expect(text.slice(start, end)).toBe(surface)
    mentions.sort((a, b) => a.start - b.start)
    for (let index = 1; index < mentions.length; index++) {
      expect(mentions[index].start).toBeGreaterThanOrEqual(mentions[index - 1].end)
    }
    for (const entity of entities) {
      expect(ENTITY_TYPES).toContain(entity.type)
      expect(entity.mentions.length, entity.name).toBeGreaterThan(0)
    }
  })

  it('has sorted, disjoint sentences around everything but blanks, tables, code and lines without a letter', () => {
    let end = 0
    let rest = ''
    for (const [from, to] of sentences) {
      expect(from).toBeGreaterThanOrEqual(end)
      expect(to).toBeGreaterThan(from)
      expect(text.slice(from, to)).toBe(text.slice(from, to).trim())
      rest += text.slice(end, from)
      end = to
    }
    rest += text.slice(end)
    const outside = rest.replace(/^```.*?^```/gms, '').split('\n')
    expect(outside.filter((line) => /[\p{L}\p{N}]/u.test(line) && !line.startsWith('|'))).toEqual([])
  })

  it('has relations whose evidence mentions both ends', () => {
    const byId = new Map(entities.map((entity) => [entity.id, entity]))
    for (const { head, tail, type, evidence } of relations) {
      const label = `${head} ${type} ${tail}`
      expect(evidence, label).toEqual([...new Set(evidence)].sort((a, b) => a - b))
      for (const end of [head, tail]) {
        const mentions = byId.get(end)!.mentions
        const held = evidence.some((index) =>
          mentions.some((mention) => sentences[index][0] <= mention.start && mention.end <= sentences[index][1]),
        )
        expect(held, `${label}: ${end}`).toBe(true)
      }
    }
  })

  it('has questions whose evidence is a slice', () => {
    for (const { evidence, question, answer } of questions) {
      expect(question).not.toBe('')
      expect(answer).not.toBe('')
      expect(evidence.length).toBeGreaterThan(0)
      for (const excerpt of evidence) {
        if (excerpt.doc === id) expect(text.slice(excerpt.start, excerpt.end)).toBe(excerpt.text)
      }
    }
  })
})

interface Parts {
  readonly header?: readonly string[]
  readonly body?: readonly string[]
  readonly lang?: string
  readonly words?: number
  readonly questions?: number
  readonly file?: string
}

/** A source that is right but for the given parts; the filler after the body holds the words and one place to quote. */
function source({
  header = [],
  body = [],
  lang = 'en',
  words = 700,
  questions = 8,
  file = 'sample.md',
}: Parts): string {
  const asked = Array.from(
    { length: questions },
    (_, index) => `question: lookup | Where (${index})? | there | the last word`,
  )
  return [
    ...['title: Sample', `file: ${file}`, `lang: ${lang}`, 'source: test', ...header, ...asked, '===', ...body],
    ...['', `${'filler '.repeat(words)}and the last word.`, ''],
  ].join('\n')
}

const parse = (parts: Parts): ReturnType<typeof parseSource> => parseSource('folder/sample.ann', source(parts))
const PEOPLE = ['entity: a | PER | Ada Quint', 'entity: b | ORG | Quint Works']

describe('reading a source', () => {
  it('joins the lines of a paragraph, parts paragraphs, and copies raw lines', () => {
    const body = [
      '[[Ada Quint|a]] runs [[Quint Works|b]].',
      'She likes it.',
      '',
      '',
      'Two things:',
      '::: raw',
      '- one of [[Ada|a]]',
      '  - two',
      '',
      '| [[Ada|a]] | 3 |',
      '```sh',
      'echo [[Quint Works|b]]',
      '```',
      '***',
      ':::',
      'After it.',
    ]
    const { document } = parse({ header: [...PEOPLE, 'relation: a | leads | b'], body })
    expect(document.text.slice(0, document.text.indexOf('filler'))).toBe(
      'Ada Quint runs Quint Works. She likes it.\n\nTwo things:\n- one of Ada\n  - two\n\n| Ada | 3 |\n```sh\necho Quint Works\n```\n***\nAfter it.\n\n',
    )
    expect(document.sentences.map(([start, end]) => document.text.slice(start, end)).slice(0, -1)).toEqual([
      'Ada Quint runs Quint Works.',
      'She likes it.',
      'Two things:',
      '- one of Ada',
      '- two',
      'After it.',
    ])
    expect(document.entities.map(({ mentions }) => mentions.map(({ start }) => start))).toEqual([
      [0, 64, 79],
      [15, 100],
    ])
    expect(document.relations).toEqual([{ head: 'a', tail: 'b', type: 'leads', evidence: [0] }])
  })

  it.each([
    ['zh', '海边有灯。岸上有人。'],
    ['en', '海边有灯。 岸上有人。'],
    ['mixed', '海边有灯。岸上有人。'],
  ])('breaks a line inside a paragraph as %s does', (lang, expected) => {
    expect(parse({ lang, body: ['海边有灯。', '岸上有人。'] }).document.text.startsWith(`${expected}\n`)).toBe(true)
  })

  it('gives a relation all sentences that mention both ends, and quoted ones as quoted', () => {
    const body = [
      '[[Ada|a]] came.',
      'The [[Works|b]] hired her.',
      '[[Ada|a]] left the [[Works|b]].',
      '[[Ada|a]] at the [[Works|b]]!',
    ]
    const header = [...PEOPLE, 'relation: a | left | b', 'relation: b | hired | a | The Works hired her || Ada came']
    const { document } = parse({ header, body })
    expect(document.relations.map(({ evidence }) => evidence)).toEqual([
      [2, 3],
      [0, 1],
    ])
    expect(document.relations.map((relation) => needsSeveralSentences(document, relation))).toEqual([false, true])
  })

  it('takes only the quoted one of sentences that touch', () => {
    const header = [...PEOPLE, 'relation: a | hired_by | b | 甲来了。 || 丙请了她。']
    const { document } = parse({ lang: 'zh', header, body: ['[[甲|a]]来了。', '[[丙|b]]请了她。', '天黑了。'] })
    expect(document.relations[0].evidence).toEqual([0, 1])
  })

  it('keeps bars in a quote from a table', () => {
    const header = ['question: bridge | Which? | 4 | x | 4 || filler and the last']
    const { questions } = parse({ header, body: ['::: raw', '| x | 4 |', ':::'] })
    expect(questions[0].evidence.map(({ text }) => text)).toEqual(['x | 4', 'filler and the last'])
  })

  it.each<[string, Parts, string]>([
    [
      'an unknown entity',
      { body: ['[[Bo|zz]] sat.'] },
      'sample.ann:14: the mention "Bo" names the unknown entity "zz"',
    ],
    [
      'an entity without mention',
      { header: ['entity: a | PER | Ada'] },
      'sample.ann:5: the entity a (Ada) has no mention',
    ],
    ['an unknown type', { header: ['entity: a | PERSON | Ada'] }, 'sample.ann:5: expected one of PER, ORG,'],
    [
      'an id used twice',
      { header: ['entity: a | PER | A', 'entity: a | PER | B'] },
      'sample.ann:6: the entity id a is already used on line 5',
    ],
    ['an unknown header line', { header: ['author: me'] }, 'sample.ann:5: expected one of title, file'],
    [
      'a relation to nothing',
      { header: ['relation: a | leads | b'] },
      'sample.ann:5: the relation names the unknown or unmentioned entity "a"',
    ],
    [
      'a relation without a type',
      { header: ['relation: a | Leads It | b'] },
      'sample.ann:5: expected "relation: id | type_in_snake_case | id"',
    ],
    [
      'a relation that no sentence holds',
      { header: [...PEOPLE, 'relation: a | leads | b'], body: ['[[Ada|a]] sat.', '[[Works|b]] stood.'] },
      'sample.ann:7: no sentence mentions both a and b; quote the evidence',
    ],
    [
      'a quoted sentence without an end',
      { header: [...PEOPLE, 'relation: a | leads | b | Ada sat'], body: ['[[Ada|a]] sat.', '[[Works|b]] stood.'] },
      'sample.ann:7: no evidence sentence mentions b',
    ],
    [
      'a relation given twice',
      {
        header: [...PEOPLE, 'relation: a | leads | b', 'relation: a | leads | b'],
        body: ['[[Ada|a]] at [[Works|b]].'],
      },
      'sample.ann:8: the relation a leads b already stands on line 7',
    ],
    [
      'evidence that is not there',
      { header: ['question: lookup | Who? | she | nowhere'] },
      'sample.ann:5: the evidence "nowhere" is not in the text',
    ],
    [
      'evidence in two places',
      { header: ['question: lookup | Who? | she | filler'] },
      'sample.ann:5: the evidence "filler" stands in more than one place',
    ],
    [
      'a question without evidence',
      { header: ['question: lookup | Who? | she'] },
      'sample.ann:5: expected "question: type | question',
    ],
    ['too few words', { words: 500 }, 'sample.ann:14: expected 600 to 3000 words, got 504'],
    ['too many words', { words: 3000 }, 'expected 600 to 3000 words, got 3004'],
    ['too few questions', { questions: 7 }, 'expected at least 8 questions, got 7'],
    ['a raw block left open', { body: ['::: raw', 'x'] }, 'sample.ann:14: the raw block is never closed'],
    [
      'a fence left open',
      { body: ['::: raw', '```', ':::'] },
      'sample.ann:14: a code fence of this raw block is never closed',
    ],
    ['a stray fence', { body: [':::'] }, 'sample.ann:14: expected "::: raw" to open a raw block'],
    ['broken markup', { body: ['[[Ada|a] sat.'] }, 'sample.ann:14: double brackets are for [[surface|id]] only'],
    ['another file name', { file: 'other.md' }, 'sample.ann:2: expected sample.txt or sample.md'],
    ['a language that is none', { lang: 'English' }, 'sample.ann:3: expected a language code or mixed'],
  ])('refuses %s, with file and line', (_, parts, message) => {
    expect(() => parse(parts)).toThrow(message)
  })

  it('reports every mistake of a source at once', () => {
    const header = ['entity: a | PER | Ada', 'question: lookup | Who? | she | nowhere']
    expect(() => parse({ header, words: 10 })).toThrow(/:5: .*\n.*:6: .*\n.*words, got 14/)
  })

  it('needs the line between header and body', () => {
    expect(() => parseSource('x.ann', 'title: X')).toThrow('expected a line === between the header and the body')
  })

  it('places mentions and sentences by what was written, for any text', () => {
    const word = fc.stringMatching(/^[a-zé界🙂]{1,6}$/u)
    const piece = fc.record({ text: word, marked: fc.boolean() })
    const paragraph = fc.array(fc.array(piece, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.array(paragraph, { minLength: 1, maxLength: 5 }), (paragraphs) => {
        const line = (pieces: { text: string; marked: boolean }[]): string =>
          pieces.map(({ text, marked }) => (marked ? `[[${text}|a]]` : text)).join(' ')
        const plain = (pieces: { text: string }[]): string => pieces.map(({ text }) => text).join(' ')
        const body = ['[[first|a]]', ...paragraphs.flatMap((lines) => ['', ...lines.map(line)])]
        const { document } = parse({ header: ['entity: a | MISC | first'], body })
        const lines = paragraphs.flat()
        expect(
          document.text.startsWith(['first', ...paragraphs.map((own) => own.map(plain).join(' '))].join('\n\n')),
        ).toBe(true)
        const isSentence = (pieces: { text: string }[]): boolean => /[\p{L}\p{N}]/u.test(plain(pieces))
        expect(document.sentences.slice(1, -1).map(([start, end]) => document.text.slice(start, end))).toEqual(
          lines.filter(isSentence).map(plain),
        )
        expect(document.entities[0].mentions.map(({ start, end }) => document.text.slice(start, end))).toEqual([
          'first',
          ...lines.flat().flatMap(({ text, marked }) => (marked ? [text] : [])),
        ])
      }),
      { seed: 20, numRuns: 200 },
    )
  })
})

describe('help for annotators', () => {
  it.each([
    ['It’s 3.5 km, e.g. to A-B – by sea.', 8],
    ['海边有灯', 4],
    ['海边 has 2 灯。', 5],
    ['--- *** |', 0],
  ])('counts the words of %j', (text, words) => {
    expect(countWords(text)).toBe(words)
  })

  it('lists names marked in one place only and capitals outside every mention', () => {
    const found = unmarked('x.ann', '===\n[[Ada|a]] met Bo.\nThen Ada left [[Bo|b]] in Tarn.')
    expect(found).toEqual([
      'x.ann:2: marked elsewhere: Bo',
      'x.ann:2: Bo.',
      'x.ann:3: marked elsewhere: Ada',
      'x.ann:3: (Then) Ada Tarn.',
    ])
  })
})
