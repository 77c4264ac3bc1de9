/** A place in the text as people count: lines and columns from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** Converts offsets of one text. `lineStarts` are the offsets at which its lines begin. */
export class LocationIndex {
  readonly #text: string
  readonly #lineStarts: readonly number[]

  constructor(text: string, lineStarts: readonly number[]) {
    this.#text = text
    this.#lineStarts = lineStarts
  }

  /** The line that holds the offset, counted from 1. */
  line(offset: number): number {
    let low = 0
    let high = this.#lineStarts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (this.#lineStarts[middle] <= offset) low = middle
      else high = middle
    }
    return low + 1
  }

  position(offset: number): Position {
    const line = this.line(offset)
    return { line, column: offset - this.#lineStarts[line - 1] + 1 }
  }

  offset({ line, column }: Position): number {
    return this.#lineStarts[line - 1] + column - 1
  }

  /** The offset as languages count that index strings by code point (Python). Pass sorted offsets; one pass over the text. */
  codePoints(offsets: readonly number[]): number[] {
    const converted: number[] = []
    let at = 0
    let pairs = 0
    for (const offset of offsets) {
      for (; at < offset; at++) {
        const unit = this.#text.charCodeAt(at)
        if (unit >= 0xd800 && unit < 0xdc00 && at + 1 < offset) {
          const next = this.#text.charCodeAt(at + 1)
          if (next >= 0xdc00 && next < 0xe000) {
            pairs++
            at++
          }
        }
      }
      converted.push(offset - pairs)
    }
    return converted
  }
}
