import {
  CLEAR_SURNAMES,
  DOUBLE_SURNAMES,
  LOCATION_ENDS,
  NO_PEOPLE,
  ORGANIZATION_ENDS,
  PEOPLE,
  PLACE_PREPOSITIONS,
  SAYS,
  STOP_WORDS,
  SURNAME_WORDS,
  SURNAMES,
  TITLES_AFTER,
  WORD_CHARACTERS,
} from '../../models/lexicon-zh.js'
import { CHINESE_NUMBER, type Found, type Line } from './line.js'

const SURE = 0.9
const LIKELY = 0.75
const GUESS = 0.55

/** The person or the foreign name that starts at the token. */
export function personAt(line: Line, at: number): Found | undefined {
  if (!line.isHan(at)) return undefined
  return listed(line, at) ?? foreign(line, at) ?? whole(line, at) ?? titled(line, at) ?? split(line, at)
}

const person = (from: number, to: number, confidence: number): Found => ({ from, to, type: 'person', confidence })

function listed(line: Line, at: number): Found | undefined {
  return PEOPLE.has(line.text(at)) ? person(at, at + 1, SURE) : undefined
}

const DOT = /^[·•・‧∙．]$/
/** Tokens that a part of a foreign name has at most. */
const LONGEST_PART = 8

/** `卡尔·布兰特`, and runs of characters that write foreign names. */
function foreign(line: Line, at: number): Found | undefined {
  if (!mayBeForeign(line, at)) return undefined
  let to = partEnd(line, at)
  let dots = 0
  while (dots < 4 && DOT.test(line.text(to)) && line.touches(to) && line.touches(to + 1) && line.isHan(to + 1)) {
    dots++
    to = Math.max(to + 2, partEnd(line, to + 1))
  }
  if (dots > 0) return isPlaceEnd(line, to) ? undefined : person(at, to, SURE)
  let length = 0
  let isCoined = false
  for (let i = at; i < to; i++) {
    length += line.text(i).length
    isCoined ||= line.tagged ? /^(?:x|nrt)$/.test(line.tag(i)) : line.text(i).length === 1
  }
  if (length < 3 || !isCoined) return undefined
  if (ORGANIZATION_ENDS.has(line.text(to)) || isPlaceEnd(line, to)) return undefined
  const looksChinese = length === 3 && line.startsWithSurname(at)
  if (looksChinese) return undefined
  const isPlace = !nearTitle(line, at, to) && PLACE_PREPOSITIONS.has(line.text(at - 1))
  return { from: at, to, type: isPlace ? 'location' : 'person', confidence: GUESS }
}

function mayBeForeign(line: Line, at: number): boolean {
  if (DOT.test(line.text(at + 1)) && line.touches(at + 1) && line.touches(at + 2)) return !line.isFunctionWord(at)
  return (
    line.isForeign(at) && !line.isListedPlace(at) && (!line.tagged || /^(?:x|n[a-z]*|[a-z]g|j|zg)$/.test(line.tag(at)))
  )
}

function partEnd(line: Line, from: number): number {
  let to = from + 1
  while (to < from + LONGEST_PART && line.touches(to) && line.isForeign(to) && !line.isListedPlace(to)) to++
  return to
}

const isPlaceEnd = (line: Line, at: number) => line.touches(at) && LOCATION_ENDS.has(line.text(at))

function nearTitle(line: Line, from: number, to: number): boolean {
  return line.isTitle(from - 1) || (line.isTitle(to) && line.touches(to))
}

/** A name that is one token, by its surname, its tag and what stands around it. */
function whole(line: Line, at: number): Found | undefined {
  const text = line.text(at)
  const tag = line.tag(at)
  const isName = /^nr/.test(tag)
  if (!line.tagged || text.length < 2 || NO_PEOPLE.has(text) || !(isName || tag === 'x')) return undefined
  const surname = line.startsWithSurname(at)
  if (isName && tag !== 'nrt' && surname && text.length === 3) return person(at, at + 1, SURE)
  if (text.length === 3 && surname) return person(at, at + 1, tag === 'nrt' ? GUESS : LIKELY)
  if (text.length === 4 && DOUBLE_SURNAMES.has(text.slice(0, 2))) return person(at, at + 1, LIKELY)
  if (text.length === 2 && surname) {
    if (line.touches(at + 1) && isGivenPart(line, at + 1) && !inContext(line, at, at + 1))
      return person(at, at + 2, LIKELY)
    if (inContext(line, at, at + 1)) return person(at, at + 1, LIKELY)
    if (CLEAR_SURNAMES.has(text[0])) return person(at, at + 1, GUESS)
  }
  if (tag === 'nrt' && text.length > 2 && line.isForeign(at)) return person(at, at + 1, LIKELY)
  if (isName && nearTitle(line, at, at + 1) && text.length < 6) return person(at, at + 1, GUESS)
  return undefined
}

/** A title, a verb of saying or a mark of a list beside the name. */
function inContext(line: Line, from: number, to: number): boolean {
  if (nearTitle(line, from, to) || SAYS.has(line.text(to))) return true
  const before = line.text(from - 1)
  const after = line.text(to)
  return (before === '、' || before === '（') && /^[、）等]$/.test(after)
}

/** A surname before a title: `林主席`, `陈教授`. */
function titled(line: Line, at: number): Found | undefined {
  const text = line.text(at)
  const isSurname = (text.length === 1 && SURNAMES.has(text) && !SURNAME_WORDS.has(text)) || DOUBLE_SURNAMES.has(text)
  if (!isSurname || !line.touches(at + 1) || !TITLES_AFTER.has(line.text(at + 1))) return undefined
  return person(at, at + 1, LIKELY)
}

/** A surname whose given name the cutter took for other words: `张 伟 明`, `李 明朝`. */
function split(line: Line, at: number): Found | undefined {
  const text = line.text(at)
  const isDouble = DOUBLE_SURNAMES.has(text)
  if (STOP_WORDS.has(text) || !(isDouble || (text.length === 1 && SURNAMES.has(text)))) return undefined
  if (line.tagged && !/^(?:n[a-z]*|x|[a-z]g|zg|j|m|q)$/.test(line.tag(at))) {
    if (!line.isTitle(at - 1)) return undefined
  }
  const one = isGivenPart(line, at + 1)
  if (one && isGivenPart(line, at + 2) && !line.isTitle(at + 2)) return person(at, at + 3, LIKELY)
  const isClear = isDouble || CLEAR_SURNAMES.has(text)
  if (one) {
    const ends = !line.isHan(at + 2) && line.text(at + 2) !== ''
    return inContext(line, at, at + 2) || (ends && isClear) ? person(at, at + 2, GUESS) : undefined
  }
  const next = line.text(at + 1)
  if (next.length !== 2 || !line.isHan(at + 1) || !line.touches(at + 1)) return undefined
  if (STOP_WORDS.has(next) || line.isTitle(at + 1) || line.isListedPlace(at + 1) || CHINESE_NUMBER.test(next))
    return undefined
  const isCoined = line.tagged && /^(?:x|nr.*|nz)$/.test(line.tag(at + 1)) && isClear
  return isCoined || inContext(line, at, at + 2) ? person(at, at + 2, GUESS) : undefined
}

function isGivenPart(line: Line, at: number): boolean {
  const text = line.text(at)
  if (text.length !== 1 || !line.isHan(at) || !line.touches(at)) return false
  if (STOP_WORDS.has(text) || CHINESE_NUMBER.test(text) || WORD_CHARACTERS.has(text)) return false
  return !/^(?:[cpruy]|u[a-z]+)$/.test(line.tag(at))
}
