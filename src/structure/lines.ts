import { LocationIndex } from '../document/location.js'

/** The offsets at which lines begin; `\r\n`, `\n` and a lone `\r` end a line. */
export function lineStarts(text: string): number[] {
  const starts = [0]
  let feed = text.indexOf('\n')
  let carriage = text.indexOf('\r')
  while (feed !== -1 || carriage !== -1) {
    const at = carriage === -1 || (feed !== -1 && feed < carriage) ? feed : carriage
    const next = at === carriage && feed === at + 1 ? at + 2 : at + 1
    starts.push(next)
    if (feed !== -1 && feed < next) feed = text.indexOf('\n', next)
    if (carriage !== -1 && carriage < next) carriage = text.indexOf('\r', next)
  }
  return starts
}

/** Converts offsets of a text to lines, columns and code points, and back. */
export function createLocationIndex(text: string): LocationIndex {
  return new LocationIndex(text, lineStarts(text))
}
