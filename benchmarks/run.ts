import { extraction } from './extraction.js'
import { integrity } from './integrity.js'
import { speed } from './speed.js'
import { UsageError } from './usage.js'

/** The benchmarks by name. Each prints its tables and throws where an answer is wrong. */
const BENCHMARKS: Readonly<Record<string, (options: readonly string[]) => Promise<void>>> = {
  extraction,
  integrity,
  speed,
}

const [name, ...options] = process.argv.slice(2)
try {
  const benchmark = BENCHMARKS[name ?? '']
  if (benchmark === undefined) {
    const known = Object.keys(BENCHMARKS).join(', ')
    throw new UsageError(`Expected the name of a benchmark (${known}), got ${JSON.stringify(name ?? '')}.`)
  }
  await benchmark(options)
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
