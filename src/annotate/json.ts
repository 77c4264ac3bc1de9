import type { Document, Entity, Mention, Relation } from '../document/document.js'
import type { JsonObject } from '../document/json.js'

const SCHEMA_VERSION = 1

/** Entities with their mentions, and relations that name the two mentions by entity and place, as plain JSON. */
export function extractionToJson(
  document: Pick<Document, 'id' | 'mediaType' | 'metadata'>,
  entities: readonly Entity[],
  relations: readonly Relation[],
): JsonObject {
  const { id, mediaType, metadata } = document
  return {
    schemaVersion: SCHEMA_VERSION,
    document: { id, mediaType, metadata },
    entities: entities.map(({ mentions, aliases, otherTypes, ...entity }) => ({
      ...entity,
      aliases: [...aliases],
      otherTypes: [...otherTypes],
      mentions: mentions.map(({ start, end, type, kind, confidence, by }) => ({
        start,
        end,
        type,
        kind,
        confidence,
        by,
      })),
    })),
    relations: relations.map(({ subject, object, evidence, ...relation }) => ({
      ...relation,
      subject: placeOf(subject),
      object: placeOf(object),
      evidence: { start: evidence.start, end: evidence.end },
    })),
  }
}

const placeOf = ({ entity, start, end }: Mention): JsonObject => ({ entity, start, end })
