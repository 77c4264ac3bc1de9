import type { EntityId, EntityType } from '../../document/document.js'
import type { MentionDraft } from '../extractor.js'
import { type AliasTable, resolveAliases } from './aliases.js'
import { foldName, withoutCourtesy } from './fold.js'

/** Mentions that are known to name one thing. */
export interface Cluster {
  /** The folded name by which short forms are found. */
  key: string
  readonly drafts: MentionDraft[]
  readonly surfaces: string[]
  /** Where the first of them starts. */
  start: number
  id?: EntityId
  /** The name that the caller gave it. */
  name?: string
}

export interface ClusterOptions {
  /** Other name → the name it stands for. */
  readonly aliases?: AliasTable
  /** Whether mentions of two types are two things, whatever their name. */
  readonly separateTypes?: boolean
  /** False: only names that are the same once folded are one. */
  readonly merge?: boolean
}

/** The mentions of a document, gathered by name and joined on evidence (union by size). */
export class Clusters {
  private readonly byKey = new Map<string, Cluster>()
  private readonly byId = new Map<EntityId, Cluster>()
  private readonly parents = new Map<Cluster, Cluster>()
  private readonly owners = new Map<MentionDraft, Cluster>()
  /** All that were ever made, in the order of their first mentions. */
  private readonly made: Cluster[] = []
  private readonly aliases: ReadonlyMap<string, string>

  constructor(
    private readonly text: string,
    private readonly options: ClusterOptions,
  ) {
    this.aliases = resolveAliases(options.aliases ?? {})
  }

  add(draft: MentionDraft): void {
    const { start, type, id } = draft
    const surface = this.text.slice(start, draft.end)
    const folded = foldName(draft.name ?? surface, type)
    const name = this.aliases.get(folded) ?? draft.name
    const key = this.keyOf(name === undefined ? folded : foldName(name, type), type)
    const slot = this.slot(key, type)
    let cluster = id === undefined ? this.byKey.get(slot) : this.byId.get(id)
    if (cluster === undefined) {
      cluster = { key, drafts: [], surfaces: [], start }
      this.made.push(cluster)
      if (id !== undefined) {
        cluster.id = id
        this.byId.set(id, cluster)
      }
      if (!this.byKey.has(slot)) this.byKey.set(slot, cluster)
    }
    if (name !== undefined) cluster.name ??= name
    cluster.drafts.push(draft)
    if (draft.kind !== 'anaphor') cluster.surfaces.push(surface)
    this.owners.set(draft, cluster)
  }

  /** In the order of their first mentions. */
  all(): Cluster[] {
    const roots = new Set<Cluster>()
    for (const cluster of this.made) roots.add(this.root(cluster))
    return [...roots]
  }

  ofType(type: EntityType): Cluster[] {
    return this.all().filter(({ drafts }) => typesOf(drafts)[0] === type)
  }

  of(draft: MentionDraft): Cluster {
    return this.root(this.owners.get(draft)!)
  }

  withKey(key: string, type: EntityType): Cluster | undefined {
    const cluster = this.byKey.get(this.slot(key, type))
    return cluster && this.root(cluster)
  }

  isGiven(id: EntityId): boolean {
    return this.byId.has(id)
  }

  /** Makes two clusters one, unless the caller gave them two ids or keeps their types apart. */
  join(a: Cluster, b: Cluster): void {
    let [into, from] = [this.root(a), this.root(b)]
    if (into === from || (into.id !== undefined && from.id !== undefined)) return
    if (this.options.separateTypes && typesOf(into.drafts)[0] !== typesOf(from.drafts)[0]) return
    const { key } = into
    const id = into.id ?? from.id
    const name = into.name ?? from.name
    if (from.drafts.length > into.drafts.length) [into, from] = [from, into]
    this.parents.set(from, into)
    into.key = key
    if (id !== undefined) into.id = id
    if (name !== undefined) into.name = name
    into.start = Math.min(into.start, from.start)
    for (const draft of from.drafts) into.drafts.push(draft)
    for (const surface of from.surfaces) into.surfaces.push(surface)
  }

  /** The cluster that this one became a part of. */
  root(cluster: Cluster): Cluster {
    let at = cluster
    for (let up = this.parents.get(at); up !== undefined; up = this.parents.get(at)) at = up
    return at
  }

  private keyOf(folded: string, type: EntityType): string {
    return type === 'person' && this.options.merge !== false ? withoutCourtesy(folded) : folded
  }

  private slot(key: string, type: EntityType): string {
    return this.options.separateTypes ? `${key}\u0000${type}` : key
  }
}

/** Ties between types go to the first of these. */
const TYPE_ORDER = ['person', 'organization', 'location', 'misc', 'time', 'number']

/** The types of the mentions, the most frequent first. */
export function typesOf(drafts: readonly MentionDraft[]): EntityType[] {
  const first = drafts[0].type
  if (drafts.every(({ type }) => type === first)) return [first]
  const counts = new Map<EntityType, number>()
  for (const { type } of drafts) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts.keys()].sort((a, b) => counts.get(b)! - counts.get(a)! || rank(a) - rank(b) || (a < b ? -1 : 1))
}

export const isQuantity = (type: EntityType): boolean => type === 'time' || type === 'number'

function rank(type: EntityType): number {
  const at = TYPE_ORDER.indexOf(type)
  return at < 0 ? TYPE_ORDER.length : at
}
