import { foldName } from './fold.js'

/** A table of other spellings: spelling → the name it stands for, which may itself be a spelling of another. */
export type AliasTable = Readonly<Record<string, string>>

const keyOf = (name: string): string => foldName(name, 'misc')

/**
 * The names that spellings stand for at the end of their chains, by folded spelling. Where a chain leads in a circle, all of
 * it stands for the first of its names in code-unit order.
 */
export function resolveAliases(table: AliasTable): ReadonlyMap<string, string> {
  const steps = new Map<string, string>()
  for (const spelling of Object.keys(table).sort()) steps.set(keyOf(spelling), table[spelling])
  const resolved = new Map<string, string>()
  for (const start of steps.keys()) {
    const { names, circle } = follow(steps, start)
    resolved.set(start, circle === undefined ? names[names.length - 1] : [...circle].sort()[0])
  }
  return resolved
}

/** What is wrong with the table: a circle, or one name that stands for two. Starts with "to". */
export function aliasProblem(table: AliasTable): { readonly spelling: string; readonly message: string } | undefined {
  const steps = new Map<string, string>()
  const first = new Map<string, string>()
  for (const [spelling, name] of Object.entries(table)) {
    const key = keyOf(spelling)
    const other = steps.get(key)
    if (other !== undefined && keyOf(other) !== keyOf(name)) {
      const message = `to stand for what ${JSON.stringify(first.get(key))}, the same name, stands for`
      return { spelling, message }
    }
    steps.set(key, name)
    first.set(key, spelling)
  }
  for (const spelling of Object.keys(table)) {
    const { circle } = follow(steps, keyOf(spelling))
    if (circle !== undefined) {
      const path = [...circle, circle[0]].map((name) => JSON.stringify(name)).join(' → ')
      return { spelling, message: `to lead to one name at last, not in a circle (${path})` }
    }
  }
  return undefined
}

/** The names on the way from a spelling on, and those of the circle that it ends in, if it does. */
function follow(
  steps: ReadonlyMap<string, string>,
  start: string,
): { readonly names: readonly string[]; readonly circle?: readonly string[] } {
  const names: string[] = []
  const seen = new Map<string, number>()
  for (let key = start, name = steps.get(key); name !== undefined; name = steps.get(key)) {
    seen.set(key, names.length)
    names.push(name)
    const next = keyOf(name)
    // A name that stands for itself only says how it is written.
    if (next === key) break
    const from = seen.get(next)
    if (from !== undefined) return { names, circle: names.slice(from) }
    key = next
  }
  return { names }
}
