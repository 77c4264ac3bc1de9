import type { SingleBar } from 'cli-progress'
import type { Progress } from '../options.js'

/** What the user sees on stderr while a run goes on. */
export interface Report {
  progress(progress: Progress): void
  /** Writes a line; the bar stays below it. */
  line(text: string): void
  /** As `line`, also when all else is quiet. */
  error(text: string): void
  stop(): void
}

export interface ReportOptions {
  /** Only errors. */
  readonly quiet: boolean
  /** Whether the terminal shows the output itself; a bar would run through it. */
  readonly shared: boolean
}

/** Lines on stderr, with a bar where that is a terminal of its own. */
export async function createReport({ quiet, shared }: ReportOptions): Promise<Report> {
  const { stderr } = process
  const bar = stderr.isTTY && !quiet && !shared ? await createBar() : undefined
  const clear = bar === undefined ? '' : '\r\u001b[K'
  return {
    progress({ stage, documents, of }) {
      if (bar === undefined) return
      const doing = stage === 'extract' ? 'reading' : 'cutting'
      if (!bar.isActive) bar.start(of ?? 0, 0, { doing })
      bar.setTotal(of ?? 0)
      bar.update(documents, { doing })
    },
    line(text) {
      if (!quiet) stderr.write(`${clear}${text}\n`)
    },
    error(text) {
      stderr.write(`${clear}error: ${text}\n`)
    },
    stop() {
      bar?.stop()
    },
  }
}

async function createBar(): Promise<SingleBar> {
  const { default: progress } = await import('cli-progress')
  return new progress.SingleBar(
    { format: '{doing} [{bar}] {value} of {total}', clearOnComplete: true, hideCursor: null, gracefulExit: false },
    progress.Presets.shades_classic,
  )
}
