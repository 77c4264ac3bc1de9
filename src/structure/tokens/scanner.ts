import {
  BLANK,
  classAt,
  isUnsettled,
  LETTER,
  LOWER,
  NEWLINE,
  NUMBER,
  OTHER,
  UPPER,
  unitClasses,
  width,
} from './classes.js'

/**
 * The end of the piece that starts at `at`, as if the text ended at `limit`; `at` is before `limit`. Pieces are what the
 * encoding's own regular expression matches one after the other; it never looks back, so a piece depends on nothing
 * before it.
 */
export type Scanner = (units: Uint16Array, at: number, limit: number) => number

const SPACE = 0x20
const APOSTROPHE = 0x27
const SLASH = 0x2f

/**
 * The pieces of cl100k_base, alternatives in this order: a contraction; letters, with one leading character that is no
 * line end, letter or digit; one to three digits; other characters, with a leading space and trailing line ends; blanks up
 * to their last line end; blanks but the last one before a word; blanks.
 */
export function scanCl100k(units: Uint16Array, at: number, limit: number): number {
  const first = classAt(units, at, limit)
  const after = at + width(first)
  if ((first & LETTER) !== 0) return skip(units, after, limit, LETTER)
  if ((first & (NUMBER | NEWLINE)) === 0) {
    if (units[at] === APOSTROPHE) {
      const end = skipContraction(units, at, limit)
      if (end !== at) return end
    }
    const second = after < limit ? classAt(units, after, limit) : 0
    if ((second & LETTER) !== 0) return skip(units, after + width(second), limit, LETTER)
  }
  return scanRest(units, at, limit, first, false)
}

/**
 * The pieces of o200k_base: like those of cl100k_base, except that a word is capitals and then small letters (letters
 * without case and marks go with both), takes its contraction along, and that slashes trail punctuation like line ends.
 */
export function scanO200k(units: Uint16Array, at: number, limit: number): number {
  const first = classAt(units, at, limit)
  if ((first & (NUMBER | NEWLINE)) === 0) {
    const end = skipCasedWord(units, at, limit, first)
    if (end !== at) {
      return end < limit && units[end] === APOSTROPHE ? skipContraction(units, end, limit) : end
    }
  }
  return scanRest(units, at, limit, first, true)
}

/**
 * The end of `[^\r\n\p{L}\p{N}]?U*W+` or else of `[^\r\n\p{L}\p{N}]?U+W*`, U and W being the classes `UPPER` and `LOWER`,
 * found without backtracking: where no W follows the longest run of U, the word ends after the last character of that run
 * which is both. `at` where there is no word.
 */
function skipCasedWord(units: Uint16Array, at: number, limit: number, first: number): number {
  const from = (first & LETTER) !== 0 ? at : at + width(first)
  let both = 0
  let end = from
  let kind = 0
  while (end < limit) {
    kind = classAt(units, end, limit)
    if ((kind & UPPER) === 0) break
    end += width(kind)
    if ((kind & LOWER) !== 0) both = end
  }
  if (end < limit && (kind & LOWER) !== 0) return skip(units, end + width(kind), limit, LOWER)
  if (both !== 0) return both
  // A leading mark that is no prefix of lower-case letters is a word of its own.
  if ((first & UPPER) !== 0 && from !== at) return from
  return end === from ? at : end
}

function scanRest(units: Uint16Array, at: number, limit: number, first: number, slashesTrail: boolean): number {
  if ((first & NUMBER) !== 0) return skipNumber(units, at, limit)
  const after = at + width(first)
  if ((first & OTHER) !== 0) return skipOther(units, after, limit, slashesTrail)
  if (units[at] === SPACE && after < limit) {
    const second = classAt(units, after, limit)
    if ((second & OTHER) !== 0) return skipOther(units, after + width(second), limit, slashesTrail)
  }
  return skipBlanks(units, at, limit)
}

/** A long piece whose parts are as easy to cut as the piece: letters, signs or blanks only, after an optional lead. */
export interface Run {
  /** Where the piece begins. */
  readonly start: number
  /** Where like characters begin and end; line ends or a contraction may follow up to `end`. */
  readonly from: number
  readonly to: number
  /** Where the piece ends. */
  readonly end: number
  readonly kind: 'word' | 'blank' | 'other'
}

