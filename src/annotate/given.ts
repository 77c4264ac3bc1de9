import type { AbstractGraph } from 'graphology-types'
import type { Document, Entity, EntityId, EntityType, Mention, Relation } from '../document/document.js'
import { hull, isBlankUnit, type Span } from '../document/span.js'
import { foldName, idOf } from './entities/fold.js'
import type { MentionDraft } from './extractor.js'
import { nearestPair } from './relations/nearest.js'

/** An entity that the caller knows: by its name, found wherever it stands in the text, or by one place. */
export type GivenEntity =
  | { readonly name: string; readonly type?: EntityType; readonly aliases?: readonly string[]; readonly id?: EntityId }
  | { readonly start: number; readonly end: number; readonly type?: EntityType; readonly id?: EntityId }

/** A relation that the caller knows, between two entities by id or name. */
export interface GivenRelation {
  readonly subject: string
  readonly object: string
  /** `related_to` unless given. */
  readonly predicate?: string
  /** Above 0; 1 unless given. Weights above 1 are scaled, so that the largest becomes 1. */
  readonly weight?: number
}

/**
 * Finds the given names in the text: at word bounds, all places, the longest where several start at one. A name in small
 * letters is found in any case, others as they are written; any white space stands for a blank. Names that are nowhere are
 * in `unplaced`; `notes` says of which another entity has all places, since it has the same name and stands before it.
 * Time: the text's length times at most the longest name's, and linear for ordinary text.
 */
export function locateGiven(
  document: Document,
  entities: readonly GivenEntity[],
): { drafts: MentionDraft[]; unplaced: string[]; notes: string[] } {
  const { text } = document
  const drafts: MentionDraft[] = []
  const unplaced: string[] = []
  const exact = new Names()
  const anyCase = new Names()
  const found = new Set<number>()
  /** Entities of which one of the names belongs to another. */
  const shadows = new Map<number, number>()
  entities.forEach((entity, owner) => {
    if ('name' in entity) {
      for (const name of [entity.name, ...(entity.aliases ?? [])]) {
        const plain = plainName(name)
        if (plain === '') continue
        const names = name === name.toLowerCase() && name !== name.toUpperCase() ? anyCase : exact
        const first = names.add(plain, owner)
        if (first !== owner) shadows.set(owner, first)
      }
      return
    }
    const { start, end, type = 'misc', id } = entity
    const inside = Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start < end && end <= text.length
    if (inside) drafts.push({ start, end, type, ...(id === undefined ? {} : { id }) })
    else unplaced.push(`[${start}, ${end})`)
  })
  const end = exact.isEmpty && anyCase.isEmpty ? 0 : text.length
  for (let at = 0; at < end; at++) {
    if (isBlankUnit(text.charCodeAt(at)) || !isBoundary(text, at)) continue
    const [asWritten, inAnyCase] = [exact.longest(text, at, false), anyCase.longest(text, at, true)]
    const hit = longer(asWritten, inAnyCase)
    if (hit === undefined) continue
    if (inAnyCase !== undefined && inAnyCase.end === asWritten?.end) shadows.set(inAnyCase.owner, asWritten.owner)
    found.add(hit.owner)
    const entity = entities[hit.owner] as Extract<GivenEntity, { name: string }>
    const type = entity.type ?? 'misc'
    const written =
      entity.name !== entity.name.toLowerCase() ||
      plainName(text.slice(at, hit.end)).toLowerCase() !== plainName(entity.name)
    const id = entity.id ?? idOf(entity.name, type)
    drafts.push({ start: at, end: hit.end, type, id, ...(written ? { name: entity.name } : {}) })
  }
  const notes: string[] = []
  entities.forEach((entity, owner) => {
    if (!('name' in entity) || found.has(owner)) return
    const other = shadows.get(owner)
    const taken = other !== undefined && found.has(other) ? other : undefined
    // An entity that is given twice with one id is one, and placed.
    if (taken !== undefined && entity.id !== undefined && entities[taken].id === entity.id) return
    unplaced.push(entity.name)
    if (taken !== undefined) {
      const places = `all places of its name belong to entity ${taken}, which was given the same name`
      notes.push(`The given entity ${owner}, ${JSON.stringify(entity.name)}, has no place: ${places}.`)
    }
  })
  return { drafts, unplaced, notes }
}

