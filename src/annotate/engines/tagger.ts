import type { Extractor, MentionDraft } from '../extractor.js'
import { chineseReading } from '../language.js'
import { HAN, type Words } from '../words.js'

/**
 * Names, dates and numbers by a conditional random field, trained on Wikipedia and on posts, over what the rules, the word
 * lists and the parts of speech say. Names in Chinese text by jieba where that is installed, else by rules; sentences with
 * Chinese characters are read by the rules throughout, unless the language is said to be another than Chinese. Offline. The model, the word lists and the part-of-speech model are
 * loaded at first use.
 */
export const taggerExtractor: Extractor = {
  name: 'tagger',
  async extract(document, { signal, language }) {
    signal?.throwIfAborted()
    const [{ loadModel }, { tagMentions }, { wordsOf }] = await Promise.all([
      import('../tagger/model.js'),
      import('../tagger/tag.js'),
      import('../words.js'),
    ])
    const tagged = await tagMentions(document, await loadModel(), signal)
    const reading = chineseReading(language)
    if (reading === 'never') return { mentions: tagged }
    const words = wordsOf(document)
    const chinese = chineseSentences(words)
    if (chinese.size === 0) return { mentions: tagged }
    const [{ findSpacedMentions }, { findChineseNames }] = await Promise.all([
      import('../mentions/names.js'),
      import('../chinese/names.js'),
    ])
    const isChinese = sentenceTest(words, chinese)
    const spaced = await findSpacedMentions(document, signal)
    const names = await findChineseNames(document, words, { reading, ...(signal === undefined ? {} : { signal }) })
    return {
      mentions: [...tagged.filter((mention) => !isChinese(mention)), ...spaced.filter(isChinese), ...names.mentions],
      notes: names.notes,
    }
  },
}

/** The model has seen no Chinese, and the words around a name are what it goes by. */
function chineseSentences({ length, flags, sentence }: Words): Set<number> {
  const found = new Set<number>()
  for (let at = 0; at < length; at++) if (flags[at] & HAN) found.add(sentence[at])
  return found
}

function sentenceTest({ start, sentence }: Words, wanted: ReadonlySet<number>): (mention: MentionDraft) => boolean {
  return (mention) => {
    let low = 0
    let high = start.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (start[middle] <= mention.start) low = middle + 1
      else high = middle
    }
    return low > 0 && wanted.has(sentence[low - 1])
  }
}
