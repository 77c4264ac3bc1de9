import type { Document, Entity, EntityId, EntityType, Mention } from '../../document/document.js'
import type { MentionDraft } from '../extractor.js'
import { foldName, idOf, surnameOf, withoutCourtesy, withoutLegalForm } from './fold.js'

export interface LinkOptions {
  /** Other name → the name it stands for. */
  readonly aliases?: Readonly<Record<string, string>>
  /** Whether to join short forms to full ones (surname, acronym, brackets). True unless given. */
  readonly merge?: boolean
  /** The extractor that found the mentions. */
  readonly by?: string
}

export interface Linked {
  /** Sorted by position. */
  readonly mentions: readonly Mention[]
  /** In the order of their first mentions. */
  readonly entities: readonly Entity[]
  /** Short names that fit several entities and were joined to none. Sorted. */
  readonly ambiguous: readonly string[]
}

/** Mentions that are known to name one thing. */
interface Cluster {
  readonly key: string
  readonly drafts: MentionDraft[]
  readonly surfaces: string[]
  id?: EntityId
  /** The name that the caller gave it. */
  name?: string
}

/** Ties between types go to the first of these. */
const TYPE_ORDER = ['person', 'organization', 'location', 'misc', 'time', 'number']

/**
 * Ties mentions to entities. Mentions are one entity on evidence only: the same folded name, the same name but for a legal
 * form, the only full name with that surname, initials, `X (Y)`, or the caller's alias table; never because they look
 * alike. The id of an entity is its folded canonical name, so that it is the same in every document. `drafts` are finished
 * mentions (see `finishMentions`). Linear in the number of mentions.
 */
export function linkEntities(document: Document, drafts: readonly MentionDraft[], options: LinkOptions = {}): Linked {
  const clusters = new Clusters(document.text, options.aliases ?? {})
  for (const draft of drafts) clusters.add(draft)
  const ambiguous = options.merge === false ? [] : joinForms(document.text, drafts, clusters)
  return { ...toEntities(clusters, drafts, options.by ?? 'unknown'), ambiguous }
}

class Clusters {
  private readonly byKey = new Map<string, Cluster>()
  private readonly byId = new Map<EntityId, Cluster>()
  private readonly parents = new Map<Cluster, Cluster>()
  private readonly owners = new Map<MentionDraft, Cluster>()
  private readonly aliases = new Map<string, string>()

  constructor(
    private readonly text: string,
    aliases: Readonly<Record<string, string>>,
  ) {
    for (const alias of Object.keys(aliases).sort()) this.aliases.set(foldName(alias, 'misc'), aliases[alias])
  }

  add(draft: MentionDraft): void {
    const surface = this.text.slice(draft.start, draft.end)
    const folded = foldName(draft.name ?? surface, draft.type)
    const name = this.aliases.get(folded) ?? draft.name
    const key = keyOf(name === undefined ? folded : foldName(name, draft.type), draft.type)
    let cluster = draft.id === undefined ? this.byKey.get(key) : this.byId.get(draft.id)
    if (cluster === undefined) {
      cluster = { key, drafts: [], surfaces: [] }
      if (draft.id !== undefined) {
        cluster.id = draft.id
        this.byId.set(draft.id, cluster)
      }
      if (!this.byKey.has(key)) this.byKey.set(key, cluster)
    }
    if (name !== undefined) cluster.name ??= name
    cluster.drafts.push(draft)
    if (draft.kind !== 'anaphor') cluster.surfaces.push(surface)
    this.owners.set(draft, cluster)
  }

  /** In the order of their first mentions. */
  all(): Cluster[] {
    const roots = new Set<Cluster>()
    for (const cluster of this.owners.values()) roots.add(this.root(cluster))
    return [...roots]
  }

  of(draft: MentionDraft): Cluster {
    return this.root(this.owners.get(draft)!)
  }

  withKey(key: string): Cluster | undefined {
    const cluster = this.byKey.get(key)
    return cluster && this.root(cluster)
  }

  isGiven(id: EntityId): boolean {
    return this.byId.has(id)
  }

  /** Makes two clusters one, unless the caller gave them two ids. */
  join(a: Cluster, b: Cluster): void {
    const into = this.root(a)
    const from = this.root(b)
    if (into === from || (into.id !== undefined && from.id !== undefined)) return
    this.parents.set(from, into)
    if (from.id !== undefined) into.id = from.id
    if (from.name !== undefined) into.name ??= from.name
    for (const draft of from.drafts) into.drafts.push(draft)
    for (const surface of from.surfaces) into.surfaces.push(surface)
  }

