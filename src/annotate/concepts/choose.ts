import { GENERIC_PEOPLE } from '../../models/concept-words.js'
import type { Atom } from './phrases.js'

/** Most atoms of a concept. */
const LONGEST = 5
/** A word this rare carries a term. */
const RARE = 0.7

/** Ends of adjectives that stand for a subject: "schizophrenic". */
const SUBJECT_END = /(?:ic|ous)$/

/** How often each part of a run stands in the document. */
export function countParts(runs: readonly (readonly Atom[])[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const run of runs) {
    for (let from = 0; from < run.length; from++) {
      let key = ''
      for (let to = from; to < Math.min(run.length, from + LONGEST); to++) {
        key = to === from ? run[to].key : `${key} ${run[to].key}`
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
    }
  }
  return counts
}

export const keyOf = (atoms: readonly Atom[]) =>
  atoms.length === 1 ? atoms[0].key : atoms.map(({ key }) => key).join(' ')

/** The part of a run that names a subject: without generic words at its ends, and cut to what recurs where a part does. */
export function choosePart(run: readonly Atom[], counts: ReadonlyMap<string, number>): Atom[] {
  let from = 0
  let to = run.length
  while (from < to && (run[from].generic || (run[from].modifier && run[from].rarity < 0.1))) from++
  while (to > from && isIdleEnd(run, from, to)) to--
  if (to - from > LONGEST) from = to - LONGEST
  const core = run.slice(from, to)
  if (core.length < 2 || (counts.get(keyOf(core)) ?? 0) > 1) return core
  return recurringPart(core, counts) ?? core
}

function isIdleEnd(run: readonly Atom[], from: number, to: number): boolean {
  const { generic, modifier, rarity, technical } = run[to - 1]
  if (generic) {
    const before = to - 1 > from ? run[to - 2] : undefined
    return before === undefined || (before.rarity >= RARE && (!before.modifier || GENERIC_PEOPLE.has(run[to - 1].key)))
  }
  return modifier && !technical && (to - from > 1 || rarity < RARE || !SUBJECT_END.test(run[to - 1].key))
}

function recurringPart(core: readonly Atom[], counts: ReadonlyMap<string, number>): Atom[] | undefined {
  for (let length = core.length - 1; length > 0; length--) {
    let best: Atom[] | undefined
    let most = 1
    for (let from = core.length - length; from >= 0; from--) {
      const part = core.slice(from, from + length)
      if (part[0].generic || part[length - 1].generic || !part.some(({ rarity }) => rarity >= RARE)) continue
      const count = counts.get(keyOf(part)) ?? 0
      if (count > most) {
        best = part
        most = count
      }
    }
    if (best !== undefined) return best
  }
  return undefined
}
