import { table } from './markdown.js'

/** A column of figures, which has one for each half; with one decimal unless given. */
export interface Column<Row> {
  readonly head: string
  readonly figureOf: (row: Row) => number | null | undefined
  readonly decimals?: number
}

/** What tells the rows of a table apart: its first columns. */
export type Keys<Row> = Readonly<Record<string, (row: Row) => string>>

/**
 * A heading and a table with a row for each value of the keys, in the order in which they come first. Those without any
 * figure are left out, and so is a table without rows; `reason` says why there is none, and keeps the row.
 */
export function grid<Row>(
  title: string,
  keys: Keys<Row>,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  reason: (row: Row) => string | undefined = () => undefined,
): string {
  const heads = [...Object.keys(keys), ...columns.map(({ head }) => head)]
  const lines = grouped(keys, rows).flatMap((group) => {
    const names = Object.values(keys).map((nameOf) => nameOf(group[0]))
    const missing = reason(group[0])
    if (missing !== undefined) return [[...names, missing, ...columns.slice(1).map(() => '')]]
    const isEmpty = columns.every(({ figureOf }) => group.every((row) => typeof figureOf(row) !== 'number'))
    return isEmpty ? [] : [[...names, ...columns.map((column) => cell(group, column))]]
  })
  return lines.length === 0 ? '' : `${title}\n\n${table(heads, lines)}`
}

function grouped<Row>(keys: Keys<Row>, rows: readonly Row[]): Row[][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = JSON.stringify(Object.values(keys).map((nameOf) => nameOf(row)))
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()]
}

function cell<Row>(rows: readonly Row[], { figureOf, decimals = 1 }: Column<Row>): string {
  return rows.map((row) => figureOf(row)?.toFixed(decimals) ?? '–').join(' / ')
}