/** The places of the other spellings that the caller names, for what no extractor found; their entity has the full name. */
export function locateAliases(
  document: Document,
  aliases: Readonly<Record<string, string>>,
  found: readonly Span[],
): MentionDraft[] {
  const taken = new Set(found.map(({ start, end }) => `${start} ${end}`))
  const spellings = Object.keys(aliases).sort()
  const entities = spellings.map((spelling) => ({ name: spelling, id: aliases[spelling] }))
  return locateGiven(document, entities)
    .drafts.filter(({ start, end }) => !taken.has(`${start} ${end}`))
    .map(({ start, end, id }) => {
      return { start, end, type: 'misc', confidence: ALIAS_CONFIDENCE, name: id!, by: 'aliases' }
    })
}

/** Below what extractors give, so that their types win at the same place. */
const ALIAS_CONFIDENCE = 0.01

/** Names as a tree of their units. */
interface Branch {
  readonly next: Map<number, Branch>
  owner?: number
}

class Names {
  private readonly root: Branch = { next: new Map() }

  get isEmpty(): boolean {
    return this.root.next.size === 0
  }

  /** The first owner of a name keeps it, and is returned. */
  add(name: string, owner: number): number {
    let at = this.root
    for (let i = 0; i < name.length; i++) {
      const unit = name.charCodeAt(i)
      let branch = at.next.get(unit)
      if (branch === undefined) {
        branch = { next: new Map() }
        at.next.set(unit, branch)
      }
      at = branch
    }
    at.owner ??= owner
    return at.owner
  }

  longest(text: string, start: number, lower: boolean): { end: number; owner: number } | undefined {
    let branch = this.isEmpty ? undefined : this.root
    let found: { end: number; owner: number } | undefined
    let at = start
    while (branch !== undefined && at < text.length) {
      let unit = text.charCodeAt(at++)
      if (isBlankUnit(unit)) {
        unit = 32
        while (at < text.length && isBlankUnit(text.charCodeAt(at))) at++
      } else if (unit === 0x2019) unit = 0x27
      else if (lower) unit = lowerUnit(unit)
      branch = branch.next.get(unit)
      if (branch?.owner !== undefined && endsWord(text, start, at)) found = { end: at, owner: branch.owner }
    }
    return found
  }
}

function longer<Hit extends { end: number }>(a: Hit | undefined, b: Hit | undefined): Hit | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return b.end > a.end ? b : a
}

const plainName = (name: string) =>
  name
    .trim()
    .replace(/[\s\u200b]+/gu, ' ')
    .replaceAll('\u2019', "'")

function lowerUnit(unit: number): number {
  if (unit < 0x80) return unit >= 65 && unit <= 90 ? unit + 32 : unit
  const lower = String.fromCharCode(unit).toLowerCase()
  return lower.length === 1 ? lower.charCodeAt(0) : unit
}

const WORD_PART = /[\p{L}\p{M}\p{Nd}]/u
const NO_BLANKS_BETWEEN_WORDS = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u

/** Whether no word goes on over the offset. */
function isBoundary(text: string, at: number): boolean {
  if (at === 0 || at === text.length) return true
  const left = text.charCodeAt(at - 1)
  const right = text.charCodeAt(at)
  if (left < 0x80 && right < 0x80) return !(isAsciiWord(left) && isAsciiWord(right))
  if ((right & 0xfc00) === 0xdc00) return false
  const before = text[at - 1]
  const after = String.fromCodePoint(text.codePointAt(at)!)
  if (/[\p{M}\u200d]/u.test(after)) return false
  return (
    !WORD_PART.test(before) ||
    !WORD_PART.test(after) ||
    NO_BLANKS_BETWEEN_WORDS.test(before) ||
    NO_BLANKS_BETWEEN_WORDS.test(after)
  )
}

