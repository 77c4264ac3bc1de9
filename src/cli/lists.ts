import { UsageError } from './usage.js'

/** One entry of a list: a name with options, or the path of a module. */
export type Entry =
  | { readonly kind: 'name'; readonly name: string; readonly options: Readonly<Record<string, unknown>> }
  | { readonly kind: 'module'; readonly path: string }

/**
 * The entries of `name,name:key=value;key=value,./module.js`. Values are JSON where they can be read as such, else text;
 * commas and semicolons inside square brackets do not part. A key that is given again, or a value parted by `|`, is a list.
 * @throws UsageError naming the flag.
 */
export function parseList(flag: string, list: string): Entry[] {
  return split(list, ',').map((entry) => {
    if (entry === '')
      throw new UsageError(`Expected \`${flag}\` to be names parted by commas, got ${JSON.stringify(list)}.`)
    return isModulePath(entry) ? { kind: 'module', path: entry } : parseNamed(flag, entry)
  })
}

function isModulePath(entry: string): boolean {
  return /^[./]|^[a-z]:[\\/]|\.[cm]?[jt]s$/i.test(entry)
}

function parseNamed(flag: string, entry: string): Entry {
  const colon = entry.indexOf(':')
  if (colon < 0) return { kind: 'name', name: entry, options: {} }
  const options = split(entry.slice(colon + 1), ';').map((pair): [string, unknown] => {
    const equals = pair.indexOf('=')
    if (equals < 1) {
      throw new UsageError(
        `Expected the options in \`${flag}\` to be written as name:key=value;key=value, got ${JSON.stringify(entry)}.`,
      )
    }
    return [pair.slice(0, equals), parseValue(pair.slice(equals + 1))]
  })
  return { kind: 'name', name: entry.slice(0, colon), options: gathered(options) }
}

/** The options by key; the values of a key that comes again are one list. */
function gathered(pairs: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const values = new Map<string, unknown>()
  for (const [key, value] of pairs) values.set(key, values.has(key) ? [values.get(key), value].flat() : value)
  return Object.fromEntries(values)
}

function parseValue(text: string): unknown {
  if (text.includes('|') && !/^["[{]/.test(text)) return text.split('|').map((part) => parseValue(part.trim()))
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Parts a text at a sign, but not between square brackets. */
function split(text: string, sign: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '[') depth++
    else if (text[at] === ']') depth--
    else if (text[at] === sign && depth === 0) {
      parts.push(text.slice(from, at).trim())
      from = at + 1
    }
  }
  return [...parts, text.slice(from).trim()]
}
