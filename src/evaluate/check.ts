import { ChunkingError, describe } from '../errors.js'

/** Says what is wrong with a value, or nothing where it is right: `to be …`. */
export type Check = (value: unknown) => string | undefined

function refuse(what: string, expected: string, value: unknown): never {
  throw new ChunkingError('invalid-input', `Expected ${what} ${expected}, got ${describe(value)}.`)
}

/** @throws ChunkingError `invalid-input` where the value is no list or other iterable of objects. */
export function checkIterable(value: unknown, what: string): void {
  const isIterable = typeof value === 'object' && value !== null && Symbol.iterator in value
  if (!isIterable) refuse(what, 'to be a list', value)
}

/** @throws ChunkingError `invalid-input` where the value is no object. */
export function checkObject(value: unknown, what: string): asserts value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(what, 'to be an object', value)
}

/** @throws ChunkingError `invalid-input` where the value is no list, or an item is wrong. */
export function checkList(value: unknown, what: string, check: Check): void {
  if (!Array.isArray(value)) refuse(what, 'to be a list', value)
  for (const [index, item] of value.entries()) {
    const expected = check(item)
    if (expected !== undefined) {
      const { start, end } = (item ?? {}) as { readonly start?: unknown; readonly end?: unknown }
      const place = start === undefined && end === undefined ? describe(item) : `${String(start)}..${String(end)}`
      throw new ChunkingError('invalid-input', `Expected ${what}[${index}] ${expected}, got ${place}.`)
    }
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

function isPlace(start: unknown, end: unknown): boolean {
  return (
    Number.isInteger(start) && Number.isInteger(end) && (start as number) >= 0 && (start as number) < (end as number)
  )
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** A place in a text. */
export const span: Check = (value) =>
  isObject(value) && isPlace(value.start, value.end) ? undefined : 'to have whole offsets, 0 <= start < end'

/** A place in a text with a type. */
export const typedSpan: Check = (value) =>
  span(value) ?? (isText((value as { type?: unknown }).type) ? undefined : 'to have a `type`, a string')

/** `[start, end, entity]`. */
export const clusteredMention: Check = (value) =>
  Array.isArray(value) && isPlace(value[0], value[1]) && isText(value[2])
    ? undefined
    : 'to be [start, end, entity], with whole offsets and 0 <= start < end'

/** `[key, weight]`. */
export const rankedPair: Check = (value) =>
  Array.isArray(value) && isText(value[0]) && Number.isFinite(value[1])
    ? undefined
    : 'to be [key, weight], a string and a number'

const hasMentions = (value: Readonly<Record<string, unknown>>): boolean =>
  isText(value.id) && Array.isArray(value.mentions) && value.mentions.every((mention) => span(mention) === undefined)

/** An entity with its mentions. */
export const entity: Check = (value) =>
  isObject(value) && hasMentions(value) ? undefined : 'to be an entity with an `id` and `mentions` with whole offsets'

const isEnd = (value: unknown): boolean => isObject(value) && isText(value.entity)

/** A relation of an extraction. */
export const relation: Check = (value) =>
  isObject(value) && isEnd(value.subject) && isEnd(value.object) && Number.isFinite(value.weight)
    ? undefined
    : 'to be a relation with a `subject`, an `object` and a `weight`'

/** A relation of annotators. */
export const goldRelation: Check = (value) =>
  isObject(value) && isText(value.head) && isText(value.tail) && isText(value.type)
    ? undefined
    : 'to be a relation with a `head`, a `tail` and a `type`'

/** @throws ChunkingError `invalid-input` where the value is no annotated document. */
export function checkGold(value: unknown, what = '`gold`'): void {
  checkObject(value, what)
  checkList(value.entities, `\`entities\` of ${what}`, entity)
  checkList(value.relations, `\`relations\` of ${what}`, goldRelation)
}
