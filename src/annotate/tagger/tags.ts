import type { EntityType } from '../../document/document.js'

/** The types that the tagger tells apart. */
export const TAGGED_TYPES = [
  'person',
  'organization',
  'location',
  'misc',
  'time',
  'number',
] as const satisfies readonly EntityType[]

/**
 * Tags in the BILOU scheme: 0 is outside; then for each type the first word of a mention, a word inside, the last word,
 * and the only word (Ratinov and Roth, "Design Challenges and Misconceptions in Named Entity Recognition", 2009).
 */
export const OUTSIDE = 0
export const FIRST_WORD = 1
export const INSIDE = 2
export const LAST_WORD = 3
export const ONLY_WORD = 4
export const TYPES = TAGGED_TYPES.length
export const TAGS = 1 + 4 * TYPES

export const tagOf = (type: number, part: number): number => 4 * type + part
export const typeOfTag = (tag: number): number => (tag - 1) >> 2
export const partOfTag = (tag: number): number => (tag === OUTSIDE ? OUTSIDE : ((tag - 1) & 3) + 1)

const endsHere = (part: number): boolean => part === OUTSIDE || part === LAST_WORD || part === ONLY_WORD

/** Whether the tag may follow the other. */
export function mayFollow(before: number, tag: number): boolean {
  const part = partOfTag(tag)
  if (part !== INSIDE && part !== LAST_WORD) return endsHere(partOfTag(before))
  return !endsHere(partOfTag(before)) && typeOfTag(before) === typeOfTag(tag)
}

/** Whether a sentence may start with the tag. */
export const mayStart = (tag: number): boolean => mayFollow(OUTSIDE, tag)
/** Whether a sentence may end with the tag. */
export const mayEnd = (tag: number): boolean => endsHere(partOfTag(tag))

/** By tag, the tags that may stand before it. */
export const BEFORE: readonly Int32Array[] = Array.from({ length: TAGS }, (_, tag) =>
  Int32Array.from(Array.from({ length: TAGS }, (_, before) => before).filter((before) => mayFollow(before, tag))),
)

/** The tags of words `from` to `to` (left out) that are one mention of the type, written into `tags`. */
export function writeMention(tags: Uint8Array, from: number, to: number, type: number): void {
  if (to - from === 1) {
    tags[from] = tagOf(type, ONLY_WORD)
    return
  }
  tags[from] = tagOf(type, FIRST_WORD)
  for (let at = from + 1; at < to - 1; at++) tags[at] = tagOf(type, INSIDE)
  tags[to - 1] = tagOf(type, LAST_WORD)
}
