import type { EntityType } from '../../document/document.js'
import { gazetteers } from '../../models/gazetteers.js'
import {
  DOUBLE_SURNAMES,
  LOCATION_ENDS,
  ORGANIZATION_ENDS,
  ORGANIZATIONS,
  PEOPLE,
  PERSON_TITLES,
  PLACES,
  SHORT_ORGANIZATION_ENDS,
  SHORT_PLACES,
  STOP_WORDS,
  SURNAMES,
  TRANSLITERATION,
} from '../../models/lexicon-zh.js'
import type { MentionDraft } from '../extractor.js'
import { HAN, type Words } from '../words.js'

/** `Intl.Segmenter` is quadratic in the length of its input, so it sees this many units at once. */
const WINDOW = 400
/** Longest name in words, as the segmenter cuts them. */
const REACH = 6
/** About the share of right answers on Chinese news. */
const CONFIDENCE = 0.55

interface Piece {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Names in Chinese text by surname, by the ends of names of organizations and places, by lists of places, by the middle dot
 * of foreign names and by title marks; dates and numbers by their units. Linear in the length of the text.
 */
export function findChinese(text: string, words: Words): MentionDraft[] {
  const found: MentionDraft[] = []
  let segmenter: Intl.Segmenter | undefined
  let from = 0
  while (from < words.length) {
    let to = from + 1
    while (to < words.length && words.sentence[to] === words.sentence[from]) to++
    if (hasHan(words, from, to)) {
      segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
      const pieces = cut(text, words, from, to, segmenter)
      new Reader(pieces, found).read()
      addTitles(text, words, from, to, found)
    }
    from = to
  }
  return found
}

function hasHan(words: Words, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (words.flags[i] & HAN) return true
  return false
}

/** The words of a sentence: runs of Chinese cut by the segmenter, everything else as it is. */
function cut(text: string, words: Words, from: number, to: number, segmenter: Intl.Segmenter): Piece[] {
  const pieces: Piece[] = []
  for (let i = from; i < to; i++) {
    const [start, end] = [words.start[i], words.end[i]]
    if (!(words.flags[i] & HAN)) {
      pieces.push({ start, end, text: words.form[i] })
      continue
    }
    for (let at = start; at < end; at += WINDOW) {
      const window = text.slice(at, Math.min(end, at + WINDOW))
      for (const { segment, index } of segmenter.segment(window)) {
        pieces.push({ start: at + index, end: at + index + segment.length, text: segment })
      }
    }
  }
  return pieces
}

const HAN_WORD = /^\p{sc=Han}+$/u
const DOT = /^[·•・‧∙]$/
const DIGITS = /^[\d０-９]+(?:[.．][\d０-９]+)?$/
const CHINESE_NUMBER = /^[一二三四五六七八九十百千万亿两〇零]+$/
const TIME_UNITS = new Set(['年', '月', '日', '号', '世纪', '年代', '月份', '时', '点', '点钟'])
const COUNT_UNITS = new Set(
  '万 亿 千 百 元 人 名 个 家 公里 米 吨 公斤 美元 亿元 万元 平方公里 平方米 % ％ 岁 次 种 倍 万人 亿美元 万美元 公顷 亩 多 余'.split(
    ' ',
  ),
)

class Reader {
  private readonly countries = gazetteers().countriesZh

  constructor(
    private readonly pieces: readonly Piece[],
    private readonly found: MentionDraft[],
  ) {}

  read(): void {
    let at = 0
    while (at < this.pieces.length)
      at = Math.max(
        at + 1,
        this.quantity(at) ??
          this.known(at) ??
          this.dotted(at) ??
          this.person(at) ??
          this.ended(at) ??
          this.place(at) ??
          at,
      )
  }

  private text(at: number): string {
    return at >= 0 && at < this.pieces.length ? this.pieces[at].text : ''
  }

  private touches(at: number): boolean {
    return at > 0 && at < this.pieces.length && this.pieces[at - 1].end === this.pieces[at].start
  }

