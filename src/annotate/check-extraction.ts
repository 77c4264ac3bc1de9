import { z } from 'zod'
import { ChunkingError, describe } from '../errors.js'
import type { Extraction, MentionDraft, RelationDraft } from './extractor.js'

/** An extraction of the caller's without its rubbish, and what was left out. */
export interface CheckedExtraction {
  readonly mentions: readonly MentionDraft[]
  readonly relations: readonly RelationDraft[]
  readonly notes: readonly string[]
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const text = z.custom<string>(isText, 'no string that is not empty')
const share = z.custom<number>(Number.isFinite, 'no number').optional()
const isPlace = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'start' in value && 'end' in value
const place = z.custom(isPlace, 'no object with `start` and `end`')

/** Offsets, type and kind are checked where mentions are made sound. */
const mention = z.looseObject({
  confidence: share,
  id: text.optional(),
  name: text.optional(),
  by: text.optional(),
})

const relation = z.looseObject({
  subject: place,
  object: place,
  predicate: text,
  weight: share,
  negated: z.boolean('neither true nor false').optional(),
  modality: z.enum(['fact', 'question', 'hypothetical'], 'none of fact, question, hypothetical').optional(),
  evidence: place.optional(),
})

/**
 * What an extractor of the caller's returned, checked item by item: one that is wrong is left out and counted in a note, and
 * the others count. Weights and confidences outside 0 to 1 are set to the nearer of the two.
 * @throws ChunkingError `refused-output` where there is no list of mentions.
 */
export function checkExtraction(extraction: Extraction): CheckedExtraction {
  if (!Array.isArray(extraction?.mentions)) {
    const expected = 'Its output was refused: expected an object with `mentions`, a list'
    throw new ChunkingError('refused-output', `${expected}, got ${describe(extraction)}.`)
  }
  const mentions = readable<MentionDraft>(mention, extraction.mentions, 'mentions')
  const relations = readable<RelationDraft>(relation, extraction.relations, 'relations')
  const shares = bounded(mentions.kept, 'confidence', 'mentions')
  const weights = bounded(relations.kept, 'weight', 'relations')
  const own = notesOf(extraction.notes)
  return {
    mentions: shares.kept,
    relations: weights.kept,
    notes: [...own, ...mentions.notes, ...relations.notes, ...shares.notes, ...weights.notes],
  }
}

interface Kept<Item> {
  readonly kept: readonly Item[]
  readonly notes: readonly string[]
}

function readable<Item>(schema: z.ZodType, given: unknown, what: string): Kept<Item> {
  if (given === undefined) return { kept: [], notes: [] }
  if (!Array.isArray(given))
    return { kept: [], notes: [`The extractor's \`${what}\` are no list: ${describe(given)}.`] }
  const objects = given.filter((item) => typeof item === 'object' && item !== null)
  const kept: Item[] = []
  let first: string | undefined
  for (const item of objects) {
    const result = schema.safeParse(item)
    if (result.success) kept.push(item as Item)
    else first ??= faultOf(item, result.error.issues[0])
  }
  const strange = given.length - objects.length
  const wrong = objects.length - kept.length
  return {
    kept,
    notes: [
      ...(strange > 0 ? [`${strange} ${what} left out: they are no objects.`] : []),
      ...(wrong > 0 ? [`${wrong} ${what} left out: their fields are wrong (of the first, ${first}).`] : []),
    ],
  }
}

function faultOf(item: Readonly<Record<string, unknown>>, { path, message }: z.core.$ZodIssue): string {
  const field = String(path[0])
  return `\`${field}\` is ${message}: ${describe(item[field])}`
}

function bounded<Field extends string, Item extends { readonly [key in Field]?: number }>(
  items: readonly Item[],
  field: Field,
  what: string,
): Kept<Item> {
  let outside = 0
  const kept = items.map((item) => {
    const value = item[field]
    if (value === undefined || (value >= 0 && value <= 1)) return item
    outside++
    return { ...item, [field]: value > 1 ? 1 : 0 }
  })
  return { kept, notes: outside > 0 ? [`\`${field}\` of ${outside} ${what} was outside 0 to 1.`] : [] }
}

function notesOf(given: unknown): string[] {
  if (given === undefined) return []
  if (!Array.isArray(given)) return [`The extractor's \`notes\` are no list: ${describe(given)}.`]
  const notes = given.filter(isText)
  const lost = given.length - notes.length
  return lost > 0 ? [...notes, `${lost} notes of the extractor left out: they are no texts.`] : notes
}
