import type { TokenIndex } from '../../document/document.js'

/** Counts UTF-16 units: `text.length`. */
export class CharacterIndex implements TokenIndex {
  readonly name = 'character'
  readonly exact = true
  readonly total: number
  readonly #text: string

  constructor(text: string) {
    this.#text = text
    this.total = text.length
  }

  count(start: number, end: number): number {
    return Math.max(0, Math.min(end, this.total) - Math.max(start, 0))
  }

  measure(text: string): number {
    return text.length
  }

  furthest(start: number, end: number, limit: number): number {
    return limit > 0 ? beforePair(this.#text, start, Math.min(end, this.total, start + Math.floor(limit))) : start
  }
}

/** `offset`, or one less where a surrogate pair would be parted; at least `start`. */
export function beforePair(text: string, start: number, offset: number): number {
  if (offset <= start) return start
  const parted = offset < text.length && isTrail(text.charCodeAt(offset)) && isLead(text.charCodeAt(offset - 1))
  return parted ? offset - 1 : offset
}

function isLead(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800
}

function isTrail(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00
}
