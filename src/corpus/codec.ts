import type { Document, Entity, Layers, Mention, Relation, TokenIndex } from '../document/document.js'
import { createDocument, withLayers } from '../structure/create.js'
import type { Tokenizer } from '../structure/tokens/tokenizer.js'

type Structure = Pick<Document, 'id' | 'text' | 'mediaType' | 'metadata' | 'blocks' | 'sentences' | 'pages'>

/** A document as JSON keeps it: mentions are written once, and everything else refers to them by number. */
export interface StoredDocument extends Structure {
  readonly layers: StoredLayers
}

export interface StoredLayers {
  readonly pool: readonly Mention[]
  readonly mentions?: readonly number[]
  readonly entities?: readonly (Omit<Entity, 'mentions'> & { readonly mentions: readonly number[] })[]
  readonly relations?: readonly (Omit<Relation, 'subject' | 'object'> & {
    readonly subject: number
    readonly object: number
  })[]
  readonly vectors?: readonly (readonly number[])[]
}

type KeptLayers = Partial<Pick<Layers, 'mentions' | 'entities' | 'relations' | 'vectors'>>

/** The document in a form that survives JSON; graph, communities and centrality are left out. */
export function storeDocument(document: Document): StoredDocument {
  const { id, text, mediaType, metadata, blocks, sentences, pages } = document
  return {
    id,
    text,
    mediaType,
    metadata,
    blocks,
    sentences,
    ...(pages === undefined ? {} : { pages }),
    layers: storeLayers(document),
  }
}

function storeLayers({ mentions, entities, relations, vectors }: KeptLayers): StoredLayers {
  const numbers = new Map<Mention, number>()
  const number = (mention: Mention): number => {
    const known = numbers.get(mention)
    if (known !== undefined) return known
    numbers.set(mention, numbers.size)
    return numbers.size - 1
  }
  const stored = {
    ...(mentions === undefined ? {} : { mentions: mentions.map(number) }),
    ...(entities === undefined
      ? {}
      : { entities: entities.map((entity) => ({ ...entity, mentions: entity.mentions.map(number) })) }),
    ...(relations === undefined
      ? {}
      : {
          relations: relations.map((relation) => ({
            ...relation,
            subject: number(relation.subject),
            object: number(relation.object),
          })),
        }),
    ...(vectors === undefined ? {} : { vectors: vectors.map((vector) => Array.from(vector)) }),
  }
  return { pool: [...numbers.keys()], ...stored }
}

/** The layers with one object per mention, as chunkers expect them. */
export function restoreLayers({ pool, mentions, entities, relations, vectors }: StoredLayers): KeptLayers {
  const mention = (number: number): Mention => pool[number]
  return {
    ...(mentions === undefined ? {} : { mentions: mentions.map(mention) }),
    ...(entities === undefined
      ? {}
      : { entities: entities.map((entity) => ({ ...entity, mentions: entity.mentions.map(mention) })) }),
    ...(relations === undefined
      ? {}
      : {
          relations: relations.map((relation) => ({
            ...relation,
            subject: mention(relation.subject),
            object: mention(relation.object),
          })),
        }),
    ...(vectors === undefined ? {} : { vectors: vectors.map((vector) => Float32Array.from(vector)) }),
  }
}

/** The document that `storeDocument` was given, counted by a tokenizer or by a token index that was kept. */
export function restoreDocument(stored: StoredDocument, counted: Tokenizer | { readonly index: TokenIndex }): Document {
  const { id, text, mediaType, metadata, blocks, sentences, pages } = stored
  const kept = typeof counted === 'object' && 'index' in counted ? counted.index : undefined
  const document = createDocument(text, {
    id,
    mediaType,
    metadata,
    ...(pages === undefined ? {} : { pages }),
    ...(kept === undefined ? { tokenizer: counted as Tokenizer } : {}),
  })
  return withLayers(document, {
    blocks,
    sentences,
    ...(kept === undefined ? {} : { tokens: kept }),
    ...restoreLayers(stored.layers),
  })
}
