/** Units that may be read past the end, so that a fixed number can be read from any place. */
const SLACK = 16
/** Below this length copying unit by unit is faster than a call into the runtime. */
const SHORT = 64

/** A text's UTF-16 units in a typed array, which is several times faster to read than the string. */
export class Units {
  /** The units, and then some of no meaning; compare offsets with `length`. */
  codes: Uint16Array
  /** The same memory, for reading two units at once. */
  view: DataView
  length = 0
  #buffer: Buffer

  constructor(capacity = 0) {
    this.codes = new Uint16Array(capacity + SLACK)
    this.view = new DataView(this.codes.buffer)
    this.#buffer = Buffer.from(this.codes.buffer)
  }

  static of(text: string): Units {
    const units = new Units(text.length)
    units.write(text)
    return units
  }

  /** Holds `text` instead of what was there. */
  write(text: string): void {
    const length = text.length
    if (length + SLACK > this.codes.length) {
      this.codes = new Uint16Array(length * 2 + SLACK)
      this.view = new DataView(this.codes.buffer)
      this.#buffer = Buffer.from(this.codes.buffer)
    }
    this.length = length
    const codes = this.codes
    if (length < SHORT) for (let i = 0; i < length; i++) codes[i] = text.charCodeAt(i)
    else this.#buffer.write(text, 'utf16le')
  }
}

/** Whether `at` lies between the two halves of a surrogate pair of `text`. */
export function splitsPair(units: Units, at: number): boolean {
  if (at <= 0 || at >= units.length) return false
  return (units.codes[at] & 0xfc00) === 0xdc00 && (units.codes[at - 1] & 0xfc00) === 0xd800
}
