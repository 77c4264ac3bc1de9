import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface GoldMention {
  readonly start: number
  readonly end: number
  readonly text: string
}

export interface GoldEntity {
  readonly id: string
  readonly type: string
  readonly name: string
  readonly mentions: readonly GoldMention[]
}

export interface GoldRelation {
  readonly head: string
  readonly tail: string
  readonly type: string
  /** Indexes into the document's `sentences`, ascending. */
  readonly evidence: readonly number[]
}

export interface GoldDocument {
  readonly id: string
  readonly source: string
  readonly lang: string
  readonly title: string
  readonly text: string
  /** UTF-16 `[start, end)`, sorted and disjoint. */
  readonly sentences: readonly (readonly [number, number])[]
  readonly entities: readonly GoldEntity[]
  readonly relations: readonly GoldRelation[]
}

export interface GoldQuestion {
  readonly id: string
  readonly question: string
  readonly answer: string
  readonly type: string
  readonly evidence: readonly { doc: string; start: number; end: number; text: string }[]
}

export interface Dataset {
  /** Name of the document's file in the data folder. */
  readonly file: string
  readonly document: GoldDocument
  readonly questions: readonly GoldQuestion[]
}

export const ENTITY_TYPES: readonly string[] = ['PER', 'ORG', 'LOC', 'MISC', 'TIME', 'NUM']
export const WORDS = { min: 600, max: 3000 } as const
export const MIN_QUESTIONS = 8

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
const CJK_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]$/u
const WORD_UNIT = /[\p{L}\p{N}]/u
const MARKUP = /\[\[([^[\]|]+)\|([^[\]|]*)\]\]/g

/** Number of words: runs between blanks that hold a letter or digit; each Han or kana character counts as one. */
export function countWords(text: string): number {
  return text
    .replace(CJK, ' $& ')
    .split(/\s+/)
    .filter((run) => WORD_UNIT.test(run)).length
}

