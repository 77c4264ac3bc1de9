import type { Relation } from '../document/document.js'
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
