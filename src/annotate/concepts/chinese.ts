import { STOP_WORDS } from '../../models/lexicon-zh.js'
import { type Cutter, type Token, tokensOf } from '../chinese/tokens.js'
import { HAN, type Words } from '../words.js'
import { salienceByCount } from './recurring.js'
import type { Term } from './term.js'

/** Most dictionary words of a term. */
const MOST_TOKENS = 3
const MOST_UNITS = 8
const LEAST_TIMES = 3
/** The share of a part's places that must be places of the whole, for the whole to be one term. */
const COHESION = 0.5
/** Characters that are grammar, counting or time: no term starts or ends with one. */
const EDGES = new Set(
  '的了在是和与及或也都就而一不有这那个上下来去说到为以于对从被把将让给很再又还只已经向由等着过地得之其他她它我你们该此各每某据称并但所如若则当时后前中内外间里年月日号两三四五六七八九十百千万几名位次种条件第者吗呢吧啊可能会要应须请使用',
)

/** Words of everyday speech that are no subject. */
const IDLE = new Set(
  '或者 不要 一次 出现 联系 不能 不会 不是 什么 怎么 自己 知道 觉得 起来 出来 就是 还是 这样 那样 这些 那些 时间 地方 事情 东西 小时 分钟 千克 检查 以上 以下 之后 之前'.split(
    ' ',
  ),
)

/** Chinese terms that recur: dictionary words of two characters and more, and words that mostly stand together. */
export function findChineseTerms(text: string, words: Words, taken: Uint8Array, cutter: Cutter): Term[] {
  const runs = readRuns(text, words, taken, cutter)
  const counts = new Map<string, number>()
  for (const run of runs) for (const { key } of partsOf(run)) counts.set(key, (counts.get(key) ?? 0) + 1)
  const chosen = new Map<string, Term>()
  for (const run of runs) {
    for (let at = 0; at < run.length; ) {
      const to = longestTerm(run, at, counts)
      if (to === at) {
        at++
        continue
      }
      const name = keyOf(run, at, to)
      const span = { start: run[at].start, end: run[to - 1].end }
      const term = chosen.get(name)
      if (term === undefined) chosen.set(name, { name, salience: salienceByCount(counts.get(name)!), spans: [span] })
      else term.spans.push(span)
      at = to
    }
  }
  return [...chosen.values()]
}

/** Runs of Chinese words that can be part of a term. */
function readRuns(text: string, words: Words, taken: Uint8Array, cutter: Cutter): Token[][] {
  const runs: Token[][] = []
  for (let i = 0; i < words.length; i++) {
    if (!(words.flags[i] & HAN) || taken[i]) continue
    let run: Token[] = []
    for (const token of tokensOf(text, words, i, i + 1, cutter)) {
      if (isPart(token)) run.push(token)
      else {
        if (run.length > 0) runs.push(run)
        run = []
      }
    }
    if (run.length > 0) runs.push(run)
  }
  return runs
}

function isPart({ text, tag }: Token): boolean {
  if (STOP_WORDS.has(text) || IDLE.has(text) || !/^\p{sc=Han}+$/u.test(text) || (text.length === 1 && EDGES.has(text)))
    return false
  return tag === '' || /^(?:n|vn|an|l|i|j|eng|v$)/.test(tag)
}

const keyOf = (run: readonly Token[], from: number, to: number) =>
  run
    .slice(from, to)
    .map(({ text }) => text)
    .join('')

function* partsOf(run: readonly Token[]): Iterable<{ from: number; to: number; key: string }> {
  for (let from = 0; from < run.length; from++) {
    for (let to = from + 1; to <= Math.min(run.length, from + MOST_TOKENS); to++) {
      if (run[to - 1].end - run[from].start > MOST_UNITS) break
      yield { from, to, key: keyOf(run, from, to) }
    }
  }
}

function longestTerm(run: readonly Token[], from: number, counts: ReadonlyMap<string, number>): number {
  for (let to = Math.min(run.length, from + MOST_TOKENS); to > from; to--) {
    const units = run[to - 1].end - run[from].start
    if (units < 2 || units > MOST_UNITS) continue
    const times = counts.get(keyOf(run, from, to)) ?? 0
    if (times < LEAST_TIMES) continue
    const parts = run.slice(from, to)
    if (parts.length === 1 || parts.every(({ text }) => times >= COHESION * counts.get(text)!)) return to
  }
  return from
}
