import type { Entity, Relation } from '../../document/document.js'

/**
 * The relations with weights by pointwise mutual information, as GraphRAG's `calculate_pmi_edge_weights`: p · log2(p / (pₐ · p_b)),
 * p being the pair's share of all weights and pₐ, p_b the entities' shares of all mentions. Not normalised, and negative for
 * pairs that are rarer than chance. The relations of a pair share its value in proportion to their weights. A relation of an
 * entity that is not given, or of weight 0, keeps its weight.
 */
export function weighByPmi(relations: readonly Relation[], entities: readonly Entity[]): Relation[] {
  const keyOf = ({ subject, object }: Relation) => JSON.stringify([subject.entity, object.entity].sort())
  const sums = new Map<string, number>()
  let total = 0
  for (const relation of relations) {
    sums.set(keyOf(relation), (sums.get(keyOf(relation)) ?? 0) + relation.weight)
    total += relation.weight
  }
  const counts = new Map(entities.map(({ id, mentions }) => [id, mentions.length]))
  const all = entities.reduce((sum, { mentions }) => sum + mentions.length, 0)
  return relations.map((relation) => {
    const [a, b] = [counts.get(relation.subject.entity) ?? 0, counts.get(relation.object.entity) ?? 0]
    if (relation.weight === 0 || a === 0 || b === 0) return relation
    const sum = sums.get(keyOf(relation))!
    const expected = ((a / all) * b) / all
    const share = sum / total
    return { ...relation, weight: (share * Math.log2(share / expected) * relation.weight) / sum }
  })
}
