import type { Document, Entity, EntityId, EntityType, Mention } from '../../document/document.js'
import type { MentionDraft } from '../extractor.js'
import { type Cluster, Clusters, typesOf } from './clusters.js'
import { foldName, idOf } from './fold.js'
import { joinForms } from './join.js'

export interface LinkOptions {
  /** Other name → the name it stands for. */
  readonly aliases?: Readonly<Record<string, string>>
  /** Whether mentions of two types are two entities, whatever their name; ids then end in the type. False unless given. */
  readonly separateTypes?: boolean
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
  /** Mentions of kind `anaphor` that were left out, since they stand for nothing that is named. */
  readonly lone: number
}

/**
 * Ties mentions to entities. Mentions are one entity on evidence only: the same folded name (accents and the legal form of
 * a company aside), a short form that fits one full name alone (surname, initials, first name, "the Senate"), an acronym,
 * `X (Y)` and "X, known as Y", or the caller's alias table; never because they look alike. The id of an entity is its
 * folded canonical name, so that it is the same in every document. Every entity has a mention that is no anaphor. `drafts` are finished mentions (see `finishMentions`).
 * Linear in the number of mentions.
 */
export function linkEntities(document: Document, drafts: readonly MentionDraft[], options: LinkOptions = {}): Linked {
  const clusters = new Clusters(document.text, options)
  for (const draft of drafts) clusters.add(draft)
  const ambiguous = options.merge === false ? [] : joinForms(document.text, drafts, clusters)
  return { ...toEntities(clusters, drafts, options), ambiguous }
}

function toEntities(
  clusters: Clusters,
  drafts: readonly MentionDraft[],
  options: LinkOptions,
): Omit<Linked, 'ambiguous'> {
  const ids = new Ids(clusters, options)
  const entities = new Map<Cluster, Omit<Entity, 'mentions'> & { mentions: Mention[] }>()
  for (const cluster of clusters.all()) {
    if (cluster.surfaces.length > 0) entities.set(cluster, { ...describeEntity(cluster, ids), mentions: [] })
  }
  const mentions = drafts.flatMap((draft): Mention[] => {
    const entity = entities.get(clusters.of(draft))
    if (entity === undefined) return []
    const { start, end, type, kind = 'name', confidence = 1, by = options.by ?? 'unknown' } = draft
    const sure = Number.isFinite(confidence) ? Math.min(1, Math.max(0, confidence)) : 1
    const mention: Mention = { start, end, entity: entity.id, type, kind, confidence: sure, by }
    entity.mentions.push(mention)
    return [mention]
  })
  return { mentions, entities: [...entities.values()], lone: drafts.length - mentions.length }
}

function describeEntity(cluster: Cluster, ids: Ids): Omit<Entity, 'mentions'> {
  const [type, ...otherTypes] = typesOf(cluster.drafts)
  const surfaces = cluster.surfaces.map((surface) => surface.replace(/\s+/gu, ' '))
  const name = cluster.name ?? bestName(surfaces)
  const isConcept = cluster.drafts.every(({ kind }) => kind === 'concept' || kind === 'anaphor')
  const aliases = [...new Set(surfaces)].filter((surface) => surface !== name).sort()
  return {
    id: cluster.id ?? ids.of(name, type),
    name,
    type,
    kind: isConcept ? 'concept' : 'name',
    aliases,
    otherTypes,
  }
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

/** Ids by name; no two entities get one. */
class Ids {
  private readonly used = new Set<EntityId>()

  constructor(
    private readonly clusters: Clusters,
    private readonly options: LinkOptions,
  ) {}

  of(name: string, type: EntityType): EntityId {
    const { merge = true, separateTypes = false } = this.options
    const plain = merge ? idOf(name, type) : foldName(name, type)
    const typed = `${plain} (${type})`
    for (const id of separateTypes ? [typed] : [plain, foldName(name, type), typed]) {
      if (this.isFree(id)) return this.take(id)
    }
    let number = 2
    while (!this.isFree(`${typed} ${number}`)) number++
    return this.take(`${typed} ${number}`)
  }

  /** The caller's ids are theirs. */
  private isFree(id: EntityId): boolean {
    return !this.used.has(id) && !this.clusters.isGiven(id)
  }

  private take(id: EntityId): EntityId {
    this.used.add(id)
    return id
  }
}
