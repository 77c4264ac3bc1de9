import type { Document, Entity, Layers, Mention, Relation, TokenIndex } from '../document/document.js'
import { createDocument, withLayers } from '../structure/create.js'
import { type Tokenizer, tokenizerNames } from '../structure/tokens/tokenizer.js'

/** What a document is made from; its structure too, since a caller may have brought one. */
export type StoredStructure = Pick<
  Document,
  'id' | 'text' | 'mediaType' | 'metadata' | 'blocks' | 'sentences' | 'pages'
>

/** Layers as JSON keeps them: mentions are written once, and everything else refers to them by number. */
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

export function storeStructure(document: Document): StoredStructure {
  const { id, text, mediaType, metadata, blocks, sentences, pages } = document
  return { id, text, mediaType, metadata, blocks, sentences, ...(pages === undefined ? {} : { pages }) }
}

/** The layers but graph, communities and centrality, which the whole corpus shares. */
export function storeLayers({ mentions, entities, relations, vectors }: KeptLayers): StoredLayers {
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

/** What counts the tokens of a document that is made anew. */
export type Counter = { readonly tokenizer: Tokenizer } | { readonly index: TokenIndex }

/** The document's tokenizer by name; its token index itself where that is of a caller's own counter. */
export function counterOf({ tokens }: Document): Counter {
  const name = tokenizerNames.find((known) => tokens.exact && known === tokens.name)
  return name === undefined ? { index: tokens } : { tokenizer: name }
}

/** The document that was stored. */
export function restoreDocument(structure: StoredStructure, layers: StoredLayers, counter: Counter): Document {
  const { text, blocks, sentences, ...options } = structure
  const document = createDocument(text, { ...options, ...('tokenizer' in counter ? counter : {}) })
  const tokens = 'index' in counter ? { tokens: counter.index } : {}
  return withLayers(document, { blocks, sentences, ...tokens, ...restoreLayers(layers) })
}
