import type { Environment } from './environment.js'
import { figure, table } from './markdown.js'
import type { Spread } from './measure.js'

/** What `npm run bench -- speed` measures. Times are user CPU milliseconds, speeds 10^6 bytes of UTF-8 per second. */
export interface SpeedResults {
  readonly benchmark: 'speed'
  readonly schemaVersion: 1
  readonly environment: Environment
  readonly seed: number
  readonly rounds: number
  readonly maxTokens: number
  /** Bytes of the text of one round, in the mean. */
  readonly bytes: number
  readonly splitters: readonly SplitterRow[]
  readonly growth: readonly GrowthRow[]
  readonly pathological: readonly PathologicalRow[]
  readonly extraction: ExtractionRow
  readonly memory: readonly MemoryRow[]
  readonly startup: readonly StartupRow[]
}

export interface SplitterRow {
  readonly name: string
  readonly ours: boolean
  /** Why there are no figures: a package that is not installed, or a cell that was stopped. */
  readonly missing?: string
  readonly speed?: Spread
  readonly quality?: Quality
}

/** Counts over the chunks of one text; null where a splitter reports no offsets or counts. */
export interface Quality {
  readonly chunks: number
  readonly placed: number | null
  readonly tooLarge: number
  readonly counted: number | null
}

export interface GrowthRow {
  readonly name: string
  readonly smallBytes: number
  readonly largeBytes: number
  readonly missing?: string
  readonly smallMs?: number
  readonly largeMs?: number
  /** How many times as long for ten times the bytes. */
  readonly growth?: number
}

export interface PathologicalRow {
  readonly name: string
  /** False for the prose that the others are compared with, and for texts that no target names. */
  readonly required: boolean
  readonly missing?: string
  readonly ms?: number
  readonly growth?: number
  /** Time divided by that of as many units of prose. */
  readonly toProse?: number
}

export interface ExtractionRow {
  readonly units: number
  readonly extractionMs: number
  readonly wholeMs: number
  /** The median over pairs of neighbouring runs. */
  readonly ratio: number
}

export interface MemoryRow {
  readonly name: string
  readonly bytes: number
  readonly missing?: string
  /** Peak resident memory above that before the run, in 10^6 bytes. */
  readonly peakMb?: number
}

export interface StartupRow {
  readonly name: string
  readonly missing?: string
  readonly ms?: Spread
}

export interface Target {
  readonly name: string
  readonly must: number
  readonly aim?: number
  /** Whether the measured value has to be at least (1) or at most (-1) `must`. */
  readonly sense: 1 | -1
  /** NaN where it could not be measured. */
  readonly measured: number
}

export const RECURSIVE = 'recursive, no extraction'

const RATIOS = [
  { rival: 'LangChain recursive, js-tiktoken', must: 45, aim: 100 },
  { rival: 'LangChain recursive, gpt-tokenizer', must: 7, aim: 12 },
  { rival: 'chonkiejs recursive, gpt-tokenizer', must: 2.5, aim: 5 },
]

/** The targets with what was measured; those against splitters that took no part are left out. */
export function targets({ splitters, growth, pathological, extraction }: SpeedResults): Target[] {
  const own = splitters.find(({ name }) => name === RECURSIVE)?.speed?.median ?? Number.NaN
  const ratios = RATIOS.flatMap(({ rival, must, aim }): Target[] => {
    const row = splitters.find(({ name }) => name === rival)
    if (row === undefined) return []
    return [
      { name: `times as fast as ${rival}`, must, aim, sense: 1, measured: own / (row.speed?.median ?? Number.NaN) },
    ]
  })
  const worst = (values: readonly (number | undefined)[]): number =>
    Math.max(...values.map((value) => value ?? Number.NaN))
  return [
    ...ratios,
    ...growth.map(({ name, smallBytes, largeBytes, growth: measured = Number.NaN }): Target => {
      return { name: `growth, ${name}, ${size(smallBytes)} to ${size(largeBytes)}`, must: 12, sense: -1, measured }
    }),
    {
      name: 'growth, worst pathological text, 10^5 to 10^6 units',
      must: 12,
      sense: -1,
      measured: worst(pathological.filter(({ required }) => required).map((row) => row.growth)),
    },
    {
      name: 'worst pathological text to as much prose',
      must: 20,
      aim: 10,
      sense: -1,
      measured: worst(pathological.filter(({ required }) => required).map((row) => row.toProse)),
    },
    { name: 'relation_aware to its extraction alone', must: 1.5, sense: -1, measured: extraction.ratio },
  ]
}

