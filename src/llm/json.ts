/**
 * The JSON value in a model's answer: fences and talk around it are left out; trailing commas are dropped, and what was cut
 * off is closed after the last whole value, and `onCut` is called. Undefined where there is no object or array.
 */
export function readJson(answer: string, onCut?: () => void): unknown {
  let talk: unknown
  let from = answer.search(/[{[]/)
  for (let start = 0; from >= 0 && start < MOST_STARTS; start++) {
    const { text, isWhole } = scan(answer, from)
    for (const candidate of isWhole ? [text, withoutCommas(text)] : closings(text)) {
      try {
        const value: unknown = JSON.parse(candidate)
        if (!isTalk(value)) {
          if (!isWhole) onCut?.()
          return value
        }
        talk ??= value
        break
      } catch {
        // The next repair is tried.
      }
    }
    if (!isWhole) return undefined
    const after = from + text.length
    const next = answer.slice(after).search(/[{[]/)
    from = next < 0 ? -1 : after + next
  }
  return talk
}

/** Brackets in the talk before the value, as of a reference: [1]. */
const isTalk = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one !== 'object')

/** So many brackets are tried as the start of the value. */
const MOST_STARTS = 8

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
  const ends: number[] = []
  walk(text, text.length, (at) => ends.push(at))
  for (const at of ends.slice(-MOST_TRIES).reverse()) {
    const open = walk(text, at)
    yield withoutCommas(text.slice(0, at) + open.reverse().join(''))
  }
}

/** The brackets that close what is open at `end`, the outermost first; `onEnd` gets the place after each closing bracket. */
function walk(text: string, end: number, onEnd?: (at: number) => void): string[] {
  const open: string[] = []
  let quoted = false
  for (let at = 0; at < end; at++) {
    const sign = text[at]
    if (quoted) {
      if (sign === '\\') at++
      else if (sign === '"') quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === '{' || sign === '[') open.push(sign === '{' ? '}' : ']')
    else if (sign === '}' || sign === ']') {
      open.pop()
      onEnd?.(at + 1)
    }
  }
  return open
}
