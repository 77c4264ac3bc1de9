import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { environment } from './environment.js'
import { type Half, root } from './extraction-sets.js'
import { type IntegrityResults, integrityReport } from './integrity-report.js'
import {
  type AblationRow,
  type DifferenceRow,
  type IntegrityRow,
  measureAblations,
  measureHalf,
  SizedSet,
} from './integrity-rows.js'
import { DATA_SETS, type IntegritySet, isGuardedWhole, OWN_SETS, prepareSet } from './integrity-sets.js'
import { measureTime } from './integrity-time.js'
import { withSection } from './markdown.js'
import { UsageError } from './usage.js'

const resultsFile = new URL('results/integrity.json', import.meta.url)
const page = new URL('../docs/benchmarks.md', import.meta.url)

const SIZES = [128, 256, 512]
/** With `--quick`: so many documents of each set, and as much prose. */
const FEW = 4
const LITTLE_PROSE = 50_000

export interface IntegritySettings {
  readonly data?: string
  readonly sets?: readonly string[]
  readonly sizes: readonly number[]
  readonly halves: readonly Half[]
  readonly quick: boolean
}

/**
 * Measures what chunks keep of annotated mentions and relations, at the same number of chunks as recursive splitting and
 * hardly more uneven, between that and the best segmentation there is. On `datasets/` alone, or on the sets of the folder
 * that `--data` names.
 */
export async function integrity(args: readonly string[]): Promise<void> {
  const settings = parseSettings(args)
  const results = await measureIntegrity(settings, (line) => process.stderr.write(`${line}\n`))
  process.stdout.write(`${integrityReport(results)}\n`)
  const { data, quick, sets, sizes, halves } = settings
  const isWhole =
    data !== undefined && !quick && sets === undefined && sizes.join() === SIZES.join() && halves.length === 3
  if (isWhole) keep(results)
  else process.stderr.write('Part of the benchmark only: nothing is written.\n')
}

export async function measureIntegrity(
  settings: IntegritySettings,
  progress: (line: string) => void,
): Promise<IntegrityResults> {
  const { sizes, halves, quick } = settings
  const rows: IntegrityRow[] = []
  const differences: DifferenceRow[] = []
  const ablations: AblationRow[] = []
  for (const { set, folder } of chosenSets(settings)) {
    progress(`${set.name}: extraction`)
    const documents = await prepareSet(set, folder, halves, quick ? FEW : Infinity)
    if (documents === undefined) {
      progress(`${set.name}: not in ${folder}`)
      continue
    }
    for (const size of sizes) {
      const sized = await SizedSet.of(documents, size)
      for (const half of halves) {
        progress(`${set.name}, ${size}, ${half}`)
        const found = measureHalf(set.name, sized.half(half), set.guarded.includes(size))
        rows.push(...found.rows)
        differences.push(...found.differences)
      }
      if (!halves.includes('odd') || halves.length > 1) {
        ablations.push(...measureAblations(set.name, sized.half('even'), progress))
      }
    }
  }
  progress('time')
  return {
    benchmark: 'integrity',
    schemaVersion: 1,
    environment: environment(['graph-chunker', '@langchain/textsplitters', 'gpt-tokenizer']),
    halves,
    sizes,
    averaged: DATA_SETS.filter(isGuardedWhole).map(({ name }) => name),
    rows,
    differences,
    ablations,
    time: await measureTime(quick ? LITTLE_PROSE : 1_000_000, quick ? 1 : 3),
  }
}

function chosenSets({ data, sets }: IntegritySettings): { readonly set: IntegritySet; readonly folder: string }[] {
  const [known, folder] = data === undefined ? [OWN_SETS, root] : [DATA_SETS, data]
  const names = known.map(({ name }) => name)
  const unknown = sets?.find((name) => !names.includes(name))
  if (unknown !== undefined) {
    const way = data === undefined ? '; name the folder of the others with --data' : ''
    throw new UsageError(`Expected --sets to name some of ${names.join(', ')}, got ${unknown}${way}.`)
  }
  return known.filter(({ name }) => sets?.includes(name) ?? true).map((set) => ({ set, folder }))
}

function keep(results: IntegrityResults): void {
  mkdirSync(new URL('results/', import.meta.url), { recursive: true })
  writeFileSync(resultsFile, `${JSON.stringify(results, rounded, 1)}\n`)
  // From what was written, so that the page and the file cannot differ.
  const written = JSON.parse(readFileSync(resultsFile, 'utf8')) as IntegrityResults
  writeFileSync(page, withSection(readFileSync(page, 'utf8'), 'integrity', integrityReport(written)))
}

function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toFixed(4)) : value
}

function parseSettings(args: readonly string[]): IntegritySettings {
  const { data, sets, sizes, lines = '', quick } = parseOptions(args)
  const halves: Readonly<Record<string, readonly Half[]>> = {
    '': ['even', 'odd', 'all'],
    even: ['even'],
    odd: ['odd'],
    all: ['all'],
  }
  if (!Object.hasOwn(halves, lines)) throw new UsageError(`Expected --lines to be even, odd or all, got ${lines}.`)
  const numbers = sizes?.split(',').map(Number) ?? SIZES
  if (!numbers.every((size) => Number.isInteger(size) && size >= 16)) {
    throw new UsageError(`Expected --sizes to be whole numbers of tokens, 16 or more, as 128,256; got ${sizes}.`)
  }
  return {
    sizes: numbers,
    halves: halves[lines],
    quick,
    ...(data === undefined ? {} : { data }),
    ...(sets === undefined ? {} : { sets: sets.split(',') }),
  }
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        data: { type: 'string' },
        sets: { type: 'string' },
        sizes: { type: 'string' },
        lines: { type: 'string' },
        quick: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
