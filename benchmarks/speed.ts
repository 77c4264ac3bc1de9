import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type ChunkOptions, type ChunkResult, chunk, extract } from 'graph-chunker'
import { environment, version } from './environment.js'
import { withSection } from './markdown.js'
import { Deadline, median, OverTime, spread, timed } from './measure.js'
import { prose, seeded } from './prose.js'
import { jsTiktokenCounter, type Piece, RIVALS, type Splitter } from './rivals.js'
import {
  type ExtractionRow,
  type GrowthRow,
  isMet,
  type MemoryRow,
  type PathologicalRow,
  type Quality,
  RECURSIVE,
  type SpeedResults,
  type SplitterRow,
  type StartupRow,
  speedReport,
  targets,
} from './speed-report.js'
import { UsageError } from './usage.js'

const SEED = 20_260
const MAX_TOKENS = 512
const CELL_SECONDS = 60

const resultsFile = new URL('results/speed.json', import.meta.url)
const page = new URL('../docs/benchmarks.md', import.meta.url)

interface Settings {
  readonly rounds: number
  readonly rivals: boolean
  readonly quick: boolean
  readonly seed: number
  readonly check: boolean
}

/**
 * Measures how fast the package splits, beside other splitters in the same process on the same text, and how its time and
 * memory grow. Prints tables, and keeps them where all was measured; see docs/benchmarks.md.
 * @throws Error where a chunk of ours is not exact.
 */
export async function speed(args: readonly string[]): Promise<void> {
  const settings = parseSettings(args)
  const results = await measure(settings)
  process.stdout.write(`${speedReport(results)}\n`)
  if (settings.rivals && !settings.quick) keep(results)
  else progress('Part of the benchmark only: nothing is written.')
  const missed = targets(results).filter((target) => !isMet(target))
  if (missed.length > 0) progress(`Missed: ${missed.map(({ name }) => name).join('; ')}.`)
  if (settings.check && missed.length > 0) process.exitCode = 1
}

