import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../datasets/', import.meta.url)

/** A small seeded generator (mulberry32), so that every run sees the same text. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const ONSETS = 'b br c ch d dr f fl g gr h j k kl l m n p pr qu r s sh sl st t th tr v w z'.split(' ')
const VOWELS = 'a e i o u ai ea ie oa ou'.split(' ')
const CODAS = ['', '', 'n', 'r', 'l', 'm', 's', 't', 'nd', 'rk', 'll', 'x']

/**
 * English prose of about `units` UTF-16 units: a Markov chain of order two over the words of the project's English
 * documents, in which a share of the capitalised words is replaced by newly made names, in paragraphs of 3 to 7 sentences.
 * Another seed gives other text, so that no round of a benchmark sees text that a cache already knows.
 */
export function prose(units: number, seed: number): string {
  const random = seeded(seed)
  const chain = wordChain()
  const keys = [...chain.keys()]
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]
  const newName = (): string => {
    const syllables = Array.from(
      { length: 2 + Math.floor(random() * 2) },
      () => pick(ONSETS) + pick(VOWELS) + pick(CODAS),
    ).join('')
    return syllables[0].toUpperCase() + syllables.slice(1)
  }
  const parts: string[] = []
  let length = 0
  let key = pick(keys)
  let sentences = 3 + Math.floor(random() * 5)
  while (length < units) {
    if (!chain.has(key)) key = pick(keys)
    const next = pick(chain.get(key)!)
    const word = /^[A-Z][a-z]{3,}$/.test(next) && random() < 0.3 ? newName() : next
    const ends = /[.!?]["”]?$/.test(word)
    const separator = ends && --sentences === 0 ? '\n\n' : ' '
    if (ends && sentences === 0) sentences = 3 + Math.floor(random() * 5)
    parts.push(word, separator)
    length += word.length + separator.length
    key = `${key.slice(key.indexOf(' ') + 1)} ${next}`
  }
  return parts.join('')
}

function englishWords(): string[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.txt') && !/chinese|mixed/.test(name))
    .sort()
  return names.flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split(/\s+/)).filter((word) => word !== '')
}

let known: ReadonlyMap<string, readonly string[]> | undefined

function wordChain(): ReadonlyMap<string, readonly string[]> {
  known ??= chainOf(englishWords())
  return known
}

function chainOf(words: readonly string[]): Map<string, string[]> {
  const chain = new Map<string, string[]>()
  for (let at = 2; at < words.length; at++) {
    const key = `${words[at - 2]} ${words[at - 1]}`
    const list = chain.get(key)
    if (list === undefined) chain.set(key, [words[at]])
    else list.push(words[at])
  }
  return chain
}
