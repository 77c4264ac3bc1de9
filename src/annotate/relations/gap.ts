import type { EntityType } from '../../document/document.js'
import { gazetteers } from '../../models/gazetteers.js'
import { DIRECTIONS, MISC_NOUNS, ORGANIZATION_NOUNS, PERSON_NOUNS, TITLES } from '../../models/lexicon.js'
import { foldTerm } from '../../models/terms.js'
import { isParticiple, verbOf } from '../verbs.js'
import { CAPITAL, LETTERS, POSSESSIVE, type Words } from '../words.js'
import type { Core } from './core.js'
import { AREAS, isKnownPlace } from './gazetteer.js'
import {
  nounPredicate,
  type Predicate,
  prepositionPredicate,
  titlePredicate,
  vagueNoun,
  verbPredicate,
} from './predicates.js'
import {
  ADVERBS,
  BE,
  CLAUSE,
  DENIES,
  DETERMINERS,
  HAVE,
  NOT,
  OWNERS,
  PREPOSITIONS,
  SAYS,
  UNSURE,
  WANTS,
} from './vocabulary.js'

/** Most words that say what a name is. */
const TITLE_REACH = 8

/** What the words between two mentions say. */
export interface Reading {
  readonly predicate: Predicate
  readonly negated: boolean
  readonly unsure: boolean
  /** The verb that says it, for what follows its object. */
  readonly verb?: { readonly base: string; readonly passive: boolean }
  /** Whether it is said of the object of the verb before: `X founded OBJECT in 1990`. */
  readonly ofObject?: boolean
}

/** Reads the words between two mentions. */
export class GapReader {
  constructor(
    private readonly text: Words,
    private readonly placed: Core,
  ) {}

  /** What a verb, whose subject and object come before, says of one more mention: `was born on OBJECT in MENTION`. */
  carried({ verb, negated, unsure }: Reading, subject: number, object: number, at: number): Reading | undefined {
    const { lower } = this.text
    const { mentions, from, to } = this.placed
    const b = mentions[at].type
    if (verb === undefined || object !== at - 1 || (b !== 'time' && b !== 'location')) return undefined
    const start = to[object] + (lower[to[object]] === ',' ? 1 : 0)
    const preposition = lower[start]
    if (start >= from[at] || !['in', 'on', 'at'].includes(preposition) || !this.isBare(start + 1, from[at]))
      return undefined
    const adjunct = mentions[object].type === 'time' || mentions[object].type === 'location'
    const ofObject = !adjunct && !verb.passive
    if (ofObject && b !== 'time') return undefined
    const a = mentions[ofObject ? object : subject].type
    const predicate = verbPredicate(verb.base, preposition, ofObject || verb.passive, a, b)
    if (ofObject && predicate.name === `${verb.base}_${preposition}`) return undefined
    return { predicate, negated, unsure, verb, ofObject }
  }

  read(left: number, right: number, from: number): Reading | undefined {
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
    if (this.ownerBefore(from)) {
      const owned = this.possessive(from, to, a, b)
      if (owned !== undefined) return plain(owned)
    }
    if (low === ',') {
      at++
      if (at === to) return undefined
      if (PREPOSITIONS.has(lower[at]))
        return lower[at] === 'of' && this.isBare(at + 1, to) ? plain(prepositionPredicate('of', a, b)) : undefined
      if (['who', 'which', 'that'].includes(lower[at])) at++
      else if (BE.has(lower[at])) return this.verb(at, to, a, b, false)
      else {
        const noun = this.noun(at, to, a, b)
        if (noun !== undefined) return plain(noun)
        if (!isParticiple(lower[at]) && !lower[at].endsWith('ing')) return undefined
        return this.verb(at, to, a, b, !lower[at].endsWith('ing'))
      }
    } else if (PREPOSITIONS.has(low)) {
      if (low === 'of' && a === 'person' && b === 'location' && !this.isKnown(right)) return undefined
      return this.isBare(at + 1, to) ? plain(prepositionPredicate(low, a, b)) : undefined
    } else if (b === 'person' && this.isTitle(from, to) && (a === 'organization' || a === 'location')) {
      return plain(titlePredicate(lower[to - 1], a))
    }
    return this.verb(at, to, a, b, false)
  }

  private isKnown(at: number): boolean {
    const { from, to } = this.placed
    const name = foldTerm(this.text.lower.slice(from[at], to[at]).join(' '))
    return isKnownPlace(name)
  }

  /** Nothing but `the` and `southern`. */
  private isBare(from: number, to: number): boolean {
    for (let i = from; i < to; i++) {
      const low = this.text.lower[i]
      if (!DETERMINERS.has(low) && !DIRECTIONS.has(low) && !isQuote(low)) return false
    }
    return true
  }

  /** Whether the mention before the words is `his` or the like. */
  private ownerBefore(from: number): boolean {
    return OWNERS.has(this.text.lower[from - 1])
  }

  private isTitle(from: number, to: number): boolean {
    for (let i = from; i < to; i++) {
      const low = this.text.lower[i]
      if (!PERSON_NOUNS.has(low) && !TITLES.has(low) && !(this.text.flags[i] & CAPITAL)) return false
    }
    return to - from <= 4
  }