export function isMet({ measured, must, sense }: Target): boolean {
  return sense === 1 ? measured >= must : measured <= must
}

/** The tables in Markdown. */
export function speedReport(results: SpeedResults): string {
  const { environment, seed, rounds, maxTokens, bytes } = results
  const sections = [
    `${describeEnvironment(environment)} Seed ${seed}, ${rounds} rounds.`,
    `### Exact sizes: ${maxTokens} cl100k_base tokens at most, ${size(bytes)} of English prose`,
    splitterTable(results),
    '### Growth',
    table(
      ['graph-chunker', 'from', 'to', 'ms', 'ms', 'growth'],
      results.growth.map((row) => [
        row.name,
        size(row.smallBytes),
        size(row.largeBytes),
        optional(row.smallMs),
        row.missing ?? optional(row.largeMs),
        optional(row.growth, '×'),
      ]),
    ),
    '### Pathological texts: 10^6 UTF-16 units',
    table(
      ['recursive on', 'ms', 'growth from 10^5', 'to prose'],
      results.pathological.map((row) => [
        row.name,
        row.missing ?? optional(row.ms),
        optional(row.growth, '×'),
        optional(row.toProse, '×'),
      ]),
    ),
    '### Whole run and extraction alone',
    table(
      ['prose, units', 'extract, ms', 'relation_aware, ms', 'ratio'],
      [
        [
          results.extraction.units.toLocaleString('en'),
          figure(results.extraction.extractionMs),
          figure(results.extraction.wholeMs),
          `${figure(results.extraction.ratio)}×`,
        ],
      ],
    ),
    '### Memory and start-up, in fresh processes',
    table(
      ['peak memory above the start', 'text', 'MB'],
      results.memory.map((row) => [row.name, size(row.bytes), row.missing ?? optional(row.peakMb)]),
    ),
    table(
      ['start-up, wall time', 'ms', 'least to most'],
      results.startup.map(({ name, missing, ms }) =>
        ms === undefined ? [name, missing ?? '–', ''] : [name, figure(ms.median), range(ms)],
      ),
    ),
    '### Targets',
    targetTable(targets(results)),
  ]
  return sections.join('\n\n')
}

export function targetTable(rows: readonly Target[]): string {
  return table(
    ['target', 'must', 'aim', 'measured', 'met'],
    rows.map((target) => {
      const sign = target.sense === 1 ? '≥' : '≤'
      const aim = target.aim === undefined ? '' : `${sign} ${target.aim}`
      return [target.name, `${sign} ${target.must}`, aim, figure(target.measured), isMet(target) ? 'yes' : '**no**']
    }),
  )
}

function splitterTable({ splitters }: SpeedResults): string {
  const own = splitters.find(({ name }) => name === RECURSIVE)?.speed?.median
  return table(
    ['splitter', 'MB/s', 'least to most', 'ours is', 'chunks', 'exact offsets', 'too large', 'exact counts'],
    splitters.map(({ name, ours, missing, speed, quality }) => {
      const title = ours ? `**${name}**` : name
      if (speed === undefined || quality === undefined) return [title, missing ?? '–', '', '', '', '', '', '']
      const { chunks, placed, tooLarge, counted } = quality
      const of = (count: number | null): string => (count === null ? 'none given' : `${count} of ${chunks}`)
      return [
        title,
        figure(speed.median),
        range(speed),
        ours || own === undefined ? '' : `${figure(own / speed.median)}×`,
        String(chunks),
        of(placed),
        String(tooLarge),
        of(counted),
      ]
    }),
  )
}

function describeEnvironment({ node, platform, cpu, cores, memoryGb, commit, versions }: Environment): string {
  const packages = Object.entries(versions).map(([name, version]) => `${name} ${version ?? 'not installed'}`)
  const at = commit === null ? '' : ` at ${commit.id.slice(0, 12)}${commit.changed ? ' with changes' : ''}`
  return `Node ${node} on ${platform}, ${cores} × ${cpu}, ${memoryGb} GB; ${packages.join(', ')}${at}.`
}

function range({ least, most }: Spread): string {
  return `${figure(least)} to ${figure(most)}`
}

function optional(value: number | undefined, unit = ''): string {
  return value === undefined ? '–' : `${figure(value)}${unit}`
}

function size(bytes: number): string {
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${Math.round(bytes / 1e5) / 10} MB`
}
