import { PERSON_NOUNS } from '../../models/lexicon.js'
import { verbOf } from '../verbs.js'
import { POSSESSIVE, type Words } from '../words.js'
import type { Assertion } from './assertion.js'
import type { Core } from './core.js'
import { GapReader, type Reading } from './gap.js'
import { BE, BEFORE_UNSURE, DENIES, DETERMINERS, HAVE, LINKS, NOT } from './vocabulary.js'

/** Words further apart than this state nothing that a pattern could read. */
const REACH = 14
/** Longest list of subjects of one verb. */
const LIST_REACH = 8
/** Prepositions that tie a name to the one before it. */
const ATTACHES = new Set(['of', 'at', 'from', 'in', 'near', 'on', 'by', 'for'])
const GOVERN = new Set(['of', 'in', 'at', 'for', 'with', 'from', 'on', 'by', 'to', 'near'])
const UNTRUE = new Set(['untrue', 'false', 'evidence'])

/** Reads the facts that neighbouring mentions of one sentence state by a verb, a noun or a preposition. Linear. */
export function readClauses(text: Words, core: Core): Assertion[] {
  const reader = new ClauseReader(text, core)
  const found: Assertion[] = []
  const { mentions, from } = core
  let first = 0
  while (first < mentions.length) {
    let last = first + 1
    while (last < mentions.length && text.sentence[from[last]] === text.sentence[from[first]]) last++
    reader.sentence(first, last, found)
    first = last
  }
  return found.map((assertion) => ({
    ...assertion,
    subject: core.index[assertion.subject],
    object: core.index[assertion.object],
  }))
}

/** What a verb said of its subject, for `was born on MENTION in MENTION`. */
interface Said {
  readonly reading: Reading
  readonly subject: number
  readonly object: number
}

class ClauseReader {
  private readonly gaps: GapReader

  constructor(
    private readonly text: Words,
    private readonly placed: Core,
  ) {
    this.gaps = new GapReader(text, placed)
  }

  sentence(first: number, last: number, found: Assertion[]): void {
    const { from, to } = this.placed
    const question = this.isQuestion(to[last - 1])
    const start = found.length
    let subject = first
    let said: Said | undefined
    for (let k = first + 1; k < last; k++) {
      const gap = from[k] - to[k - 1]
      if (gap < 0 || gap > REACH) {
        subject = k
        continue
      }
      if (this.linked(k - 1)) {
        this.repeat(k, start, found)
        continue
      }
      const aside = k - 1 > first && this.isAside(k - 1)
      const verb = this.verbStart(to[k - 1], from[k], aside)
      const attached = verb < 0 && k - 1 > first && this.isAttached(k - 1)
      let left = verb > to[k - 1] ? this.subjectOf(k - 1, subject, verb, aside) : attached ? k - 2 : k - 1
      if (said?.object === k - 1 && this.isKin(said.subject, left, k)) left = said.subject
      const carried = said === undefined ? undefined : this.gaps.carried(said.reading, said.subject, said.object, k)
      const reading = carried ?? this.gaps.read(left, k, Math.max(verb, to[k - 1]))
      if (reading === undefined || (carried === undefined && this.isGoverned(left, k))) continue
      if (carried !== undefined) left = carried.ofObject ? said!.object : said!.subject
      said = { reading, subject: left, object: k }
      subject = left
      const before = this.before(left)
      const unsure = reading.unsure || before === 'unsure'
      const flip = reading.predicate.flip
      const negated = reading.negated !== (before === 'denied')
      const modality = question ? 'question' : unsure ? 'hypothetical' : 'fact'
      // `X and Y bought Z` is said of both.
      for (let s = left; s >= first && s > left - LIST_REACH; s--) {
        if (s < left && !this.linked(s)) break
        found.push({
          subject: flip ? k : s,
          object: flip ? s : k,
          predicate: reading.predicate.name,
          negated,
          modality,
        })
      }
    }
  }

  /** `X bought Y and Z`: what was said of Y is said of Z. */
  private repeat(k: number, start: number, found: Assertion[]): void {
    for (let f = found.length - 1; f >= start; f--) {
      const known = found[f]
      if (known.object === k - 1) found.push({ ...known, object: k })
      else if (known.subject === k - 1 && known.object < k - 1) found.push({ ...known, subject: k })
      else continue
      return
    }
  }

