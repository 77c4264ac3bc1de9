import type { Gazetteers } from '../../models/gazetteers.js'
import {
  AND_HEADS,
  BYNAMES,
  DIRECTIONS,
  FOR_HEADS,
  FUNCTION_WORDS,
  KEPT_TITLES,
  LEGAL_FORMS,
  LOCATION_NOUNS,
  MISC_NOUNS,
  NAME_SUFFIXES,
  NUMBERED_LABELS,
  OF_HEADS,
  OFFICES,
  ORDINAL_WORDS,
  ORGANIZATION_NOUNS,
  PARTICLES,
  PERSON_NOUNS,
  POSSESSIVE_HEADS,
  TITLES,
  UNITS,
} from '../../models/lexicon.js'
import { foldTerm } from '../../models/terms.js'
import {
  BROKEN,
  CAPITAL,
  DIGITS,
  FIRST,
  INITIAL,
  LETTERS,
  POSSESSIVE,
  PUNCTUATION,
  SHOUT,
  SPACED,
  type Words,
} from '../words.js'

/** A range of words that is a name. */
export interface Run {
  readonly from: number
  readonly to: number
  /** It stood in quotation marks, as titles of works do. */
  readonly quoted?: boolean
  /** A courtesy title or rank stood before it. */
  readonly titled?: boolean
}

/** A name of more words than this is a list or a headline, and is left out. */
const LONGEST_NAME = 14

/** Legal forms that nothing follows. */
const ENDS_NAME = new Set('inc inc. ltd ltd. llc llc. plc plc. corp corp. gmbh co.'.split(' '))

const ROLE_STARTS = new Set([
  'prime',
  'vice',
  'deputy',
  'attorney',
  'chief',
  'executive',
  'former',
  'senior',
  'junior',
  'assistant',
  'acting',
  'foreign',
  'first',
  'late',
  'young',
  'managing',
  'grand',
  'crown',
  'interior',
  'defence',
  'defense',
  'finance',
  'supreme',
  'solicitor',
  'brigadier',
  'vice-president',
])
const EVENT_OR_UNIT = (low: string) => MISC_NOUNS.has(low) || ORGANIZATION_NOUNS.has(low)
const isHead = (low: string) => ORGANIZATION_NOUNS.has(low) || LOCATION_NOUNS.has(low) || MISC_NOUNS.has(low)
const YEAR = /^(?:1[5-9]\d\d|20\d\d)$/
const ORDINAL = /^\d{1,3}(?:st|nd|rd|th)$/

/** Joins candidate words into names. `taken` marks words that a date or a number holds. Linear in the words. */
export function findRuns(words: Words, candidates: Uint8Array, taken: Uint8Array, lists: Gazetteers): Run[] {
  const finder = new RunFinder(words, candidates, taken, lists)
  const runs: Run[] = []
  let at = 0
  while (at < words.length) {
    const opens = candidates[at] === 1 ? !taken[at] || finder.startsName(at) : finder.opensTitle(at)
    if (!opens) {
      at++
      continue
    }
    const end = finder.grow(at)
    if (end - at <= LONGEST_NAME) finder.settle(at, end, runs)
    at = end
  }
  return runs
}

class RunFinder {
  constructor(
    private readonly words: Words,
    private readonly candidates: Uint8Array,
    private readonly taken: Uint8Array,
    private readonly lists: Gazetteers,
  ) {}

  /** Whether words that look like a date open a name: `May Hall`. */
  startsName(i: number): boolean {
    return (
      this.same(i + 1, i) &&
      this.candidates[i + 1] === 1 &&
      !this.taken[i + 1] &&
      !(this.words.flags[i + 1] & (BROKEN | FIRST))
    )
  }

