import type { GoldDocument } from '../../src/evaluate/index.js'

/** How documents are joined: a blank line between, nothing but a blank, or breaks at random, also within them. */
export type Joining = 'paragraphs' | 'flat' | 'mixed'

/** Of breaks between documents, and of places between sentences, how many are a blank line where joining is mixed. */
const BREAK_BETWEEN = 0.5
const BREAK_WITHIN = 0.15

/** Several documents as one text, with everything annotated moved to its place there. */
export function collect(documents: readonly GoldDocument[], joining: Joining, seed: number): GoldDocument {
  const random = generator(seed)
  let text = ''
  const sentences: [number, number][] = []
  const entities: GoldDocument['entities'][number][] = []
  const relations: GoldDocument['relations'][number][] = []
  for (const [number, document] of documents.entries()) {
    if (number > 0) text += joining === 'paragraphs' || (joining === 'mixed' && random() < BREAK_BETWEEN) ? '\n\n' : ' '
    const own = document.sentences ?? []
    const base = sentences.length
    // Where each sentence begins, here and there.
    const moved: [from: number, to: number][] = []
    for (const [at, [start, end]] of own.entries()) {
      if (at > 0) {
        const gap = document.text.slice(own[at - 1][1], start)
        text += joining === 'mixed' && random() < BREAK_WITHIN && gap.trim() === '' ? '\n\n' : gap
      } else text += document.text.slice(0, start)
      moved.push([start, text.length])
      sentences.push([text.length, text.length + end - start])
      text += document.text.slice(start, end)
    }
    const place = (offset: number): number => {
      const [from, to] = moved.findLast(([start]) => start <= offset) ?? [0, 0]
      return offset - from + to
    }
    const name = (id: string): string => `${number} ${id}`
    for (const { id, type, mentions } of document.entities) {
      const placed = mentions.map(({ start, end }) => ({ start: place(start), end: place(start) + end - start }))
      entities.push({ id: name(id), type, mentions: placed })
    }
    for (const { head, tail, type, evidence } of document.relations) {
      const shown = evidence === undefined ? {} : { evidence: evidence.map((index) => index + base) }
      relations.push({ head: name(head), tail: name(tail), type, ...shown })
    }
  }
  return {
    id: `collection ${seed}`,
    text: joining === 'flat' ? text.replaceAll('\n', ' ') : text,
    sentences,
    entities,
    relations,
  }
}

/** Numbers from 0 to 1, the same for the same seed. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
