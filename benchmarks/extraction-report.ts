import type { Environment } from './environment.js'
import type { EngineRow, EntityRow, PredicateRow } from './extraction-quality.js'
import type { Half } from './extraction-sets.js'
import type { ScaleResults } from './extraction-speed.js'
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
}

/** The tables in Markdown, the halves of the sets side by side. */
export function extractionReport({ halves, engines, entities, predicates, scale }: ExtractionResults): string {
  const { speed, growth, hostile } = scale
  const sides = halves.join(' / ')
  return [
    `### Names, exact F1 (${sides})`,
    grid(['set', 'engine', 'untyped', 'typed'], groups(engines), (rows) => [
      side(rows, ({ names }) => names),
      side(rows, ({ namesTyped }) => namesTyped),
    ]),
    `### Six types, exact F1 (${sides})`,
    grid(
      ['set', 'engine', 'untyped', 'typed'],
      groups(engines, ({ six }) => six),
      (rows) => [side(rows, ({ six }) => six), side(rows, ({ sixTyped }) => sixTyped)],
    ),
    `### Names and concepts (${sides})`,
    grid(
      ['set', 'engine', 'exact F1', 'recall by overlap', 'precision by overlap'],
      groups(engines, ({ terms }) => terms?.exact),
      (rows) => [
        side(rows, ({ terms }) => terms?.exact),
        side(rows, ({ terms }) => terms?.recall),
        side(rows, ({ terms }) => terms?.precision),
      ],
    ),
    `### Related pairs, end to end (${sides})`,
    grid(
      ['set', 'engine', 'average precision', 'best F1'],
      groups(engines, ({ pairs }) => pairs?.f1),
      (rows) => [side(rows, ({ pairs }) => pairs?.averagePrecision), side(rows, ({ pairs }) => pairs?.f1)],
    ),
    `### Entities from gold mentions, B³ (${sides})`,
    table(
      ['set', 'precision', 'recall', 'F1'],
      [...new Set(entities.map(({ set }) => set))].map((set) => {
        const rows = entities.filter((row) => row.set === set)
        return [
          set,
          side(rows, ({ precision }) => precision),
          side(rows, ({ recall }) => recall),
          side(rows, ({ f1 }) => f1),
        ]
      }),
    ),
    `### Stated facts (${sides})`,
    table(
      [
        'sets',
        'engine',
        'assertions',
        'precision',
        'precision, unmatched wrong',
        'recall in a sentence',
        'recall of all',
      ],
      [...new Set(predicates.map(({ engine }) => engine))].map((name) => {
        const rows = predicates.filter(({ engine }) => engine === name)
        return [
          rows[0].sets.join(', '),
          name,
          rows.map(({ assertions }) => assertions).join(' / '),
          side(rows, ({ precision }) => precision),
          side(rows, ({ strictPrecision }) => strictPrecision),
          side(rows, ({ recall }) => recall),
          side(rows, ({ recallOfAll }) => recallOfAll),
        ]
      }),
    ),
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
  ].join('\n\n')
}

/** The rows of each set and engine; of those only that have the figure, where one is asked for. */
function groups(rows: readonly EngineRow[], figureOf?: (row: EngineRow) => number | undefined): EngineRow[][] {
  const grouped = new Map<string, EngineRow[]>()
  for (const row of rows) {
    if (figureOf !== undefined && figureOf(row) === undefined) continue
    const key = `${row.set}\n${row.engine}`
    grouped.set(key, [...(grouped.get(key) ?? []), row])
  }
  return [...grouped.values()]
}

function grid(
  head: readonly string[],
  grouped: readonly EngineRow[][],
  cells: (rows: readonly EngineRow[]) => string[],
): string {
  const rows = grouped.map((rows) => {
    const [{ set, engine, missing }] = rows
    return [set, engine, ...(missing === undefined ? cells(rows) : [missing, ...head.slice(3).map(() => '')])]
  })
  return table(head, rows)
}

function side<Row>(rows: readonly Row[], figureOf: (row: Row) => number | undefined): string {
  return rows.map((row) => figureOf(row)?.toFixed(1) ?? '–').join(' / ')
}
