import type { Mention, Relation } from '../../document/document.js'
import { PERSON_NOUNS, TITLES } from '../../models/lexicon.js'
import { isParticiple, verbOf } from '../verbs.js'
import { CAPITAL, LETTERS, POSSESSIVE, type Words } from '../words.js'
import { nounPredicate, type Predicate, prepositionPredicate, titlePredicate, verbPredicate } from './predicates.js'

/** A fact that the words between two mentions state. */
export interface Assertion {
  /** Indexes of mentions. */
  readonly subject: number
  readonly object: number
  readonly predicate: string
  readonly negated: boolean
  readonly modality: Relation['modality']
}

/** Mentions as ranges of words, the last left out. */
export interface Placed {
  readonly mentions: readonly Mention[]
  readonly from: Int32Array
  readonly to: Int32Array
}

/** Words further apart than this state nothing that a pattern could read. */
const REACH = 14
/** Longest list of subjects of one verb. */
const LIST_REACH = 8

const words = (list: string) => new Set(list.split(' '))
const BE = words("is was are were be been being 's became becomes remains remained isn't wasn't aren't weren't")
const HAVE = words(
  "has have had having do does did hasn't haven't hadn't doesn't don't didn't will would shall can could may might must should won't wouldn't can't cannot couldn't",
)
const NOT = words("not never no neither nor without n't hardly")
const UNSURE = words('may might could would should allegedly reportedly possibly perhaps probably')
const DENIES = words(
  'deny denies denied denying refuse refuses refused fail fails failed decline declines declined reject rejects rejected',
)
const WANTS = words(
  'plan plans planned want wants wanted hope hopes hoped intend intends intended expect expects expected consider considers considered considering propose proposes proposed seek seeks sought offer offers offered try tries tried threaten threatens threatened aims aimed',
)
const PREPOSITIONS = words(
  'in at of to for with from on by near into through after against under over around as between about',
)
const DETERMINERS = words('a an the his her its their this that these those some any another one')
const CLAUSE = words(
  'that which who whom whose when while because although though if unless whether where whereas ; : but',
)
const ADVERBS = words(
  'also later then once now still just first subsequently currently previously formerly originally eventually recently soon already again ever both together successfully',
)
/** After these the next name starts a clause of its own. */
/** Prepositions that tie a name to the one before it. */
const ATTACHES = words('of at from')

const SAYS = words(
  'say tell think know believe claim report announce hope fear feel argue suggest state note add explain reply insist admit warn',
)
const LINKS = words('and or nor & , as well')
const BEFORE_UNSURE = words('if whether unless suppose supposing rumours rumors rumour rumor')

interface Reading {
  readonly predicate: Predicate
  readonly negated: boolean
  readonly unsure: boolean
}

/** Reads the facts that neighbouring mentions of one sentence state. Linear in the mentions. */
export function findAssertions(text: Words, placed: Placed): Assertion[] {
  const reader = new PatternReader(text, placed)
  const found: Assertion[] = []
  const { mentions, from } = placed
  let first = 0
  while (first < mentions.length) {
    let last = first + 1
    while (last < mentions.length && text.sentence[from[last]] === text.sentence[from[first]]) last++
    reader.sentence(first, last, found)
    first = last
  }
  return found
}

class PatternReader {
  constructor(
    private readonly text: Words,
    private readonly placed: Placed,
  ) {}

