import { type ExtractOptions, extract, silentLogger } from 'graph-chunker'
import { type ClusteredMention, evaluateEntities } from 'graph-chunker/evaluate'
import {
  type Figures,
  type Found,
  figures,
  goldClusters,
  isName,
  type QualityFigures,
  score,
} from './extraction-scores.js'
import { type GoldLine, type GoldSet, goldSpans, type Half, isIn } from './extraction-sets.js'
import { timed } from './measure.js'

/** One engine on one half of a set. Percent. */
export interface EngineRow extends QualityFigures {
  readonly set: string
  readonly engine: string
  readonly half: Half
  readonly documents: number
  /** Why there are no figures. */
  readonly missing?: string
  /** User CPU milliseconds of the whole stage for 1,000 units of all halves that were measured. */
  readonly msPerThousand?: number
}

/** Entities from the gold mentions, by B³. Percent. */
export interface EntityRow extends Figures {
  readonly set: string
  readonly half: Half
}

const SIX = ['person', 'organization', 'location', 'misc', 'time', 'number']

/** One engine on one set: what it finds is found once, and scored for each half. */
export async function measureEngine(
  set: GoldSet,
  lines: readonly GoldLine[],
  engine: string,
  halves: readonly Half[],
): Promise<{ readonly rows: EngineRow[]; readonly found: readonly Found[] }> {
  const options: ExtractOptions = {
    extractors: [engine],
    types: [...SIX, 'concept'],
    strict: true,
    logger: silentLogger,
  }
  const found: Found[] = []
  let ms = 0
  try {
    // What an engine loads at first use is no time of a document.
    if (lines.length > 0) await extract(lines[0].gold.text, options)
    for (const { line, gold } of lines) {
      const run = await timed(() => extract(gold.text, options))
      const { mentions, entities, relations } = run.value
      ms += run.ms
      const ofKind = (wanted: string) => mentions.filter(({ kind }) => kind === wanted)
      found.push({ line, gold, names: ofKind('name'), concepts: ofKind('concept'), entities, relations })
    }
  } catch (error) {
    const missing = (error as Error).message
    return { rows: halves.map((half) => ({ set: set.name, engine, half, documents: 0, missing })), found: [] }
  }
  const units = lines.reduce((sum, { gold }) => sum + gold.text.length, 0)
  const msPerThousand = units === 0 ? 0 : Math.round((ms / units) * 1e5) / 100
  const rows = halves.map((half) => {
    const part = found.filter(({ line }) => isIn(half, line))
    return { set: set.name, engine, half, documents: part.length, ...score(set, part), msPerThousand }
  })
  return { rows, found }
}

/** The entities that our linking makes of the gold's own names and types; below it, those of equal strings. */
export async function measureEntities(
  set: GoldSet,
  lines: readonly GoldLine[],
  halves: readonly Half[],
): Promise<EntityRow[]> {
  const documents: { line: number; gold: ClusteredMention[]; linked: ClusteredMention[]; equal: ClusteredMention[] }[] =
    []
  for (const { line, gold } of lines) {
    const drafts = { mentions: goldSpans(gold).filter(isName) }
    const { mentions } = await extract(gold.text, { extractors: () => drafts, types: SIX, kinds: ['name'] })
    const clusters = goldClusters(gold)
    documents.push({
      line,
      gold: clusters,
      linked: mentions.map(({ start, end, entity }) => [start, end, entity] as const),
      equal: clusters.map(([start, end]) => [start, end, gold.text.slice(start, end)] as const),
    })
  }
  const rowsOf = (name: string, key: 'linked' | 'equal'): EntityRow[] =>
    halves.map((half) => {
      const part = documents.filter(({ line }) => isIn(half, line))
      const scores = evaluateEntities(part.map((document) => ({ gold: document.gold, found: document[key] })))
      return { set: name, half, ...figures(scores) }
    })
  return [...rowsOf(set.name, 'linked'), ...rowsOf(`${set.name}, equal strings`, 'equal')]
}
