import { ChunkingError, describe } from '../errors.js'
import { checkList, goldRelation } from './check.js'

/** One place where the annotators saw an entity. UTF-16 units, half open. */
export interface GoldMention {
  readonly start: number
  readonly end: number
  /** Where the annotators told names, common nouns and pronouns apart: `PROP`, `NOM`, `PRON`. */
  readonly form?: string
}

export interface GoldEntity {
  readonly id: string
  readonly type: string
  readonly name?: string
  readonly mentions: readonly GoldMention[]
}

/** That two entities of the document are related, directed from head to tail. */
export interface GoldRelation {
  readonly head: string
  readonly tail: string
  readonly type: string
  /** Indices of sentences. */
  readonly evidence?: readonly number[]
}

/** A document with the annotators' entities and relations. */
export interface GoldDocument {
  readonly id: string
  readonly text: string
  readonly lang?: string
  readonly sentences?: readonly (readonly [number, number])[]
  readonly entities: readonly GoldEntity[]
  readonly relations: readonly GoldRelation[]
}

/**
 * Reads annotated documents, one JSON object a line; blank lines are left out.
 * @throws ChunkingError `invalid-input` naming the file and the line.
 */
export function parseGoldDocuments(jsonLines: string, name: string): GoldDocument[] {
  if (typeof jsonLines !== 'string') {
    throw new ChunkingError(
      'invalid-input',
      `Expected the lines of ${name} to be a string, got ${describe(jsonLines)}.`,
    )
  }
  return jsonLines.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const where = `${name}, line ${index + 1}`
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch (error) {
      throw new ChunkingError('invalid-input', `Expected JSON in ${where}: ${(error as Error).message}`)
    }
    return [checked(value, where)]
  })
}

function checked(value: unknown, where: string): GoldDocument {
  const { id, text, entities, relations = [] } = (value ?? {}) as Partial<GoldDocument>
  if (typeof id !== 'string' || typeof text !== 'string') {
    throw new ChunkingError('invalid-input', `Expected \`id\` and \`text\` to be strings in ${where}.`)
  }
  if (!Array.isArray(entities) || !Array.isArray(relations)) {
    throw new ChunkingError('invalid-input', `Expected \`entities\` and \`relations\` to be lists in ${where}.`)
  }
  for (const entity of entities as readonly GoldEntity[]) checkEntity(entity, text.length, where)
  checkList(relations, `\`relations\` in ${where}`, goldRelation)
  return { ...(value as GoldDocument), relations }
}

function checkEntity(entity: GoldEntity, length: number, where: string): void {
  const { id, type, mentions } = entity ?? {}
  if (typeof id !== 'string' || typeof type !== 'string' || !Array.isArray(mentions)) {
    const expected = `Expected each entity to have an \`id\`, a \`type\` and \`mentions\` in ${where}`
    throw new ChunkingError('invalid-input', `${expected}, got ${describe(entity)}.`)
  }
  for (const mention of mentions as readonly GoldMention[]) {
    const { start, end } = mention ?? {}
    if (Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start < end && end <= length) continue
    const expected = `Expected mentions within 0..${length} in ${where}`
    throw new ChunkingError('invalid-input', `${expected}, got ${start}..${end} of entity ${JSON.stringify(id)}.`)
  }
}
