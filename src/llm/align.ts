import type { MentionDraft, RelationDraft } from '../annotate/extractor.js'
import { locateGiven } from '../annotate/given.js'
import { nearestPair } from '../annotate/relations/nearest.js'
import type { Document } from '../document/document.js'
import type { Span } from '../document/span.js'
import type { Answer } from './answer.js'

/** What a model's answers come to in the text. */
export interface Aligned {
  readonly mentions: readonly MentionDraft[]
  readonly relations: readonly RelationDraft[]
  /** Names that the text does not hold. */
  readonly unaligned: readonly string[]
  /** Relations with an end that the text does not hold, or that is in no list. */
  readonly dropped: number
}

/**
 * Places the answers of all windows in the text: a name at all its places at word bounds, in any case and with any white
 * space between its words; a relation at the two places nearest to each other in the window that it comes from. A name
 * that the text does not hold has no place, and is never put at the start.
 */
export function align(
  document: Document,
  answers: readonly { readonly window: Span; readonly answer: Answer }[],
): Aligned {
  const named = namesOf(answers.map(({ answer }) => answer))
  const types = new Map([...named].map(([name, { votes }]) => [name, mostVoted(votes)]))
  const drafts = locateNames(document, named)
  const places = new Map<string, Span[]>()
  const mentions = drafts.map(({ start, end, id }): MentionDraft => {
    const list = places.get(id!)
    if (list === undefined) places.set(id!, [{ start, end }])
    else list.push({ start, end })
    return { start, end, type: types.get(id!)! }
  })
  let dropped = 0
  const relations = new Map<string, RelationDraft>()
  for (const { window, answer } of answers) {
    for (const { subject, predicate, object, negated } of answer.relations) {
      const [from, to] = [subject, object].map((name) => inside(places.get(foldName(name)), window))
      if (from.length === 0 || to.length === 0 || foldName(subject) === foldName(object)) {
        dropped++
        continue
      }
      const [a, b] = nearestPair(from, to)
      const draft = { subject: a, object: b, predicate, negated }
      relations.set(JSON.stringify([a.start, b.start, predicate, negated]), draft)
    }
  }
  const unaligned = [...named.keys()].filter((name) => !places.has(name))
  return { mentions, relations: [...relations.values()], unaligned, dropped }
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
