import type { Document } from '../../document/document.js'
import { ChunkingError } from '../../errors.js'
import type { MentionDraft } from '../extractor.js'
import { type ChineseReading, isJapanese } from '../language.js'
import { HAN, type Words } from '../words.js'
import { loadJieba } from './jieba.js'
import { type Found, Line } from './line.js'
import { findAgain } from './memory.js'
import { findOrganizations } from './organizations.js'
import { personAt } from './people.js'
import { placeAt, shortPlacesAt } from './places.js'
import { findQuantities } from './quantities.js'
import { refine } from './refine.js'
import { findTitles } from './titles.js'
import { type Cutter, segmenterCutter, tokensOf } from './tokens.js'

/** A document with fewer Chinese characters is not told that they were read without jieba. */
const FEW = 20

export const WITHOUT_JIEBA =
  'Chinese text was read without jieba, by word lists and rules alone; `npm install @node-rs/jieba` finds more of its names.'

/** How to read: `by sentence`, unless given, leaves Japanese sentences out. */
export interface HowToRead {
  readonly reading?: ChineseReading
  readonly signal?: AbortSignal
}

/** Names in Chinese text, and what the reader should know of how they were found. */
export interface ChineseNames {
  readonly mentions: readonly MentionDraft[]
  readonly notes: readonly string[]
}

/**
 * Names in the document's Chinese text by the best means at hand: with jieba where the package `@node-rs/jieba` can be
 * imported, else by the rules alone, with a note where the document has more than a few Chinese characters.
 */
export async function findChineseNames(
  { text }: Pick<Document, 'text'>,
  words: Words,
  how: HowToRead = {},
  load: () => Promise<Cutter> = loadJieba,
): Promise<ChineseNames> {
  const amount = countHan(words)
  if (amount === 0) return { mentions: [], notes: [] }
  try {
    const cutter = await load()
    return { mentions: await findChineseWith(cutter, text, words, how), notes: [] }
  } catch (error) {
    if (!(error instanceof ChunkingError && error.code === 'missing-package')) throw error
    return { mentions: findChinese(text, words, how.reading), notes: amount > FEW ? [WITHOUT_JIEBA] : [] }
  }
}

function countHan(words: Words): number {
  let amount = 0
  for (let i = 0; i < words.length; i++) if (words.flags[i] & HAN) amount += words.end[i] - words.start[i]
  return amount
}

/**
 * Names in Chinese text by surname, by the ends of names of organizations and places, by lists of places, by the middle dot
 * of foreign names and by title marks; dates and numbers by their units. Without jieba. Linear in the length of the text.
 */
export function findChinese(text: string, words: Words, reading?: ChineseReading): MentionDraft[] {
  const reader = new Reader(segmenterCutter, text, words, reading)
  while (reader.readSentence());
  return reader.finish()
}

/** Sentences between two looks at the event loop. */
const BATCH = 200

/** The same with the words and, where it has them, the parts of speech of the cutter. */
export async function findChineseWith(
  cutter: Cutter,
  text: string,
  words: Words,
  { reading, signal }: HowToRead = {},
): Promise<MentionDraft[]> {
  const reader = new Reader(cutter, text, words, reading)
  for (let sentences = 1; reader.readSentence(); sentences++) {
    if (sentences % BATCH !== 0) continue
    await new Promise((resolve) => setImmediate(resolve))
    signal?.throwIfAborted()
  }
  return reader.finish()
}

const KANA = /[\p{sc=Hira}\p{sc=Kana}]/gu

class Reader {
  private readonly found: MentionDraft[] = []
  private at = 0

  constructor(
    private readonly cutter: Cutter,
    private readonly text: string,
    private readonly words: Words,
    private readonly reading: ChineseReading = 'by sentence',
  ) {}

  /** Reads the next sentence; false where there is none. */
  readSentence(): boolean {
    const { words, at: from } = this
    if (from >= words.length) return false
    let to = from
    let wide = ''
    for (; to < words.length && words.sentence[to] === words.sentence[from]; to++) {
      if (words.flags[to] & HAN) wide += this.text.slice(words.start[to], words.end[to])
    }
    const kana = wide.match(KANA)?.length ?? 0
    // The surnames and endings of Chinese names say nothing about Japanese text.
    const isChinese = this.reading === 'always' || !isJapanese(wide.length - kana, kana)
    if (wide !== '' && isChinese) {
      const tokens = refine(tokensOf(this.text, words, from, to, this.cutter))
      this.readLine(new Line(tokens, this.cutter.tagged))
      this.found.push(...findTitles(this.text, words, from, to))
    }
    this.at = to
    return true
  }

  finish(): MentionDraft[] {
    return this.found.concat(findAgain(this.text, this.words, this.found))
  }

  private readLine(line: Line): void {
    const taken = new Uint8Array(line.length)
    const add = (found: Found) => {
      taken.fill(1, found.from, found.to)
      this.add(line, found)
    }
    for (const quantity of findQuantities(line)) add(quantity)
    for (const organization of findOrganizations(line)) if (!taken[organization.from]) add(organization)
    for (let at = 0; at < line.length; ) {
      if (taken[at]) {
        at++
        continue
      }
      const short = shortPlacesAt(line, at)
      const name = short === undefined ? (personAt(line, at) ?? placeAt(line, at)) : undefined
      if (short !== undefined) this.addShort(line, at, short.offsets)
      else if (name !== undefined && !taken[name.to - 1]) add(name)
      at += short?.tokens ?? (name === undefined ? 1 : name.to - name.from)
    }
  }

  private add(line: Line, { from, to, type, confidence }: Found): void {
    this.found.push({ start: line.tokens[from].start, end: line.tokens[to - 1].end, type, confidence })
  }

  private addShort(line: Line, at: number, offsets: readonly number[]): void {
    for (const offset of offsets) {
      const start = line.tokens[at].start + offset
      this.found.push({ start, end: start + 1, type: 'location', confidence: SHORT })
    }
  }
}

const SHORT = 0.7
