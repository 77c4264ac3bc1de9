/** Where warnings go. `console`, pino and consola fit as they are. */
export interface Logger {
  warn(message: string): void
}

/** Drops every message. */
export const silentLogger: Logger = { warn: () => {} }

/** A logger for one run: each text goes to `target` once; `counts` tells how often it came. */
export interface RunLogger extends Logger {
  readonly counts: ReadonlyMap<string, number>
}

/** Wraps a logger so that a warning that repeats over many documents is written once and counted after that. */
export function createRunLogger(target: Logger): RunLogger {
  const counts = new Map<string, number>()
  return {
    counts,
    warn(message) {
      const seen = counts.get(message) ?? 0
      counts.set(message, seen + 1)
      if (seen === 0) target.warn(message)
    },
  }
}