  private add(from: number, to: number, type: EntityType): number {
    this.found.push({ start: this.pieces[from].start, end: this.pieces[to - 1].end, type, confidence: CONFIDENCE })
    return to
  }

  private known(at: number): number | undefined {
    const text = this.text(at)
    if (PEOPLE.has(text)) return this.add(at, at + 1, 'person')
    if (ORGANIZATIONS.has(text) && !ORGANIZATION_ENDS.has(this.text(at + 1)))
      return this.add(at, at + 1, 'organization')
    if (text.length === 2 && text[0] !== text[1] && SHORT_PLACES.has(text[0]) && SHORT_PLACES.has(text[1])) {
      const { start } = this.pieces[at]
      this.found.push(
        { start, end: start + 1, type: 'location' },
        { start: start + 1, end: start + 2, type: 'location' },
      )
      return at + 1
    }
    return undefined
  }

  /** `2019年5月3日`, `20世纪`, `300万元`. */
  private quantity(at: number): number | undefined {
    if (!DIGITS.test(this.text(at))) return undefined
    let to = at
    while (DIGITS.test(this.text(to)) && TIME_UNITS.has(this.text(to + 1)) && this.touches(to + 1)) to += 2
    if (to > at) return this.add(at, to, 'time')
    to = at + 1
    while (COUNT_UNITS.has(this.text(to)) && this.touches(to) && to < at + 4) to++
    return this.add(at, to, 'number')
  }

  private isPlace(text: string): boolean {
    return PLACES.has(text) || this.countries.has(text)
  }

  private isForeign(at: number): boolean {
    const text = this.text(at)
    if (!HAN_WORD.test(text) || STOP_WORDS.has(text) || this.isPlace(text)) return false
    for (const char of text) if (!TRANSLITERATION.has(char)) return false
    return true
  }

  /** `比尔·克林顿`: foreign names with a middle dot, and runs of characters that write foreign names. */
  private dotted(at: number): number | undefined {
    if (!this.isForeign(at)) return undefined
    let to = at + 1
    let dots = 0
    let length = this.text(at).length
    let short = length === 1 ? 1 : 0
    while (to < at + 4 * REACH && this.touches(to)) {
      if (DOT.test(this.text(to)) && (this.isForeign(to + 1) || HAN_WORD.test(this.text(to + 1)))) {
        dots++
        to += 2
        continue
      }
      if (!this.isForeign(to)) break
      length += this.text(to).length
      if (this.text(to).length === 1) short++
      to++
    }
    if (dots > 0) return this.add(at, to, 'person')
    if (length < 3 || short < 2 || (SURNAMES.has(this.text(at)[0]) && length === 3 && short === 3)) return undefined
    if (ORGANIZATION_ENDS.has(this.text(to)) || LOCATION_ENDS.has(this.text(to))) return undefined
    return this.add(at, to, this.nearTitle(at, to) ? 'person' : 'location')
  }

  private nearTitle(from: number, to: number): boolean {
    return PERSON_TITLES.has(this.text(from - 1)) || PERSON_TITLES.has(this.text(to))
  }

  /** Names that end as organizations or places do: `泰和银行`, `临川县`. */
  private ended(at: number): number | undefined {
    if (!this.content(at)) return undefined
    let best: number | undefined
    const reach = this.isPlace(this.text(at)) ? REACH : 3
    let type: EntityType = 'organization'
    for (
      let to = at + 1;
      to <= at + reach && (to === at + 1 || (this.touches(to - 1) && this.content(to - 1, true)));
      to++
    ) {
      const text = this.text(to - 1)
      const end = endOf(text)
      if (end === undefined) continue
      const alone = text === end.end
      if (alone && to === at + 1) continue
      if (
        end.type === 'organization' &&
        SHORT_ORGANIZATION_ENDS.has(end.end) &&
        alone &&
        !(this.isPlace(this.text(at)) || to - at > 2)
      )
        continue
      if (end.type === 'location' && to - at > 3) continue
      if (end.type === 'location' && end.end.length === 1 && alone && this.text(to - 2).length > 3) continue
      if (!alone && end.end.length === 1 && text.length < 3) continue
      best = to
      type = end.type
    }
    if (best === undefined) return undefined
    // A country before a place is a name of its own: `中国江苏省`.
    if (type === 'location' && best - at > 2 && this.isPlace(this.text(at)) && !endOf(this.text(at))) {
      this.add(at, at + 1, 'location')
      return this.add(at + 1, best, type)
    }
    return this.add(at, best, type)
  }

