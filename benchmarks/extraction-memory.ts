import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface MemoryRow {
  readonly engine: string
  readonly units: number
  /** Why there are no figures. */
  readonly missing?: string
  /** Peak resident bytes for each unit of text, above those after a first small run. */
  readonly peakPerUnit?: number
  /** Bytes of heap for each unit that the result keeps. */
  readonly keptPerUnit?: number
}

type Answer = { readonly peakBytes: number; readonly keptBytes: number } | { readonly missing: string }

const script = fileURLToPath(new URL('extraction-fresh.mjs', import.meta.url))

/** The memory of the whole stage with each engine, in a process of its own. */
export function measureMemory(
  engines: readonly string[],
  text: string,
  progress: (line: string) => void,
): readonly MemoryRow[] {
  return engines.map((engine) => {
    progress(`memory: ${engine}`)
    const row = { engine, units: text.length }
    const answer = fresh(engine, text)
    if ('missing' in answer) return { ...row, missing: answer.missing }
    return { ...row, peakPerUnit: answer.peakBytes / text.length, keptPerUnit: answer.keptBytes / text.length }
  })
}

function fresh(engine: string, input: string): Answer {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, ['--expose-gc', script, engine], {
    input,
    encoding: 'utf8',
    timeout: 120_000,
  })
  if (error !== undefined) return { missing: error.message }
  if (status !== 0) throw new Error(`A fresh process for ${engine} failed: ${stderr}`)
  return JSON.parse(stdout) as Answer
}
