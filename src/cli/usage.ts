import { InvalidArgumentError } from 'commander'
import { ChunkingError } from '../errors.js'

/** All done; some inputs failed, or the output could not be written; wrong use. */
export type ExitCode = 0 | 1 | 2

/** Wrong use of the command: one sentence for the user, exit code 2. */
export class UsageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UsageError'
  }
}

/** Names options as the command line has them: `maxTokens` becomes `--max-tokens`, `lexicon.x` becomes `--lexicon` at "x". */
export function withFlags(message: string, flags: readonly string[]): string {
  return message.replace(/`([a-zA-Z]+)(?:\.([^`]*))?`|"([a-zA-Z]+)"/g, (quoted, ...groups: (string | undefined)[]) => {
    const [option, place] = groups
    const flag = `--${(option ?? '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    // The list of a flag is in sight; a file is not.
    const where = place === undefined || /^\d+$/.test(place) ? '' : ` at ${JSON.stringify(place)}`
    return flags.includes(flag) ? `\`${flag}\`${where}` : quoted
  })
}

/** Does something that only fails where the options are wrong. */
export function usage<Result>(flags: readonly string[], work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof ChunkingError) throw new UsageError(withFlags(error.message, flags), { cause: error })
    throw error
  }
}

/** Only a plain number: what is empty would else be 0. */
export function number(text: string): number {
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a number.')
}

export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}

/** Rows with their cells in columns. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).slice(0, -1).map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}
