import type { Extractor } from '../extractor.js'
import { compromiseExtractor } from './compromise.js'
import { gazetteerExtractor } from './gazetteer.js'
import { jiebaExtractor } from './jieba.js'
import { rulesExtractor } from './rules.js'
import { taggerExtractor } from './tagger.js'
import { winkExtractor } from './wink.js'

/** An engine as the lists of the package show it. */
export interface EngineInfo {
  readonly name: string
  /** What it finds and how, in one sentence. */
  readonly summary: string
  /** Codes of ISO 639-1. */
  readonly languages: readonly string[]
  /** The package that has to be installed beside this one. */
  readonly needs?: string
  readonly extractor: Extractor
}

function engine(extractor: Extractor, summary: string, languages: readonly string[], needs?: string): EngineInfo {
  return { name: extractor.name, summary, languages, extractor, ...(needs === undefined ? {} : { needs }) }
}

/** The engines that come with the package, the most accurate first. None of them uses the network. */
export const ENGINES: readonly EngineInfo[] = [
  engine(taggerExtractor, 'Names, dates and numbers by a trained tagger over what the rules say; the default.', [
    'en',
    'zh',
  ]),
  engine(rulesExtractor, 'Names, dates and numbers by part of speech, word lists and context.', ['en', 'zh']),
  engine(jiebaExtractor, 'Names in Chinese text by jieba and our rules.', ['zh', 'en'], '@node-rs/jieba'),
  engine(winkExtractor, 'Names without types, dates and numbers by wink-nlp alone.', ['en']),
  engine(compromiseExtractor, 'People, places and organizations by compromise alone; slow.', ['en']),
  engine(gazetteerExtractor, 'Only the places, peoples, organizations and people of the word lists; fast.', [
    'en',
    'zh',
  ]),
]