  /** `LEFT's noun RIGHT`. */
  private possessive(from: number, to: number, a: EntityType, b: EntityType): Predicate | undefined {
    if (to === from || to - from > 4) return undefined
    const last = this.text.lower[to - 1] === ',' ? to - 2 : to - 1
    const noun = this.text.lower[last]
    if (!(this.text.flags[last] & LETTERS) || PREPOSITIONS.has(noun) || this.text.flags[last] & CAPITAL)
      return undefined
    const predicate = nounPredicate(noun, 'of', b, a) ?? nounPredicate(noun, 'by', b, a)
    return predicate && { name: predicate.name, flip: !predicate.flip }
  }

  /** `[the] noun of RIGHT`, with nothing else. */
  private noun(from: number, to: number, a: EntityType, b: EntityType): Predicate | undefined {
    const { lower } = this.text
    let end = to - 1
    while (end > from && (DETERMINERS.has(lower[end]) || DIRECTIONS.has(lower[end]) || isQuote(lower[end]))) end--
    if (this.isHead(end)) while (end > from && to - end < TITLE_REACH && this.isPlain(end)) end--
    if (end <= from || !PREPOSITIONS.has(lower[end])) return undefined
    for (let i = from; i < end; i++) {
      if (PREPOSITIONS.has(lower[i]) || CLAUSE.has(lower[i]) || lower[i] === ',') {
        if (i === from) return undefined
        return (
          this.nounAt(i - 1, i, a, b, lower[end], i === end || this.isArea(i + 1, end)) ?? this.lies(from, end, a, b)
        )
      }
    }
    return this.nounAt(end - 1, end, a, b, lower[end], true) ?? this.lies(from, end, a, b)
  }

  /** Nothing but `the DANISH province`, so that what is a part of it is a part of the place. */
  private isArea(from: number, to: number): boolean {
    for (let i = from; i < to; i++) {
      const low = this.text.lower[i]
      if (!DETERMINERS.has(low) && !AREAS.has(low) && !gazetteers().demonyms.has(foldTerm(low))) return false
    }
    return to > from
  }

  /** `a unit of local government in RIGHT`: where a thing is, whatever it is. */
  private lies(from: number, to: number, a: EntityType, b: EntityType): Predicate | undefined {
    const { lower } = this.text
    if ((lower[to] !== 'in' && lower[to] !== 'within') || b !== 'location') return undefined
    if ((a !== 'location' && a !== 'organization') || !DETERMINERS.has(lower[from])) return undefined
    for (let i = from; i < to; i++)
      if (CLAUSE.has(lower[i]) || BE.has(lower[i]) || HAVE.has(lower[i]) || isParticiple(lower[i])) return undefined
    return { name: 'located_in', flip: false }
  }

  /** Whether the word before a name says what is so named: `by the rock GROUP X`. */
  private isHead(at: number): boolean {
    const low = this.text.lower[at]
    return PERSON_NOUNS.has(low) || ORGANIZATION_NOUNS.has(low) || MISC_NOUNS.has(low) || TITLES.has(low)
  }

  private isPlain(at: number): boolean {
    const low = this.text.lower[at]
    return ((this.text.flags[at] & LETTERS) !== 0 || low === '-') && !PREPOSITIONS.has(low) && !CLAUSE.has(low)
  }

  private nounAt(
    noun: number,
    preposition: number,
    a: EntityType,
    b: EntityType,
    last: string,
    direct: boolean,
  ): Predicate | undefined {
    const { lower, flags } = this.text
    if (!(flags[noun] & LETTERS) || DETERMINERS.has(lower[noun])) return undefined
    // `a film directed by RIGHT`
    const verb = isParticiple(lower[noun]) ? verbOf(lower[noun]) : undefined
    if (verb !== undefined) return verbPredicate(verb, lower[preposition], true, a, b)
    // `a member of the board of RIGHT` says less than `a member of RIGHT`, but still of the same kind.
    const found = nounPredicate(lower[noun], lower[preposition], a, b)
    const typed = direct || found?.name === 'located_in' ? found : undefined
    if (typed !== undefined || lower[preposition] !== 'of' || last !== 'of' || PREPOSITIONS.has(lower[noun]))
      return typed
    return vagueNoun(lower[noun], 'of')
  }

  private verb(from: number, to: number, a: EntityType, b: EntityType, reduced: boolean): Reading | undefined {
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
    const found = this.predicate(at, to, be, a, b)
    return found && !(flags[at] & CAPITAL) ? { ...found, negated, unsure } : undefined
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
    a: EntityType,
    b: EntityType,
  ): Pick<Reading, 'predicate' | 'verb'> | undefined {
    const plain = (predicate: Predicate | undefined) => predicate && { predicate }
    const { lower } = this.text
    const low = lower[at]
    const verb = DETERMINERS.has(low) || PREPOSITIONS.has(low) ? undefined : verbOf(low)
    if (be && (verb === undefined || !(isParticiple(low) || low.endsWith('ing')))) {
      if (PREPOSITIONS.has(low)) return this.isBare(at + 1, to) ? plain(prepositionPredicate(low, a, b)) : undefined
      return plain(this.noun(at, to, a, b))
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
    return { predicate: verbPredicate(verb, preposition, passive, a, b), verb: { base: verb, passive } }
  }
}

const isQuote = (low: string): boolean => low === '"' || low === '“' || low === '‘'
