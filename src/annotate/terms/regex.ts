/** The regular expression of a pattern, a copy of the caller's. `indices` asks for the places of groups. */
export function compilePattern(pattern: RegExp | string, indices = false): RegExp {
  const [source, flags] = typeof pattern === 'string' ? [pattern, 'u'] : [pattern.source, pattern.flags]
  return new RegExp(source, `${flags.replace(/[gyd]/g, '')}g${indices ? 'd' : ''}`)
}

/** The regular expression of what is to be ignored, in any case; a copy of the caller's. */
export function compileIgnored(one: RegExp | { readonly pattern: RegExp | string }): RegExp {
  const { source, flags } = compilePattern(one instanceof RegExp ? one : one.pattern)
  return new RegExp(source, flags.includes('i') ? flags : `${flags}i`)
}
