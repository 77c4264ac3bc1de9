import type { Reading } from '../mentions/names.js'
import type { Form } from './forms.js'
import { FIRST_WORD, INSIDE, LAST_WORD, ONLY_WORD } from './tags.js'

/** What the rules say of each word, by index. */
export interface Rules {
  /** The place in a name or quantity as in a tag; 0 outside. */
  readonly part: Uint8Array
  /** The rules' own number of the type, 0 to 3; 4 time, 5 number. */
  readonly type: Uint8Array
  /** How sure the type is, 0 to 3. */
  readonly sure: Uint8Array
  /** The type that the name's own words speak for, and how much. */
  readonly own: Uint8Array
  /** The type that its neighbours speak for, and how much. */
  readonly around: Uint8Array
  /** The hashes of the last and of the first word of the name. */
  readonly head: Int32Array
  readonly first: Int32Array
  /** The words of the name: its first, and how many. */
  readonly from: Int32Array
  readonly length: Uint8Array
}

interface Said {
  readonly type: number
  readonly sure: number
  readonly own: number
  readonly around: number
}

const TIME = 4
const NUMBER = 5

/** Writes down the rules' findings word by word. */
export function describeRules(forms: readonly Form[], { runs, votes, scores, quantities }: Reading): Rules {
  const rules = emptyRules(forms.length)
  runs.forEach(({ from, to }, r) => {
    const { type, lead } = votes[r]
    const sure = Math.min(3, Math.floor(lead / 2))
    write(rules, forms, from, to, { type, sure, own: level(scores[r].own), around: level(scores[r].around) })
  })
  for (const { from, to, type } of quantities)
    write(rules, forms, from, to, { type: type === 'time' ? TIME : NUMBER, sure: 0, own: 0, around: 0 })
  return rules
}

function emptyRules(length: number): Rules {
  const bytes = () => new Uint8Array(length)
  const numbers = () => new Int32Array(length)
  return {
    part: bytes(),
    type: bytes(),
    sure: bytes(),
    own: bytes(),
    around: bytes(),
    head: numbers(),
    first: numbers(),
    from: numbers(),
    length: bytes(),
  }
}

function write(rules: Rules, forms: readonly Form[], from: number, to: number, said: Said): void {
  const head = forms[to - 1].word
  const first = forms[from].word
  for (let at = from; at < to; at++) {
    rules.part[at] = to - from === 1 ? ONLY_WORD : at === from ? FIRST_WORD : at === to - 1 ? LAST_WORD : INSIDE
    rules.type[at] = said.type
    rules.sure[at] = said.sure
    rules.own[at] = said.own
    rules.around[at] = said.around
    rules.head[at] = head
    rules.first[at] = first
    rules.from[at] = from
    rules.length[at] = Math.min(255, to - from)
  }
}

/** The type with the highest score and whether that is low or high, as one number. */
function level(scores: readonly number[]): number {
  let best = 0
  for (let type = 1; type < scores.length; type++) if (scores[type] > scores[best]) best = type
  const value = scores[best]
  return value <= 0 ? 0 : 1 + best * 3 + (value > 4 ? 2 : value > 2 ? 1 : 0)
}
