import { speed } from './speed.js'

/** The benchmarks by name. Each prints its tables and throws where an answer is wrong. */
const BENCHMARKS: Readonly<Record<string, (options: readonly string[]) => Promise<void>>> = { speed }

const [name, ...options] = process.argv.slice(2)
const benchmark = BENCHMARKS[name ?? '']
if (benchmark === undefined) {
  console.error(
    `Expected the name of a benchmark (${Object.keys(BENCHMARKS).join(', ')}), got ${JSON.stringify(name ?? '')}.`,
  )
  process.exit(2)
}
await benchmark(options)
