/** A table in Markdown, the first column to the left, the others to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

/** A number with as many decimals as its size deserves. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const decimals = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toFixed(decimals).replace(/\B(?=(\d{3})+$)/g, ',')
}

/**
 * The page with another body between the comments `<!-- NAME:begin -->` and `<!-- NAME:end -->`.
 * @throws Error where the page does not have both.
 */
export function withSection(page: string, name: string, body: string): string {
  const begin = `<!-- ${name}:begin -->`
  const end = `<!-- ${name}:end -->`
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  if (from < 0 || to < from)
    throw new Error(`Expected ${begin} and ${end} in the page; add both where the tables belong.`)
  return `${page.slice(0, from + begin.length)}\n\n${body.trim()}\n\n${page.slice(to)}`
}
