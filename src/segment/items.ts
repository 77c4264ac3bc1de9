import type { Mention, Relation } from '../document/document.js'
import { hull, type Span } from '../document/span.js'

/** An interval that is worth `weight`, in expected relations, as long as no cut parts it. */
export interface Item extends Span {
  readonly weight: number
}

/** One item for each relation: from the start of its first mention to the end of its last. */
export function relationItems(
  relations: readonly Relation[],
  weigh: (relation: Relation) => number = (r) => r.weight,
): Item[] {
  return relations.map((relation) => {
    const { start, end } = hull(relation.subject, relation.object)
    return { start, end, weight: weigh(relation) }
  })
}

/** One item for each two mentions that follow each other with the same label, the weight falling with the gap in tokens. */
export function runItems(
  mentions: readonly Mention[],
  label: (mention: Mention) => string | undefined,
  gapTokens: (from: Mention, to: Mention) => number,
): Item[] {
  const last = new Map<string, Mention>()
  const items: Item[] = []
  for (const mention of mentions) {
    const of = label(mention)
    if (of === undefined) continue
    const before = last.get(of)
    if (before !== undefined) {
      const { start, end } = hull(before, mention)
      items.push({ start, end, weight: 1 / (1 + gapTokens(before, mention) / 50) })
    }
    last.set(of, mention)
  }
  return items
}