  private content(at: number, ends = false): boolean {
    const text = this.text(at)
    if (ends && (ORGANIZATION_ENDS.has(text) || LOCATION_ENDS.has(text))) return true
    return HAN_WORD.test(text) && !STOP_WORDS.has(text) && !PERSON_TITLES.has(text) && !CHINESE_NUMBER.test(text)
  }

  /** A surname with one or two single characters after it: `张伟明`. */
  private person(at: number): number | undefined {
    const text = this.text(at)
    if (STOP_WORDS.has(text)) return undefined
    const double = DOUBLE_SURNAMES.has(text)
    if (!double && !(text.length === 1 && SURNAMES.has(text))) return undefined
    const one = this.given(at + 1)
    const two = one && this.given(at + 2)
    const titled = PERSON_TITLES.has(this.text(at - 1))
    if (PERSON_TITLES.has(this.text(at + 1)) && this.touches(at + 1)) return this.add(at, at + 1, 'person')
    if (one && two && !PERSON_TITLES.has(this.text(at + 2))) return this.add(at, at + 3, 'person')
    if (one)
      return titled ||
        PERSON_TITLES.has(this.text(at + 2)) ||
        SAYS.has(this.text(at + 2)) ||
        !HAN_WORD.test(this.text(at + 2))
        ? this.add(at, at + 2, 'person')
        : undefined
    const next = this.text(at + 1)
    if (next.length === 2 && HAN_WORD.test(next) && this.touches(at + 1) && !STOP_WORDS.has(next)) {
      if (titled || PERSON_TITLES.has(this.text(at + 2)) || SAYS.has(this.text(at + 2)))
        return this.add(at, at + 2, 'person')
    }
    return undefined
  }

  private given(at: number): boolean {
    const text = this.text(at)
    return (
      text.length === 1 &&
      HAN_WORD.test(text) &&
      this.touches(at) &&
      !STOP_WORDS.has(text) &&
      !CHINESE_NUMBER.test(text) &&
      !STOP_LIKE.has(text)
    )
  }

  private place(at: number): number | undefined {
    return this.isPlace(this.text(at)) ? this.add(at, at + 1, 'location') : undefined
  }
}

/** Single characters that are words of their own far more often than part of a given name. */
const STOP_LIKE = new Set(
  '自至同跟比像使令叫请问看想要会能可该即便刚才正曾常总仍却且那么些吧吗呢啊着过们第约近达超共仅均另别先没无非未必须',
)
const SAYS = new Set(
  '说 表示 认为 指出 介绍 告诉 称 出生 毕业 担任 当选 率 带领 率领 获得 主演 执导 报道 出席 主持 会见 强调'.split(' '),
)

function endOf(text: string): { end: string; type: EntityType } | undefined {
  for (let length = Math.min(5, text.length); length > 0; length--) {
    const end = text.slice(-length)
    if (ORGANIZATION_ENDS.has(end)) return { end, type: 'organization' }
    if (LOCATION_ENDS.has(end)) return { end, type: 'location' }
  }
  return undefined
}

/** Titles of works: `《...》`. */
function addTitles(text: string, words: Words, from: number, to: number, found: MentionDraft[]): void {
  for (let i = from; i < to; i++) {
    if (words.form[i] !== '《') continue
    let close = i + 1
    while (close < to && close < i + 16 && words.form[close] !== '》') close++
    if (close >= to || words.form[close] !== '》' || close === i + 1) continue
    const [start, end] = [words.end[i], words.start[close]]
    if (end - start <= 40 && text.slice(start, end).trim() !== '')
      found.push({ start, end, type: 'misc', confidence: CONFIDENCE })
    i = close
  }
}