  sentence(first: number, last: number, found: Assertion[]): void {
    const { from, to } = this.placed
    const question = this.isQuestion(to[last - 1])
    const start = found.length
    let subject = first
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
      const left = verb > to[k - 1] ? this.subjectOf(k - 1, subject, verb, aside) : attached ? k - 2 : k - 1
      const reading = this.read(left, k, Math.max(verb, to[k - 1]))
      if (reading === undefined) continue
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
      if (
        low === 'that' &&
        i > 0 &&
        (DENIES.has(lower[i - 1]) || ['untrue', 'false', 'evidence'].includes(lower[i - 1]))
      )
        return 'denied'
      if (low === 'that' && i > 1 && lower[i - 1] === 'true' && NOT.has(lower[i - 2])) return 'denied'
    }
    return undefined
  }

  private read(left: number, right: number, from: number): Reading | undefined {
    const { lower, flags } = this.text
    const to = this.placed.from[right]
    const a = this.placed.mentions[left].type
    const b = this.placed.mentions[right].type
    if (from >= to || a === 'time' || a === 'number' || b === 'number') return undefined
    const plain = (predicate: Predicate | undefined): Reading | undefined =>
      predicate && { predicate, negated: false, unsure: false }
    if (flags[from] & POSSESSIVE) return plain(this.possessive(from + 1, to, a, b))
    let at = from
    const low = lower[at]
    if (low === '(') return b === 'time' ? plain(this.bracketDate(at, to, a)) : undefined
    if (low === ',') {
      at++
      if (at === to)
        return a === 'location' && b === 'location' ? plain({ name: 'located_in', flip: false }) : undefined
      if (['who', 'which', 'that'].includes(lower[at])) at++
      else {
        const noun = this.noun(at, to, a, b)
        if (noun !== undefined) return plain(noun)
        if (!isParticiple(lower[at]) && !lower[at].endsWith('ing')) return undefined
        return this.verb(at, to, a, b, !lower[at].endsWith('ing'))
      }
    } else if (PREPOSITIONS.has(low)) {
      const bare = to - at === 1 || (to - at === 2 && DETERMINERS.has(lower[at + 1]))
      return bare ? plain(prepositionPredicate(low, a, b)) : undefined
    } else if (b === 'person' && this.isTitle(from, to) && (a === 'organization' || a === 'location')) {
      return plain(titlePredicate(lower[to - 1], a))
    }
    return this.verb(at, to, a, b, false)
  }

  /** `X (born 12 May 1980)`, `X (1994)`. */
  private bracketDate(at: number, to: number, a: Mention['type']): Predicate | undefined {
    const born = this.text.lower[at + 1] === 'born'
    if (to - at > (born ? 3 : 1)) return undefined
    return born || a === 'person'
      ? { name: 'born_on', flip: false }
      : a === 'misc'
        ? { name: 'date', flip: false }
        : undefined
  }

  private isTitle(from: number, to: number): boolean {
    for (let i = from; i < to; i++) {
      const low = this.text.lower[i]
      if (!PERSON_NOUNS.has(low) && !TITLES.has(low) && !(this.text.flags[i] & CAPITAL)) return false
    }
    return to - from <= 4
  }

  /** `LEFT's noun RIGHT`. */
  private possessive(from: number, to: number, a: Mention['type'], b: Mention['type']): Predicate | undefined {
    if (to === from || to - from > 4) return undefined
    const last = this.text.lower[to - 1] === ',' ? to - 2 : to - 1
    const noun = this.text.lower[last]
    if (!(this.text.flags[last] & LETTERS) || PREPOSITIONS.has(noun) || this.text.flags[last] & CAPITAL)
      return undefined
    const predicate = nounPredicate(noun, 'of', b, a)
    return predicate && { name: predicate.name, flip: !predicate.flip }
  }

  /** `[the] noun of RIGHT`, with nothing else. */
  private noun(from: number, to: number, a: Mention['type'], b: Mention['type']): Predicate | undefined {
    const { lower } = this.text
    let end = to - 1
    while (end > from && (DETERMINERS.has(lower[end]) || lower[end] === '"')) end--
    if (end <= from || !PREPOSITIONS.has(lower[end])) return undefined
    for (let i = from; i < end; i++) {
      if (PREPOSITIONS.has(lower[i]) || CLAUSE.has(lower[i]) || lower[i] === ',') {
        return i > from ? this.nounAt(i - 1, i, a, b, lower[end]) : undefined
      }
    }
    return this.nounAt(end - 1, end, a, b, lower[end])
  }

  private nounAt(
    noun: number,
    preposition: number,
    a: Mention['type'],
    b: Mention['type'],
    last: string,
  ): Predicate | undefined {
    const { lower, flags } = this.text
    if (!(flags[noun] & LETTERS) || DETERMINERS.has(lower[noun])) return undefined
    // `a film directed by RIGHT`
    const verb = isParticiple(lower[noun]) ? verbOf(lower[noun]) : undefined
    if (verb !== undefined) return verbPredicate(verb, lower[preposition], true, b)
    // `a member of the board of RIGHT` says less than `a member of RIGHT`, but still of the same kind.
    const typed = nounPredicate(lower[noun], lower[preposition] === last ? last : lower[preposition], a, b)
    if (typed !== undefined || lower[preposition] !== 'of' || last !== 'of' || PREPOSITIONS.has(lower[noun]))
      return typed
    return { name: `${lower[noun]}_of`, flip: false }
  }

  private verb(
    from: number,
    to: number,
    a: Mention['type'],
    b: Mention['type'],
    reduced: boolean,
  ): Reading | undefined {
    const { lower, flags } = this.text
    let negated = false
    let unsure = false
    let be = reduced
    let at = from
    for (; at < to; at++) {
      const low = lower[at]
      if (NOT.has(low) || low.endsWith("n't") || low.endsWith('n’t')) negated = true
      if (UNSURE.has(low)) unsure = true
      if (NOT.has(low)) continue
      if (BE.has(low)) be = true
      else if (DENIES.has(low) && this.governs(at + 1, to)) negated = true
      else if (WANTS.has(low) && this.governs(at + 1, to)) unsure = true
      else if (
        HAVE.has(low) ||
        UNSURE.has(low) ||
        ADVERBS.has(low) ||
        (low.endsWith('ly') && low.length > 4) ||
        ['to', 'that', 'she', 'he', 'it', 'they', 'who'].includes(low)
      )
        continue
      else break
    }
    if (at >= to) return undefined
    const predicate = this.predicate(at, to, be, a, b)
    return predicate && !(flags[at] & CAPITAL) ? { predicate, negated, unsure } : undefined
  }

  /** Whether a verb follows that the one before governs: `denied that she founded`, `plans to buy`, `failed to`. */
  private governs(from: number, to: number): boolean {
    for (let i = from; i < Math.min(to, from + 4); i++) {
      const low = this.text.lower[i]
      if (
        low === 'to' ||
        low === 'that' ||
        low === 'having' ||
        low.endsWith('ing') ||
        ['she', 'he', 'it', 'they'].includes(low)
      )
        return true
      if (verbOf(low) !== undefined) return false
    }
    return false
  }

  private predicate(
    at: number,
    to: number,
    be: boolean,
    a: Mention['type'],
    b: Mention['type'],
  ): Predicate | undefined {
    const { lower } = this.text
    const low = lower[at]
    const verb = DETERMINERS.has(low) || PREPOSITIONS.has(low) ? undefined : verbOf(low)
    if (be && (verb === undefined || !(isParticiple(low) || low.endsWith('ing')))) {
      if (PREPOSITIONS.has(low)) return to - at <= 2 ? prepositionPredicate(low, a, b) : undefined
      return this.noun(at, to, a, b)
    }
    if (verb === undefined || at === to) return undefined
    let preposition = ''
    let agent = false
    for (let i = at + 1; i < to; i++) {
      if (CLAUSE.has(lower[i]) || lower[i] === ',' || lower[i] === '(') return undefined
      if (PREPOSITIONS.has(lower[i]) || lower[i] === 'over' || lower[i] === 'up') {
        // `governed by the laws of RIGHT`: the agent is another.
        if (agent) return undefined
        preposition = lower[i]
        agent = preposition === 'by'
      } else if (i > at + 1 && BE.has(lower[i])) return undefined
    }
    if (SAYS.has(verb) && preposition === '') return undefined
    const passive = isParticiple(low) && (be || lower[at + 1] === 'by')
    return verbPredicate(verb, preposition, passive, b)
  }
}
