import { z } from 'zod'
import type { JsonSchema } from './llm.js'

const entity = z.object({
  name: z.string().describe('the name exactly as it is written in the text'),
  type: z.string().describe('the type of the entity'),
  aliases: z.array(z.string()).describe('other spellings of it in the text'),
})

const relation = z.object({
  subject: z.string().describe('the name of an entity in the list'),
  predicate: z.string().describe('what the text says of the two, in snake_case'),
  object: z.string().describe('the name of an entity in the list'),
  negated: z.boolean().describe('whether the text denies it'),
})

const answer = z.object({ entities: z.array(entity), relations: z.array(relation) })

/** What a model is asked to return, as JSON Schema. */
export const ANSWER_SCHEMA = z.toJSONSchema(answer) as JsonSchema

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
export function checkAnswer(value: unknown): Answer | undefined {
  const object = (Array.isArray(value) ? { entities: value } : value) as Record<string, unknown> | null | undefined
  if (typeof object !== 'object' || object === null || !Array.isArray(object.entities)) return undefined
  const relations = Array.isArray(object.relations) ? object.relations : []
  const kept = {
    entities: readable(looseEntity, object.entities.slice(0, MOST)),
    relations: readable(looseRelation, relations.slice(0, MOST)),
  }
  const given = object.entities.length + relations.length
  return { ...kept, malformed: given - kept.entities.length - kept.relations.length }
}

function readable<Shape>(schema: z.ZodType<Shape>, values: readonly unknown[]): Shape[] {
  return values.flatMap((value) => {
    const result = schema.safeParse(value)
    return result.success ? [result.data] : []
  })
}
