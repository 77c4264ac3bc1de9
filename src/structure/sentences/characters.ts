/** What a UTF-16 unit can do to a sentence; among stops, the greater role decides for a run of them. */
export const ORDINARY = 0
export const LINE = 1
/** The ASCII full stop, which also marks abbreviations, decimals and names with dots. */
export const DOT = 2
/** The fullwidth full stop, which also stands in numbers. */
export const WIDE_DOT = 3
export const ELLIPSIS = 4
/** `!` and `?`: an end, unless the sentence plainly goes on. */
export const MARK = 5
/** A stop that is nothing else: the CJK, Indic, Arabic, Armenian, Ethiopic, Khmer and Burmese ones. */
export const FULL = 6

export const ROLES = new Uint8Array(65536)
assign(ROLES, LINE, '\n\v\f\r\u0085\u2028\u2029')
assign(ROLES, DOT, '.')
assign(ROLES, WIDE_DOT, '\uff0e')
assign(ROLES, ELLIPSIS, '\u2025\u2026')
assign(ROLES, MARK, '!?\u203c\u203d\u2047\u2048\u2049\u037e')
assign(
  ROLES,
  FULL,
  '\u3002\uff01\uff1f\uff61\u0964\u0965\u061f\u06d4\u0589\u1362\u1367\u1368\u17d4\u17d5\u104b\u166e\u1803\u1809\uaaf1\uabeb',
)

const OPENS = 1
const CLOSES = 2
const EITHER = 3
const CONTINUES = 4
const PAIRING = new Uint8Array(65536)
assign(PAIRING, OPENS, '([{“‘«‹„‚「『（【《〈〔〖〘〚［｛｢｟¿¡')
assign(PAIRING, CLOSES, ')]}”’»›」』）】》〉〕〗〙〛］｝｣｠')
assign(PAIRING, EITHER, '"\'')
assign(PAIRING, CONTINUES, ',;:%‰°，、；：،؛﹐﹑﹔﹕/&')

function assign(table: Uint8Array, value: number, units: string): void {
  for (let at = 0; at < units.length; at++) table[units.charCodeAt(at)] = value
}

/** A bracket or quotation mark that can only open (German and French use some of these to close: see `closes`). */
export function opens(unit: number): boolean {
  return PAIRING[unit] === OPENS
}

/** A bracket or quotation mark that can close, the straight quotes among them. */
export function closes(unit: number): boolean {
  const pairing = PAIRING[unit]
  return pairing === CLOSES || pairing === EITHER
}

export function isStraightQuote(unit: number): boolean {
  return PAIRING[unit] === EITHER
}

/** Punctuation after which no sentence can start, since it goes on with the one before. */
export function continues(unit: number): boolean {
  return PAIRING[unit] === CONTINUES
}

export const OTHER = 0
export const LOWER = 1
export const UPPER = 2
export const DIGIT = 3
/** A letter of a script without case. */
export const CASELESS = 4
const COMBINING = 5
const SURROGATE = 6

const UPPERCASE = /^[\p{Lu}\p{Lt}]/u
const LOWERCASE = /^[\p{Ll}ªº]/u
const DECIMAL = /^\p{Nd}/u
const LETTER = /^\p{L}/u
const MARKED = /^\p{M}/u

/** Kinds of the UTF-16 units, filled in pages of 256 on first use. */
const KINDS = new Uint8Array(65536)
const FILLED = new Uint8Array(256)

function kindOf(unit: number): number {
  const page = unit >> 8
  if (FILLED[page] === 0) {
    for (let own = page << 8; own < (page + 1) << 8; own++) KINDS[own] = kindOfCharacter(String.fromCharCode(own))
    FILLED[page] = 1
  }
  return KINDS[unit]
}

function kindOfCharacter(character: string): number {
  if (LETTER.test(character)) return LOWERCASE.test(character) ? LOWER : UPPERCASE.test(character) ? UPPER : CASELESS
  if (DECIMAL.test(character)) return DIGIT
  if (MARKED.test(character)) return COMBINING
  return character >= '\ud800' && character <= '\udfff' && character.length === 1 ? SURROGATE : OTHER
}

/** The kind of the code point at `at`: `LOWER`, `UPPER`, `DIGIT`, `CASELESS` or `OTHER`. */
export function caseAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (unit < 0x80) {
    if (unit >= 0x61 && unit <= 0x7a) return LOWER
    if (unit >= 0x41 && unit <= 0x5a) return UPPER
    return unit >= 0x30 && unit <= 0x39 ? DIGIT : OTHER
  }
  const kind = kindOf(unit)
  if (kind <= CASELESS) return kind
  const astral = kind === SURROGATE ? kindOfCharacter(text.slice(at, at + 2)) : OTHER
  return astral <= CASELESS ? astral : OTHER
}

export function isHanOrKana(unit: number): boolean {
  return (
    (unit >= 0x4e00 && unit <= 0x9fff) ||
    (unit >= 0x3041 && unit <= 0x30ff && unit !== 0x30fb) ||
    (unit >= 0x3400 && unit <= 0x4dbf) ||
    unit === 0x3005 ||
    unit === 0x3007
  )
}

/** A dash or a wave dash, hyphens left out. */
export function isDash(unit: number): boolean {
  return (unit >= 0x2012 && unit <= 0x2015) || unit === 0x301c || unit === 0xff5e
}

export function isAsciiDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39
}

/** A combining mark, a variation selector or a joiner, of one UTF-16 unit. */
export function isCombining(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0x300 && (kindOf(unit) === COMBINING || unit === 0x200d)
}

/** A unit of a word: a letter, a mark on one, or half of an astral character; digits and punctuation are not. */
export function isWordUnit(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  if (unit < 0x80) return (unit | 32) >= 0x61 && (unit | 32) <= 0x7a
  const kind = kindOf(unit)
  return kind !== OTHER && kind !== DIGIT
}
