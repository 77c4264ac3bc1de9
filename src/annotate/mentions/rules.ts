import type { Document, EntityType } from '../../document/document.js'
import { gazetteers } from '../../models/gazetteers.js'
import type { Extraction, Extractor, MentionDraft } from '../extractor.js'
import { tagWords } from '../pos.js'
import { wordsOf } from '../words.js'
import { findCandidates, gatherEvidence } from './candidates.js'
import { findChinese } from './chinese.js'
import { findQuantities } from './quantities.js'
import { findTitles } from './quotes.js'
import { findRuns, type Run } from './runs.js'
import { scoreRuns } from './typing.js'
import { voteTypes } from './vote.js'

const TYPES: readonly EntityType[] = ['person', 'location', 'organization', 'misc']

/** Names, dates and numbers by part of speech, word lists and context. Offline; English. */
export const rulesExtractor: Extractor = {
  name: 'rules',
  async extract(document: Document, { signal }): Promise<Extraction> {
    signal?.throwIfAborted()
    const lists = gazetteers()
    const words = wordsOf(document)
    const tags = await tagWords(words, signal)
    const evidence = gatherEvidence(words, document.sentences.length)
    const candidates = findCandidates(words, tags, evidence, lists)
    const quantities = findQuantities(words)
    const taken = new Uint8Array(words.length)
    for (const { from, to, type } of quantities) taken.fill(type === 'time' ? 1 : 2, from, to)
    const titles = findTitles(words)
    const runs = merge(findRuns(words, candidates, taken, lists), titles)
    const types = voteTypes(words, runs, scoreRuns(words, tags, runs, lists))
    const mentions: MentionDraft[] = runs.map((run, index) => ({
      start: words.start[run.from],
      end: words.end[run.to - 1],
      type: TYPES[types[index]],
    }))
    for (const { from, to, type } of withoutNamed(quantities, runs)) {
      mentions.push({ start: words.start[from], end: words.end[to - 1], type })
    }
    for (const mention of findChinese(document.text, words)) mentions.push(mention)
    return { mentions }
  },
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

function withoutNamed<Q extends { from: number; to: number }>(quantities: readonly Q[], runs: readonly Run[]): Q[] {
  let r = 0
  return quantities.filter(({ from, to }) => {
    while (r < runs.length && runs[r].to <= from) r++
    return !(r < runs.length && runs[r].from < to)
  })
}
