const MARKS = /\p{M}+/gu
const ASCII = /^[\x20-\x7e]*$/

/** Lower case, without accents, typographic apostrophes straight: how terms are stored and looked up. */
export function foldTerm(term: string): string {
  const lower = term.toLowerCase()
  if (ASCII.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(MARKS, '')
    .replace(/\u2019/g, "'")
    .normalize('NFC')
}

/**
 * Packs sorted terms into one string: each is the number of leading units it shares with the one before (one base-36
 * digit), then the rest, then a line end.
 */
export function encodeTerms(sorted: readonly string[]): string {
  let packed = ''
  let previous = ''
  for (const term of sorted) {
    let shared = 0
    while (shared < 35 && shared < previous.length && previous[shared] === term[shared]) shared++
    packed += `${shared.toString(36)}${term.slice(shared)}\n`
    previous = term
  }
  return packed
}

/** The terms of a packed string, in order. */
export function decodeTerms(packed: string): string[] {
  const terms: string[] = []
  let previous = ''
  for (const line of packed.split('\n')) {
    if (line === '') continue
    previous = previous.slice(0, Number.parseInt(line[0], 36)) + line.slice(1)
    terms.push(previous)
  }
  return terms
}
