import type { Words } from '../words.js'
import type { Placed, Tell } from './assertion.js'
import { isDemonym } from './gazetteer.js'

const BUILDINGS = new Set(
  'airport airfield station university college school hospital museum prison stadium cathedral library zoo mall hotel theatre theater observatory castle palace bridge cemetery square harbor harbour port railway base arena'.split(
    ' ',
  ),
)
/** Heads of names that own, or are, the place they name. */
const REALMS = new Set('house kingdom duchy county state government empire republic people'.split(' '))
/** Mentions further apart than this are not compared. */
const REACH = 8

/**
 * Reads what a name says of a place that the same sentence names: `Porto Airport` is in Porto, `the Bank of Portugal` in
 * Portugal. Rivers and areas are left out, since `Porto County` holds Porto.
 */
export function readNested(text: Words, placed: Placed, tell: Tell): void {
  const { mentions, from } = placed
  for (let i = 0; i < mentions.length; i++) {
    if (!isInstitution(text, placed, i)) continue
    for (const step of [-1, 1]) {
      for (let k = i + step, seen = 0; seen < REACH && k >= 0 && k < mentions.length; k += step, seen++) {
        if (text.sentence[from[k]] !== text.sentence[from[i]]) break
        if (mentions[k].type === 'location' && mentions[k].kind !== 'anaphor' && holds(text, placed, i, k))
          tell(i, 'located_in', k)
      }
    }
  }
}

function isInstitution({ lower }: Words, { mentions, from, to }: Placed, i: number): boolean {
  const { type, kind } = mentions[i]
  if ((type !== 'organization' && type !== 'location') || kind === 'anaphor' || to[i] - from[i] < 2) return false
  const first = lower[from[i]] === 'the' ? lower[from[i] + 1] : lower[from[i]]
  if (type === 'location') return BUILDINGS.has(lower[to[i] - 1]) || BUILDINGS.has(first)
  return !REALMS.has(first)
}

/** Whether the name begins with the place or ends with `of PLACE`, and has more words than that. */
function holds(text: Words, placed: Placed, whole: number, part: number): boolean {
  const { lower } = text
  const { from, to } = placed
  if (isDemonym(text, placed, part)) return false
  let start = from[part]
  if (lower[start] === 'the') start++
  const size = to[part] - start
  let first = from[whole]
  if (lower[first] === 'the') first++
  const isAt = (at: number): boolean => {
    for (let i = 0; i < size; i++) if (lower[at + i] !== lower[start + i]) return false
    return true
  }
  if (size < 1 || to[whole] - first <= size) return false
  if (isAt(first)) return true
  const last = to[whole] - size
  const before = lower[last - 1] === 'the' ? lower[last - 2] : lower[last - 1]
  return last > first + 1 && (before === 'of' || before === 'in') && isAt(last)
}
