import type { EntityType } from '../../document/document.js'
import { gazetteers } from '../../models/gazetteers.js'
import {
  DOUBLE_SURNAMES,
  NO_PLACES,
  NO_VERBS,
  ORGANIZATION_ENDS,
  PERSON_TITLES,
  PLACES,
  STOP_WORDS,
  SURNAMES,
  TRANSLITERATION,
  VERB_ENDS,
} from '../../models/lexicon-zh.js'
import type { Token } from './tokens.js'

/** A name among the tokens of a line. */
export interface Found {
  readonly from: number
  readonly to: number
  readonly type: EntityType
  readonly confidence: number
}

const HAN_WORD = /^\p{sc=Han}+$/u
export const CHINESE_NUMBER = /^[第一二三四五六七八九十百千万亿两〇零○]+[个次届名位条件种年月日号]?$/

/** Parts of speech that no name goes over: conjunctions, adverbs, prepositions, pronouns, particles, measures, times. */
const FUNCTION_TAGS = /^(?:[cdpruyeoqtzfk]|u[a-z]+|ad|vd|zg|mq|ud)$/

/** The tokens of a sentence with what the rules ask of them. */
export class Line {
  private readonly countries = gazetteers().countriesZh

  constructor(
    readonly tokens: readonly Token[],
    readonly tagged: boolean,
  ) {}

  get length(): number {
    return this.tokens.length
  }

  text(at: number): string {
    return this.tokens[at]?.text ?? ''
  }

  tag(at: number): string {
    return this.tokens[at]?.tag ?? ''
  }

  /** Whether the token stands right behind the one before it. */
  touches(at: number): boolean {
    return at > 0 && at < this.tokens.length && this.tokens[at - 1].end === this.tokens[at].start
  }

  isHan(at: number): boolean {
    return HAN_WORD.test(this.text(at))
  }

  isCountry(at: number): boolean {
    return this.countries.has(this.text(at))
  }

  isListedPlace(at: number): boolean {
    const text = this.text(at)
    return text.length > 1 && (PLACES.has(text) || this.countries.has(text))
  }

  isPlace(at: number): boolean {
    if (this.isListedPlace(at)) return true
    const text = this.text(at)
    return this.tag(at) === 'ns' && text.length > 1 && !NO_PLACES.has(text)
  }

  isTitle(at: number): boolean {
    return PERSON_TITLES.has(this.text(at))
  }

  isFunctionWord(at: number): boolean {
    const text = this.text(at)
    if (STOP_WORDS.has(text)) return true
    const isVerb = text.length === 2 && VERB_ENDS.has(text[1]) && !NO_VERBS.has(text) && !/^n/.test(this.tag(at))
    const isFused = this.isUnknown(at) && [...text].every((char) => STOP_WORDS.has(char))
    return (isVerb || isFused || FUNCTION_TAGS.test(this.tag(at))) && !this.isListedPlace(at)
  }

  /** Whether the token may be part of a name of several words. */
  isContent(at: number): boolean {
    return this.isHan(at) && !this.isFunctionWord(at) && !this.isTitle(at)
  }

  /** A word that no dictionary has, so it is a name or a part of one more often than not. */
  isUnknown(at: number): boolean {
    return this.tag(at) === 'x' && this.isHan(at)
  }

  startsWithSurname(at: number): boolean {
    const text = this.text(at)
    return SURNAMES.has(text[0]) || (text.length > 2 && DOUBLE_SURNAMES.has(text.slice(0, 2)))
  }

  /** Whether all characters of the token are such as write foreign names. */
  isForeign(at: number): boolean {
    const text = this.text(at)
    if (!this.isHan(at) || STOP_WORDS.has(text) || ORGANIZATION_ENDS.has(text)) return false
    for (const char of text) if (!TRANSLITERATION.has(char)) return false
    return true
  }
}
