import { foldTerm } from '../../models/terms.js'
import { SHOUT, type Words } from '../words.js'
import type { Run } from './runs.js'
import { type Evidence, PERSON, type Scores } from './typing.js'

/** The type with the most evidence, and how far it leads the next. */
export interface Vote {
  readonly type: number
  readonly lead: number
}

interface Tally {
  readonly own: Scores
  readonly around: Scores
  count: number
}

/**
 * One type per name and document: what speaks for it at all its places is added up. A single word that ends a person's
 * full name leans to person; an abbreviation in brackets goes with the name before it.
 */
export function voteTypes(words: Words, runs: readonly Run[], evidence: readonly Evidence[]): Vote[] {
  const keys = runs.map((run) => foldTerm(words.lower.slice(run.from, run.to).join(' ')))
  const tallies = new Map<string, Tally>()
  keys.forEach((key, r) => {
    const tally = tallies.get(key)
    if (tally === undefined) tallies.set(key, { own: [...evidence[r].own], around: [...evidence[r].around], count: 1 })
    else {
      add(tally.around, evidence[r].around)
      tally.count++
    }
  })
  const totals = new Map<string, Scores>()
  for (const [key, { own, around, count }] of tallies) {
    // Three places say more than one, but not three times as much.
    const weight = 1 / count ** DAMPING
    totals.set(key, own.map((value, type) => value + weight * around[type]) as Scores)
  }
  const people = new Set<string>()
  runs.forEach((run, r) => {
    if (run.to - run.from > 1 && best(totals.get(keys[r])!) === PERSON) {
      people.add(foldTerm(words.lower[run.to - 1]))
      people.add(foldTerm(words.lower[run.from]))
    }
  })
  for (const [key, total] of totals) if (people.has(key)) total[PERSON] += 4
  for (let r = 1; r < runs.length; r++) {
    const short = runs[r]
    if (short.to - short.from !== 1 || !(words.flags[short.from] & SHOUT) || words.form[short.from - 1] !== '(')
      continue
    if (runs[r - 1].to !== short.from - 1) continue
    add(totals.get(keys[r])!, totals.get(keys[r - 1])!)
  }
  return keys.map((key) => {
    const scores = totals.get(key)!
    const type = best(scores)
    const next = Math.max(...scores.filter((_, other) => other !== type))
    return { type, lead: scores[type] - next }
  })
}

const DAMPING = 0.3

function add(total: Scores, scores: Scores): void {
  for (let type = 0; type < 4; type++) total[type] += scores[type]
}

function best(scores: Scores): number {
  let found = 3
  for (const type of [2, 1, 0]) if (scores[type] > scores[found]) found = type
  return found
}
