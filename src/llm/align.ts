import type { MentionDraft, RelationDraft } from '../annotate/extractor.js'
import { locateGiven } from '../annotate/given.js'
import { nearestPair } from '../annotate/relations/nearest.js'
import type { Document } from '../document/document.js'
import { byPosition, type Span } from '../document/span.js'
import type { Answer } from './answer.js'

/** What a model's answers come to in the text. */
export interface Aligned {
  readonly mentions: readonly MentionDraft[]
  readonly relations: readonly RelationDraft[]
  /** Names that the text does not hold. */
  readonly unaligned: readonly string[]
  /** Relations with an end that the text does not hold, or that is in no list. */
  readonly dropped: number
  /** Relations of an entity to itself. */
  readonly selfish: number
}

/**
 * Places the answers of all windows in the text: a name at all its places at word bounds, in any case and with any white
 * space between its words; a relation at the two places nearest to each other in the window that it comes from. A name
 * that the text does not hold has no place, and is never put at the start. The aliases of an entity have its name; one that
 * several entities claim has none.
 */
export function align(
  document: Document,
  answers: readonly { readonly window: Span; readonly answer: Answer }[],
): Aligned {
  const named = namesOf(answers.map(({ answer }) => answer))
  const owners = ownersOf(answers.map(({ answer }) => answer))
  const ownerOf = (name: string): string => owners.get(foldName(name)) ?? foldName(name)
  const types = typesOf(named, ownerOf)
  const drafts = locateNames(document, named)
  const places = new Map<string, Span[]>()
  const mentions = drafts.map(({ start, end, id }): MentionDraft => {
    const owner = ownerOf(id!)
    const list = places.get(owner)
    if (list === undefined) places.set(owner, [{ start, end }])
    else list.push({ start, end })
    const [spelling] = named.get(owner)!.spellings
    return { start, end, type: types.get(owner)!, ...(owner === id ? {} : { name: spelling }) }
  })
  for (const list of places.values()) list.sort(byPosition)
  let dropped = 0
  let selfish = 0
  const relations = new Map<string, RelationDraft>()
  for (const { window, answer } of answers) {
    for (const { subject, predicate, object, negated } of answer.relations) {
      if (ownerOf(subject) === ownerOf(object)) {
        selfish++
        continue
      }
      const [from, to] = [subject, object].map((name) => inside(places.get(ownerOf(name)), window))
      if (from.length === 0 || to.length === 0) {
        dropped++
        continue
      }
      const [a, b] = nearestPair(from, to)
      const draft = { subject: a, object: b, predicate, negated }
      relations.set(JSON.stringify([a.start, b.start, predicate, negated]), draft)
    }
  }
  const found = new Set(drafts.map(({ id }) => id))
  const unaligned = [...named.keys()].filter((name) => !found.has(name))
  return { mentions, relations: [...relations.values()], unaligned, dropped, selfish }
}

/** Names in small letters with single blanks: `locateGiven` finds those in any case. */
const foldName = (name: string): string => name.replace(/\s+/gu, ' ').trim().toLowerCase()

interface Named {
  readonly spellings: Set<string>
  readonly votes: Map<string, number>
}

/** The names of all answers by their folded form. */
function namesOf(answers: readonly Answer[]): Map<string, Named> {
  const named = new Map<string, Named>()
  for (const { entities } of answers) {
    for (const { name, type, aliases } of entities) {
      for (const spelling of [name, ...aliases]) {
        const key = foldName(spelling)
        if (key === '') continue
        const known = named.get(key) ?? { spellings: new Set(), votes: new Map() }
        known.spellings.add(spelling)
        known.votes.set(type.toLowerCase(), (known.votes.get(type.toLowerCase()) ?? 0) + 1)
        named.set(key, known)
      }
    }
  }
  return named
}

/**
 * The name of the entity that each alias belongs to, both folded: of two names that are aliases of each other the first.
 * An alias that several entities claim belongs to none, and a name is no alias of an entity of another type.
 */
function ownersOf(answers: readonly Answer[]): Map<string, string> {
  const entities = answers.flatMap((answer) => answer.entities)
  const typeOf = new Map<string, string>()
  for (const { name, type } of entities) {
    if (!typeOf.has(foldName(name))) typeOf.set(foldName(name), type.toLowerCase())
  }
  const parents = new Map<string, string>()
  const rootOf = (name: string): string => {
    let at = name
    for (let up = parents.get(at); up !== undefined; up = parents.get(at)) at = up
    return at
  }
  const order = new Map([...typeOf.keys()].map((name, index) => [name, index]))
  const claims = new Map<string, Set<string>>()
  for (const { name, aliases } of entities) {
    const owner = foldName(name)
    for (const alias of aliases.map(foldName)) {
      if (alias === '' || alias === owner) continue
      if (!typeOf.has(alias)) {
        claims.set(alias, (claims.get(alias) ?? new Set()).add(owner))
      } else if (typeOf.get(alias) === typeOf.get(owner)) {
        const [a, b] = [rootOf(owner), rootOf(alias)].sort((x, y) => order.get(x)! - order.get(y)!)
        if (a !== b) parents.set(b, a)
      }
    }
  }
  const owners = new Map([...typeOf.keys()].map((name) => [name, rootOf(name)]))
  for (const [alias, names] of claims) {
    const roots = new Set([...names].map(rootOf))
    if (roots.size === 1) owners.set(alias, [...roots][0])
  }
  return owners
}

/** The type of each entity, by its folded name: the votes of all its spellings together. */
function typesOf(named: ReadonlyMap<string, Named>, ownerOf: (name: string) => string): Map<string, string> {
  const votes = new Map<string, Map<string, number>>()
  for (const [name, one] of named) {
    const sum = votes.get(ownerOf(name)) ?? new Map<string, number>()
    for (const [type, count] of one.votes) sum.set(type, (sum.get(type) ?? 0) + count)
    votes.set(ownerOf(name), sum)
  }
  return new Map([...votes].map(([name, sum]) => [name, mostVoted(sum)]))
}

/** The type that most answers give; of equals the first. */
const mostVoted = (votes: ReadonlyMap<string, number>): string => [...votes].sort((a, b) => b[1] - a[1])[0][0]

/** As the model wrote them, and in any case only what is nowhere written so: "US" must not find every "us". */
function locateNames(document: Document, named: ReadonlyMap<string, Named>): MentionDraft[] {
  const asWritten = [...named].map(([id, { spellings }]) => {
    const [name, ...aliases] = spellings
    return { id, name, aliases }
  })
  const { drafts } = locateGiven(document, asWritten)
  const found = new Set(drafts.map(({ id }) => id))
  const missing = [...named.keys()].filter((id) => !found.has(id)).map((id) => ({ id, name: id }))
  return [...drafts, ...locateGiven(document, missing).drafts]
}

function inside(places: readonly Span[] | undefined, window: Span): Span[] {
  return (places ?? []).filter(({ start, end }) => start >= window.start && end <= window.end)
}
