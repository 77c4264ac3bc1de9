import { z } from 'zod'
import { leaveOut } from '../given-options.js'
import type { Ignored } from './ignore.js'
import { type LexiconEntry, lexiconEntries } from './lexicon.js'
import type { TermPattern } from './patterns.js'
import { compileIgnored, compilePattern } from './regex.js'

const LONGEST_TERM = 500

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/**
 * The options `lexicon`, `patterns` and `ignore`, as shapes of zod. What they give out are copies in one form, so that the
 * caller may change his own; messages start with "to".
 */
export const termShapes = {
  lexicon: z
    .unknown()
    .transform((given, context): readonly LexiconEntry[] => {
      if (given === null || typeof given !== 'object' || given instanceof Map || given instanceof Set)
        return refuse(context, [], 'to be an object from term to type, or a list of `{ term, type }`')
      const isList = Array.isArray(given)
      for (const [key, entry] of Object.entries(given)) {
        const path = isList ? Number(key) : key
        const problem = isList ? entryProblem(entry) : (termProblem(key) ?? typeProblem(entry))
        if (problem !== undefined) return refuse(context, [path, ...problem.path], problem.message)
      }
      return lexiconEntries(given as LexiconEntry[])
    })
    .optional(),
  patterns: z
    .unknown()
    .transform((given, context): readonly TermPattern[] => {
      if (!Array.isArray(given)) return refuse(context, [], 'to be a list of `{ pattern, type }`')
      for (const [index, one] of given.entries()) {
        const problem = patternProblem(one)
        if (problem !== undefined) return refuse(context, [index, ...problem.path], problem.message)
      }
      return given.map(copyOfPattern)
    })
    .optional(),
  ignore: z
    .unknown()
    .transform((given, context): readonly Ignored[] => {
      if (!Array.isArray(given)) return refuse(context, [], 'to be a list of names and regular expressions')
      for (const [index, one] of given.entries()) {
        const problem = ignoredProblem(one)
        if (problem !== undefined) return refuse(context, [index, ...problem.path], problem.message)
      }
      return given.map((one: Ignored) => (typeof one === 'string' ? one : compileIgnored(one)))
    })
    .optional(),
}

interface Problem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

function refuse(context: z.core.$RefinementCtx, path: readonly (string | number)[], message: string): never {
  context.issues.push({ code: 'custom', path: [...path], message, input: context.value })
  return z.NEVER
}

const problem = (message: string, ...path: (string | number)[]): Problem => ({ path, message })

function entryProblem(entry: unknown): Problem | undefined {
  if (entry === null || typeof entry !== 'object') return problem('to be an object with `term` and `type`')
  const { term, type, id, caseSensitive } = entry as Record<string, unknown>
  if (!isText(term)) return problem('to be a string that is not empty', 'term')
  if (termProblem(term)) return problem(termProblem(term)!.message, 'term')
  if (!isText(type)) return problem('to be an entity type, a string that is not empty', 'type')
  if (id !== undefined && !isText(id)) return problem('to be a string that is not empty', 'id')
  if (caseSensitive !== undefined && typeof caseSensitive !== 'boolean')
    return problem('to be true or false', 'caseSensitive')
  return unknownKey(entry, ['term', 'type', 'id', 'caseSensitive'])
}

function termProblem(term: string): Problem | undefined {
  if (!isText(term)) return problem('to name a term that is not empty')
  return term.length > LONGEST_TERM ? problem(`to be a term of at most ${LONGEST_TERM} units`) : undefined
}

const typeProblem = (type: unknown): Problem | undefined =>
  isText(type) ? undefined : problem('to be an entity type, a string that is not empty')

function patternProblem(one: unknown): Problem | undefined {
  if (one === null || typeof one !== 'object' || one instanceof RegExp)
    return problem('to be an object with `pattern` and `type`')
  const { pattern, type, group } = one as Record<string, unknown>
  const unreadable = regexProblem(pattern)
  if (unreadable !== undefined) return unreadable
  if (!isText(type)) return problem('to be an entity type, a string that is not empty', 'type')
  if (group !== undefined && !hasGroup(pattern as RegExp | string, group))
    return problem('to be the number or the name of a group of the pattern', 'group')
  return unknownKey(one, ['pattern', 'type', 'group'])
}

function ignoredProblem(one: unknown): Problem | undefined {
  if (isText(one) || one instanceof RegExp) return undefined
  if (one === null || typeof one !== 'object') return problem('to be a name or a regular expression')
  return regexProblem((one as Record<string, unknown>).pattern) ?? unknownKey(one, ['pattern'])
}

function regexProblem(pattern: unknown): Problem | undefined {
  if (pattern instanceof RegExp) return undefined
  if (typeof pattern !== 'string' || pattern === '')
    return problem('to be a regular expression, or a string that holds one', 'pattern')
  try {
    new RegExp(pattern, 'u')
    return undefined
  } catch (error) {
    const reason = (error as Error).message.replace(/^Invalid regular expression: /, '')
    return problem(`to be a regular expression that can be read with the flag \`u\` (${reason})`, 'pattern')
  }
}

function hasGroup(pattern: RegExp | string, group: unknown): boolean {
  const { source, flags } = compilePattern(pattern)
  // With an empty alternative every expression matches, and lists its groups.
  const match = new RegExp(`${source}|`, flags).exec('')!
  if (typeof group === 'string') return match.groups !== undefined && group in match.groups
  return Number.isInteger(group) && (group as number) >= 0 && (group as number) < match.length
}

function unknownKey(given: object, known: readonly string[]): Problem | undefined {
  const key = Object.keys(given).find((name) => !known.includes(name))
  return key === undefined ? undefined : problem(leaveOut(key, known), key)
}

function copyOfPattern({ pattern, ...rest }: TermPattern): TermPattern {
  return { ...rest, pattern: pattern instanceof RegExp ? new RegExp(pattern) : pattern }
}