  /** A small word that is capitalised inside a sentence, before a name: `The Hub`. */
  opensTitle(i: number): boolean {
    if (this.candidates[i] !== 2 || this.words.flags[i] & FIRST || this.words.lower[i] === 'i') return false
    if (i > 0 && this.words.sentence[i - 1] === this.words.sentence[i] && /["“‘'(—]/.test(this.words.form[i - 1]))
      return false
    return this.same(i + 1, i) && this.candidates[i + 1] === 1 && !this.taken[i + 1]
  }

  private same(i: number, j: number): boolean {
    const { words } = this
    return i < words.length && words.sentence[i] === words.sentence[j] && !(words.flags[i] & BROKEN)
  }

  /** A word that may go on with a name. */
  private goes(i: number, from: number): boolean {
    if (!this.same(i, from) || this.taken[i]) return false
    const candidate = this.candidates[i]
    if (candidate < 2) return candidate === 1
    const { flags, lower } = this.words
    if (candidate === 3) return !(i + 1 < this.words.length && flags[i + 1] & DIGITS) && !(flags[i] & FIRST)
    // The pronoun is no part of a name; the numeral is.
    if (lower[i] === 'i')
      return i + 1 < this.words.length && ((flags[i + 1] & (PUNCTUATION | POSSESSIVE)) !== 0 || lower[i + 1] === 'of')
    return true
  }

  private mark(i: number, char: string): boolean {
    return i < this.words.length && this.words.form[i] === char
  }

  private tight(i: number): boolean {
    return i < this.words.length && !(this.words.flags[i] & SPACED)
  }

  /** The end of the name that starts at word `from`. */
  grow(from: number): number {
    const { words } = this
    let end = from + 1
    for (;;) {
      if (end - from > 4 * LONGEST_NAME) return this.skipList(end, from)
      if (!this.same(end, from)) return end
      const next = this.step(from, end)
      if (next === end) return end
      end = next
      if (words.length === end) return end
    }
  }

  private skipList(end: number, from: number): number {
    let at = end
    while (this.goes(at, from)) at++
    return at
  }

  /** The end after taking in one more part of the name, or `end`. */
  private step(from: number, end: number): number {
    const { words, lists } = this
    const { flags, lower, form } = words
    const last = lower[end - 1]
    if (this.goes(end, from) && !(flags[end] & FIRST))
      return ENDS_NAME.has(last) && !LEGAL_FORMS.has(lower[end]) ? end : end + 1
    const low = lower[end]
    if (flags[end] & POSSESSIVE) {
      const to = this.possessiveEnd(end + 1, from)
      return to > end + 1 ? to : end
    }
    if (low === '-' || low === '–') return this.hyphen(from, end)
    if (low === '&') return this.goes(end + 1, from) ? end + 2 : end
    if (low === '/' && this.tight(end) && this.tight(end + 1) && this.goes(end + 1, from)) {
      return flags[end - 1] & SHOUT && flags[end + 1] & SHOUT && words.end[end + 1] - words.start[end + 1] < 3
        ? end + 2
        : end
    }
    if (
      low === ',' &&
      this.same(end + 1, from) &&
      (LEGAL_FORMS.has(lower[end + 1]) || NAME_SUFFIXES.has(lower[end + 1])) &&
      flags[end + 1] & CAPITAL
    ) {
      return /^(?:inc|ltd|llc|llp|plc|jr|sr)\.?$/.test(lower[end + 1]) ? end + 2 : end
    }
    if (low === '!' && this.same(end + 1, from) && LEGAL_FORMS.has(lower[end + 1]) && flags[end + 1] & CAPITAL)
      return end + 2
    if (flags[end] & DIGITS && !NUMBERED_LABELS.has(last)) return this.number(from, end)
    if (low === 'of') return this.after(OF_HEADS, from, end)
    if (low === 'the') return BYNAMES.has(lower[end + 1] ?? '') && this.goes(end + 1, from) ? end + 2 : end
    if (low === 'for') return this.after(FOR_HEADS, from, end)
    if (low === 'and') return this.and(from, end)
    if ((form[end] === '"' || form[end] === '“') && flags[end] & SPACED) return this.nickname(from, end)
    if (PARTICLES.has(low) && flags[end] & LETTERS) {
      let at = end + 1
      while (at < end + 3 && this.same(at, from) && PARTICLES.has(lower[at])) at++
      if (low === "d'" || low === 'y' || low === 'e' || low === 'i' || low === 'und' || low === 'et') {
        return this.goes(at, from) && (PARTICLES.has(lower[end - 2] ?? '') || lists.given.has(foldTerm(lower[from])))
          ? at + 1
          : end
      }
      return this.goes(at, from) ? at + 1 : end
    }
    if (/^[dl]['’]./.test(form[end]) && this.same(end, from)) return end + 1
    return end
  }

  private possessiveEnd(at: number, from: number): number {
    let to = at
    while (to < at + 4 && this.goes(to, from)) to++
    return to > at && POSSESSIVE_HEADS.has(this.words.lower[to - 1]) ? to : at
  }

  private hyphen(from: number, end: number): number {
    const { words, lists } = this
    const { lower, flags } = words
    if (!this.tight(end) || !this.tight(end + 1) || !this.same(end + 1, from)) return end
    const next = lower[end + 1]
    if (flags[end + 1] & (CAPITAL | DIGITS) && !this.taken[end + 1]) {
      const before = foldTerm(lower[end - 1])
      const after = foldTerm(next)
      if (lists.demonyms.has(before) && lists.demonyms.has(after)) return end
      if (words.form[end] === '–' && !isHead(lower[end + 2] ?? '')) return end
      if (flags[end + 1] & DIGITS && words.end[end + 1] - words.start[end + 1] > 4) return end
      return end + 2
    }
    const koreanName = flags[end - 1] & CAPITAL && /^\p{Ll}{2,5}$/u.test(next) && lower[end - 1].length <= 6
    if (
      koreanName &&
      !lists.common.has(next) &&
      !FUNCTION_WORDS.has(next) &&
      !SUFFIX_WORDS.has(next) &&
      !lists.demonyms.has(foldTerm(lower[end - 1]))
    ) {
      return end + 2
    }
    // `Aix-en-Provence`: small words between hyphens.
    if (PARTICLES.has(next) && this.mark(end + 2, '-') && this.goes(end + 3, from)) return end + 4
    return end
  }

  private number(from: number, end: number): number {
    const { words } = this
    const { form, lower } = words
    if (YEAR.test(form[end]) && this.goes(end + 1, from) && isHead(lower[end + 1])) return end + 2
    if (ORDINAL.test(form[end])) return end
    const short = /^\d{1,3}(?:\.\d)?(?:[A-Za-z]{1,2})?$/.test(form[end])
    if (!short || this.taken[end] === 1) return end
    const next = lower[end + 1] ?? ''
    if (UNITS.has(next) || next === '%' || next === 'per' || next === '°') return end
    if (this.mark(end + 1, ',') && this.mark(end + 2, '000')) return end
    if ((next === '-' || next === '–') && this.tight(end + 1)) return end
    if (from === end - 1 && words.flags[from] & FIRST && !(words.flags[from] & SHOUT)) return end
    return end + 1
  }

  private after(heads: ReadonlySet<string>, from: number, end: number): number {
    const { words } = this
    const { lower } = words
    let at = end + 1
    if (this.same(at, from) && (lower[at] === 'the' || lower[at] === 'a')) at++
    if (!this.goes(at, from)) return end
    if (!heads.has(lower[end - 1])) return end
    // `King of Spain`, `President of Mali`: the office is no part of the name.
    if (TITLES.has(lower[end - 1]) && end - from === 1 && this.isPlace(at)) return end
    return at + 1
  }

  private isPlace(at: number): boolean {
    const term = foldTerm(this.words.lower[at])
    const two = at + 1 < this.words.length ? `${term} ${foldTerm(this.words.lower[at + 1])}` : term
    return [term, two].some(
      (name) => this.lists.countries.has(name) || this.lists.regions.has(name) || this.lists.cities.has(name),
    )
  }

  private and(from: number, end: number): number {
    if (!this.goes(end + 1, from)) return end
    const { lower } = this.words
    let head = false
    let linked = false
    for (let at = from; at < end; at++) {
      if (AND_HEADS.has(lower[at])) head = true
      else if (head && (lower[at] === 'of' || lower[at] === 'for')) linked = true
    }
    if (linked && !PERSON_NOUNS.has(lower[end + 1]) && !AND_HEADS.has(lower[end + 1])) return end + 2
    return end
  }

  /** `John "Jack" Smith`. */
  private nickname(from: number, end: number): number {
    const { words } = this
    for (let at = end + 1; at < end + 4; at++) {
      if (!this.same(at, from)) return end
      if (words.form[at] === '"' || words.form[at] === '”') {
        return at > end + 1 && this.goes(at + 1, from) && !isHead(words.lower[end - 1]) ? at + 2 : end
      }
    }
    return end
  }

  /** Takes off what is no part of the name, splits what is two, and adds the result to `runs`. */
  settle(from: number, to: number, runs: Run[]): void {
    const { words, lists } = this
    const { flags, lower } = words
    let start = from
    let end = to
    while (end > start && flags[end - 1] & PUNCTUATION) end--
    if (end === start) return
    const last = lower[end - 1]
    const headed = isHead(last)
    let titled = false
    if (end - start === 1) {
      if (TITLES.has(last) || (PERSON_NOUNS.has(last) && !lists.surnames.has(last)) || ROLE_STARTS.has(last)) return
      if (DIRECTIONS.has(last) && flags[start] & FIRST) return
    } else if (OFFICES.has(last) && this.isOffice(start, end)) return
    if (!headed) {
      for (;;) {
        const low = lower[start]
        if (end - start < 2) break
        if (TITLES.has(low) && lower[start + 1] === 'of') break
        if (low === 'of' || low === 'the' || low === 'and' || low === 'for') start++
        else if (KEPT_TITLES.has(low)) {
          titled = true
          break
        } else if (TITLES.has(low) || ROLE_STARTS.has(low) || (PERSON_NOUNS.has(low) && !lists.given.has(low))) {
          if (TITLES.has(low) || PERSON_NOUNS.has(low)) titled = true
          start++
        } else if (lower[start] === '-' || flags[start] & PUNCTUATION) start++
        else break
      }
      if (
        end - start === 1 &&
        start > from &&
        (TITLES.has(lower[start]) || PERSON_NOUNS.has(lower[start]) || ROLE_STARTS.has(lower[start]))
      )
        return
    }
    const demonym = lists.demonyms.has(foldTerm(lower[start]))
    if (demonym && end - start > 1 && !headed && !this.mark(start + 1, '-')) {
      const next = foldTerm(lower[start + 1])
      const person = end - start > 2 && (lists.given.has(next) || flags[start + 1] & INITIAL)
      if (person || TITLES.has(next) || PERSON_NOUNS.has(next)) {
        runs.push({ from: start, to: start + 1 })
        this.settle(start + 1, end, runs)
        return
      }
    }
    runs.push({ from: this.leading(start, headed ? last : ''), to: end, ...(titled ? { titled } : {}) })
  }

  /** `Sales Manager`: common words and an office, which name nobody. */
  private isOffice(start: number, end: number): boolean {
    for (let i = start; i < end - 1; i++) {
      const low = this.words.lower[i]
      const plain =
        this.lists.common.has(low) || PERSON_NOUNS.has(low) || ROLE_STARTS.has(low) || TITLES.has(low) || isHead(low)
      if (!plain && !FUNCTION_WORDS.has(low) && !OFFICE_WORDS.has(low)) return false
    }
    return true
  }

  /** The start, moved over a year or ordinal that belongs to an event or a regiment. */
  private leading(start: number, head: string): number {
    const { words } = this
    const before = start - 1
    if (before < 0 || !this.same(start, before)) return start
    if (
      ORDINAL_WORDS.has(words.lower[before]) &&
      words.flags[before] & CAPITAL &&
      !(words.flags[before] & FIRST) &&
      isHead(head)
    )
      return before
    if (!EVENT_OR_UNIT(head)) return start
    const form = words.form[before]
    if (YEAR.test(form) || ORDINAL.test(form)) return words.flags[start] & SPACED ? before : start
    return start
  }
}

/** Fields of work. */
const OFFICE_WORDS = new Set(
  'sales marketing police district product project human operations software data account customer support security holy imperial team staff general'.split(
    ' ',
  ),
)

/** Second halves of adjectives: `Lisbon-based`. */
const SUFFIX_WORDS = new Set(
  'based born led like style type only free wide made owned run era class bred held built area age old long side shaped themed era speaking backed funded'.split(
    ' ',
  ),
)
