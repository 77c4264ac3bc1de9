import type { MentionDraft } from '../extractor.js'
import { HAN, type Words } from '../words.js'

/** Names below this are not looked for elsewhere. */
const STRONG = 0.65
const LONGEST_NAME = 12
const CONFIDENCE = 0.6

/** The further places of names that were found with good evidence in the same document. Linear in the text. */
export function findAgain(text: string, words: Words, found: readonly MentionDraft[]): MentionDraft[] {
  const known = new Map<string, MentionDraft>()
  const lengths = new Set<number>()
  for (const mention of found) {
    const length = mention.end - mention.start
    const least = mention.type === 'person' ? 2 : 3
    if (mention.type === 'time' || mention.type === 'number' || mention.type === 'misc') continue
    if ((mention.confidence ?? 1) < STRONG || length < least || length > LONGEST_NAME) continue
    const name = text.slice(mention.start, mention.end)
    if (!known.has(name)) known.set(name, mention)
    lengths.add(length)
  }
  if (known.size === 0) return []
  const taken = new Uint8Array(text.length)
  for (const { start, end } of found) taken.fill(1, start, end)
  const order = [...lengths].sort((a, b) => b - a)
  const again: MentionDraft[] = []
  for (let i = 0; i < words.length; i++) {
    if (!(words.flags[i] & HAN)) continue
    for (let at = words.start[i]; at < words.end[i]; at++) {
      if (taken[at]) continue
      for (const length of order) {
        const end = at + length
        if (end > words.end[i] || taken[end - 1]) continue
        const first = known.get(text.slice(at, end))
        if (first === undefined) continue
        again.push({ start: at, end, type: first.type, confidence: CONFIDENCE })
        at = end - 1
        break
      }
    }
  }
  return again
}
