import type { Entity } from '../../src/document/document.js'

/** A document with gold entities and relations, in the format that datasets/README.md describes. */
export interface GoldDocument {
  readonly text: string
  readonly sentences: readonly [number, number][]
  readonly entities: readonly {
    readonly id: string
    readonly mentions: readonly { readonly start: number; readonly end: number }[]
  }[]
  readonly relations: readonly { readonly head: string; readonly tail: string }[]
}

/**
 * Says whether two found entities, by index, are related in the gold. A found entity stands for the gold entity that most
 * of its mentions are exact mentions of.
 */
export function goldMatches(gold: GoldDocument, entities: readonly Entity[]): (a: number, b: number) => boolean {
  const matched = goldEntityOf(gold, entities)
  const related = new Set(gold.relations.flatMap(({ head, tail }) => [`${head} ${tail}`, `${tail} ${head}`]))
  return (a, b) => matched[a] !== undefined && matched[b] !== undefined && related.has(`${matched[a]} ${matched[b]}`)
}

/** The gold entity of each found one, by index. */
export function goldEntityOf(gold: GoldDocument, entities: readonly Entity[]): (string | undefined)[] {
  const owner = new Map<string, string>()
  for (const { id, mentions } of gold.entities) for (const { start, end } of mentions) owner.set(`${start} ${end}`, id)
  return entities.map(({ mentions }) => {
    const votes = new Map<string, number>()
    for (const { start, end } of mentions) {
      const id = owner.get(`${start} ${end}`)
      if (id !== undefined) votes.set(id, (votes.get(id) ?? 0) + 1)
    }
    return [...votes].sort((x, y) => y[1] - x[1] || (x[0] < y[0] ? -1 : 1))[0]?.[0]
  })
}
