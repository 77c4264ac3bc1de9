import { contains, type Span } from '../document/span.js'
import { ChunkingError } from '../errors.js'
import type { GoldDocument, GoldRelation } from './gold.js'

/** A chunk as its spans in the document's text, and its size. A `Chunk` of a result is one. */
export interface MeasuredChunk {
  readonly spans: readonly Span[]
  readonly tokenCount: number
}

/** What of a document's annotations its chunks keep whole: counts, to be summed over documents. */
export interface IntegrityCounts {
  readonly mentions: number
  /** Mentions that no chunk holds whole. */
  readonly cutMentions: number
  readonly relations: number
  /** Relations of which some chunk holds a mention of both entities. */
  readonly entityLevel: number
  /** Relations whose two nearest mentions one chunk holds. */
  readonly nearestPair: number
  /** Relations that name their evidence. */
  readonly withEvidence: number
  /** Relations of which one chunk holds every sentence of evidence whole. */
  readonly evidence: number
}

/** The sizes of chunks, in tokens. */
export interface ChunkSizes {
  readonly chunks: number
  readonly tokens: number
  readonly mean: number
  /** Σ size² / Σ size: the size of the chunk that an average token is in. Equal means alone can be gained by uneven sizes. */
  readonly tokenWeightedMean: number
  readonly max: number
}

/**
 * Counts what one document's chunks keep of its annotated mentions and relations. A mention is whole where one span of a
 * chunk holds it; the ends of a relation may lie in different spans of a chunk.
 * @throws ChunkingError `invalid-input` where a relation names an entity or a sentence that the document does not have.
 */
export function evaluateIntegrity(gold: GoldDocument, chunks: readonly MeasuredChunk[]): IntegrityCounts {
  const holders = holderIndex(chunks)
  const places = new Map(
    gold.entities.map(({ id, mentions }) => [id, mentions.map((mention) => ({ ...mention, in: holders(mention) }))]),
  )
  const all = [...places.values()].flat()
  const counts = { entityLevel: 0, nearestPair: 0, withEvidence: 0, evidence: 0 }
  for (const relation of gold.relations) {
    const [heads, tails] = [relation.head, relation.tail].map((id) => {
      const found = places.get(id)
      if (found === undefined) throw unknown(gold, `an entity ${JSON.stringify(id)}`)
      return found
    })
    const together = new Set(heads.flatMap((head) => head.in))
    if (tails.some((tail) => tail.in.some((chunk) => together.has(chunk)))) counts.entityLevel++
    const nearest = nearestPair(heads, tails)
    if (nearest?.[0].in.some((chunk) => nearest[1].in.includes(chunk))) counts.nearestPair++
    const evidence = evidenceSpans(gold, relation)
    if (evidence.length === 0) continue
    counts.withEvidence++
    if (commonOf(evidence.map(holders)).length > 0) counts.evidence++
  }
  const cutMentions = all.filter((mention) => mention.in.length === 0).length
  return { mentions: all.length, cutMentions, relations: gold.relations.length, ...counts }
}

/** The sizes of all chunks of a run together. */
export function measureSizes(chunks: Iterable<MeasuredChunk>): ChunkSizes {
  let [count, tokens, squares, max] = [0, 0, 0, 0]
  for (const { tokenCount } of chunks) {
    count++
    tokens += tokenCount
    squares += tokenCount ** 2
    max = Math.max(max, tokenCount)
  }
  return {
    chunks: count,
    tokens,
    mean: count === 0 ? 0 : tokens / count,
    tokenWeightedMean: tokens === 0 ? 0 : squares / tokens,
    max,
  }
}

/** The two mentions with the fewest characters between them; of equals the first. Undefined where one has no mention. */
export function nearestPair<M extends Span>(heads: readonly M[], tails: readonly M[]): readonly [M, M] | undefined {
  let best: readonly [M, M] | undefined
  let least = Infinity
  for (const head of heads) {
    for (const tail of tails) {
      const between = Math.max(head.start, tail.start) - Math.min(head.end, tail.end)
      if (between >= least) continue
      least = between
      best = [head, tail]
    }
  }
  return best
}

/** The sentences of a relation's evidence as spans; none where it names none. */
export function evidenceSpans(gold: GoldDocument, { evidence = [] }: GoldRelation): Span[] {
  return evidence.map((index) => {
    const sentence = gold.sentences?.[index]
    if (sentence === undefined) throw unknown(gold, `a sentence ${index}`)
    return { start: sentence[0], end: sentence[1] }
  })
}

function unknown({ id }: GoldDocument, what: string): ChunkingError {
  return new ChunkingError(
    'invalid-input',
    `A relation of document ${JSON.stringify(id)} names ${what}, which the document does not have.`,
  )
}

/** Tells the chunks that hold a span whole, in one of their spans. */
function holderIndex(chunks: readonly MeasuredChunk[]): (span: Span) => number[] {
  const owned = chunks.flatMap(({ spans }, chunk) => spans.map(({ start, end }) => ({ start, end, chunk })))
  owned.sort((a, b) => a.start - b.start)
  // The furthest end of all spans up to each, so that a search can stop.
  const reach = new Int32Array(owned.length)
  for (let at = 0; at < owned.length; at++) reach[at] = Math.max(owned[at].end, at > 0 ? reach[at - 1] : 0)
  return (span) => {
    let low = 0
    let high = owned.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (owned[middle].start <= span.start) low = middle + 1
      else high = middle
    }
    const found: number[] = []
    for (let at = low - 1; at >= 0 && reach[at] >= span.end; at--) {
      if (contains(owned[at], span) && !found.includes(owned[at].chunk)) found.push(owned[at].chunk)
    }
    return found
  }
}

function commonOf(lists: readonly (readonly number[])[]): number[] {
  return lists.reduce<number[]>((common, list) => common.filter((chunk) => list.includes(chunk)), [...lists[0]])
}
