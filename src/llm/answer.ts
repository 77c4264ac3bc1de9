import { z } from 'zod'
import type { JsonSchema } from './llm.js'

/** What may be in an answer. */
export interface Lists {
  readonly types: readonly string[]
  /** Any where left out. */
  readonly predicates?: readonly string[]
}

/** What a model is asked to return, as JSON Schema. */
export function schemaFor({ types, predicates }: Lists): JsonSchema {
  const entity = z.object({
    name: z.string().describe('the name exactly as it is written in the text'),
    type: z.enum(types).describe('the type of the entity'),
    aliases: z.array(z.string()).describe('other spellings of it in the text'),
  })
  const relation = z.object({
    subject: z.string().describe('the name of an entity in the list'),
    predicate: (predicates === undefined ? z.string() : z.enum(predicates)).describe(
      'what the text says of the two, in snake_case',
    ),
    object: z.string().describe('the name of an entity in the list'),
    negated: z.boolean().describe('whether the text denies it'),
  })
  return z.toJSONSchema(z.object({ entities: z.array(entity), relations: z.array(relation) })) as JsonSchema
}

/** What a model said of one window. */
export interface Answer {
  readonly entities: readonly { readonly name: string; readonly type: string; readonly aliases: readonly string[] }[]
  readonly relations: readonly {
    readonly subject: string
    readonly predicate: string
    readonly object: string
    readonly negated: boolean
  }[]
  /** Entries that were no entity or no relation. */
  readonly malformed: number
  /** The answer ended before its end: what followed is missing. */
  readonly isCut: boolean
}

/** No window names more; a model that repeats itself would else fill the memory. */
const MOST = 2_000
const LONGEST_NAME = 300

const looseEntity = z.object({
  name: z.string().trim().min(1).max(LONGEST_NAME),
  type: z.string().trim().min(1).max(60).catch('misc'),
  aliases: z.array(z.string().trim().max(LONGEST_NAME)).catch([]),
})

const looseRelation = z.object({
  subject: z.string().trim().min(1).max(LONGEST_NAME),
  predicate: z.string().trim().min(1).max(100).catch('related_to'),
  object: z.string().trim().min(1).max(LONGEST_NAME),
  negated: z.boolean().catch(false),
})

/** The answer with every entry that can be read; undefined where the value has no list of entities. */
export function checkAnswer(value: unknown, isCut = false): Answer | undefined {
  const object = (Array.isArray(value) ? { entities: value } : value) as Record<string, unknown> | null | undefined
  if (typeof object !== 'object' || object === null || !Array.isArray(object.entities)) return undefined
  const relations = Array.isArray(object.relations) ? object.relations : []
  const kept = {
    entities: readable(looseEntity, object.entities.slice(0, MOST)),
    relations: readable(looseRelation, relations.slice(0, MOST)),
  }
  const given = object.entities.length + relations.length
  return { ...kept, malformed: given - kept.entities.length - kept.relations.length, isCut }
}

const foldLabel = (label: string): string => label.toLowerCase().replace(/[\s_-]+/g, '_')

/**
 * The answer held to the lists, for models that a schema does not hold: an entity of another type is `misc` where that is
 * listed and left out where not, a relation of another predicate is left out.
 */
export function heldTo({ types, predicates }: Lists, answer: Answer): { answer: Answer; unlisted: number } {
  const listed = (labels: readonly string[]) => new Map(labels.map((label) => [foldLabel(label), label]))
  const typeOf = listed(types)
  const entities = answer.entities.flatMap((entity) => {
    const type = typeOf.get(foldLabel(entity.type)) ?? typeOf.get('misc')
    return type === undefined ? [] : [{ ...entity, type }]
  })
  const predicateOf = predicates === undefined ? undefined : listed(predicates)
  const relations = answer.relations.flatMap((relation) => {
    const predicate = predicateOf === undefined ? relation.predicate : predicateOf.get(foldLabel(relation.predicate))
    return predicate === undefined ? [] : [{ ...relation, predicate }]
  })
  const unlisted = answer.entities.length - entities.length + answer.relations.length - relations.length
  return { answer: { ...answer, entities, relations }, unlisted }
}

function readable<Shape>(schema: z.ZodType<Shape>, values: readonly unknown[]): Shape[] {
  return values.flatMap((value) => {
    const result = schema.safeParse(value)
    return result.success ? [result.data] : []
  })
}