  /** Whether the mention and the next are one list. */
  private linked(at: number): boolean {
    const { mentions, from, to } = this.placed
    const gap = from[at + 1] - to[at]
    return gap > 0 && gap <= 4 && mentions[at].type === mentions[at + 1].type && this.isList(to[at], from[at + 1])
  }

  private isList(from: number, to: number): boolean {
    for (let i = from; i < to; i++)
      if (!LINKS.has(this.text.lower[i]) && !DETERMINERS.has(this.text.lower[i])) return false
    return true
  }

  private isQuestion(at: number): boolean {
    const { form, sentence } = this.text
    for (let i = at; i < form.length && sentence[i] === sentence[at - 1]; i++)
      if (form[i] === '?' || form[i] === '？') return true
    return false
  }

  /** Whether the mention stands in an aside: `X, based in MENTION`, `X (MENTION`. */
  private isAside(at: number): boolean {
    const opener = this.text.lower[this.placed.to[at - 1]]
    return (opener === ',' || opener === '(') && this.placed.from[at] - this.placed.to[at - 1] <= REACH
  }

  /** `X of MENTION bought Z`: the verb is about X. */
  private isAttached(at: number): boolean {
    const { from, to } = this.placed
    const { lower } = this.text
    if (!ATTACHES.has(lower[to[at - 1]]) || from[at] - to[at - 1] > 2) return false
    const next = lower[to[at]]
    return verbOf(next) !== undefined || BE.has(next) || HAVE.has(next)
  }

  /** Whether the name belongs to a noun before it, and the verb to that noun: `the album by X was released`. */
  private isGoverned(left: number, right: number): boolean {
    const { from, to } = this.placed
    const { lower, sentence } = this.text
    const low = lower[to[left]]
    if (this.text.flags[to[left]] & POSSESSIVE) return false
    if (to[left] >= from[right] || !(BE.has(low) || HAVE.has(low) || verbOf(low) !== undefined)) return false
    let at = from[left] - 1
    if (at >= 0 && DETERMINERS.has(lower[at])) at--
    return at >= 0 && sentence[at] === sentence[from[left]] && GOVERN.has(lower[at])
  }

  /** Whether what follows a place or a time is said of the person before: `X was born in Y, the son of Z`. */
  private isKin(subject: number, left: number, right: number): boolean {
    const { mentions, from, to } = this.placed
    const { lower } = this.text
    const start = to[right - 1]
    if (left !== right - 1 || mentions[left].type === 'person' || mentions[subject].type !== 'person') return false
    if (lower[start] !== ',' || !DETERMINERS.has(lower[start + 1])) return false
    for (let i = start + 2; i < from[right]; i++) if (PERSON_NOUNS.has(lower[i])) return true
    return false
  }

  /** Where a verb phrase starts after a comma, a bracket or a link, so that its subject stands further left; -1: nowhere. */
  private verbStart(from: number, to: number, aside: boolean): number {
    const { lower } = this.text
    for (let i = to - 1; i >= from; i--) {
      const low = lower[i]
      if (low === ')' || low === ',' || low === 'and' || low === 'but') {
        if (i === from && low === ',' && !aside) return -1
        return i + 1 < to && (verbOf(lower[i + 1]) !== undefined || BE.has(lower[i + 1]) || HAVE.has(lower[i + 1]))
          ? i + 1
          : -1
      }
    }
    return -1
  }

  /** `X, based in Y, bought Z` and `X (Y) bought Z` are about X; `X bought Y and sells Z` too. */
  private subjectOf(inner: number, carried: number, verb: number, aside: boolean): number {
    const mark = this.text.lower[verb - 1]
    if (mark === 'and' || mark === 'but') return carried
    return aside ? inner - 1 : inner
  }

  /** What stands before the subject: `denied that X ...`, `if X ...`. */
  private before(subject: number): 'denied' | 'unsure' | undefined {
    const { lower, sentence } = this.text
    const at = this.placed.from[subject]
    for (let i = at - 1; i >= Math.max(0, at - 4) && sentence[i] === sentence[at]; i--) {
      const low = lower[i]
      if (BEFORE_UNSURE.has(low)) return 'unsure'
      if (low === 'neither') return 'denied'
      if (low === 'that' && i > 0 && (DENIES.has(lower[i - 1]) || UNTRUE.has(lower[i - 1]))) return 'denied'
      if (low === 'that' && i > 1 && lower[i - 1] === 'true' && NOT.has(lower[i - 2])) return 'denied'
    }
    return undefined
  }
}
