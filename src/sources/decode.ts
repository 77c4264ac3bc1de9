import { isUtf8 } from 'node:buffer'
import { ChunkingError } from '../errors.js'

export interface Decoded {
  readonly text: string
  /** Whether a byte order mark was there; it is not in the text. */
  readonly bom: boolean
}

/**
 * The text of UTF-8 bytes. `name` stands for them in errors.
 * @throws ChunkingError `invalid-input` naming the position of the first byte that is not UTF-8, or UTF-16.
 */
export function decodeUtf8(bytes: Uint8Array, name: string): Decoded {
  const order = utf16Order(bytes)
  if (order !== undefined) {
    throw new ChunkingError(
      'invalid-input',
      `${name} is not UTF-8 at byte 0: it begins with the mark of UTF-16 (${order}); convert it to UTF-8.`,
    )
  }
  if (!isUtf8(bytes)) {
    const at = firstInvalidByte(bytes)
    const byte = bytes[at].toString(16).toUpperCase().padStart(2, '0')
    throw new ChunkingError('invalid-input', `${name} is not UTF-8 at byte ${at} (0x${byte}); convert it to UTF-8.`)
  }
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(bom ? 3 : 0)), bom }
}

function utf16Order([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'little-endian'
  if (first === 0xfe && second === 0xff) return 'big-endian'
  return undefined
}

/** The offset at which the first malformed sequence begins. */
function firstInvalidByte(bytes: Uint8Array): number {
  let at = 0
  for (let size = 1; at < bytes.length; at += size) {
    size = sequenceLength(bytes, at)
    if (size === 0) return at
  }
  return at
}

/** Bytes of the well-formed sequence that begins at `at` (Unicode 15, table 3-7); 0 where there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]
  if (lead < 0x80) return 1
  const size = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0
  const least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
  const most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
  for (let next = 1; next < size; next++) {
    const byte = bytes[at + next]
    const fits = next === 1 ? byte >= least && byte <= most : byte >= 0x80 && byte <= 0xbf
    if (!fits) return 0
  }
  return size
}
