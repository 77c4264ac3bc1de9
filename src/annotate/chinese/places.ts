import {
  AFTER_SHORT_PLACE,
  BEFORE_SHORT_PLACE,
  LOCATION_ENDS,
  NO_PLACES,
  NO_SHORT_PLACES,
  SHORT_PLACES,
} from '../../models/lexicon-zh.js'
import type { Found, Line } from './line.js'

const LISTED = 0.9
const TAGGED = 0.75
const BUILT = 0.6

/** Ends of one character that are also words or parts of them. */
const SHORT_END = /^.$/u

/** The place that starts at the token. */
export function placeAt(line: Line, at: number): Found | undefined {
  if (!line.isHan(at)) return undefined
  const from = at
  let to = at
  let confidence = LISTED
  if (line.isPlace(at)) {
    confidence = line.isListedPlace(at) ? LISTED : TAGGED
    to = at + 1
  } else if (endedAlone(line, at)) {
    confidence = BUILT
    to = at + 1
  } else {
    to = stemEnd(line, at)
    if (to === at || !isEnd(line, to, to - at > 1)) return undefined
    confidence = BUILT
  }
  if (isEnd(line, to, true)) to++
  return { from, to, type: 'location', confidence }
}

function isEnd(line: Line, at: number, isSure: boolean): boolean {
  const text = line.text(at)
  if (!LOCATION_ENDS.has(text) || !line.touches(at)) return false
  if (isSure || !SHORT_END.test(text)) return !line.tagged || !/^[vdpr]$/.test(line.tag(at))
  return /^[省市县州镇乡村岛湖河湾]$/.test(text)
}

/** An unknown word that ends as places do: `清水镇`. */
function endedAlone(line: Line, at: number): boolean {
  const text = line.text(at)
  if (text.length < 3 || NO_PLACES.has(text) || !(line.isUnknown(at) || (line.tag(at) === 'nz' && text.length > 2)))
    return false
  for (let length = Math.min(5, text.length - 2); length > 0; length--) {
    const end = text.slice(-length)
    if (LOCATION_ENDS.has(end)) return length > 1 || /[省市县州镇乡村岛湖河湾山峰]/.test(end)
  }
  return false
}

/** The end of what may be the proper part of a name of a place: an unknown word, or characters of a foreign name. */
function stemEnd(line: Line, at: number): number {
  let to = at
  while (to < at + 6 && (to === at || line.touches(to)) && line.isForeign(to)) to++
  if (to > at + 1 || (to > at && line.text(at).length > 1)) return to
  if (!line.tagged) {
    const text = line.text(at)
    return line.isContent(at) && text.length === 2 ? at + 1 : at
  }
  const isCoined = line.isUnknown(at) || /^(?:nz|nrt|nr)$/.test(line.tag(at))
  return isCoined && line.text(at).length > 1 ? at + 1 : at
}

/**
 * The places of one character that the tokens from `at` on write: both of `中俄`, the second of `访华`, the first of
 * `港商`. As offsets from the start of the token, with the number of tokens read; undefined where there are none.
 */
export function shortPlacesAt(line: Line, at: number): { offsets: number[]; tokens: number } | undefined {
  const text = line.text(at)
  if (text.length > 1) {
    const offsets = line.isListedPlace(at) ? [] : offsetsIn(text)
    return offsets.length > 0 ? { offsets, tokens: 1 } : undefined
  }
  let pair = text
  let tokens = 1
  while (tokens < 5 && line.touches(at + tokens) && line.text(at + tokens).length === 1) {
    if (tokens > 1 && !SHORT_PLACES.has(line.text(at + tokens))) break
    pair += line.text(at + tokens++)
  }
  if (tokens < 2) return undefined
  const offsets = offsetsIn(pair)
  return offsets.length > 0 ? { offsets, tokens } : undefined
}

function offsetsIn(text: string): number[] {
  if (text.length > 5 || NO_SHORT_PLACES.has(text)) return []
  let run = 0
  while (run < text.length && SHORT_PLACES.has(text[run])) run++
  if (run > 1 && run === text.length && new Set(text).size === run) return Array.from({ length: run }, (_, i) => i)
  if (text.length !== 2) return []
  if (SHORT_PLACES.has(text[1]) && BEFORE_SHORT_PLACE.has(text[0])) return [1]
  return SHORT_PLACES.has(text[0]) && AFTER_SHORT_PLACE.has(text[1]) ? [0] : []
}
