import type { Segment } from '../document/chunk.js'
import type { Document } from '../document/document.js'
import { contains, firstStartingAt, type Span } from '../document/span.js'
import type { Budget } from './budget.js'
import { Heap } from './heap.js'
import type { Item } from './items.js'

/** What the joiner on both sides of a copied sentence may add to the count of a chunk. */
const JOINER_TOKENS = 4

/** A sentence that a chunk could be given, and the parted items that this would make whole. */
interface Copy {
  readonly chunk: number
  readonly sentence: number
  readonly tokens: number
  readonly items: number[]
  weight: number
}

/**
 * Copies sentences into chunks that hold the other end of parted items, those first that make most weight whole for each
 * token; each copy is a span of its own. What is then left of the tokens repeats the sentence before a chunk, in the order
 * of the text. No chunk grows above the maximum.
 * @param share The most tokens that are copied, as a share of all, 0 to 1.
 */
export function bridge(
  document: Document,
  budget: Budget,
  chunks: readonly Span[],
  items: readonly Item[],
  share: number,
): Segment[] {
  if (share === 0 || chunks.length < 2) return chunks.map((span) => ({ spans: [span] }))
  const copied = new CopiedSentences(document, budget, chunks, share)
  const ends = items.map(({ start, end }) => [copied.sentenceAt(start), copied.sentenceAt(end - 1)] as const)
  const copies = new Map<number, Copy>()
  const offer = (item: number, chunk: number, sentence: number): void => {
    const key = chunk * document.sentences.length + sentence
    let copy = copies.get(key)
    if (copy === undefined) {
      copy = { chunk, sentence, tokens: copied.tokensOf(sentence), items: [], weight: 0 }
      copies.set(key, copy)
    }
    copy.items.push(item)
    copy.weight += items[item].weight
  }
  ends.forEach(([first, last], item) => {
    const [a, b] = [copied.chunkOf(first), copied.chunkOf(last)]
    if (a < 0 || b < 0 || a === b) return
    offer(item, b, first)
    offer(item, a, last)
  })
  const whole = new Uint8Array(items.length)
  const worth = ({ weight, tokens }: Copy): number => weight / Math.max(1, tokens)
  const queue = new Heap<Copy>()
  for (const copy of copies.values()) queue.push(worth(copy), copy)
  for (let top = queue.pop(); top !== undefined && copied.hasRoom(); top = queue.pop()) {
    const copy = top.value
    copy.weight = copy.items.reduce((sum, item) => sum + (whole[item] ? 0 : items[item].weight), 0)
    // Others may have made some of its items whole since it was queued.
    if (worth(copy) < top.priority * (1 - 1e-9)) {
      if (copy.weight > 0) queue.push(worth(copy), copy)
      continue
    }
    if (copied.add(copy.chunk, copy.sentence)) for (const item of copy.items) whole[item] = 1
  }
  for (let chunk = 1; chunk < chunks.length && copied.hasRoom(); chunk++)
    copied.add(chunk, copied.sentenceBefore(chunk))
  return copied.segments()
}

/** The chunks with the sentences that have been copied into them, and how much room there is for more. */
class CopiedSentences {
  readonly #document: Document
  readonly #budget: Budget
  readonly #chunks: readonly Span[]
  readonly #copies: number[][]
  readonly #sizes: number[]
  #left: number

  constructor(document: Document, budget: Budget, chunks: readonly Span[], share: number) {
    this.#document = document
    this.#budget = budget
    this.#chunks = chunks
    this.#copies = chunks.map(() => [])
    this.#sizes = chunks.map(({ start, end }) => budget.count(start, end))
    this.#left = Math.floor(share * this.#sizes.reduce((sum, size) => sum + size, 0))
  }

  hasRoom(): boolean {
    return this.#left > 0
  }

  sentenceAt(offset: number): number {
    return Math.max(0, firstStartingAt(this.#document.sentences, offset + 1) - 1)
  }

  /** The chunk that holds a sentence whole; -1 where none does. */
  chunkOf(sentence: number): number {
    const span = this.#document.sentences[sentence]
    if (span === undefined) return -1
    const chunk = firstStartingAt(this.#chunks, span.start + 1) - 1
    return chunk >= 0 && contains(this.#chunks[chunk], span) ? chunk : -1
  }

  tokensOf(sentence: number): number {
    const { start, end } = this.#document.sentences[sentence]
    return this.#budget.count(start, end)
  }

  /** The last sentence that ends before a chunk. */
  sentenceBefore(chunk: number): number {
    return firstStartingAt(this.#document.sentences, this.#chunks[chunk].start) - 1
  }

  /** Copies the sentence into the chunk where there is room for it; says whether the chunk has it now. */
  add(chunk: number, sentence: number): boolean {
    const span = this.#document.sentences[sentence]
    if (span === undefined || this.#copies[chunk].includes(sentence)) return span !== undefined
    const tokens = this.tokensOf(sentence)
    const grown = this.#sizes[chunk] + tokens + JOINER_TOKENS
    if (tokens + JOINER_TOKENS / 2 > this.#left || grown > this.#budget.limit(this.#chunks[chunk].start)) return false
    if (span.end > this.#chunks[chunk].start && span.start < this.#chunks[chunk].end) return false
    this.#copies[chunk].push(sentence)
    this.#sizes[chunk] = grown
    this.#left -= tokens + JOINER_TOKENS / 2
    return true
  }

  segments(): Segment[] {
    const { sentences } = this.#document
    return this.#chunks.map((span, chunk) => {
      const bridges = this.#copies[chunk].sort((a, b) => a - b).map((sentence) => sentences[sentence])
      return bridges.length === 0 ? { spans: [span] } : { spans: [span], bridges }
    })
  }
}
