/** All done; some inputs failed, or the output could not be written; wrong use. */
export type ExitCode = 0 | 1 | 2

/** Wrong use of the command: one sentence for the user, exit code 2. */
export class UsageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UsageError'
  }
}

/** Names options as the command line has them: `maxTokens` becomes `--max-tokens`. */
export function withFlags(message: string, flags: readonly string[]): string {
  return message.replace(/`([a-zA-Z]+)`|"([a-zA-Z]+)"/g, (quoted, option: string | undefined) => {
    const flag = `--${(option ?? '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    return flags.includes(flag) ? `\`${flag}\`` : quoted
  })
}