const isAsciiWord = (unit: number) =>
  (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122)

function endsWord(text: string, start: number, end: number): boolean {
  if (!isBoundary(text, end)) return false
  // C is not C++.
  return !(end - start <= 2 && (text[end] === '+' || text[end] === '#'))
}

/**
 * Places given relations at the nearest mentions of their two entities. Those whose entities are not in the document, or
 * are one entity, are in `unplaced`, as `subject -> object`.
 */
export function locateRelations(
  document: Pick<Document, 'entities'>,
  given: readonly GivenRelation[],
): { relations: Relation[]; unplaced: string[] } {
  const find = entityFinder(document.entities ?? [])
  const largest = given.reduce(
    (max, { weight }) => (weight !== undefined && Number.isFinite(weight) && weight > max ? weight : max),
    1,
  )
  const relations: Relation[] = []
  const unplaced: string[] = []
  for (const { subject, object, predicate = 'related_to', weight = largest } of given) {
    const from = find(subject)
    const to = find(object)
    if (from === undefined || to === undefined || from === to) {
      unplaced.push(`${subject} -> ${object}`)
      continue
    }
    const [a, b] = nearestPair(from.mentions, to.mentions)
    relations.push(givenRelation(a, b, predicate, Number.isFinite(weight) ? Math.max(0, weight) / largest : 1))
  }
  return { relations, unplaced }
}

function givenRelation(subject: Mention, object: Mention, predicate: string, weight: number): Relation {
  const evidence = hull(subject, object)
  return {
    subject,
    predicate,
    object,
    weight,
    kind: 'asserted',
    negated: false,
    modality: 'fact',
    evidence,
    by: 'given',
  }
}

function entityFinder(entities: readonly Entity[]): (key: string) => Entity | undefined {
  const byId = new Map(entities.map((entity) => [entity.id, entity]))
  const byName = new Map<string, Entity>()
  for (const pick of [(entity: Entity) => [entity.name], (entity: Entity) => entity.aliases]) {
    for (const entity of entities) {
      for (const name of pick(entity)) {
        const folded = foldName(name, entity.type)
        if (!byName.has(folded)) byName.set(folded, entity)
      }
    }
  }
  return (key) => byId.get(key) ?? byName.get(foldName(key, 'misc')) ?? byName.get(foldName(key, 'number'))
}

const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined)

/** The nodes of a graph as entities: the key is the id, the label comes from `name`, `label` or the key. In sorted order. */
export function entitiesFromGraph(graph: AbstractGraph): GivenEntity[] {
  return [...graph.nodes()].sort().map((key) => {
    const { name, label, type, aliases } = graph.getNodeAttributes(key) as Record<string, unknown>
    const kind = text(type)
    const others = Array.isArray(aliases) ? aliases.filter((alias): alias is string => text(alias) !== undefined) : []
    return {
      id: key,
      name: text(name) ?? text(label) ?? key,
      ...(kind === undefined ? {} : { type: kind }),
      aliases: others,
    }
  })
}

/** The edges of a graph as relations, by node keys, in sorted order; an undirected edge runs as graphology keeps it. */
export function relationsFromGraph(graph: AbstractGraph): GivenRelation[] {
  const relations = graph.mapEdges((_edge, attributes, source, target): GivenRelation => {
    const { predicate, label, type, weight } = attributes as Record<string, unknown>
    const name = text(predicate) ?? text(label) ?? text(type)
    return {
      subject: source,
      object: target,
      ...(name === undefined ? {} : { predicate: name }),
      ...(typeof weight === 'number' && Number.isFinite(weight) && weight > 0 ? { weight } : {}),
    }
  })
  const key = ({ subject, object, predicate = '' }: GivenRelation) => `${subject}\u0000${object}\u0000${predicate}`
  return relations.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : (a.weight ?? 1) - (b.weight ?? 1)))
}
