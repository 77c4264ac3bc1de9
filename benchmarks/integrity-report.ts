import type { Environment } from './environment.js'
import type { Half } from './extraction-sets.js'
import { type Column, grid } from './extraction-tables.js'
import type { Difference } from './integrity-interval.js'
import type { AblationRow, DifferenceRow, IntegrityRow } from './integrity-rows.js'
import { MEASURES, type Measure } from './integrity-scores.js'
import type { IntegrityTime } from './integrity-time.js'
import { figure, table } from './markdown.js'

/** What `npm run bench -- integrity` measures. */
export interface IntegrityResults {
  readonly benchmark: 'integrity'
  readonly schemaVersion: 1
  readonly environment: Environment
  readonly halves: readonly Half[]
  readonly sizes: readonly number[]
  /** The sets over which the difference from the reference is averaged. */
  readonly averaged: readonly string[]
  readonly rows: readonly IntegrityRow[]
  readonly differences: readonly DifferenceRow[]
  readonly ablations: readonly AblationRow[]
  readonly time: IntegrityTime
}

/** The tables in Markdown. */
export function integrityReport(results: IntegrityResults): string {
  const { halves, rows, environment: env } = results
  const halvesTitle = halves.join(' / ')
  const shown = halves[halves.length - 1]
  const versions = Object.entries(env.versions).map(([name, version]) => `${name} ${version ?? 'not installed'}`)
  const commit = env.commit === null ? '' : ` at ${env.commit.id.slice(0, 12)}${env.commit.changed ? ', changed' : ''}`
  return [
    `Node ${env.node} on ${env.platform}; ${versions.join(', ')}${commit}.`,
    capturedTable(`### Headroom captured by relation_aware, % (${halvesTitle})`, rows),
    grid(
      `### Relations kept, % (${halvesTitle})`,
      { set: (row) => `${row.set} ${row.size}`, method: (row) => row.method },
      rows.filter(({ method }) => !method.startsWith('optimum')),
      MEASURES.map((measure): Column<IntegrityRow> => ({ head: measure, figureOf: (row) => row[measure] })),
    ),
    ...mainTables(
      rows.filter(({ half }) => half === shown),
      shown,
    ),
    ...differenceTables(results, shown),
    ablationTable(results),
    timeTable(results.time),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function capturedTable(title: string, rows: readonly IntegrityRow[]): string {
  return grid(
    title,
    { set: ({ set }) => set, tokens: ({ size }) => String(size) },
    rows.filter(({ method }) => method === 'relation_aware'),
    MEASURES.map((measure) => ({ head: measure, figureOf: (row) => row.captured[measure], decimals: 0 })),
  )
}

const HEADS = [
  ...['method', 'K', 'mean', 'S', 'max', 'cut mentions', 'ent', 'near', 'evid'],
  ...['captured: ent', 'near', 'evid', 'stored'],
]

function mainTables(rows: readonly IntegrityRow[], half: Half): string[] {
  const groups = new Map<string, IntegrityRow[]>()
  for (const row of rows) {
    const key = `### ${row.set}, ${row.size} tokens (${half} lines; S ≤ ${row.budget.toFixed(1)})`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups].map(([title, group]) => `${title}\n\n${table(HEADS, group.map(cellsOf))}`)
}

function cellsOf(row: IntegrityRow): string[] {
  const isReference = row.method.startsWith('LangChain') || row.method === 'recursive'
  // Bridged chunks are as many as the unbridged ones, and larger on purpose: there the stored tokens say how much.
  const isBridged = row.method.includes('bridge')
  const count = !isReference && !row.equalCount ? ' *' : ''
  const sizes = !isReference && !isBridged && !row.equalSizes ? ' †' : ''
  return [
    row.method,
    `${row.chunks}${count}`,
    row.mean.toFixed(0),
    `${row.weightedMean.toFixed(1)}${sizes}`,
    String(row.max),
    row.cutMentions.toFixed(2),
    ...MEASURES.map((measure) => row[measure]?.toFixed(1) ?? '–'),
    ...MEASURES.map((measure) => row.captured[measure]?.toFixed(0) ?? '–'),
    `${row.stored.toFixed(3)}×`,
  ]
}

const written = ({ points, from, to }: Difference): string =>
  `${signed(points)} (${signed(from)} to ${signed(to)})${to < 0 ? ' **below**' : ''}`

function signed(value: number): string {
  const text = value.toFixed(1)
  if (Number(text) === 0) return '0.0'
  return value > 0 ? `+${text}` : text
}

/** Marks of rows that are not of the reference's sizes: more or fewer chunks, and a larger token-weighted mean. */
const marksOf = (rows: readonly IntegrityRow[]): string =>
  `${rows.every(({ equalCount }) => equalCount) ? '' : ' *'}${rows.every(({ equalSizes }) => equalSizes) ? '' : ' †'}`

function differenceTables({ differences, averaged, halves, rows }: IntegrityResults, shown: Half): string[] {
  if (differences.length === 0) return []
  const rowOf = ({ set, size, half, method }: DifferenceRow): IntegrityRow[] =>
    rows.filter((row) => row.set === set && row.size === size && row.half === half && row.method === method)
  const lines = differences
    .filter(({ half }) => half === shown)
    .map((row) => [
      `${row.set} ${row.size}`,
      `${row.method}${marksOf(rowOf(row))}`,
      written(row.ent),
      written(row.near),
    ])
  const methods = [...new Set(differences.map(({ method }) => method))]
  const means = methods.map((method) => [
    method,
    ...halves.map((half) => {
      const own = differences.filter((row) => row.half === half && row.method === method && averaged.includes(row.set))
      const points = own.flatMap(({ ent, near }) => [ent.points, near.points])
      return points.length === 0
        ? '–'
        : `${signed(points.reduce((sum, value) => sum + value, 0) / points.length)}${marksOf(own.flatMap(rowOf))}`
    }),
  ])
  return [
    `### Difference from LangChain recursive in points, with 95 % interval (${shown} lines)\n\n${table(['set', 'method', 'ent', 'near'], lines)}`,
    `### Mean difference over ${averaged.join(', ')}: all sizes, ent and near\n\n${table(['method', ...halves], means)}`,
  ]
}

function ablationTable({ ablations }: IntegrityResults): string {
  if (ablations.length === 0) return ''
  const variants = [...new Set(ablations.map(({ variant }) => variant))]
  const groups = [...new Set(ablations.map(({ set, size }) => `${set} ${size}`))]
  const cell = (row: AblationRow | undefined): string => {
    if (row === undefined) return '–'
    const shares = MEASURES.map((measure: Measure) => row.figures[measure]?.toFixed(1) ?? '–').join(' / ')
    return `${shares}${row.equalCount ? '' : ' *'}${row.equalSizes ? '' : ' †'}`
  }
  const lines = groups.map((group) => [
    group,
    ...variants.map((variant) =>
      cell(ablations.find((row) => row.variant === variant && `${row.set} ${row.size}` === group)),
    ),
  ])
  return `### relation_aware with one part off at a time (even lines; ent / near / evid)\n\n${table(['set', ...variants], lines)}`
}

function timeTable(time: IntegrityTime): string {
  const head = ['units', 'recursive, ms', 'leastCost, ms', 'ratio', 'extraction, ms', 'scoring + segmentation, ms']
  const cells = [
    time.units.toLocaleString('en'),
    figure(time.recursive),
    figure(time.leastCost),
    `${figure(time.leastCostRatio)}×`,
    figure(time.extraction),
    figure(time.segment),
    `${figure(time.segmentRatio)}×`,
    `${figure(time.growth)}×`,
  ]
  return `### Time of the cut, on prose\n\n${table([...head, 'ratio', 'growth for ten times the text'], [cells])}`
}
