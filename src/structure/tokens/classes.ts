/** Cased like a capital: Lu, Lt; with `LOWER`: Lm, Lo and marks, which stand on both sides. */
export const UPPER = 1
/** Cased like a small letter: Ll; see `UPPER`. */
export const LOWER = 2
/** \p{L} */
export const LETTER = 4
/** \p{N} */
export const NUMBER = 8
/** \s, line ends included. */
export const BLANK = 16
/** \r and \n; always with `BLANK`. */
export const NEWLINE = 32
/** Anything else: punctuation, symbols, marks, lone surrogates. */
export const OTHER = 64
/** In `unitClasses` only: the first half of a surrogate pair, if the second follows. */
const LEAD = 128
/** Added by `classAt` where the character takes two units. */
const WIDE = 256

const GROUPS: readonly (readonly [RegExp, number])[] = [
  [/[\p{Lu}\p{Lt}]+/gu, UPPER | LETTER],
  [/\p{Ll}+/gu, LOWER | LETTER],
  [/[\p{Lm}\p{Lo}]+/gu, UPPER | LOWER | LETTER],
  [/\p{M}+/gu, UPPER | LOWER | OTHER],
  [/\p{N}+/gu, NUMBER],
  [/\s+/gu, BLANK],
  [/[\r\n]+/gu, NEWLINE | BLANK],
]

const PAGE = 256

/**
 * The class of each UTF-16 unit; 0 where its page has not been filled yet, so read it through `classAt` or treat 0 and
 * `LEAD` (see `isUnsettled`) as a question to ask there.
 */
export const unitClasses = new Uint8Array(0x10000)
unitClasses.fill(LEAD, 0xd800, 0xdc00)
unitClasses.fill(OTHER, 0xdc00, 0xe000)

const astralPages: (Uint8Array | undefined)[] = []

/** Whether a value of `unitClasses` says nothing by itself. */
export function isUnsettled(unitClass: number): boolean {
  return (unitClass & ~LEAD) === 0
}

/** How many units the character of this class takes: 1 or 2. */
export function width(characterClass: number): number {
  return characterClass < WIDE ? 1 : 2
}

/** The class of the character at `at`, which is before `limit`; a pair that `limit` parts is a lone surrogate. */
export function classAt(units: Uint16Array, at: number, limit: number): number {
  const known = unitClasses[units[at]]
  return isUnsettled(known) ? settle(units, at, limit) : known
}

function settle(units: Uint16Array, at: number, limit: number): number {
  const unit = units[at]
  if (unitClasses[unit] !== LEAD) {
    fillPage(unitClasses.subarray(unit & 0xff00, (unit & 0xff00) + PAGE), unit & 0xff00)
    return unitClasses[unit]
  }
  const second = at + 1 < limit ? units[at + 1] : 0
  if (second < 0xdc00 || second > 0xdfff) return OTHER
  const code = 0x10000 + ((unit - 0xd800) << 10) + (second - 0xdc00)
  let page = astralPages[code >> 8]
  if (page === undefined) {
    page = new Uint8Array(PAGE)
    fillPage(page, code & ~0xff)
    astralPages[code >> 8] = page
  }
  return page[code & 0xff] | WIDE
}

/** One regular expression match covers a whole run of like characters, so a page costs microseconds. */
function fillPage(page: Uint8Array, base: number): void {
  let characters = ''
  for (let offset = 0; offset < PAGE; offset++) characters += String.fromCodePoint(base + offset)
  const unitsEach = base < 0x10000 ? 1 : 2
  page.fill(OTHER)
  for (const [pattern, value] of GROUPS) {
    for (const match of characters.matchAll(pattern)) {
      const from = match.index / unitsEach
      page.fill(value, from, from + match[0].length / unitsEach)
    }
  }
}