/** What the piece `[start, end)` is a run of; `null` where it is a mixture, or `cased` letters change their case. */
export function runOf(units: Uint16Array, start: number, end: number, cased: boolean): Run | null {
  if ((classAt(units, start, end) & BLANK) !== 0 && skip(units, start, end, BLANK) === end) {
    return { start, from: start, to: end, end, kind: 'blank' }
  }
  const from = start + width(classAt(units, start, end))
  const kind = classAt(units, from, end)
  const word = cased ? kind & (UPPER | LOWER) : kind & LETTER
  const masks = word === 0 ? [OTHER] : cased ? [LOWER, UPPER] : [LETTER]
  for (const mask of masks) {
    const to = skip(units, from, end, mask)
    // In a run of capitals no character may also pass for a small letter, nor a mark stand among other signs.
    const barred = !cased || mask === LOWER ? 0 : mask === UPPER ? LOWER : UPPER | LOWER
    if (to >= end - 3 && !meets(units, from, to, barred))
      return { start, from, to, end, kind: word === 0 ? 'other' : 'word' }
  }
  return null
}

/** The end of the piece that starts at `at`, `from` or later or at the start of the run; -1 where one has to look. */
export function scanRun(run: Run, units: Uint16Array, at: number, limit: number): number {
  if (at !== run.start && at < run.from) return -1
  if (limit > run.end + 1) return at < run.to - 4 ? run.end : -1
  if (limit > run.to || limit <= run.from + 1 || isPairAt(units, limit - 1)) return -1
  if (run.kind !== 'blank' || (unitClasses[units[run.end - 1]] & NEWLINE) === 0) return limit
  let end = limit
  while (end > at && (unitClasses[units[end - 1]] & NEWLINE) === 0) end--
  return end === at ? limit : end
}

function isPairAt(units: Uint16Array, at: number): boolean {
  return (units[at] & 0xfc00) === 0xd800 && (units[at + 1] & 0xfc00) === 0xdc00
}

function meets(units: Uint16Array, from: number, to: number, mask: number): boolean {
  if (mask === 0) return false
  for (let at = from; at < to; ) {
    const kind = classAt(units, at, to)
    if ((kind & mask) !== 0) return true
    at += width(kind)
  }
  return false
}

/** The first offset whose character has no bit of `mask`. */
function skip(units: Uint16Array, at: number, limit: number, mask: number): number {
  const classes = unitClasses
  let end = at
  while (end < limit && (classes[units[end]] & mask) !== 0) end++
  return end < limit && isUnsettled(classes[units[end]]) ? skipSlowly(units, end, limit, mask) : end
}

function skipSlowly(units: Uint16Array, at: number, limit: number, mask: number): number {
  let end = at
  while (end < limit) {
    const known = unitClasses[units[end]]
    if ((known & mask) !== 0) end++
    else if (isUnsettled(known)) {
      const settled = classAt(units, end, limit)
      if ((settled & mask) === 0) break
      end += width(settled)
    } else break
  }
  return end
}

function skipNumber(units: Uint16Array, at: number, limit: number): number {
  let end = at
  for (let digits = 0; digits < 3 && end < limit; digits++) {
    const kind = classAt(units, end, limit)
    if ((kind & NUMBER) === 0) break
    end += width(kind)
  }
  return end
}

function skipOther(units: Uint16Array, at: number, limit: number, slashesTrail: boolean): number {
  let end = skip(units, at, limit, OTHER)
  while (end < limit && ((unitClasses[units[end]] & NEWLINE) !== 0 || (slashesTrail && units[end] === SLASH))) end++
  return end
}

function skipBlanks(units: Uint16Array, at: number, limit: number): number {
  let end = at
  let lineEnd = at
  while (end < limit) {
    const kind = classAt(units, end, limit)
    if ((kind & BLANK) === 0) break
    end++
    if ((kind & NEWLINE) !== 0) lineEnd = end
  }
  if (lineEnd !== at) return lineEnd
  return end === limit || end === at + 1 ? end : end - 1
}

/** The end of 's, 't, 'm, 'd, 're, 've or 'll in any case; `at` where the apostrophe there begins none. */
function skipContraction(units: Uint16Array, at: number, limit: number): number {
  if (at + 1 >= limit) return at
  const first = units[at + 1] | 0x20
  if (first === 0x73 || first === 0x74 || first === 0x6d || first === 0x64) return at + 2
  if (at + 2 >= limit) return at
  const second = units[at + 2] | 0x20
  return (second === 0x65 && (first === 0x72 || first === 0x76)) || (second === 0x6c && first === 0x6c) ? at + 3 : at
}
