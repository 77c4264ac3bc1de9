import type { Extractor } from '../extractor.js'
import { chineseReading } from '../language.js'

/**
 * Names, dates and numbers by part of speech, word lists and context; names in Chinese text by surnames and the ends of
 * names. Offline. Word lists and the part-of-speech model are loaded at first use.
 */
export const rulesExtractor: Extractor = {
  name: 'rules',
  async extract(document, { signal, language }) {
    signal?.throwIfAborted()
    const { findMentions } = await import('../mentions/names.js')
    return { mentions: await findMentions(document, signal, chineseReading(language)) }
  },
}
