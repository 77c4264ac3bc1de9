import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type GoldDocument, parseGoldDocuments, type TypedSpan } from 'graph-chunker/evaluate'
import { TYPE_OF_LABEL } from '../scripts/gold-types.js'

/** A set of annotated documents, and what is measured on it. */
export interface GoldSet {
  readonly name: string
  readonly file: string
  readonly lang: 'en' | 'zh'
  /** Whether the set's types are ours, so that typed figures mean something. */
  readonly typed: boolean
  /** Whether the gold marks times and numbers as well, entities over the whole document, and their relations. */
  readonly graph: boolean
  /** Types of ours that the gold does not mark after all: what is found of them is not judged. */
  readonly unmarked: readonly string[]
  /** Whether its gold is terms rather than names: there concepts are measured, too. */
  readonly terms: boolean
  /** Whether labels of its relations stand for predicates of ours. */
  readonly facts: boolean
}

const set = (name: string, file: string, rest: Partial<GoldSet> = {}): GoldSet => ({
  name,
  file,
  lang: 'en',
  typed: false,
  graph: false,
  unmarked: [],
  terms: false,
  facts: false,
  ...rest,
})

/** What is measured without `--data`. */
export const OWN_SETS: readonly GoldSet[] = [
  set('datasets', 'datasets/gold/documents.jsonl', { typed: true, graph: true, unmarked: ['number'] }),
]

/** What is measured in the folder of `--data`. */
export const DATA_SETS: readonly GoldSet[] = [
  set('Re-DocRED', 're/redocred_docs.jsonl', { typed: true, graph: true, facts: true }),
  set('WNUT17 dev', 'ner/wnut17.jsonl', { typed: true }),
  set('CoNLL04', 'ner/conll04.jsonl', { typed: true, facts: true }),
  set('LitBank, proper names', 'ner/litbank.jsonl'),
  set('SciERC', 'ner/scierc.jsonl', { terms: true }),
  set('BC5CDR', 're/bc5cdr_docs.jsonl', { terms: true }),
  set('SciREX', 're/scirex_docs.jsonl', { terms: true }),
  set('MSRA', 'ner/msra.jsonl', { lang: 'zh', typed: true }),
  set('CLUENER', 'ner/cluener.jsonl', { lang: 'zh', typed: true }),
]

/** Types that are no names. */
const LEFT_OUT: ReadonlySet<string> = new Set(['position'])

export const typeOf = (type: string): string => TYPE_OF_LABEL[type] ?? type

/** The gold mentions that count: where forms are marked, proper names only. */
export function goldSpans({ entities }: GoldDocument): TypedSpan[] {
  return entities
    .filter(({ type }) => !LEFT_OUT.has(type))
    .flatMap(({ type, mentions }) =>
      mentions
        .filter(({ form = 'PROP' }) => form === 'PROP')
        .map(({ start, end }) => ({ start, end, type: typeOf(type) })),
    )
}

/** Lines of a set by their index, which begins with 0. */
export type Half = 'even' | 'odd' | 'all'

export const isIn = (half: Half, line: number): boolean => half === 'all' || (line % 2 === 0) === (half === 'even')

/** A document with the index of its line. */
export interface GoldLine {
  readonly line: number
  readonly gold: GoldDocument
}

/** The documents of a set that are in one of the halves; undefined where the folder does not have it. */
export function readSet({ file }: GoldSet, folder: string, halves: readonly Half[]): GoldLine[] | undefined {
  const path = join(folder, file)
  if (!existsSync(path)) return undefined
  const documents = parseGoldDocuments(readFileSync(path, 'utf8'), file)
  return documents.map((gold, line) => ({ line, gold })).filter(({ line }) => halves.some((half) => isIn(half, line)))
}

export const root = fileURLToPath(new URL('..', import.meta.url))
