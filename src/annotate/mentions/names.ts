import type { Document, EntityType } from '../../document/document.js'
import { gazetteers } from '../../models/gazetteers.js'
import { MONTHS, WEEKDAYS } from '../../models/lexicon.js'
import { findChinese } from '../chinese/names.js'
import type { MentionDraft } from '../extractor.js'
import type { ChineseReading } from '../language.js'
import { tagWords } from '../pos.js'
import { spanOf, type Words, wordsOf } from '../words.js'
import { findCandidates, gatherEvidence, type Evidence as Writing } from './candidates.js'
import { findQuantities, type Quantity } from './quantities.js'
import { findTitles } from './quotes.js'
import { findRuns, type Run } from './runs.js'
import { type Evidence, scoreRuns } from './typing.js'
import { type Vote, voteTypes } from './vote.js'

export const TYPES: readonly EntityType[] = ['person', 'location', 'organization', 'misc']

/** What the rules read in a document. Positions are indices of words. */
export interface Reading {
  readonly writing: Writing
  readonly runs: readonly Run[]
  /** What speaks for the types of each run. */
  readonly scores: readonly Evidence[]
  /** The type of each run: an index into `TYPES`. */
  readonly votes: readonly Vote[]
  readonly quantities: readonly Quantity[]
}

/** The names, dates and numbers among the words. Linear in their number. */
export function readNames(document: Document, words: Words, tags: Uint8Array): Reading {
  const lists = gazetteers()
  const writing = gatherEvidence(words, document.sentences.length)
  const candidates = findCandidates(words, tags, writing, lists)
  const quantities = findQuantities(words)
  const taken = new Uint8Array(words.length)
  for (const { from, to, type } of quantities) taken.fill(type === 'time' ? 1 : 2, from, to)
  const names = findRuns(words, candidates, taken, lists).map((run) => withoutDay(words, run))
  const runs = merge(names, findTitles(words))
  const scores = scoreRuns(words, tags, runs, lists)
  return { writing, runs, scores, votes: voteTypes(words, runs, scores), quantities: withoutNamed(quantities, runs) }
}

/** The names, dates and numbers of a document, in no particular order. Linear in the length of the text. */
export async function findMentions(
  document: Document,
  signal?: AbortSignal,
  reading: ChineseReading = 'by sentence',
): Promise<MentionDraft[]> {
  const spaced = await findSpacedMentions(document, signal)
  return reading === 'never' ? spaced : [...spaced, ...findChinese(document.text, wordsOf(document), reading)]
}

/** Those in scripts that part words by blanks. */
export async function findSpacedMentions(document: Document, signal?: AbortSignal): Promise<MentionDraft[]> {
  const words = wordsOf(document)
  const { runs, votes, quantities } = readNames(document, words, await tagWords(words, signal))
  const mentions: MentionDraft[] = runs.map((run, index) => {
    const { type, lead } = votes[index]
    return { ...spanOf(words, run.from, run.to), type: TYPES[type], confidence: confidenceOf(lead) }
  })
  for (const { from, to, type } of quantities) {
    mentions.push({ ...spanOf(words, from, to), type, confidence: QUANTITY_CONFIDENCE[type] })
  }
  return mentions
}

/** Shares of right answers on the training documents of Re-DocRED. */
const QUANTITY_CONFIDENCE = { time: 0.87, number: 0.69 }

/** How often name and type are right where the type leads the next by so much, on the training documents of Re-DocRED. */
function confidenceOf(lead: number): number {
  return lead < 3.5 ? 0.2 + 0.165 * Math.max(0, lead) : Math.min(0.93, 0.78 + 0.04 * (lead - 3.5))
}

/** Titles in quotation marks replace the names inside them. */
function merge(runs: readonly Run[], titles: readonly Run[]): Run[] {
  const merged: Run[] = []
  let title = 0
  for (const run of runs) {
    while (title < titles.length && titles[title].to <= run.from) merged.push(titles[title++])
    const hit = title < titles.length && titles[title].from < run.to
    // A nickname inside a person's name is no title.
    if (hit && run.from < titles[title].from && run.to > titles[title].to) title++
    else if (hit) continue
    merged.push(run)
  }
  while (title < titles.length) merged.push(titles[title++])
  return merged
}

const BEFORE_DAY = new Set(
  'in on of since until till by early late mid last next this from during every each before after'.split(' '),
)

/** "On Monday Ada Brandt left" and "In March Halmar Terminals bought": the day or month is no part of the name after it. */
function withoutDay(words: Words, run: Run): Run {
  const { lower, sentence } = words
  const { from, to } = run
  if (to - from < 2 || from === 0 || sentence[from - 1] !== sentence[from]) return run
  const isDay = WEEKDAYS.has(lower[from]) || MONTHS.has(lower[from])
  return isDay && BEFORE_DAY.has(lower[from - 1]) ? { ...run, from: from + 1 } : run
}

function withoutNamed<Q extends { from: number; to: number }>(quantities: readonly Q[], runs: readonly Run[]): Q[] {
  let r = 0
  return quantities.filter(({ from, to }) => {
    while (r < runs.length && runs[r].to <= from) r++
    return !(r < runs.length && runs[r].from < to)
  })
}
