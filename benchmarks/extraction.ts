import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { environment } from './environment.js'
import { measureMemory } from './extraction-memory.js'
import { type EngineRow, type EntityRow, measureEngine, measureEntities } from './extraction-quality.js'
import { type ExtractionResults, extractionReport } from './extraction-report.js'
import { type Found, measurePredicates } from './extraction-scores.js'
import { DATA_SETS, type GoldSet, type Half, OWN_SETS, readSet, root } from './extraction-sets.js'
import { measureScale } from './extraction-speed.js'
import { withSection } from './markdown.js'
import { prose } from './prose.js'
import { UsageError } from './usage.js'

const resultsFile = new URL('results/extraction.json', import.meta.url)
const page = new URL('../docs/benchmarks.md', import.meta.url)

const ENGINES = {
  en: ['tagger', 'rules', 'compromise', 'wink'],
  zh: ['jieba', 'rules'],
}

interface Settings {
  readonly data?: string
  readonly engines?: readonly string[]
  readonly sets?: readonly string[]
  readonly halves: readonly Half[]
  readonly quick: boolean
}

/**
 * Measures the extraction stage: mentions by engine, entities, related pairs, speed beside compromise, memory. On
 * `datasets/` alone, or on the sets of the folder that `--data` names.
 */
export async function extraction(args: readonly string[]): Promise<void> {
  const settings = parseSettings(args)
  const { data, halves, quick } = settings
  const engines: EngineRow[] = []
  const entities: EntityRow[] = []
  const asserted = new Map<string, Map<string, readonly Found[]>>()
  const own = OWN_SETS.map((set) => ({ set, folder: root }))
  const given = data === undefined ? [] : DATA_SETS.map((set) => ({ set, folder: data }))
  for (const { set, folder } of [...own, ...given]) {
    if (settings.sets !== undefined && !settings.sets.includes(set.name)) continue
    const lines = readSet(set, folder, halves)
    if (lines === undefined) {
      progress(`${set.name}: not in ${folder}`)
      continue
    }
    for (const engine of enginesFor(set, settings)) {
      progress(`${set.name}, ${engine}`)
      const { rows, found } = await measureEngine(set, lines, engine, halves)
      engines.push(...rows)
      if (!set.facts || found.length === 0) continue
      const sets = asserted.get(engine) ?? new Map()
      asserted.set(engine, sets.set(set.name, found))
    }
    if (set.graph) entities.push(...(await measureEntities(set, lines, halves)))
  }
  const texts = textsOf(data, halves, quick)
  const scale = await measureScale(texts, quick ? 1 : 5, quick ? 100_000 : 1_000_000, progress)
  const results: ExtractionResults = {
    benchmark: 'extraction',
    schemaVersion: 1,
    environment: environment(['graph-chunker', 'compromise', 'wink-nlp', '@node-rs/jieba']),
    halves,
    engines,
    entities,
    predicates: [...asserted].flatMap(([engine, sets]) => measurePredicates(sets, engine, halves)),
    scale,
    memory: measureMemory(settings.engines ?? ENGINES.en, prose(quick ? 30_000 : 300_000, 1), progress),
  }
  process.stdout.write(`${extractionReport(results)}\n`)
  const whole =
    data !== undefined && !quick && settings.engines === undefined && settings.sets === undefined && halves.length === 3
  if (whole) keep(results)
  else progress('Part of the benchmark only: nothing is written.')
}

function enginesFor({ lang }: GoldSet, { engines }: Settings): readonly string[] {
  return engines ?? ENGINES[lang]
}

/** Real documents where there are any, else prose made from our own. */
function textsOf(data: string | undefined, halves: readonly Half[], quick: boolean): string[] {
  const lines = data === undefined ? undefined : readSet(DATA_SETS[0], data, halves)
  const texts = lines?.map(({ gold }) => gold.text) ?? Array.from({ length: 200 }, (_, at) => prose(1_000, at))
  return quick ? texts.slice(0, 40) : texts
}

function keep(results: ExtractionResults): void {
  mkdirSync(new URL('results/', import.meta.url), { recursive: true })
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(page, withSection(readFileSync(page, 'utf8'), 'extraction', extractionReport(results)))
}

function parseSettings(args: readonly string[]): Settings {
  const { data, engines, sets, lines = '', quick } = parseOptions(args)
  const halves: Record<string, readonly Half[]> = {
    '': ['even', 'odd', 'all'],
    even: ['even'],
    odd: ['odd'],
    all: ['all'],
  }
  if (halves[lines] === undefined) throw new UsageError(`Expected --lines to be even, odd or all, got ${lines}.`)
  return {
    halves: halves[lines],
    quick,
    ...(data === undefined ? {} : { data }),
    ...(engines === undefined ? {} : { engines: engines.split(',') }),
    ...(sets === undefined ? {} : { sets: sets.split(',') }),
  }
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        data: { type: 'string' },
        engines: { type: 'string' },
        sets: { type: 'string' },
        lines: { type: 'string' },
        quick: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function progress(line: string): void {
  process.stderr.write(`${line}\n`)
}