function parseSettings(args: readonly string[]): Settings {
  const values = parseOptions(args)
  const whole = (name: 'rounds' | 'seed', fallback: number): number => {
    const value = values[name] === undefined ? fallback : Number(values[name])
    if (Number.isInteger(value) && value > 0) return value
    throw new UsageError(`Expected --${name} to be a whole number above 0, got ${values[name]}.`)
  }
  const { quick, check } = values
  return {
    rounds: whole('rounds', quick ? 1 : 9),
    seed: whole('seed', SEED),
    rivals: !values['no-rivals'],
    quick,
    check,
  }
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        rounds: { type: 'string' },
        seed: { type: 'string' },
        quick: { type: 'boolean', default: false },
        'no-rivals': { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function keep(results: SpeedResults): void {
  mkdirSync(new URL('.', resultsFile), { recursive: true })
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(page, withSection(readFileSync(page, 'utf8'), 'speed', speedReport(results)))
}

function progress(text: string): void {
  process.stderr.write(`${text}\n`)
}

async function measure(settings: Settings): Promise<SpeedResults> {
  const { seed, rounds, quick } = settings
  const texts = new Texts(seed)
  const units = quick ? 200_000 : 1_000_000
  const few = Math.min(rounds, 3)
  progress('warm-up')
  await inTurn(
    [1, 2, 3, 4].map(() => texts.next(units)),
    ours.recursive,
  )
  await inTurn([texts.next(units / 10), texts.next(units / 10)], ours.relationAware)
  // Before the others are loaded: their tables would make every collection of garbage dearer.
  const growth = [
    await grow(texts, RECURSIVE, ours.recursive, units / 10, few),
    await grow(texts, RECURSIVE, ours.recursive, units, few),
    await grow(texts, 'relation_aware', ours.relationAware, units / 10, few),
  ]
  const alone = await extraction(texts, quick ? 20_000 : 100_000, rounds * 2)
  const hard = await pathological(texts, units, Math.min(rounds, 5))
  const { rows, bytes } = await splitters(settings, texts, units)
  return {
    benchmark: 'speed',
    schemaVersion: 1,
    environment: environment(['graph-chunker', ...new Set(RIVALS.flatMap(({ packages }) => packages))]),
    seed,
    rounds,
    maxTokens: MAX_TOKENS,
    bytes,
    splitters: rows,
    growth,
    pathological: hard,
    extraction: alone,
    memory: memory(texts, units * 10),
    startup: startup(quick ? 1 : 5),
  }
}

/** Prose that no one has seen before: every call gives another. */
class Texts {
  #seed: number

  constructor(seed: number) {
    this.#seed = seed
  }

  next(units: number): string {
    return prose(units, this.#seed++)
  }
}

type Run = (text: string) => Promise<ChunkResult>

function own(options: ChunkOptions): Run {
  return (text) => chunk(text, { ...options, maxTokens: MAX_TOKENS, tokenizer: 'cl100k_base' })
}

const ours = {
  recursive: own({ method: 'recursive', extractors: false }),
  recursiveExtracted: own({ method: 'recursive' }),
  relationAware: own({ method: 'relation_aware' }),
}

function asSplitter(name: string, run: Run): Splitter {
  return {
    name,
    split: async (text) => {
      const result = await run(text)
      return () => piecesOf(result)
    },
  }
}

/** The chunks as a user would read them. @throws Error where a run gave way to another method or lost text. */
function piecesOf({ chunks, degraded, coverage }: ChunkResult): Piece[] {
  if (degraded || coverage !== 1)
    throw new Error(`Expected a whole run, got degraded ${degraded}, coverage ${coverage}.`)
  return chunks.map(({ text, start, end, tokenCount }) => ({ text, start, end, tokens: tokenCount }))
}

interface Contestant {
  readonly splitter: Splitter
  readonly ours: boolean
  readonly speeds: number[]
  quality?: Quality
  missing?: string
}

/** How many texts the fastest of ours splits in a row. */
const FAST_TEXTS = 4

/**
 * The fastest of ours against the others, on the same text, another one each round, in rotating order after a round to
 * warm up. Ours runs before each other one, on more texts that nobody has seen: a single run of it is too short to measure
 * well. The slower ones of ours follow on the same texts, since their garbage would weigh on all that comes after.
 */
async function splitters({ rounds, rivals }: Settings, texts: Texts, units: number) {
  const deadline = new Deadline(CELL_SECONDS)
  const count = await jsTiktokenCounter()
  const fast = contestant(asSplitter(RECURSIVE, ours.recursive), true)
  const others: Contestant[] = []
  const absent: SplitterRow[] = []
  for (const rival of rivals ? RIVALS : []) {
    const lacking = rival.packages.filter((name) => version(name) === null)
    if (lacking.length > 0)
      absent.push({ name: rival.name, ours: false, missing: `${lacking.join(', ')} not installed` })
    else others.push(contestant(await rival.load(MAX_TOKENS, deadline), false))
  }
  const shared = Array.from({ length: rounds + 1 }, () => texts.next(units))
  for (const [round, text] of shared.entries()) {
    progress(round === 0 ? 'splitters, warm-up' : `splitters, round ${round} of ${rounds}`)
    const judgements: (() => void)[] = []
    let fastBytes = 0
    let fastMs = 0
    for (let turn = 0; turn < Math.max(1, others.length); turn++) {
      const batch = Array.from({ length: FAST_TEXTS }, (_, at) => (turn + at === 0 ? text : texts.next(units)))
      const { ms, value } = await timed(() => inTurn(batch, (part) => fast.splitter.split(part)))
      fastBytes += sum(batch.map((part) => Buffer.byteLength(part)))
      fastMs += ms
      judgements.push(() => judge(fast, batch[0], value(), count))
      const other = others[(turn + round) % others.length]
      if (other !== undefined) judgements.push(await compete(other, text, deadline, count, round > 0))
    }
    for (const judgement of judgements) judgement()
    if (round > 0) fast.speeds.push(fastBytes / 1000 / fastMs)
  }
  const slower = [
    contestant(asSplitter('recursive, with extraction', ours.recursiveExtracted), true),
    contestant(asSplitter('relation_aware, all defaults', ours.relationAware), true),
  ]
  for (const [round, text] of shared.entries()) {
    progress(round === 0 ? 'extraction, warm-up' : `extraction, round ${round} of ${rounds}`)
    for (const own of slower) (await compete(own, text, deadline, count, round > 0))()
  }
  const bytes = Math.round(sum(shared.slice(1).map((text) => Buffer.byteLength(text))) / rounds)
  return { rows: [...[fast, ...slower, ...others].map(rowOf), ...absent], bytes }
}

function contestant(splitter: Splitter, isOurs: boolean): Contestant {
  return { splitter, ours: isOurs, speeds: [] }
}

/** Runs each text after the other; returns what the first gave, so that the others can be forgotten. */
async function inTurn<T>(texts: readonly string[], run: (text: string) => Promise<T>): Promise<T> {
  const first = await run(texts[0])
  for (const text of texts.slice(1)) await run(text)
  return first
}

/** One run of one cell; returns what is to be checked when time is no longer taken. */
async function compete(
  contestant: Contestant,
  text: string,
  deadline: Deadline,
  count: (text: string) => number,
  counts: boolean,
): Promise<() => void> {
  const nothing = () => {}
  if (contestant.missing !== undefined) return nothing
  deadline.start()
  try {
    const { ms, value } = await timed(() => contestant.splitter.split(text))
    if (ms > deadline.seconds * 1000) contestant.missing = `over ${deadline.seconds} s`
    if (!counts) return nothing
    contestant.speeds.push(Buffer.byteLength(text) / 1000 / ms)
    return contestant.ours || contestant.quality === undefined ? () => judge(contestant, text, value(), count) : nothing
  } catch (error) {
    if (!(error instanceof OverTime)) throw error
    contestant.missing = error.message
    return nothing
  }
}

/** Compares every chunk with the text and with a fresh count. @throws Error where one of ours is not exact. */
function judge(contestant: Contestant, text: string, pieces: readonly Piece[], count: (text: string) => number): void {
  const total = (holds: (piece: Piece) => boolean): number => pieces.filter(holds).length
  const tokens = new Map(pieces.map((piece) => [piece, count(piece.text)]))
  const quality = {
    chunks: pieces.length,
    placed: pieces.some(({ start }) => start !== undefined)
      ? total((piece) => text.slice(piece.start, piece.end) === piece.text)
      : null,
    tooLarge: total((piece) => tokens.get(piece)! > MAX_TOKENS),
    counted: pieces.some((piece) => piece.tokens !== undefined)
      ? total((piece) => piece.tokens === tokens.get(piece))
      : null,
  }
  contestant.quality ??= quality
  const { chunks, placed, tooLarge, counted } = quality
  if (contestant.ours && (placed !== chunks || counted !== chunks || tooLarge > 0)) {
    throw new Error(`Expected exact chunks of ${contestant.splitter.name}, got ${JSON.stringify(quality)}.`)
  }
}

function rowOf({ splitter, ours: isOurs, speeds, quality, missing }: Contestant): SplitterRow {
  const row = { name: splitter.name, ours: isOurs }
  if (missing !== undefined || quality === undefined) return { ...row, missing: missing ?? 'not measured' }
  return { ...row, speed: spread(speeds), quality }
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

/** Ten texts of `units` after one another, against one text of ten times the size. */
async function grow(texts: Texts, name: string, run: Run, units: number, rounds: number): Promise<GrowthRow> {
  progress(`growth: ${name}, ${units} to ${units * 10} units`)
  const row = { name, smallBytes: 0, largeBytes: 0 }
  const small: number[] = []
  const large: number[] = []
  for (let round = 0; round < rounds; round++) {
    const parts = Array.from({ length: 10 }, () => texts.next(units))
    const whole = texts.next(units * 10)
    row.smallBytes = Math.round(sum(parts.map((part) => Buffer.byteLength(part))) / 10)
    row.largeBytes = Buffer.byteLength(whole)
    const smallMs = await timeOf(parts, run)
    if (smallMs > CELL_SECONDS * 1000)
      return { ...row, missing: `not tried: ten small ones took over ${CELL_SECONDS} s` }
    small.push(smallMs / 10)
    large.push(await timeOf([whole], run))
  }
  const [smallMs, largeMs] = [median(small), median(large)]
  return { ...row, smallMs, largeMs, growth: ((largeMs / smallMs) * row.smallBytes * 10) / row.largeBytes }
}

async function timeOf(texts: readonly string[], run: Run): Promise<number> {
  const { ms } = await timed(() => inTurn(texts, run))
  return ms
}

/** One word without end; it has as many different tokens as there can be. */
const AT_RANDOM = 'letters at random'

/** Texts without the stops that splitters live on. Blanks and line breaks stand between two letters, or they would be no text. */
const PATHOLOGICAL: Readonly<Record<string, (units: number, seed: number) => string>> = {
  'one letter': (units) => 'a'.repeat(units),
  中: (units) => '中'.repeat(units),
  'an emoji': (units) => '😀'.repeat(units >> 1),
  blanks: (units) => `a${' '.repeat(units - 2)}a`,
  'line breaks': (units) => `a${'\n'.repeat(units - 2)}a`,
  'one digit': (units) => '7'.repeat(units),
  [AT_RANDOM]: (units, seed) => {
    const random = seeded(seed)
    return Array.from({ length: units }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('')
  },
}

/** Each text has a length of its own, so that no memo of an earlier one can answer for it. */
async function pathological(texts: Texts, units: number, rounds: number): Promise<PathologicalRow[]> {
  const proseMs = median(await repeat(rounds, () => timeOf([texts.next(units)], ours.recursive)))
  const rows: PathologicalRow[] = [{ name: 'prose', required: false, ms: proseMs, toProse: 1 }]
  let shorter = 0
  for (const [name, make] of Object.entries(PATHOLOGICAL)) {
    progress(`pathological: ${name}`)
    const fresh = (length: number): string => make(length - ++shorter, shorter)
    const smallMs: number[] = []
    const largeMs: number[] = []
    let missing: string | undefined
    for (let round = 0; round < rounds && missing === undefined; round++) {
      const first = await timeOf([fresh(units / 10)], ours.recursive)
      if (first * 12 > CELL_SECONDS * 1000) {
        missing = `not tried: a tenth took ${Math.round(first)} ms`
        break
      }
      const rest = Array.from({ length: 9 }, () => fresh(units / 10))
      smallMs.push((first + (await timeOf(rest, ours.recursive))) / 10)
      largeMs.push(await timeOf([fresh(units)], ours.recursive))
    }
    const row = { name, required: name !== AT_RANDOM }
    if (missing !== undefined) rows.push({ ...row, missing })
    else {
      const ms = median(largeMs)
      rows.push({ ...row, ms, growth: ms / median(smallMs), toProse: ms / proseMs })
    }
  }
  return rows
}

async function repeat(times: number, run: () => Promise<number>): Promise<number[]> {
  const values: number[] = []
  for (let at = 0; at < times; at++) values.push(await run())
  return values
}

/**
 * The whole run of `relation_aware` against its extraction alone, one after the other in changing order, each on text that
 * neither has seen.
 */
async function extraction(texts: Texts, units: number, rounds: number): Promise<ExtractionRow> {
  progress('extraction alone')
  const alone: number[] = []
  const whole: number[] = []
  const timeExtraction = async () => {
    const text = texts.next(units)
    alone.push((await timed(() => extract(text))).ms)
  }
  const timeWhole = async () => whole.push(await timeOf([texts.next(units)], ours.relationAware))
  for (let round = 0; round < rounds; round++) {
    for (const time of round % 2 === 0 ? [timeExtraction, timeWhole] : [timeWhole, timeExtraction]) await time()
  }
  const ratio = median(whole.map((ms, round) => ms / alone[round]))
  return { units, extractionMs: median(alone), wholeMs: median(whole), ratio }
}

function memory(texts: Texts, units: number): MemoryRow[] {
  return ['recursive', 'relation_aware'].map((method) => {
    progress(`memory: ${method}`)
    const text = texts.next(units)
    const row = { name: method === 'recursive' ? RECURSIVE : method, bytes: Buffer.byteLength(text) }
    const answer = fresh(['memory', method], text)
    return typeof answer === 'string' ? { ...row, missing: answer } : { ...row, peakMb: answer.peakBytes / 1e6 }
  })
}

function startup(rounds: number): StartupRow[] {
  progress('start-up')
  const row = (name: string, task: readonly string[], read: (answer: Answer) => number): StartupRow => {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const answer = fresh(task)
      if (typeof answer === 'string') return { name, missing: answer }
      times.push(read(answer))
    }
    return { name, ms: spread(times) }
  }
  return [
    row("import 'graph-chunker'", ['startup', 'recursive'], ({ load }) => load),
    row('first chunk(), recursive without extraction', ['startup', 'recursive'], ({ first }) => first),
    row('first chunk(), relation_aware', ['startup', 'relation_aware'], ({ first }) => first),
    row('js-tiktoken alone: import, ranks, first count', ['tokenizer'], ({ load, first }) => load + first),
  ]
}

type Answer = Readonly<Record<string, number>>

/** What a new process answers, or why it could not. */
function fresh(task: readonly string[], input = ''): Answer | string {
  const script = fileURLToPath(new URL('fresh.mjs', import.meta.url))
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [script, ...task], {
    input,
    encoding: 'utf8',
    timeout: CELL_SECONDS * 1000,
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT') return `stopped after ${CELL_SECONDS} s`
  if (stderr.includes('heap out of memory')) return 'out of memory'
  if (status !== 0) throw new Error(`A fresh process for ${task.join(' ')} failed: ${stderr}`)
  return JSON.parse(stdout) as Answer
}
