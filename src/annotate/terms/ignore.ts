import type { Document } from '../../document/document.js'
import type { Span } from '../../document/span.js'
import { foldName } from '../entities/fold.js'
import { runBounded } from './bounded.js'
import { compileIgnored } from './regex.js'

/** What is never a mention: a name, compared without case, or a regular expression, tried on the mention's words. */
export type Ignored = string | RegExp | { readonly pattern: RegExp | string }

/** All expressions together may run so long on the mentions of a text. */
const BUDGET_MS = 1_000
/** One expression may take this part of the time that is left, and more where fewer are tried. */
const MOST_SHARES = 10
/** A try that takes less counts nothing: mentions may be many. */
const ORDINARY_MS = 1
/** No mention of more units is tried. */
const LONGEST = 500

/** Which mentions of a text are not wanted. */
export interface Ignoring {
  readonly isIgnored: (mention: Span) => boolean
  /** Expressions that took too long and were not tried any more; filled as mentions are asked for. */
  readonly notes: readonly string[]
}

/**
 * Says of mentions of the document whether they are to be ignored: names by their folded form (case, a leading "the" and
 * marks play no part), expressions by a match anywhere in the words, in any case.
 */
export function ignoring(
  { text }: Pick<Document, 'text'>,
  ignored: readonly Ignored[],
  { budgetMs = BUDGET_MS }: { readonly budgetMs?: number } = {},
): Ignoring {
  if (ignored.length === 0) return { isIgnored: () => false, notes: [] }
  const names = new Set<string>()
  const expressions: { regex: RegExp; index: number; used: number; stopped: boolean }[] = []
  ignored.forEach((one, index) => {
    if (typeof one === 'string') names.add(foldName(one, 'misc'))
    else expressions.push({ regex: compileIgnored(one), index, used: 0, stopped: false })
  })
  const notes: string[] = []
  const known = new Map<string, boolean>()
  let left = budgetMs
  let running = expressions.length
  const matches = (surface: string): boolean => {
    const words = surface.replace(/\s+/gu, ' ')
    for (const expression of expressions) {
      if (expression.stopped) continue
      let hit = false
      const share = (left + expression.used) / Math.min(MOST_SHARES, running)
      const started = performance.now()
      const finished = runBounded(() => {
        expression.regex.lastIndex = 0
        hit = expression.regex.test(words)
      }, share - expression.used)
      const took = performance.now() - started
      const ran = took < ORDINARY_MS ? 0 : took
      expression.used += ran
      left = Math.max(0, left - ran)
      if (!finished || expression.used > share) {
        expression.stopped = true
        running--
        notes.push(`\`ignore.${expression.index}\` was not tried any more: it took too long.`)
      }
      if (hit) return true
    }
    return false
  }
  const isIgnored = ({ start, end }: Span): boolean => {
    const surface = text.slice(start, end)
    let hit = known.get(surface)
    if (hit === undefined) {
      hit = names.has(foldName(surface, 'misc')) || (surface.length <= LONGEST && matches(surface))
      known.set(surface, hit)
    }
    return hit
  }
  return { isIgnored, notes }
}