  private root(cluster: Cluster): Cluster {
    let at = cluster
    for (let up = this.parents.get(at); up !== undefined; up = this.parents.get(at)) at = up
    return at
  }
}

const keyOf = (folded: string, type: EntityType) => (type === 'person' ? withoutCourtesy(folded) : folded)

/** Joins legal forms, bracket pairs, acronyms and surnames; returns the short names that fit several entities. */
function joinForms(text: string, drafts: readonly MentionDraft[], clusters: Clusters): string[] {
  joinLegalForms(clusters)
  joinBracketPairs(text, drafts, clusters)
  const ambiguous = new Set<string>()
  joinAcronyms(clusters, ambiguous)
  joinSurnames(clusters, ambiguous)
  return [...ambiguous].sort()
}

function joinLegalForms(clusters: Clusters): void {
  const short = new Map<string, Cluster>()
  for (const cluster of clusters.all()) {
    if (typesOf(cluster.drafts)[0] !== 'organization') continue
    const key = withoutLegalForm(cluster.key)
    if (key === cluster.key) continue
    const other = clusters.withKey(key) ?? short.get(key)
    if (other !== undefined) clusters.join(other, cluster)
    else short.set(key, cluster)
  }
}

const OPENS_PAIR = /^\s?[(\uff08]\s?(?:the )?["\u201c']?$/u
const CLOSES_PAIR = /^["\u201d']?\s?[)\uff09,;]/u
const KNOWN_AS =
  /^["\u201d']?,? ?\(?(?:also |better |formerly |previously |originally |commonly |sometimes |now )?(?:known as|called|a\.k\.a\.|aka) (?:the )?["\u201c']?$/iu
/** Longest text between the two names of a pair. */
const PAIR_REACH = 40

function joinBracketPairs(text: string, drafts: readonly MentionDraft[], clusters: Clusters): void {
  for (let i = 1; i < drafts.length; i++) {
    const [long, short] = [drafts[i - 1], drafts[i]]
    if (short.start - long.end > PAIR_REACH || isQuantity(long.type) || isQuantity(short.type)) continue
    const between = text.slice(long.end, short.start)
    const a = clusters.of(long)
    const b = clusters.of(short)
    if (OPENS_PAIR.test(between) && CLOSES_PAIR.test(text.slice(short.end, short.end + 3))) {
      const sameKind = long.type === short.type && (long.type === 'organization' || long.type === 'misc')
      if (sameKind || abbreviates(b.key, a.key) || abbreviates(a.key, b.key)) clusters.join(a, b)
    } else if (long.type === short.type && KNOWN_AS.test(between)) clusters.join(a, b)
  }
}

const isQuantity = (type: EntityType) => type === 'time' || type === 'number'
const SMALL_WORDS = new Set('of the and for in de la du des di da del von van und et y on to at'.split(' '))

function initialsOf(key: string): string[] {
  const words = key.split(' ')
  if (words.length < 2 || words.length > 10) return []
  const all = words.map((word) => word[0]).join('')
  const large = words
    .filter((word) => !SMALL_WORDS.has(word))
    .map((word) => word[0])
    .join('')
  return all === large ? [all] : [all, large]
}

const abbreviates = (short: string, long: string) => short.length > 1 && initialsOf(long).includes(short)

function joinAcronyms(clusters: Clusters, ambiguous: Set<string>): void {
  const long = new Map<string, Set<Cluster>>()
  const all = clusters.all()
  for (const cluster of all) {
    const [type] = typesOf(cluster.drafts)
    if (type === 'person' || isQuantity(type)) continue
    for (const initials of initialsOf(cluster.key)) {
      if (initials.length > 1) addTo(long, initials, cluster)
    }
  }
  for (const cluster of all) {
    if (!cluster.surfaces.some((surface) => /^(?:\p{Lu}\.?){2,8}$/u.test(surface))) continue
    joinOnly(clusters, cluster, long.get(cluster.key), ambiguous)
  }
}

function joinSurnames(clusters: Clusters, ambiguous: Set<string>): void {
  const bySurname = new Map<string, Set<Cluster>>()
  const byEnds = new Map<string, Set<Cluster>>()
  const people = clusters.all().filter((cluster) => typesOf(cluster.drafts)[0] === 'person')
  for (const person of people) {
    const words = person.key.split(' ')
    const middle = words.slice(1, -1)
    if (middle.length > 0 && middle.every((word) => word.length <= 2))
      addTo(byEnds, `${words[0]} ${words[words.length - 1]}`, person)
  }
  for (const person of people) joinOnly(clusters, person, byEnds.get(person.key), ambiguous)
  for (const person of clusters.all()) {
    const surname = typesOf(person.drafts)[0] === 'person' ? surnameOf(person.key) : undefined
    if (surname !== undefined) addTo(bySurname, surname, person)
  }
  for (const person of people) {
    if (!person.key.includes(' ')) joinOnly(clusters, person, bySurname.get(person.key), ambiguous)
  }
}

function joinOnly(
  clusters: Clusters,
  short: Cluster,
  long: ReadonlySet<Cluster> | undefined,
  ambiguous: Set<string>,
): void {
  if (long === undefined) return
  const others = [...long].filter((cluster) => cluster !== short)
  if (others.length === 1) clusters.join(others[0], short)
  else if (others.length > 1) for (const surface of short.surfaces) ambiguous.add(surface)
}

function addTo(map: Map<string, Set<Cluster>>, key: string, cluster: Cluster): void {
  const found = map.get(key)
  if (found === undefined) map.set(key, new Set([cluster]))
  else found.add(cluster)
}

/** The types of the mentions, the most frequent first. */
function typesOf(drafts: readonly MentionDraft[]): EntityType[] {
  const first = drafts[0].type
  if (drafts.every(({ type }) => type === first)) return [first]
  const counts = new Map<EntityType, number>()
  for (const { type } of drafts) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts.keys()].sort((a, b) => counts.get(b)! - counts.get(a)! || rank(a) - rank(b) || (a < b ? -1 : 1))
}

function rank(type: EntityType): number {
  const at = TYPE_ORDER.indexOf(type)
  return at < 0 ? TYPE_ORDER.length : at
}

/** The longest proper spelling: mixed case before capitals only or small letters only, without "the" before with it. */
function bestName(surfaces: readonly string[]): string {
  const quality = (name: string) => {
    const mixed = name !== name.toUpperCase() && name !== name.toLowerCase()
    return (/^the\s/i.test(name) ? 0 : 2) + (mixed ? 1 : 0)
  }
  return surfaces.reduce((best, name) => {
    const order = quality(name) - quality(best) || name.length - best.length
    return order > 0 || (order === 0 && name < best) ? name : best
  })
}

function toEntities(
  clusters: Clusters,
  drafts: readonly MentionDraft[],
  by: string,
): Pick<Linked, 'mentions' | 'entities'> {
  const ids = new Map<Cluster, EntityId>()
  const headers = new Map<Cluster, Omit<Entity, 'mentions'>>()
  for (const cluster of clusters.all()) {
    const [type, ...otherTypes] = typesOf(cluster.drafts)
    const surfaces = cluster.surfaces.map((surface) => surface.replace(/\s+/gu, ' '))
    const name = cluster.name ?? (surfaces.length > 0 ? bestName(surfaces) : cluster.key)
    const concept = cluster.drafts.every((draft) => draft.kind === 'concept')
    const id = cluster.id ?? freshId(name, type, clusters)
    ids.set(cluster, id)
    const aliases = [...new Set(surfaces)].filter((surface) => surface !== name).sort()
    headers.set(cluster, { id, name, type, kind: concept ? 'concept' : 'name', aliases, otherTypes })
  }
  const byEntity = new Map<EntityId, Mention[]>()
  const mentions = drafts.map((draft): Mention => {
    const entity = ids.get(clusters.of(draft))!
    const { start, end, type, kind = 'name', confidence = 1 } = draft
    const sure = Number.isFinite(confidence) ? Math.min(1, Math.max(0, confidence)) : 1
    const mention: Mention = { start, end, entity, type, kind, confidence: sure, by }
    const list = byEntity.get(entity)
    if (list === undefined) byEntity.set(entity, [mention])
    else list.push(mention)
    return mention
  })
  const entities = [...headers.values()].map((header): Entity => ({ ...header, mentions: byEntity.get(header.id)! }))
  return { mentions, entities }
}

function freshId(name: string, type: EntityType, clusters: Clusters): EntityId {
  const id = idOf(name, type)
  // The caller's ids are theirs: another entity of that name gets the type added.
  return clusters.isGiven(id) ? `${id} (${type})` : id
}