/** For each line of a document: whether it belongs to a code fence or a table, which hold no gold sentence. */
export function codeOrTableLines(lines: readonly string[]): boolean[] {
  let fence = ''
  return lines.map((line) => {
    const marker = /^\s*(```|~~~)/.exec(line)?.[1] ?? ''
    if (fence === '' && marker === '') return line.trimStart().startsWith('|')
    if (fence === '') fence = marker
    else if (marker === fence) fence = ''
    return true
  })
}

class Problems {
  private readonly found: string[] = []

  constructor(private readonly path: string) {}

  add(line: number, message: string): void {
    this.found.push(`${this.path}:${line}: ${message}`)
  }

  throwIfAny(): void {
    if (this.found.length > 0) throw new Error(this.found.join('\n'))
  }
}

interface Entry {
  readonly line: number
  readonly value: string
}

interface Header {
  readonly fields: ReadonlyMap<string, Entry>
  readonly entities: readonly Entry[]
  readonly relations: readonly Entry[]
  readonly questions: readonly Entry[]
  /** Index of the first line after `===`. */
  readonly bodyFrom: number
}

const FIELDS = ['title', 'file', 'lang', 'source']

function readHeader(lines: readonly string[], problems: Problems): Header {
  const fields = new Map<string, Entry>()
  const lists: Record<string, Entry[]> = { entity: [], relation: [], question: [] }
  const end = lines.indexOf('===')
  if (end < 0) problems.add(lines.length, 'expected a line === between the header and the body, found none; add it')
  for (let index = 0; index < Math.max(end, 0); index++) {
    const line = lines[index]
    if (line.trim() === '') continue
    const [, key = '', value = ''] = /^([a-z]+):\s*(.*?)\s*$/.exec(line) ?? []
    const entry = { line: index + 1, value }
    if (Object.hasOwn(lists, key)) lists[key].push(entry)
    else if (!FIELDS.includes(key)) {
      problems.add(
        index + 1,
        `expected one of ${[...FIELDS, ...Object.keys(lists)].join(', ')} and a colon, got "${line}"`,
      )
    } else if (fields.has(key)) problems.add(index + 1, `${key} is given twice; keep one`)
    else fields.set(key, entry)
  }
  for (const key of FIELDS)
    if (!fields.get(key)?.value) problems.add(1, `the header has no ${key}; add a line "${key}: ..."`)
  return {
    fields,
    entities: lists.entity,
    relations: lists.relation,
    questions: lists.question,
    bodyFrom: end + 1,
  }
}

interface MarkedMention extends GoldMention {
  readonly entity: string
  readonly line: number
  /** Index of the sentence it lies in, -1 in code and tables. */
  readonly sentence: number
}

interface Body {
  readonly text: string
  readonly sentences: [number, number][]
  readonly mentions: MarkedMention[]
}

/** The line break inside a paragraph: nothing in Chinese and Japanese (and after them in mixed text), else one space. */
function softBreak(lang: string, before: string): string {
  if (lang === 'zh' || lang === 'ja') return ''
  return lang === 'mixed' && CJK_END.test(before) ? '' : ' '
}

function readBody(lines: readonly string[], from: number, lang: string, problems: Problems): Body {
  let text = ''
  const sentences: [number, number][] = []
  const mentions: MarkedMention[] = []

  function emit(source: string, line: number, separator: string, isSentence: boolean): void {
    if (text !== '') text += separator
    const start = text.length
    const marked: { start: number; end: number; text: string; entity: string }[] = []
    let copied = 0
    let plain = ''
    for (const match of source.matchAll(MARKUP)) {
      plain += source.slice(copied, match.index)
      marked.push({
        start: start + plain.length,
        end: start + plain.length + match[1].length,
        text: match[1],
        entity: match[2],
      })
      if (match[1] !== match[1].trim()) problems.add(line, `the mention "${match[1]}" begins or ends with a blank`)
      plain += match[1]
      copied = match.index + match[0].length
    }
    plain += source.slice(copied)
    if (/\[\[|\]\]/.test(plain))
      problems.add(line, `double brackets are for [[surface|id]] only, left over in "${plain}"`)
    text += plain
    const sentence = isSentence && WORD_UNIT.test(plain) ? sentences.length : -1
    if (sentence >= 0) sentences.push([start + plain.length - plain.trimStart().length, start + plain.trimEnd().length])
    for (const mention of marked) mentions.push({ ...mention, line, sentence })
  }

  let blankBefore = false
  let afterRaw = false
  for (let index = from; index < lines.length; index++) {
    const line = lines[index].trim()
    if (line === '') blankBefore = true
    else if (line === '::: raw') {
      const close = lines.indexOf(':::', index + 1)
      if (close < 0) {
        problems.add(index + 1, 'the raw block is never closed; end it with a line :::')
        break
      }
      const raw = lines.slice(index + 1, close)
      const silent = codeOrTableLines(raw)
      if (codeOrTableLines([...raw, 'x']).at(-1))
        problems.add(index + 1, 'a code fence of this raw block is never closed')
      raw.forEach((rawLine, offset) => {
        emit(rawLine, index + 2 + offset, offset === 0 && blankBefore ? '\n\n' : '\n', !silent[offset])
      })
      index = close
      afterRaw = true
      blankBefore = false
    } else if (line.startsWith(':::')) {
      problems.add(index + 1, `expected "::: raw" to open a raw block, got "${line}"`)
    } else {
      emit(line, index + 1, blankBefore ? '\n\n' : afterRaw ? '\n' : softBreak(lang, text), true)
      afterRaw = false
      blankBefore = false
    }
  }
  return { text: `${text}\n`, sentences, mentions }
}

/** Splits `a | b | c | rest` at the first `count - 1` bars; the last part may hold bars of its own (table rows). */
function parts(value: string, count: number): string[] {
  const found: string[] = []
  let rest = value
  while (found.length < count - 1) {
    const bar = rest.indexOf('|')
    if (bar < 0) break
    found.push(rest.slice(0, bar).trim())
    rest = rest.slice(bar + 1)
  }
  return [...found, rest.trim()]
}

/** Where the quotes of an evidence field stand; each must stand in exactly one place. */
function locate(field: string, text: string, line: number, problems: Problems): [number, number][] {
  const spans: [number, number][] = []
  for (const quote of field.split('||').map((part) => part.trim())) {
    const start = quote === '' ? -1 : text.indexOf(quote)
    if (start < 0) problems.add(line, `the evidence "${quote}" is not in the text; quote it exactly, without markup`)
    else if (text.indexOf(quote, start + 1) >= 0) {
      problems.add(line, `the evidence "${quote}" stands in more than one place; quote more of it`)
    } else spans.push([start, start + quote.length])
  }
  return spans
}

function readEntities(header: Header, body: Body, problems: Problems): GoldEntity[] {
  const mentions = new Map<string, GoldMention[]>()
  const entities: GoldEntity[] = []
  const lines = new Map<string, number>()
  for (const { line, value } of header.entities) {
    const [id, type = '', name = ''] = parts(value, 3)
    if (!/^\w+$/.test(id) || name === '') problems.add(line, `expected "entity: id | TYPE | name", got "${value}"`)
    else if (!ENTITY_TYPES.includes(type))
      problems.add(line, `expected one of ${ENTITY_TYPES.join(', ')}, got "${type}"`)
    else if (mentions.has(id)) problems.add(line, `the entity id ${id} is already used on line ${lines.get(id)}`)
    else {
      const own: GoldMention[] = []
      mentions.set(id, own)
      lines.set(id, line)
      entities.push({ id, type, name, mentions: own })
    }
  }
  for (const { entity, line, start, end, text } of body.mentions) {
    const own = mentions.get(entity)
    if (own) own.push({ start, end, text })
    else problems.add(line, `the mention "${text}" names the unknown entity "${entity}"; declare it in the header`)
  }
  for (const entity of entities) {
    if (entity.mentions.length === 0)
      problems.add(lines.get(entity.id)!, `the entity ${entity.id} (${entity.name}) has no mention`)
  }
  return entities
}

function readRelations(header: Header, body: Body, problems: Problems): GoldRelation[] {
  const sentencesOf = new Map<string, Set<number>>()
  for (const { entity, sentence } of body.mentions) {
    const own = sentencesOf.get(entity) ?? new Set<number>()
    if (sentence >= 0) own.add(sentence)
    sentencesOf.set(entity, own)
  }
  const seen = new Map<string, number>()
  const relations: GoldRelation[] = []
  for (const { line, value } of header.relations) {
    const [head, type = '', tail = '', quotes] = parts(value, 4)
    const [heads, tails] = [sentencesOf.get(head), sentencesOf.get(tail)]
    const key = `${head} ${type} ${tail}`
    if (!/^[a-z][a-z0-9_]*$/.test(type) || tail === '') {
      problems.add(line, `expected "relation: id | type_in_snake_case | id", got "${value}"`)
    } else if (!heads || !tails) {
      problems.add(line, `the relation names the unknown or unmentioned entity "${heads ? tail : head}"`)
    } else if (head === tail) problems.add(line, `the relation joins ${head} with itself`)
    else if (seen.has(key)) problems.add(line, `the relation ${key} already stands on line ${seen.get(key)}`)
    else {
      seen.set(key, line)
      const evidence = new Set<number>()
      if (quotes === undefined) {
        for (const sentence of heads) if (tails.has(sentence)) evidence.add(sentence)
        if (evidence.size === 0) problems.add(line, `no sentence mentions both ${head} and ${tail}; quote the evidence`)
      } else {
        for (const [start, end] of locate(quotes, body.text, line, problems)) {
          const before = evidence.size
          body.sentences.forEach(([from, to], index) => {
            if (from < end && start < to) evidence.add(index)
          })
          if (evidence.size === before) {
            problems.add(
              line,
              `the evidence "${body.text.slice(start, end)}" adds no sentence; code and tables hold none`,
            )
          }
        }
        for (const [id, own] of [
          [head, heads],
          [tail, tails],
        ] as const) {
          if (![...evidence].some((sentence) => own.has(sentence)))
            problems.add(line, `no evidence sentence mentions ${id}`)
        }
      }
      relations.push({ head, tail, type, evidence: [...evidence].sort((a, b) => a - b) })
    }
  }
  return relations
}

function readQuestions(header: Header, id: string, body: Body, problems: Problems): GoldQuestion[] {
  return header.questions.map(({ line, value }, index) => {
    const [type, question = '', answer = '', quotes = ''] = parts(value, 4)
    if (!/^[a-z]+$/.test(type) || quotes === '') {
      problems.add(line, `expected "question: type | question | answer | evidence [|| evidence]", got "${value}"`)
    }
    const evidence = (quotes === '' ? [] : locate(quotes, body.text, line, problems)).map(([start, end]) => {
      return { doc: id, start, end, text: body.text.slice(start, end) }
    })
    return { id: `${id}-q${index + 1}`, question, answer, type, evidence }
  })
}

/**
 * The gold document and questions of one annotated source.
 *
 * @param path as it is to stand in messages; its base name without `.ann` is the document's id
 * @throws Error with one line `path:line: message` for each inconsistency
 */
export function parseSource(path: string, content: string): Dataset {
  const problems = new Problems(path)
  const id = path.replace(/^.*[/\\]/, '').replace(/\.ann$/, '')
  const lines = content.replace(/^\ufeff/, '').split(/\r?\n/)
  const header = readHeader(lines, problems)
  problems.throwIfAny()
  const field = (key: string): Entry => header.fields.get(key)!
  const lang = field('lang').value
  const file = field('file').value
  if (!/^(?:[a-z]{2,3}|mixed)$/.test(lang))
    problems.add(field('lang').line, `expected a language code or mixed, got "${lang}"`)
  if (file !== `${id}.txt` && file !== `${id}.md`) {
    problems.add(field('file').line, `expected ${id}.txt or ${id}.md after the name of the source, got "${file}"`)
  }
  const body = readBody(lines, header.bodyFrom, lang, problems)
  const entities = readEntities(header, body, problems)
  const relations = readRelations(header, body, problems)
  const questions = readQuestions(header, id, body, problems)
  const words = countWords(body.text)
  if (words < WORDS.min || words > WORDS.max) {
    problems.add(header.bodyFrom + 1, `expected ${WORDS.min} to ${WORDS.max} words, got ${words}`)
  }
  if (questions.length < MIN_QUESTIONS) {
    problems.add(header.bodyFrom, `expected at least ${MIN_QUESTIONS} questions, got ${questions.length}`)
  }
  problems.throwIfAny()
  const document = { id, source: field('source').value, lang, title: field('title').value, text: body.text }
  return { file, document: { ...document, sentences: body.sentences, entities, relations }, questions }
}

/** Whether no sentence of the relation's evidence mentions both its ends. */
export function needsSeveralSentences(document: GoldDocument, relation: GoldRelation): boolean {
  const mentionsOf = (id: string): readonly GoldMention[] =>
    document.entities.find((entity) => entity.id === id)!.mentions
  const holds = (mentions: readonly GoldMention[], [start, end]: readonly [number, number]): boolean =>
    mentions.some((mention) => start <= mention.start && mention.end <= end)
  const [heads, tails] = [mentionsOf(relation.head), mentionsOf(relation.tail)]
  return !relation.evidence.some((index) => {
    const sentence = document.sentences[index]
    return holds(heads, sentence) && holds(tails, sentence)
  })
}

const COLUMNS = [
  'document',
  'kind',
  'language',
  'words',
  'sentences',
  'entities',
  'mentions',
  'relations',
  'over two sentences or more',
  'questions',
  'with two spans or more',
]

function countsTable(datasets: readonly Dataset[]): string {
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
  const figures = datasets.map(({ document, questions }) => [
    countWords(document.text),
    document.sentences.length,
    document.entities.length,
    sum(document.entities.map((entity) => entity.mentions.length)),
    document.relations.length,
    document.relations.filter((relation) => needsSeveralSentences(document, relation)).length,
    questions.length,
    questions.filter((question) => question.evidence.length > 1).length,
  ])
  const rows = datasets.map(({ file, document }, index) => [
    `[${document.title}](${file})`,
    document.source,
    document.lang,
    ...figures[index].map(String),
  ])
  const totals = (figures[0] ?? []).map((_, column) => String(sum(figures.map((row) => row[column]))))
  const align = COLUMNS.map((_, index) => (index < 3 ? '---' : '---:'))
  return [COLUMNS, align, ...rows, [`all ${datasets.length}`, '', '', ...totals]]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function relationTypesList(datasets: readonly Dataset[]): string {
  const counts = new Map<string, number>()
  for (const { document } of datasets) {
    for (const { type } of document.relations) counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  const types = [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
  return types.map(([type, count]) => `\`${type}\` ${count}`).join(', ')
}

function replaceBetween(text: string, name: string, content: string, path: string): string {
  const [open, close] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`]
  const [from, to] = [text.indexOf(open), text.indexOf(close)]
  if (from < 0 || to < from) throw new Error(`${path}: expected the lines ${open} and ${close}, found none; add them`)
  return `${text.slice(0, from + open.length)}\n${content}\n${text.slice(to)}`
}

function sourceNames(folder: string, only: readonly string[]): string[] {
  const names = readdirSync(join(folder, '.source'))
    .filter((name) => name.endsWith('.ann'))
    .map((name) => name.slice(0, -'.ann'.length))
    .sort()
  for (const name of only) {
    if (!names.includes(name)) throw new Error(`expected the name of a source (${names.join(', ')}), got "${name}"`)
  }
  return only.length > 0 ? [...only] : names
}

function readSource(folder: string, name: string): string {
  return readFileSync(join(folder, '.source', `${name}.ann`), 'utf8')
}

/**
 * Reads the annotated sources of a data folder, in order of name.
 *
 * @param only names of the sources to read; none: all
 * @throws Error with one line `path:line: message` for each inconsistency of all sources
 */
export function readSources(folder: string, only: readonly string[] = []): Dataset[] {
  const datasets: Dataset[] = []
  const failed: string[] = []
  for (const name of sourceNames(folder, only)) {
    try {
      datasets.push(parseSource(`datasets/.source/${name}.ann`, readSource(folder, name)))
    } catch (error) {
      failed.push((error as Error).message)
    }
  }
  if (failed.length > 0) throw new Error(failed.join('\n'))
  return datasets
}

/** Every generated file of a data folder: path inside the folder to content. */
export function generate(folder: string, datasets: readonly Dataset[] = readSources(folder)): Map<string, string> {
  const known = new Set(['README.md', ...datasets.map(({ file }) => file)])
  const stray = readdirSync(folder).find((name) => /\.(?:md|txt)$/.test(name) && !known.has(name))
  if (stray !== undefined)
    throw new Error(`datasets/${stray} has no source in datasets/.source; add one or delete the file`)
  const files = new Map<string, string>()
  const jsonl = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  for (const { file, document } of datasets) files.set(file, document.text)
  files.set('gold/documents.jsonl', jsonl(datasets.map(({ document }) => document)))
  files.set('gold/questions.jsonl', jsonl(datasets.flatMap(({ questions }) => questions)))
  const readme = join(folder, 'README.md')
  let text = readFileSync(readme, 'utf8')
  text = replaceBetween(text, 'counts', countsTable(datasets), 'datasets/README.md')
  text = replaceBetween(text, 'relation-types', relationTypesList(datasets), 'datasets/README.md')
  files.set('README.md', text)
  return files
}

/**
 * What an annotator may have forgotten, `path:line: word`: surfaces that are marked in one place and not in another, and
 * capitalised words outside every mention.
 */
export function unmarked(path: string, content: string): string[] {
  const lines = content.split(/\r?\n/)
  const body = lines.indexOf('===') + 1
  const surfaces = new Set<string>()
  for (const line of lines.slice(body)) for (const match of line.matchAll(MARKUP)) surfaces.add(match[1])
  const found: string[] = []
  lines.slice(body).forEach((line, offset) => {
    const rest = line.replace(MARKUP, (match) => '\u2400'.repeat(match.length))
    const at = `${path}:${body + offset + 1}`
    for (const surface of surfaces) {
      const index = rest.indexOf(surface)
      if (index < 0) continue
      const around = (rest[index - 1] ?? ' ') + (rest[index + surface.length] ?? ' ')
      if (!/[\p{L}\p{N}]/u.test(around.replace(CJK, ''))) found.push(`${at}: marked elsewhere: ${surface}`)
    }
    const words = [...rest.matchAll(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}.'’-]*/gu)]
    const opens = rest.search(/[\p{L}\p{N}\u2400]/u)
    const inside = words.filter((word) => word.index !== opens).map(([word]) => word)
    const first = words.filter((word) => word.index === opens).map(([word]) => `(${word})`)
    if (inside.length + first.length > 0) found.push(`${at}: ${[...first, ...inside].join(' ')}`)
  })
  return found
}

function main(): void {
  const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'datasets')
  const [command, ...names] = process.argv.slice(2)
  if (command === undefined) {
    for (const [path, content] of generate(folder)) {
      const target = join(folder, path)
      mkdirSync(dirname(target), { recursive: true })
      if (existsSync(target) && readFileSync(target, 'utf8') === content) continue
      writeFileSync(target, content)
      console.log(`wrote ${relative(process.cwd(), target)}`)
    }
  } else if (command === '--check') console.log(countsTable(readSources(folder, names)))
  else if (command === '--unmarked') {
    for (const name of sourceNames(folder, names)) {
      console.log(unmarked(`${name}.ann`, readSource(folder, name)).join('\n'))
    }
  } else throw new Error(`expected no argument, --check [NAME...] or --unmarked [NAME...], got "${command}"`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    main()
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
