import { DIGITS, type Words } from '../words.js'
import type { Placed, Tell } from './assertion.js'
import type { Core } from './core.js'
import { levelOf } from './gazetteer.js'

const DASHES = new Set(['-', '–', '—', '−', 'until', 'to'])
const DEATHS = new Set(['died', 'd.', 'd', '†', 'death'])
/** Two years in a bracket that are closer than this are those of an office, not of a life. */
const SHORTEST_LIFE = 16

/** Reads `X (born 4 May 1920 in Y)`, `X (1920–1999)` and `X (1994)`. */
export function readBrackets(text: Words, placed: Placed, { brackets }: Core, tell: Tell): void {
  for (const [subject, [open, close]] of brackets) {
    const { type, kind } = placed.mentions[subject]
    if (kind === 'anaphor') continue
    const lone = close - open === 2 && placed.from[subject + 1] === open + 1
    const inner = lone ? placed.mentions[subject + 1].type : undefined
    if (type === 'person') readLife(text, placed, subject, open, close, tell)
    else if (type === 'misc' && inner === 'time' && !isEvent(text, placed, subject))
      tell(subject, 'released_on', subject + 1)
    else if (inner === 'location' && type === 'location' && levelOf(text, placed, subject + 1)[1] > 1)
      tell(subject, 'located_in', subject + 1)
  }
}

const EVENTS = new Set(
  'battle siege war treaty olympic olympics games cup championship championships revolution massacre election'.split(
    ' ',
  ),
)

interface Life {
  readonly times: [birth: number, death: number]
  readonly places: [birth: number, death: number]
  readonly born: boolean
  readonly died: boolean
}

function readLife(text: Words, placed: Placed, subject: number, open: number, close: number, tell: Tell): void {
  const { times, places, born, died } = lifeOf(text, placed, subject, open, close)
  const [birth, death] = times
  if (birth >= 0 && death >= 0 && !born && isShort(text, placed, birth, death)) return
  if (birth >= 0 && (born || death >= 0 || (!died && isWholeDate(placed, birth)))) tell(subject, 'born_on', birth)
  if (death >= 0) tell(subject, 'died_on', death)
  if (places[0] >= 0 && (birth >= 0 || born)) tell(subject, 'born_in', places[0])
  if (places[1] >= 0 && death >= 0) tell(subject, 'died_in', places[1])
}

/** The first time and place before and after the dash. */
function lifeOf({ lower }: Words, { mentions, from, to }: Placed, subject: number, open: number, close: number): Life {
  const life = { times: [-1, -1] as [number, number], places: [-1, -1] as [number, number], born: false, died: false }
  let side: 0 | 1 = 0
  let next = subject + 1
  for (let i = open + 1; i < close; i++) {
    if (next < mentions.length && from[next] === i) {
      const { type } = mentions[next]
      const list = type === 'time' ? life.times : type === 'location' ? life.places : undefined
      if (list !== undefined && list[side] < 0) list[side] = next
      i = to[next] - 1
      next++
      continue
    }
    const low = lower[i]
    if (low === 'born' || low === 'b.' || low === 'b') life.born = true
    else if (DEATHS.has(low)) {
      life.died = true
      side = 1
    } else if (DASHES.has(low) && life.times[0] >= 0) side = 1
    else if (low === ';' && i > open + 1 && life.times[0] >= 0) break
    while (next < mentions.length && from[next] <= i) next++
  }
  return life
}

const isWholeDate = ({ from, to }: Placed, at: number): boolean => to[at] - from[at] >= 3

/** Whether the name is of something that happens, and is not released. */
export function isEvent({ lower }: Words, { from, to }: Placed, at: number): boolean {
  for (let i = from[at]; i < to[at]; i++) if (EVENTS.has(lower[i])) return true
  return false
}

function isShort(text: Words, placed: Placed, birth: number, death: number): boolean {
  const [a, b] = [yearOf(text, placed, birth), yearOf(text, placed, death)]
  return !isWholeDate(placed, birth) && a !== undefined && b !== undefined && b - a < SHORTEST_LIFE
}

function yearOf({ form, flags }: Words, { from, to }: Placed, at: number): number | undefined {
  for (let i = to[at] - 1; i >= from[at]; i--) {
    if (flags[i] & DIGITS && /^\d{3,4}$/.test(form[i])) return Number(form[i])
  }
  return undefined
}
