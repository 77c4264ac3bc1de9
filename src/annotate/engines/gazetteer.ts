import type { Document, EntityType } from '../../document/document.js'
import type { Gazetteers } from '../../models/gazetteers.js'
import type { Extraction, Extractor, MentionDraft } from '../extractor.js'
import { chineseReading } from '../language.js'
import { TermTree } from '../terms/tree.js'
import { BROKEN, CAPITAL, FIRST, HAN, INITIAL, INNER, OPAQUE, SHOUT, spanOf, type Words, wordsOf } from '../words.js'

/** Words between two looks at the event loop. */
const BATCH = 50_000

/**
 * Only what the lists say: countries, regions, cities, peoples, languages, organizations, and given names with a known
 * surname; the longest where several start at one place. English and Chinese. Offline, fast, and blind to what no list has.
 */
export const gazetteerExtractor: Extractor = {
  name: 'gazetteer',
  async extract(document: Document, { signal, language }): Promise<Extraction> {
    signal?.throwIfAborted()
    index ??= load()
    const known = await index
    const words = wordsOf(document)
    const readsChinese = chineseReading(language) !== 'never'
    const mentions: MentionDraft[] = []
    let at = 0
    for (let stop = BATCH; at < words.length; stop += BATCH) {
      while (at < words.length && at < stop) {
        if (words.flags[at] & HAN && readsChinese)
          readChinese(known.chinese, document.text, words.start[at], words.end[at], mentions)
        at = words.flags[at] & HAN ? at + 1 : readEnglish(known, words, at, mentions)
      }
      if (at < words.length) await new Promise((resolve) => setImmediate(resolve))
      signal?.throwIfAborted()
    }
    return { mentions }
  },
}

interface Index {
  readonly lists: Gazetteers
  readonly fold: (word: string) => string
  readonly english: TermTree<EntityType>
  readonly chinese: TermTree<EntityType>
}

let index: Promise<Index> | undefined

async function load(): Promise<Index> {
  const [{ gazetteers }, { foldTerm }, chinese] = await Promise.all([
    import('../../models/gazetteers.js'),
    import('../../models/terms.js'),
    import('../../models/lexicon-zh.js'),
  ])
  const lists = gazetteers()
  return {
    lists,
    fold: foldTerm,
    // A term in several lists is what the first of them says.
    english: treeOf(
      [
        [lists.countries, 'location'],
        [lists.regions, 'location'],
        [lists.demonyms, 'location'],
        [lists.organizations, 'organization'],
        [lists.cities, 'location'],
        [lists.languages, 'misc'],
      ],
      wordsOfEnglish,
    ),
    chinese: treeOf(
      [
        [lists.countriesZh, 'location'],
        [chinese.PLACES, 'location'],
        [chinese.ORGANIZATIONS, 'organization'],
        [chinese.PEOPLE, 'person'],
      ],
      (term) => [...term],
    ),
  }
}

function treeOf(
  lists: readonly (readonly [ReadonlySet<string>, EntityType])[],
  split: (term: string) => readonly string[],
): TermTree<EntityType> {
  const tree = new TermTree<EntityType>()
  for (const [terms, type] of lists) {
    for (const term of terms) {
      const parts = split(term)
      if (parts.length > 1 || term.length > 2)
        tree.add(
          parts.map((word) => ({ word, spaced: 0 })),
          type,
        )
    }
  }
  return tree
}

const ONE_WORD = /^[a-z]+$/

/** The term as the words that a text with it has. */
function wordsOfEnglish(term: string): readonly string[] {
  if (ONE_WORD.test(term)) return [term]
  return wordsOf({ text: term, sentences: [{ start: 0, end: term.length }], blocks: [] }).lower
}

/** Adds what starts at the word, and returns the word to go on with. */
function readEnglish(known: Index, words: Words, at: number, mentions: MentionDraft[]): number {
  const { flags } = words
  if (!(flags[at] & (CAPITAL | INNER)) || flags[at] & OPAQUE) return at + 1
  const place = longestTerm(known, words, at)
  const person = personEnd(known, words, at)
  if (person > at && (place === undefined || person > place.to)) {
    mentions.push({ ...spanOf(words, at, person), type: 'person' })
    return person
  }
  if (place === undefined) return at + 1
  mentions.push({ ...spanOf(words, at, place.to), type: place.type })
  return place.to
}

function longestTerm({ english, fold, lists }: Index, words: Words, from: number): Found | undefined {
  const { flags, lower } = words
  let best: Found | undefined
  let node = 0
  for (let at = from; at < words.length && (at === from || goesOn(words, at)); at++) {
    const word = fold(lower[at])
    node = english.step(node, english.id(word), 0)
    if (node < 0) break
    const type = english.valuesAt(node)?.[0]
    if (type === undefined || !(flags[at] & CAPITAL)) continue
    // "Reading is fun", "OF": a common word has its capital from elsewhere.
    const doubtful = at === from && lists.common.has(word) && (flags[at] & (FIRST | SHOUT)) !== 0
    if (!doubtful) best = { to: at + 1, type }
  }
  return best
}

interface Found {
  readonly to: number
  readonly type: EntityType
}

/** The end of a given name with further given names or initials and a surname, or `from`. */
function personEnd({ fold, lists }: Index, words: Words, from: number): number {
  const { flags, lower } = words
  if (!lists.given.has(fold(lower[from]))) return from
  let end = from
  for (let at = from + 1; at < words.length && goesOn(words, at); at++) {
    if (!(flags[at] & CAPITAL)) break
    const word = fold(lower[at])
    if (lists.surnames.has(word)) end = at + 1
    else if (!(flags[at] & INITIAL) && !lists.given.has(word)) break
  }
  return end
}

const goesOn = ({ flags, sentence }: Words, at: number) =>
  sentence[at] === sentence[at - 1] && !(flags[at] & BROKEN) && !(flags[at] & OPAQUE)

function readChinese(tree: TermTree<EntityType>, text: string, start: number, end: number, mentions: MentionDraft[]) {
  let at = start
  while (at < end) {
    let node = 0
    let best: Found | undefined
    for (let to = at; to < end; ) {
      const char = String.fromCodePoint(text.codePointAt(to)!)
      node = tree.step(node, tree.id(char), 0)
      if (node < 0) break
      to += char.length
      const type = tree.valuesAt(node)?.[0]
      if (type !== undefined) best = { to, type }
    }
    if (best !== undefined) mentions.push({ start: at, end: best.to, type: best.type })
    at = best?.to ?? at + (text.codePointAt(at)! > 0xffff ? 2 : 1)
  }
}
