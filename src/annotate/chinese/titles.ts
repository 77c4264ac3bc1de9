import type { MentionDraft } from '../extractor.js'
import type { Words } from '../words.js'

/** Words and units that a title has at most. */
const LONGEST = { words: 16, units: 40 }
const CONFIDENCE = 0.75

/** Titles of works: `《...》`, the marks left out. */
export function findTitles(text: string, words: Words, from: number, to: number): MentionDraft[] {
  const found: MentionDraft[] = []
  for (let i = from; i < to; i++) {
    if (words.form[i] !== '《') continue
    let close = i + 1
    while (close < to && close < i + LONGEST.words && words.form[close] !== '》') close++
    if (close >= to || words.form[close] !== '》' || close === i + 1) continue
    const [start, end] = [words.end[i], words.start[close]]
    if (end - start <= LONGEST.units && text.slice(start, end).trim() !== '')
      found.push({ start, end, type: 'misc', confidence: CONFIDENCE })
    i = close
  }
  return found
}
