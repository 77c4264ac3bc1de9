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

/** Lines on stderr, with a bar where that is a terminal; `quiet` leaves all but errors out. */
export async function createReport({ quiet }: { readonly quiet: boolean }): Promise<Report> {
  const { stderr } = process
  const bar = stderr.isTTY && !quiet ? await createBar() : undefined
  const clear = bar === undefined ? '' : '\r\u001b[K'
  return {
    progress({ stage, documents, of }) {
      if (bar === undefined) return
      if (!bar.isActive) bar.start(of ?? 0, 0, { stage })
      bar.setTotal(of ?? 0)
      bar.update(documents, { stage: stage === 'extract' ? 'reading' : 'cutting' })
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
    { format: '{stage} [{bar}] {value} of {total}', clearOnComplete: true, hideCursor: null, gracefulExit: false },
    progress.Presets.shades_classic,
  )
}
