import type { Extractor } from '../extractor.js'
import { chineseReading } from '../language.js'

/**
 * Names in Chinese text by the words and parts of speech of the package `@node-rs/jieba`, which has to be installed, and by
 * our rules; names in other scripts by the rules. Package and dictionary are loaded at first use.
 */
export const jiebaExtractor: Extractor = {
  name: 'jieba',
  async extract(document, { signal, language }) {
    signal?.throwIfAborted()
    const [{ findSpacedMentions }, { findChineseWith }, { loadJieba }, { wordsOf }] = await Promise.all([
      import('../mentions/names.js'),
      import('../chinese/names.js'),
      import('../chinese/jieba.js'),
      import('../words.js'),
    ])
    const cutter = await loadJieba()
    const spaced = await findSpacedMentions(document, signal)
    const reading = chineseReading(language)
    if (reading === 'never') return { mentions: spaced }
    const how = { reading, ...(signal === undefined ? {} : { signal }) }
    return { mentions: [...spaced, ...(await findChineseWith(cutter, document.text, wordsOf(document), how))] }
  },
}
