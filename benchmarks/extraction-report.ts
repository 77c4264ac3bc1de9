import type { Environment } from './environment.js'
import type { MemoryRow } from './extraction-memory.js'
import type { EngineRow, EntityRow } from './extraction-quality.js'
import type { Figures, PredicateRow } from './extraction-scores.js'
import type { Half } from './extraction-sets.js'
import type { ScaleResults } from './extraction-speed.js'
import { type Column, grid, type Keys } from './extraction-tables.js'
import { figure, table } from './markdown.js'

/** What `npm run bench -- extraction` measures. Shares are percent, times user CPU milliseconds. */
export interface ExtractionResults {
  readonly benchmark: 'extraction'
  readonly schemaVersion: 1
  readonly environment: Environment
  readonly halves: readonly Half[]
  readonly engines: readonly EngineRow[]
  readonly entities: readonly EntityRow[]
  readonly predicates: readonly PredicateRow[]
  readonly scale: ScaleResults
  readonly memory?: readonly MemoryRow[]
}

const ENGINE: Keys<EngineRow> = { set: ({ set }) => set, engine: ({ engine }) => engine }

/** The tables in Markdown, the halves of the sets side by side. Tables without a figure are left out. */
export function extractionReport(results: ExtractionResults): string {
  const { halves, engines, entities, predicates, scale, memory = [] } = results
  const title = (name: string): string => `### ${name} (${halves.join(' / ')})`
  const facts: Keys<PredicateRow> = { sets: ({ sets }) => sets.join(', '), engine: ({ engine }) => engine }
  return [
    ...nameTables(title, engines),
    grid(title('Names and concepts'), ENGINE, engines, [
      { head: 'exact F1', figureOf: ({ terms }) => terms?.exact },
      { head: 'recall by overlap', figureOf: ({ terms }) => terms?.recall },
      { head: 'precision by overlap', figureOf: ({ terms }) => terms?.precision },
    ]),
    grid(title('Related pairs, end to end'), ENGINE, engines, [
      { head: 'average precision', figureOf: ({ pairs }) => pairs?.averagePrecision },
      { head: 'best F1', figureOf: ({ pairs }) => pairs?.f1 },
    ]),
    grid(title('Related pairs, precision at a recall'), ENGINE, engines, ['0.1', '0.2', '0.3', '0.4'].map(precisionAt)),
    grid(title('Entities from gold mentions, B³'), { set: ({ set }) => set }, entities, shares(asIs)),
    grid(title('Entities end to end, B³'), ENGINE, engines, shares(cubed)),
    grid(title('Stated facts'), facts, predicates, FACTS),
    timeTable(engines),
    memoryTable(memory),
    ...scaleTables(scale),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function nameTables(title: (name: string) => string, engines: readonly EngineRow[]): string[] {
  const f1: readonly Column<EngineRow>[] = [
    { head: 'untyped', figureOf: ({ names }) => names },
    { head: 'typed', figureOf: ({ namesTyped }) => namesTyped },
  ]
  return [
    grid(title('Names, exact F1'), ENGINE, engines, f1, ({ missing }) => missing),
    grid(title('Six types, exact F1'), ENGINE, engines, [
      { head: 'untyped', figureOf: ({ six }) => six },
      { head: 'typed', figureOf: ({ sixTyped }) => sixTyped },
    ]),
    grid(title('Names, exact precision and recall'), ENGINE, engines, [
      ...shares<EngineRow>(({ matches }) => matches?.exact).slice(0, 2),
      ...shares<EngineRow>(({ matches }) => matches?.exactTyped, ', typed').slice(0, 2),
    ]),
    grid(title('Names, by overlap'), ENGINE, engines, [
      ...shares<EngineRow>(({ matches }) => matches?.overlap),
      ...shares<EngineRow>(({ matches }) => matches?.overlapTyped, ', typed'),
    ]),
    grid(title('Types, exact F1'), ENGINE, engines, byType('exact')),
    grid(title('Types, F1 by overlap'), ENGINE, engines, byType('overlap')),
  ]
}

const FACTS: readonly Column<PredicateRow>[] = [
  { head: 'assertions', figureOf: ({ assertions }) => assertions, decimals: 0 },
  { head: 'precision', figureOf: ({ precision }) => precision },
  { head: 'precision, unmatched wrong', figureOf: ({ strictPrecision }) => strictPrecision },
  { head: 'recall in a sentence', figureOf: ({ recall }) => recall },
  { head: 'recall of all', figureOf: ({ recallOfAll }) => recallOfAll },
]

const asIs = (row: EntityRow): Figures => row
const cubed = (row: EngineRow): Figures | undefined => row.cubed

const precisionAt = (recall: string): Column<EngineRow> => ({
  head: recall,
  figureOf: ({ pairs }) => pairs?.precisionAt?.[recall],
})

function shares<Row>(of: (row: Row) => Figures | undefined, suffix = ''): Column<Row>[] {
  return [
    { head: `precision${suffix}`, figureOf: (row) => of(row)?.precision },
    { head: `recall${suffix}`, figureOf: (row) => of(row)?.recall },
    { head: `F1${suffix}`, figureOf: (row) => of(row)?.f1 },
  ]
}

function byType(match: 'exact' | 'overlap'): Column<EngineRow>[] {
  const types = ['person', 'organization', 'location', 'misc', 'time', 'number']
  return types.map((type) => ({ head: type, figureOf: ({ types }) => types?.[type]?.[match].f1 }))
}

function timeTable(engines: readonly EngineRow[]): string {
  const timed = engines.filter(({ msPerThousand }) => msPerThousand !== undefined)
  if (timed.length === 0) return ''
  const names = [...new Set(timed.map(({ engine }) => engine))]
  const rows = [...new Set(timed.map(({ set }) => set))].map((set) => [
    set,
    ...names.map((engine) => {
      const row = timed.find((row) => row.set === set && row.engine === engine)
      return figure(row?.msPerThousand ?? Number.NaN)
    }),
  ])
  return `### Time by engine: whole stage, ms for 1,000 units\n\n${table(['set', ...names], rows)}`
}

function memoryTable(memory: readonly MemoryRow[]): string {
  if (memory.length === 0) return ''
  const rows = memory.map(({ engine, units, missing, peakPerUnit = Number.NaN, keptPerUnit = Number.NaN }) => [
    engine,
    units.toLocaleString('en'),
    ...(missing === undefined ? [figure(peakPerUnit), figure(keptPerUnit)] : [missing, '']),
  ])
  return `### Memory by engine: bytes for each unit\n\n${table(['engine', 'units', 'peak', 'kept'], rows)}`
}

function scaleTables({ speed, growth, hostile }: ScaleResults): string[] {
  return [
    '### Speed',
    table(
      ['units', 'whole stage, ms', 'compromise alone, ms', 'times as fast', 'growth, 10^5 to 10^6 units'],
      [
        [
          speed.units.toLocaleString('en'),
          figure(speed.ms),
          figure(speed.compromiseMs),
          `${figure(speed.ratio)}×`,
          `${figure(growth)}×`,
        ],
      ],
    ),
    table(
      ['hostile text', 'units', 'ms', 'to prose'],
      hostile.map(({ name, units, ms, toProse }) => [
        name,
        units.toLocaleString('en'),
        figure(ms),
        `${figure(toProse)}×`,
      ]),
    ),
  ]
}
