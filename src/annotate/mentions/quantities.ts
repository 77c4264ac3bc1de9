import {
  DURATIONS,
  ERAS,
  MAGNITUDES,
  MONTH_STOPS,
  MONTHS,
  NUMBER_WORDS,
  NUMBERED_LABELS,
  ORDINAL_WORDS,
  PERIOD_NAMES,
  SEASONS,
  UNITS,
  WEEKDAYS,
} from '../../models/lexicon.js'
import { BROKEN, CAPITAL, DIGITS, SPACED, type Words } from '../words.js'

/** A range of words that states a time or a number. */
export interface Quantity {
  readonly from: number
  readonly to: number
  readonly type: 'time' | 'number'
}

const DAY = /^(?:[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?$/
const YEAR = /^(?:1[0-9]\d\d|20\d\d)$/
const SHORT_YEAR = /^\d{2}$/
const DECADE = /^(?:1[0-9]|20)\d0['’]?s$|^\d0s$/
const ORDINAL = /^\d{1,3}(?:st|nd|rd|th)$/
const NUMBER = /^\d+(?:[.,]\d+)*$/
const NUMBER_WITH_UNIT =
  /^\d+(?:[.,]\d+)*(km|m|cm|mm|kg|g|mg|mph|ft|ha|kw|mw|hz|khz|mhz|ghz|kb|mb|gb|tb|am|pm|rpm|bn|million|k|x)$/
const PARTS_OF_PERIODS = new Set(['early', 'mid', 'late', 'middle', 'beginning', 'end'])
const CURRENCIES = /^[$€£¥₹₽₩]$/
const CURRENCY_CODES = /^(?:US|A|C|HK|NZ)$/
const UNSURE_MONTHS = new Set(['may', 'march', 'mar', 'jan', 'jun', 'sep', 'dec', 'august'])
const BEFORE_MONTH = new Set([
  'in',
  'of',
  'since',
  'until',
  'till',
  'by',
  'early',
  'late',
  'mid',
  'last',
  'next',
  'this',
  'from',
  'to',
  'and',
  'through',
  'during',
  'on',
  'every',
  'each',
])

/** Finds dates, years, periods, durations, and numbers with their units, from left to right. Linear in the words. */
export function findQuantities(words: Words): Quantity[] {
  const reader = new Reader(words)
  const found: Quantity[] = []
  let at = 0
  while (at < words.length) {
    const time = reader.time(at)
    if (time > at) {
      found.push({ from: at, to: time, type: 'time' })
      at = time
      continue
    }
    const number = reader.number(at)
    if (number > at) {
      found.push({ from: at, to: number, type: 'number' })
      at = number
      continue
    }
    at++
  }
  return found
}

class Reader {
  constructor(private readonly words: Words) {}

  private low(i: number): string {
    return i >= 0 && i < this.words.length ? this.words.lower[i] : ''
  }

  private joined(i: number): boolean {
    return (
      i < this.words.length && this.words.sentence[i] === this.words.sentence[i - 1] && !(this.words.flags[i] & BROKEN)
    )
  }

  private is(i: number, test: RegExp | ReadonlySet<string>): boolean {
    if (!this.joined(i)) return false
    return test instanceof RegExp ? test.test(this.words.form[i]) : test.has(this.words.lower[i])
  }

  private dash(i: number): boolean {
    const form = this.words.form[i]
    return this.joined(i) && (form === '-' || form === '–' || form === '—')
  }

  private tight(i: number): boolean {
    return i < this.words.length && !(this.words.flags[i] & SPACED)
  }

  private month(i: number): boolean {
    if (i >= this.words.length || !(this.words.flags[i] & CAPITAL)) return false
    const low = this.words.lower[i]
    return MONTHS.has(low) || MONTH_STOPS.has(low)
  }

  private era(i: number): number {
    return this.is(i, ERAS) ? i + 1 : i
  }

  /** The end of the time that starts at word `i`, or `i`. */
  time(i: number): number {
    const { flags, form } = this.words
    const low = this.low(i)
    if (flags[i] & DIGITS) return this.digitsTime(i)
    if (flags[i] & CAPITAL) {
      if (WEEKDAYS.has(low)) return this.weekday(i)
      if (this.month(i)) return this.monthTime(i)
      if (ORDINAL_WORDS.has(low) || SEASONS.has(low)) return this.lowTime(i, low)
    }
    if (form[i].length < 2 && low !== 'a') return i
    return this.lowTime(i, low)
  }

  private weekday(i: number): number {
    let at = i + 1
    if (this.low(at) === ',' && this.joined(at)) at++
    if (at < this.words.length && this.joined(at)) {
      const date = this.words.flags[at] & DIGITS ? this.digitsTime(at) : this.month(at) ? this.monthTime(at) : at
      if (date > at + 1) return date
    }
    return i + 1
  }

  private monthTime(i: number): number {
    let at = i + 1
    if (this.is(at, DAY) && !(this.is(at + 1, NUMBER) && this.tight(at + 1))) {
      at++
      if (this.dash(at) && this.is(at + 1, DAY)) at += 2
      else if (this.dash(at) && this.month(at + 1) && this.is(at + 2, DAY)) at += 3
      return this.yearAfter(at)
    }
    const year = this.yearAfter(at)
    if (year > at) return year
    if (this.low(at) === 'of' && this.is(at + 1, YEAR)) return at + 2
    if (UNSURE_MONTHS.has(this.low(i)) && !(this.joined(i) && BEFORE_MONTH.has(this.low(i - 1)))) return i
    return at
  }

  private yearAfter(i: number): number {
    const at = this.low(i) === ',' && this.joined(i) ? i + 1 : i
    if (this.is(at, YEAR) || (at > i && this.is(at, /^\d{3}$/))) return this.era(at + 1)
    return i
  }

  private digitsTime(i: number): number {
    const form = this.words.form[i]
    if (DAY.test(form)) {
      let at = i + 1
      if (this.dash(at) && this.is(at + 1, DAY)) at += 2
      if (this.low(at) === 'of' && this.month(at + 1)) at++
      if (this.joined(at) && this.month(at)) return this.yearAfter(at + 1)
      if (this.is(i + 1, /^:$/) && this.is(i + 2, /^\d\d$/) && this.tight(i + 1)) return this.clock(i + 3)
      if (this.is(i + 1, /^(?:am|pm|a\.m\.|p\.m\.)$/i)) return i + 2
    }
    if (/^\d{1,2}(?:am|pm)$/i.test(form)) return i + 1
    if (DECADE.test(form)) return i + 1
    if (ORDINAL.test(form)) return this.century(i + 1, i)
    if (YEAR.test(form)) {
      if (this.is(i + 1, UNITS) || this.is(i + 1, /^[%°]$/)) return i
      if (this.joined(i) && i > 0 && (CURRENCIES.test(this.words.form[i - 1]) || NUMBERED_LABELS.has(this.low(i - 1))))
        return i
      if (this.dash(i + 1) && (this.is(i + 2, YEAR) || this.is(i + 2, SHORT_YEAR)) && this.tight(i + 2))
        return this.era(i + 3)
      if (this.low(i + 1) === '/' && this.is(i + 2, SHORT_YEAR) && this.tight(i + 2)) return i + 3
      return this.era(i + 1)
    }
    if (/^\d{1,4}$/.test(form) && this.is(i + 1, ERAS)) return i + 2
    return this.duration(i)
  }

  private clock(i: number): number {
    return this.is(i, /^(?:am|pm|a\.m\.|p\.m\.)$/i) ? i + 1 : i
  }

  /** `20th century`, `first and second millennia BC`: `at` follows the ordinal, `none` is returned where it is no period. */
  private century(at: number, none: number): number {
    let next = this.dash(at) ? at + 1 : at
    if (this.low(next) === 'and' && (this.is(next + 1, ORDINAL_WORDS) || this.is(next + 1, ORDINAL))) next += 2
    if (!this.is(next, /^(?:century|centuries|millennium|millennia)$/i)) return none
    // `20th Century Fox`
    if (this.words.flags[next] & CAPITAL && this.joined(next + 1) && this.words.flags[next + 1] & CAPITAL) return none
    return this.era(next + 1)
  }

  private lowTime(i: number, low: string): number {
    if (low === 'the') return this.period(i + 1, i)
    if (PARTS_OF_PERIODS.has(low)) return this.period(i, i)
    if (ORDINAL_WORDS.has(low)) return this.century(i + 1, i)
    if (SEASONS.has(low)) {
      if (this.is(i + 1, YEAR)) return i + 2
      if (this.low(i + 1) === 'of' && this.is(i + 2, YEAR)) return i + 3
      return i
    }
    if (PERIOD_NAMES.has(low)) return i + 1
    if (low === 'middle' && this.low(i + 1) === 'ages') return i + 2
    if (NUMBER_WORDS.has(low) || low === 'a' || low === 'an') return this.duration(i)
    return i
  }

  /** `the late 1990s`, `the mid-19th century`, `the spring of 1968`; `none` where it is none of them. */
  private period(i: number, none: number): number {
    let at = i
    if (this.is(at, PARTS_OF_PERIODS)) {
      at++
      if (this.dash(at)) at++
      if (this.low(at) === 'of' && this.low(at + 1) === 'the') at += 2
    }
    if (this.is(at, DECADE)) return at + 1
    if (this.is(at, ORDINAL) || this.is(at, ORDINAL_WORDS)) return this.century(at + 1, none)
    if (this.is(at, SEASONS) && this.low(at + 1) === 'of' && this.is(at + 2, YEAR)) return at + 3
    if (at > i && this.is(at, YEAR)) return at + 1
    return none
  }

  private duration(i: number): number {
    const low = this.low(i)
    if (low === 'a' || low === 'an')
      return this.is(i + 1, /^(?:year|week|month|hour|decade|century|fortnight)$/) ? i + 2 : i
    if (!NUMBER_WORDS.has(low) && !NUMBER.test(this.words.form[i])) return i
    let at = i + 1
    if (this.dash(at) && (this.is(at + 1, NUMBER) || this.is(at + 1, NUMBER_WORDS))) at += 2
    if (this.is(at, MAGNITUDES) && this.low(at).length > 2) at++
    if (this.dash(at) && this.tight(at) && this.tight(at + 1)) at++
    return this.is(at, DURATIONS) ? at + 1 : i
  }

  /** The end of the number that starts at word `i`, or `i`. */
  number(i: number): number {
    const { flags, form } = this.words
    let at = i
    if (CURRENCY_CODES.test(form[at]) && this.is(at + 1, CURRENCIES)) at++
    if (CURRENCIES.test(form[at]) && this.is(at + 1, NUMBER)) return this.unit(at + 2)
    if (flags[i] & DIGITS) {
      if (NUMBER_WITH_UNIT.test(form[i])) return i + 1
      if (!NUMBER.test(form[i])) return i
      if (this.joined(i) && i > 0) {
        const before = this.low(i - 1)
        if (NUMBERED_LABELS.has(before) || before === '#') return i
      }
      at = i + 1
      if (this.dash(at) && this.tight(at) && this.is(at + 1, NUMBER) && this.tight(at + 1)) at += 2
      return this.unit(at)
    }
    const low = this.low(i)
    if (!NUMBER_WORDS.has(low)) return i
    at = i + 1
    if (this.dash(at) && this.is(at + 1, NUMBER_WORDS) && this.tight(at)) at += 2
    const end = this.unit(at)
    return low === 'one' && end === i + 1 ? i : end
  }

  private unit(i: number): number {
    let at = i
    if (this.is(at, MAGNITUDES)) at++
    if (this.is(at, /^[%]$/)) return at + 1
    if (this.low(at) === '°') return this.is(at + 1, /^[CF]$/) ? at + 2 : at + 1
    if (this.low(at) === 'per' && this.low(at + 1) === 'cent') return at + 2
    if (this.low(at) === 'square' && this.is(at + 1, UNITS)) return at + 2
    if (this.is(at, UNITS)) return at + 1
    return at
  }
}
