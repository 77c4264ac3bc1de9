import { z } from 'zod'
import { nearestName } from '../errors.js'

/** The fields that a given entity and a given relation may have. */
const NAMED = ['name', 'type', 'aliases', 'id']
const PLACED = ['start', 'end', 'type', 'id']
const RELATION = ['subject', 'object', 'predicate', 'weight']

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const isOffset = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0

const text = z.custom<string>(isText, 'to be a string that is not empty')
const offset = z.custom<number>(isOffset, 'to be a whole number from 0 up')
const type = z.custom<string>(isText, 'to be an entity type, a string that is not empty').optional()
const id = text.optional()

const named = z.object({ name: text, type, aliases: z.array(text, 'to be a list of names').optional(), id })
const placed = z
  .object({ start: offset, end: offset, type, id })
  .refine(({ start, end }) => start < end, { path: ['end'], message: 'to be more than `start`' })
const relation = z.object({
  subject: text,
  object: text,
  predicate: text.optional(),
  weight: z
    .custom<number>((value) => Number.isFinite(value) && (value as number) > 0, 'to be a number above 0')
    .optional(),
})

/** One given entity, by its name or by its place; messages start with "to". */
export const givenEntitySchema = z.unknown().transform((given, context) => {
  if (!isObject(given)) return refuse(context, [], 'to have a `name`, or a `start` and an `end`')
  if (given.name !== undefined) return checked(named, NAMED, given, context)
  if (given.start !== undefined || given.end !== undefined) return checked(placed, PLACED, given, context)
  return unknownField(given, NAMED, context) ?? refuse(context, [], 'to have a `name`, or a `start` and an `end`')
})

/** One given relation; messages start with "to". */
export const givenRelationSchema = z
  .unknown()
  .transform((given, context) =>
    isObject(given)
      ? checked(relation, RELATION, given, context)
      : refuse(context, [], 'to have a `subject` and an `object`'),
  )

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function checked<Shape>(
  schema: z.ZodType<Shape>,
  known: readonly string[],
  given: Readonly<Record<string, unknown>>,
  context: z.core.$RefinementCtx,
): Shape {
  const unknown = unknownField(given, known, context)
  if (unknown !== undefined) return unknown
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const [{ path, message }] = result.error.issues
  return refuse(context, path, message)
}

/** What a field that nobody knows makes of the whole. */
function unknownField(
  given: Readonly<Record<string, unknown>>,
  known: readonly string[],
  context: z.core.$RefinementCtx,
): undefined | never {
  const field = Object.keys(given).find((key) => given[key] !== undefined && !known.includes(key))
  return field === undefined ? undefined : refuse(context, [field], leaveOut(field, known))
}

/** What to do about a field that nobody knows; starts with "to". */
export function leaveOut(field: string, known: readonly string[]): string {
  const nearest = nearestName(field, known)
  return nearest === undefined
    ? `to be left out (known are ${known.join(', ')})`
    : `to be left out (did you mean \`${nearest}\`?)`
}

function refuse(context: z.core.$RefinementCtx, path: readonly PropertyKey[], message: string): never {
  context.issues.push({ code: 'custom', path: [...path], message, input: context.value })
  return z.NEVER
}
