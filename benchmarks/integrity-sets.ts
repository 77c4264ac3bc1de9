import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Annotated, Layer } from '../src/document/document.js'
import { type GoldDocument, parseGoldDocuments } from '../src/evaluate/index.js'
import { annotate } from '../src/extract.js'
import { silentLogger } from '../src/logger.js'
import type { ExtractorChoice } from '../src/options.js'
import { createDocument } from '../src/structure/create.js'
import { type GoldLine, type Half, isIn } from './extraction-sets.js'

/** A set of documents with annotated relations. */
export interface IntegritySet {
  readonly name: string
  readonly file: string
  /** Whether line breaks become blanks, so that no paragraph shows. */
  readonly flat: boolean
  /** Whether a row with the gold's own mentions in place of the found ones is added. */
  readonly given: boolean
  /** Token sizes at which the difference from the reference must be shown not to be a loss. */
  readonly guarded: readonly number[]
}

const ALL_SIZES = [128, 256, 512]

const set = (name: string, file: string, rest: Partial<IntegritySet> = {}): IntegritySet => ({
  name,
  file,
  flat: false,
  given: false,
  guarded: [],
  ...rest,
})

/** What is measured without `--data`. */
export const OWN_SETS: readonly IntegritySet[] = [set('datasets', 'datasets/gold/documents.jsonl')]

/** What is measured in the folder of `--data`. */
export const DATA_SETS: readonly IntegritySet[] = [
  set('Re-DocRED', 're/redocred_collections.jsonl', { guarded: [256] }),
  set('Re-DocRED flat', 're/redocred_collections.jsonl', { flat: true }),
  set('BC5CDR', 're/bc5cdr_collections.jsonl', { given: true, guarded: ALL_SIZES }),
  set('BC5CDR flat', 're/bc5cdr_collections.jsonl', { flat: true }),
  set('SciREX', 're/scirex_docs.jsonl', { guarded: ALL_SIZES }),
  set('Chinese literature', 're/zhlit_docs.jsonl', { guarded: ALL_SIZES }),
]

/** Whether the set is one of those whose mean difference is shown: all sizes guarded. */
export const isGuardedWhole = ({ guarded }: IntegritySet): boolean => guarded.length === ALL_SIZES.length

export type AnnotatedDocument = Annotated<Layer>

/** A document with its annotations, and with what our own extraction finds in it. */
export interface MeasuredDocument extends GoldLine {
  readonly document: AnnotatedDocument
  /** The same with the gold's mentions in place of the found ones. */
  readonly given?: AnnotatedDocument
}

/** The documents of a set that are in one of the halves; undefined where the folder does not have it. */
export async function prepareSet(
  { file, flat, given }: IntegritySet,
  folder: string,
  halves: readonly Half[],
  most = Infinity,
): Promise<MeasuredDocument[] | undefined> {
  const path = join(folder, file)
  if (!existsSync(path)) return undefined
  const lines = parseGoldDocuments(readFileSync(path, 'utf8'), file)
    .map((gold, line) => ({ line, gold: flat ? flattened(gold) : gold }))
    .filter(({ line }) => halves.some((half) => isIn(half, line)))
    .slice(0, most)
  const documents: MeasuredDocument[] = []
  for (const { line, gold } of lines) {
    const document = await layersOf(gold, gold.lang === 'zh' ? ['jieba', 'rules'] : ['tagger', 'rules'])
    documents.push({ line, gold, document, ...(given ? { given: await layersOf(gold, [goldMentions(gold)]) } : {}) })
  }
  return documents
}

/** The same document on one line; every offset stays valid. */
export function flattened(gold: GoldDocument): GoldDocument {
  return { ...gold, text: gold.text.replace(/\n/g, ' ') }
}

function goldMentions({ entities }: GoldDocument): ExtractorChoice {
  const mentions = entities.flatMap(({ type, mentions }) => mentions.map(({ start, end }) => ({ start, end, type })))
  return () => ({ mentions })
}

async function layersOf(
  { id, text }: GoldDocument,
  extractors: readonly ExtractorChoice[],
): Promise<AnnotatedDocument> {
  const document = await annotate(createDocument(text), { extractors, logger: silentLogger })
  if (!hasLayers(document)) throw new Error(`Expected extraction to work on document ${id}.`)
  return document
}

function hasLayers(document: Partial<AnnotatedDocument>): document is AnnotatedDocument {
  const { mentions, entities, relations, graph, communities, centrality } = document
  return [mentions, entities, relations, graph, communities, centrality].every((layer) => layer !== undefined)
}
