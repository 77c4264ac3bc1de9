import nlp from 'compromise'
import { extract, silentLogger } from 'graph-chunker'
import { median, timed } from './measure.js'
import { prose } from './prose.js'

export interface SpeedRow {
  readonly units: number
  /** User CPU milliseconds of the whole stage, and of people, places and organizations by compromise alone. */
  readonly ms: number
  readonly compromiseMs: number
  /** The median over pairs of neighbouring runs. */
  readonly ratio: number
}

export interface HostileRow {
  readonly name: string
  readonly units: number
  readonly ms: number
  /** Time divided by that of as many units of prose. */
  readonly toProse: number
}

export interface ScaleResults {
  readonly speed: SpeedRow
  /** How many times as long for ten times the text, from 10^5 to 10^6 units. */
  readonly growth: number
  readonly hostile: readonly HostileRow[]
}

const OPTIONS = { logger: silentLogger }

/** The stage as users get it, beside compromise on the same documents, in turn. */
export async function measureScale(
  texts: readonly string[],
  rounds: number,
  units: number,
  progress: (line: string) => void,
): Promise<ScaleResults> {
  progress('speed against compromise')
  const speed = await againstCompromise(texts, rounds)
  progress('growth')
  const small: number[] = []
  const large: number[] = []
  for (let round = 0; round < Math.min(rounds, 3); round++) {
    small.push(await timeOf(prose(units / 10, 2 * round)))
    large.push(await timeOf(prose(units, 2 * round + 1)))
  }
  const hostile: HostileRow[] = []
  for (const [name, text] of hostileTexts(units)) {
    progress(name)
    const ms = await timeOf(text)
    hostile.push({ name, units: text.length, ms, toProse: ms / median(large) })
  }
  return { speed, growth: median(large) / median(small), hostile }
}

async function againstCompromise(texts: readonly string[], rounds: number): Promise<SpeedRow> {
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const own = (await timed(() => extractAll(texts))).ms
    const other = (await timed(() => compromiseAll(texts))).ms
    // The first round only warms both up.
    if (round === 0) continue
    ours.push(own)
    theirs.push(other)
  }
  return {
    units: texts.reduce((sum, text) => sum + text.length, 0),
    ms: median(ours),
    compromiseMs: median(theirs),
    ratio: median(theirs.map((ms, round) => ms / ours[round])),
  }
}

async function extractAll(texts: readonly string[]): Promise<void> {
  for (const text of texts) await extract(text, OPTIONS)
}

function compromiseAll(texts: readonly string[]): void {
  for (const text of texts) {
    const view = nlp(text)
    for (const kind of [view.people(), view.places(), view.organizations()]) kind.out('array')
  }
}

const timeOf = async (text: string): Promise<number> => (await timed(() => extract(text, OPTIONS))).ms

function hostileTexts(units: number): [string, string][] {
  const repeat = (part: string): string => part.repeat(Math.ceil(units / part.length)).slice(0, units)
  const capitals = Array.from({ length: Math.ceil(units / 10) }, (_, at) => `Word${(at * 7919) % 99_991}`)
  return [
    ['no space', repeat('abcdefghij')],
    ['one letter', repeat('a')],
    ['one letter, spaced', repeat('A ')],
    ['nested brackets', '('.repeat(units / 2) + ')'.repeat(units / 2)],
    ['capital words', capitals.join(' ').slice(0, units)],
    ['one name again and again', repeat('Ada Brandt ')],
    ['one Chinese character', repeat('中')],
  ]
}
