/** User CPU time of one call, in milliseconds. */
export async function cpuMs(run: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await run()
  return process.cpuUsage(before).user / 1000
}

export function median(values: readonly number[]): number {
  const sorted = values.slice().sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** A table in Markdown, the first column to the left, the others to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}
