/**
 * The JSON value in a model's answer: fences and talk around it are left out; trailing commas are dropped, and what was cut
 * off is closed after the last whole value. Undefined where there is no object or array.
 */
export function readJson(answer: string): unknown {
  const from = answer.search(/[{[]/)
  if (from < 0) return undefined
  const { text, isWhole } = scan(answer, from)
  for (const candidate of isWhole ? [text, withoutCommas(text)] : closings(text)) {
    try {
      return JSON.parse(candidate)
    } catch {
      // The next repair is tried.
    }
  }
  return undefined
}

interface Scanned {
  readonly text: string
  readonly isWhole: boolean
}

/** The value that starts at `from`, up to its closing bracket or to the end. */
function scan(answer: string, from: number): Scanned {
  let depth = 0
  let quoted = false
  for (let at = from; at < answer.length; at++) {
    const sign = answer[at]
    if (quoted) {
      if (sign === '\\') at++
      else if (sign === '"') quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === '{' || sign === '[') depth++
    else if ((sign === '}' || sign === ']') && --depth === 0) return { text: answer.slice(from, at + 1), isWhole: true }
  }
  return { text: answer.slice(from), isWhole: false }
}

/** Without commas before a closing bracket, strings left as they are. */
function withoutCommas(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/gs, (match) => (match === ',' ? '' : match))
}

/** Places at which a cut-off value may end are tried from the last one back. */
const MOST_TRIES = 40

/** The text closed after each of its last whole values. */
function* closings(text: string): Generator<string> {
  const open: string[] = []
  const ends: { readonly at: number; readonly closing: string }[] = []
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (quoted) {
      if (sign === '\\') at++
      else if (sign === '"') quoted = false
      continue
    }
    if (sign === '"') quoted = true
    else if (sign === '{' || sign === '[') open.push(sign === '{' ? '}' : ']')
    else if (sign === '}' || sign === ']') {
      open.pop()
      ends.push({ at: at + 1, closing: open.toReversed().join('') })
    }
  }
  for (const { at, closing } of ends.slice(-MOST_TRIES).reverse()) yield withoutCommas(text.slice(0, at) + closing)
}
