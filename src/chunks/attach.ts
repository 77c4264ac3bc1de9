import type { ChunkEntity, ChunkRelation, PartedRelation } from '../document/chunk.js'
import type { Document, Entity, EntityId, Mention, Relation } from '../document/document.js'
import { contains, firstStartingAt, type Span } from '../document/span.js'

export interface Attached {
  readonly entities: readonly ChunkEntity[]
  readonly relations: readonly ChunkRelation[]
  readonly communities: readonly { readonly id: string; readonly share: number }[]
}

/** Finds what of a document's layers lies in a chunk; made once for all chunks of a document. */
export class Attachments {
  readonly #mentions: readonly Mention[]
  readonly #entities: ReadonlyMap<EntityId, Entity>
  readonly #bySubject: ReadonlyMap<Mention, readonly Relation[]>
  readonly #document: Document
  readonly #seedKinds: ReadonlySet<Mention['kind']>
  readonly #held = new Set<Relation>()

  /** `seedKinds`: the kinds of mention that make an entity a seed of the chunk. */
  constructor(document: Document, seedKinds: readonly Mention['kind'][] = ['name']) {
    this.#document = document
    this.#seedKinds = new Set(seedKinds)
    this.#mentions = document.mentions ?? []
    this.#entities = new Map((document.entities ?? []).map((entity) => [entity.id, entity]))
    const bySubject = new Map<Mention, Relation[]>()
    for (const relation of document.relations ?? []) {
      const list = bySubject.get(relation.subject)
      if (list === undefined) bySubject.set(relation.subject, [relation])
      else list.push(relation)
    }
    this.#bySubject = bySubject
  }

  /** What lies whole within the spans. Touching spans have to be given as one. */
  of(spans: readonly Span[]): Attached {
    const inside = new Set<Mention>()
    for (const span of spans) {
      for (let at = firstStartingAt(this.#mentions, span.start); at < this.#mentions.length; at++) {
        const mention = this.#mentions[at]
        if (mention.start >= span.end) break
        if (contains(span, mention)) inside.add(mention)
      }
    }
    return { entities: this.#seeds(inside), relations: this.#relations(inside), communities: this.#communities(inside) }
  }

  /** The relations that none of the chunks asked about so far held, with the first chunk that has each end. */
  parted(chunkAt: (mention: Mention) => string | undefined): PartedRelation[] {
    const parted: PartedRelation[] = []
    for (const relation of this.#document.relations ?? []) {
      if (this.#held.has(relation) || this.#isHidden(relation)) continue
      parted.push({ relation, chunks: [chunkAt(relation.subject) ?? '', chunkAt(relation.object) ?? ''] })
    }
    return parted
  }

  #seeds(inside: ReadonlySet<Mention>): ChunkEntity[] {
    const places = new Map<EntityId, Span[]>()
    for (const { kind, entity, start, end } of inside) {
      if (!this.#seedKinds.has(kind)) continue
      const list = places.get(entity)
      if (list === undefined) places.set(entity, [{ start, end }])
      else list.push({ start, end })
    }
    const { centrality, communities } = this.#document
    return [...places].map(([id, mentions]) => {
      const entity = this.#entities.get(id)
      return {
        id,
        name: entity?.name ?? id,
        type: entity?.type ?? 'misc',
        mentions,
        centrality: centrality?.of.get(id) ?? null,
        community: communities?.of.get(id) ?? null,
      }
    })
  }

  #relations(inside: ReadonlySet<Mention>): ChunkRelation[] {
    const relations: ChunkRelation[] = []
    for (const mention of inside) {
      for (const relation of this.#bySubject.get(mention) ?? []) {
        if (!inside.has(relation.object) || this.#isHidden(relation)) continue
        this.#held.add(relation)
        const { predicate, weight, kind, negated, modality } = relation
        relations.push({
          subject: mention.entity,
          predicate,
          object: relation.object.entity,
          weight,
          kind,
          negated,
          modality,
        })
      }
    }
    return relations
  }

  /** Concepts that are no seeds drive the cut, but what is told of relations speaks of seeds. */
  #isHidden({ subject, object }: Relation): boolean {
    return !this.#seedKinds.has('concept') && (subject.kind === 'concept' || object.kind === 'concept')
  }

  #communities(inside: ReadonlySet<Mention>): { id: string; share: number }[] {
    const counts = new Map<string, number>()
    let total = 0
    for (const { entity } of inside) {
      const id = this.#document.communities?.of.get(entity)
      if (id === undefined) continue
      counts.set(id, (counts.get(id) ?? 0) + 1)
      total++
    }
    return [...counts]
      .map(([id, count]) => ({ id, share: count / total }))
      .sort((a, b) => b.share - a.share || (a.id < b.id ? -1 : 1))
  }
}
