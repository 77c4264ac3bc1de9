import { COUNT_UNITS, TIME_UNITS } from '../../models/lexicon-zh.js'
import type { Found, Line } from './line.js'

const DIGITS = /^[\d０-９]+(?:[.．][\d０-９]+)?$/

/** Dates and numbers by their units: `2019年5月3日`, `20世纪`, `300万元`. */
export function findQuantities(line: Line): Found[] {
  const found: Found[] = []
  let at = 0
  while (at < line.length) {
    const quantity = quantityAt(line, at)
    if (quantity !== undefined) found.push(quantity)
    at = quantity?.to ?? at + 1
  }
  return found
}

const CONFIDENCE = 0.7

function quantityAt(line: Line, from: number): Found | undefined {
  if (!DIGITS.test(line.text(from))) return undefined
  let to = from
  while (DIGITS.test(line.text(to)) && TIME_UNITS.has(line.text(to + 1)) && line.touches(to + 1)) to += 2
  if (to > from) return { from, to, type: 'time', confidence: CONFIDENCE }
  to = from + 1
  while (COUNT_UNITS.has(line.text(to)) && line.touches(to) && to < from + 4) to++
  return { from, to, type: 'number', confidence: CONFIDENCE }
}
