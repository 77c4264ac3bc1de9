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
  const { words, successors, offsets, states } = wordChain()
  const below = (limit: number): number => Math.floor(random() * limit)
  // Written unit by unit, so that what is measured next does not pay for garbage of ours.
  const codes = new Uint16Array(units + LONGEST_WORD)
  let length = 0
  const write = (text: string): void => {
    for (let at = 0; at < text.length; at++) codes[length++] = text.charCodeAt(at)
  }
  const writeName = (): void => {
    const start = length
    for (let syllables = 2 + below(2); syllables > 0; syllables--) {
      write(ONSETS[below(ONSETS.length)])
      write(VOWELS[below(VOWELS.length)])
      write(CODAS[below(CODAS.length)])
    }
    codes[start] -= 32
  }
  let state = below(offsets.length - 1)
  let sentences = 3 + below(5)
  while (length < units) {
    // The last two words of a document may have no successor.
    while (offsets[state] === offsets[state + 1]) state = below(offsets.length - 1)
    const way = offsets[state] + below(offsets[state + 1] - offsets[state])
    const { text, isName, ends } = words[successors[way]]
    if (isName && random() < 0.3) writeName()
    else write(text)
    const closes = ends && --sentences === 0
    if (closes) sentences = 3 + below(5)
    write(closes ? '\n\n' : ' ')
    state = states[way]
  }
  return Buffer.from(codes.buffer, 0, length * 2).toString('utf16le')
}

const LONGEST_WORD = 100

interface Word {
  readonly text: string
  /** Whether it looks like a name, which may be replaced by a new one. */
  readonly isName: boolean
  readonly ends: boolean
}

/** States are pairs of words that follow each other; the ways on from state `s` are at `offsets[s]` to `offsets[s + 1] - 1`. */
interface Chain {
  readonly words: readonly Word[]
  readonly offsets: Int32Array
  /** Numbers of the words that may follow, as often as they do. */
  readonly successors: Int32Array
  /** The states that they lead to. */
  readonly states: Int32Array
}

let known: Chain | undefined

function wordChain(): Chain {
  known ??= chainOf(englishWords())
  return known
}

function englishWords(): string[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.txt') && !/chinese|mixed/.test(name))
    .sort()
  return names.flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split(/\s+/)).filter((word) => word !== '')
}

function chainOf(text: readonly string[]): Chain {
  const spellings = [...new Set(text)]
  const numbers = new Map(spellings.map((word, at) => [word, at]))
  const stateOf = new Map<string, number>()
  const ways: [word: number, state: number][][] = []
  const enter = (at: number): number => {
    const key = `${text[at - 1]} ${text[at]}`
    const found = stateOf.get(key)
    if (found !== undefined) return found
    stateOf.set(key, ways.length)
    return ways.push([]) - 1
  }
  for (let at = 1, state = enter(1); at + 1 < text.length; at++) {
    const next = enter(at + 1)
    ways[state].push([numbers.get(text[at + 1])!, next])
    state = next
  }
  const offsets = new Int32Array(ways.length + 1)
  for (let state = 0; state < ways.length; state++) offsets[state + 1] = offsets[state] + ways[state].length
  const all = ways.flat()
  return {
    words: spellings.map((word) => ({
      text: word,
      isName: /^[A-Z][a-z]{3,}$/.test(word),
      ends: /[.!?]["”]?$/.test(word),
    })),
    offsets,
    successors: Int32Array.from(all, ([word]) => word),
    states: Int32Array.from(all, ([, state]) => state),
  }
}
