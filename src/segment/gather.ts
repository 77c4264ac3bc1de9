import type { Document } from '../document/document.js'
import { firstStartingAt, type Span } from '../document/span.js'
import type { Budget } from './budget.js'
import { LEVEL } from './levels.js'
import { splitRecursively } from './recursive.js'

/** What the joiner between two spans may add to the count of a chunk. */
const JOINER_TOKENS = 2

/**
 * Sentences of one label gathered into groups up to the target size, in the order of the text; sentences that follow each
 * other make one span. Sentences without a label are left out. Each group is a list of spans.
 */
export function gather(document: Document, budget: Budget, labels: readonly (string | undefined)[]): Span[][] {
  const { sentences } = document
  const members = new Map<string, number[]>()
  labels.forEach((label, index) => {
    if (label === undefined) return
    const list = members.get(label)
    if (list === undefined) members.set(label, [index])
    else list.push(index)
  })
  const groups: Span[][] = []
  for (const indexes of members.values()) {
    let open: number[] = []
    let tokens = 0
    const close = (): void => {
      if (open.length > 0) for (const group of fitting(document, budget, open)) groups.push(group)
      open = []
      tokens = 0
    }
    for (const index of indexes) {
      const { start, end } = sentences[index]
      const own = budget.count(start, end) + (open.at(-1) === index - 1 ? 0 : JOINER_TOKENS)
      if (tokens + own > budget.targetTokens) close()
      open.push(index)
      tokens += own
    }
    close()
  }
  return groups.sort((a, b) => a[0].start - b[0].start)
}

/** The group itself, or smaller ones where it does not fit by an exact count. */
function fitting(document: Document, budget: Budget, indexes: readonly number[]): Span[][] {
  const spans = joinNeighbours(document, indexes)
  if (budget.countSpans(spans) <= budget.maxTokens) return [spans]
  if (indexes.length === 1) return splitRecursively(document, budget, spans[0], LEVEL.part).map((piece) => [piece])
  const middle = indexes.length >> 1
  return [...fitting(document, budget, indexes.slice(0, middle)), ...fitting(document, budget, indexes.slice(middle))]
}

function joinNeighbours({ sentences }: Document, indexes: readonly number[]): Span[] {
  const spans: { start: number; end: number }[] = []
  indexes.forEach((index, at) => {
    const { start, end } = sentences[index]
    if (at > 0 && indexes[at - 1] === index - 1) spans[spans.length - 1].end = end
    else spans.push({ start, end })
  })
  return spans
}

/**
 * One label for each sentence: the one with the most weight among those that `vote` gives to the mentions in it. With
 * `spread` a sentence without any takes the label of its neighbour, the one before in the same block first.
 */
export function labelSentences(
  { sentences, blocks }: Document,
  mentions: readonly Span[],
  vote: (mention: number) => readonly [string, number] | undefined,
  spread = true,
): (string | undefined)[] {
  const labels = sentences.map((sentence) => {
    const weights = new Map<string, number>()
    for (
      let at = firstStartingAt(mentions, sentence.start);
      at < mentions.length && mentions[at].start < sentence.end;
      at++
    ) {
      const cast = vote(at)
      if (cast !== undefined) weights.set(cast[0], (weights.get(cast[0]) ?? 0) + cast[1])
    }
    let best: string | undefined
    for (const [label, weight] of weights)
      if (best === undefined || weight > (weights.get(best) as number)) best = label
    return best
  })
  if (!spread) return labels
  const block = sentences.map(({ start }) => firstStartingAt(blocks, start + 1))
  const follow = (sameBlock: boolean): void => {
    for (let at = 1; at < labels.length; at++)
      if (!sameBlock || block[at] === block[at - 1]) labels[at] ??= labels[at - 1]
    for (let at = labels.length - 2; at >= 0; at--)
      if (!sameBlock || block[at] === block[at + 1]) labels[at] ??= labels[at + 1]
  }
  follow(true)
  follow(false)
  return labels
}
