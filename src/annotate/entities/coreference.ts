import type { Block, Entity, EntityId, EntityType, Mention } from '../../document/document.js'
import { byPosition, firstStartingAt } from '../../document/span.js'
import { kindOfNoun } from '../mentions/typing.js'
import { ADJECTIVE, AUXILIARY, NOUN, PROPER, VERB } from '../pos.js'
import { LETTERS, spanOf, type Words } from '../words.js'
import { Antecedents, type Candidate } from './antecedents.js'

/** About how often an antecedent is right. */
const CONFIDENCE = { pronoun: 0.7, noun: 0.6 }

type Gender = 'he' | 'she'

const GENDERED: ReadonlyMap<string, Gender> = new Map([
  ...['he', 'him', 'his', 'himself'].map((word) => [word, 'he'] as const),
  ...['she', 'her', 'hers', 'herself'].map((word) => [word, 'she'] as const),
])
/** Titles and kin before a name, or at its start. */
const TITLES: ReadonlyMap<string, Gender> = new Map([
  ...'mr mister sir lord king prince duke count baron emperor father brother uncle son grandfather herr monsieur actor'
    .split(' ')
    .map((word) => [word, 'he'] as const),
  ...'mrs ms miss dame lady queen princess duchess countess baroness empress mother sister aunt daughter grandmother'
    .concat(' frau madame mademoiselle actress')
    .split(' ')
    .map((word) => [word, 'she'] as const),
])
const NEUTER: ReadonlySet<string> = new Set(['it', 'its', 'itself'])
const THINGS: ReadonlySet<EntityType> = new Set(['organization', 'location', 'misc'])
/** What `kindOfNoun` answers, as types. */
const NOUN_TYPES: readonly EntityType[] = ['person', 'location', 'organization', 'misc']
/** Nouns by which a place is called that was named; "the sea" and "the house" may be any. */
const PLACES: ReadonlySet<string> = new Set(
  'city town village country state province island river district county municipality region'.split(' '),
)
const BE: ReadonlySet<string> = new Set(['is', 'was', 'are', 'were', 'became', 'remains', "'s"])
const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the', 'one'])
/** Verbs of an "it" that stands for nothing: "it seems that", "it is said to". */
const EMPTY_VERBS: ReadonlySet<string> = new Set(['seems', 'seemed', 'appears', 'appeared', 'rains', 'rained', 'snows'])

/**
 * Pronouns and definite nouns ("the company") as mentions of kind `anaphor` of the entity that they stand for: in the
 * same block the subject of its sentence, else the nearest name there, else the same of the three sentences before, if the
 * type fits. A definite
 * noun stands for an entity that was called so ("Borealis, a company"), whose name ends so, or that is the only one of its
 * type in reach. What could stand for several things, or for none, is left out. `mentions` are names, sorted. English.
 * Linear in the words.
 */
export function findAnaphors(
  blocks: readonly Block[],
  words: Words,
  tags: Uint8Array,
  mentions: readonly Mention[],
  entities: readonly Entity[],
): Mention[] {
  const reader = new Reader(words, tags, new Map(entities.map((entity) => [entity.id, entity])))
  const found: Mention[] = []
  let next = 0
  let blockEnd = -1
  for (let at = 0; at < words.length; ) {
    if (words.start[at] >= blockEnd) {
      const block = blocks[firstStartingAt(blocks, words.start[at] + 1) - 1]
      blockEnd = block === undefined ? Number.POSITIVE_INFINITY : Math.max(block.end, words.end[at])
      reader.forget()
    }
    while (next < mentions.length && mentions[next].end <= words.start[at]) next++
    const mention = mentions[next]
    if (mention !== undefined && mention.start < words.end[at]) {
      let to = at + 1
      while (to < words.length && words.start[to] < mention.end) to++
      reader.take(mention, at, to)
      at = to
      continue
    }
    const anaphor = reader.read(at, mention?.start ?? Number.POSITIVE_INFINITY)
    if (anaphor === undefined) at++
    else {
      found.push(anaphor)
      at++
      while (at < words.length && words.start[at] < anaphor.end) at++
    }
  }
  return found
}

class Reader {
  private readonly antecedents = new Antecedents()
  private readonly genders = new Map<EntityId, Gender>()
  /** Nouns that entities were called. */
  private readonly called = new Map<EntityId, Set<string>>()

  constructor(
    private readonly words: Words,
    private readonly tags: Uint8Array,
    private readonly entities: ReadonlyMap<EntityId, Entity>,
  ) {}

  forget(): void {
    this.antecedents.forget()
  }

  /** Takes a name in as an antecedent, and reads what it is called. */
  take({ entity, kind }: Mention, from: number, to: number): void {
    const known = this.entities.get(entity)
    if (kind !== 'name' || known === undefined || known.type === 'time' || known.type === 'number') return
    this.antecedents.add(entity, known.type, this.words.sentence[from])
    const gender = this.titleBefore(from)
    if (gender !== undefined && known.type === 'person' && !this.genders.has(entity)) this.genders.set(entity, gender)
    const noun = this.definition(to)
    if (noun === undefined) return
    const nouns = this.called.get(entity) ?? new Set()
    this.called.set(entity, nouns.add(noun))
  }

  private titleBefore(from: number): Gender | undefined {
    const { lower } = this.words
    const before = lower[from - 1] === '.' ? lower[from - 2] : lower[from - 1]
    return [lower[from], before]
      .map((word = '') => TITLES.get(word.replace('.', '')))
      .find((gender) => gender !== undefined)
  }

  /** The noun of "X is a … noun" and of "X, a … noun". */
  private definition(at: number): string | undefined {
    const { lower, sentence } = this.words
    let i = at
    if (i + 1 >= lower.length || !(BE.has(lower[i]) || lower[i] === ',') || !ARTICLES.has(lower[i + 1]))
      return undefined
    let noun: string | undefined
    for (i += 2; i < Math.min(at + 10, lower.length) && sentence[i] === sentence[at]; i++) {
      const tag = this.tags[i]
      if (tag === NOUN) noun = lower[i]
      else if (noun !== undefined || !(tag === ADJECTIVE || tag === PROPER || lower[i] === '-')) break
    }
    return noun
  }

  read(at: number, nextName: number): Mention | undefined {
    const { lower, sentence } = this.words
    if (this.tags[at] === VERB || this.tags[at] === AUXILIARY) this.antecedents.sawVerb(sentence[at])
    const gender = GENDERED.get(lower[at])
    if (gender !== undefined) return this.person(at, gender)
    if (NEUTER.has(lower[at])) return this.thing(at)
    return lower[at] === 'the' ? this.definite(at, nextName) : undefined
  }

  private person(at: number, gender: Gender): Mention | undefined {
    const candidate = this.choose(at, ({ entity, type }) => {
      const known = this.genders.get(entity)
      return type === 'person' && (known === undefined || known === gender)
    })
    if (candidate === undefined) return undefined
    this.genders.set(candidate.entity, gender)
    return this.anaphor(at, at + 1, candidate, CONFIDENCE.pronoun)
  }

  private thing(at: number): Mention | undefined {
    if (this.words.lower[at] === 'it' && this.isEmpty(at)) return undefined
    // Much is "it" that has no name: a place only where the talk is of it.
    const candidate = this.choose(at, ({ type, isSubject }) => THINGS.has(type) && (isSubject || type !== 'location'))
    return candidate && this.anaphor(at, at + 1, candidate, CONFIDENCE.pronoun)
  }

  /** "It is clear that", "it seems": the pronoun stands for nothing. */
  private isEmpty(at: number): boolean {
    const { lower, sentence } = this.words
    if (EMPTY_VERBS.has(lower[at + 1] ?? '')) return true
    if (!BE.has(lower[at + 1] ?? '')) return false
    for (let i = at + 2; i < Math.min(at + 7, lower.length) && sentence[i] === sentence[at]; i++) {
      if (lower[i] === 'that' || lower[i] === 'to' || lower[i] === 'who') return true
    }
    return false
  }

  private definite(at: number, nextName: number): Mention | undefined {
    const { lower, sentence, start, flags } = this.words
    const noun = at + 1
    if (noun >= lower.length || sentence[noun] !== sentence[at] || start[noun] >= nextName) return undefined
    if (this.tags[noun] !== NOUN || !(flags[noun] & LETTERS)) return undefined
    const after = noun + 1
    const goesOn = after < lower.length && sentence[after] === sentence[at]
    // "The company car", "the company of": the noun is not the whole.
    if (goesOn && (this.tags[after] === NOUN || this.tags[after] === PROPER || lower[after] === 'of')) return undefined
    if (goesOn && start[after] >= nextName) return undefined
    const word = lower[noun]
    const named = this.choose(at, ({ entity }) => this.isCalled(entity, word))
    const candidate = named ?? this.onlyOne(at, word)
    return candidate && this.anaphor(at, noun + 1, candidate, CONFIDENCE.noun)
  }

  private isCalled(entity: EntityId, noun: string): boolean {
    if (this.called.get(entity)?.has(noun)) return true
    const name = this.entities.get(entity)?.name.toLowerCase() ?? ''
    return name.endsWith(` ${noun}`)
  }

  private onlyOne(at: number, noun: string): Candidate | undefined {
    const type = NOUN_TYPES[kindOfNoun(noun)]
    // "The man" may be anybody.
    if (type === undefined || type === 'person') return undefined
    const fitting = this.antecedents.inReach(this.words.sentence[at]).filter((candidate) => candidate.type === type)
    if (fitting.length !== 1) return undefined
    return type === 'location' && !PLACES.has(noun) && !fitting[0].isSubject ? undefined : fitting[0]
  }

  private choose(at: number, fits: (candidate: Candidate) => boolean): Candidate | undefined {
    return this.antecedents.choose(this.words.sentence[at], fits)
  }

  private anaphor(from: number, to: number, { entity, type }: Candidate, confidence: number): Mention {
    this.antecedents.add(entity, type, this.words.sentence[from])
    const { start, end } = spanOf(this.words, from, to)
    return { start, end, entity, type, kind: 'anaphor', confidence, by: 'coreference' }
  }
}

/** The mentions with the anaphors among them, and with the entities; terms that anaphors overlap give way. */
export function withAnaphors(
  mentions: readonly Mention[],
  entities: readonly Entity[],
  anaphors: readonly Mention[],
): { readonly mentions: readonly Mention[]; readonly entities: readonly Entity[] } {
  if (anaphors.length === 0) return { mentions, entities }
  const isHidden = ({ kind, start, end }: Mention): boolean => {
    if (kind !== 'concept') return false
    const before = anaphors[firstStartingAt(anaphors, end) - 1]
    return before !== undefined && before.end > start
  }
  const hidden = new Set(mentions.filter(isHidden))
  const added = new Map<EntityId, Mention[]>()
  for (const anaphor of anaphors) {
    const list = added.get(anaphor.entity)
    if (list === undefined) added.set(anaphor.entity, [anaphor])
    else list.push(anaphor)
  }
  return {
    mentions: [...mentions.filter((mention) => !hidden.has(mention)), ...anaphors].sort(byPosition),
    entities: entities.flatMap((entity) => {
      const kept = entity.mentions.filter((mention) => !hidden.has(mention))
      if (kept.length === 0) return []
      return [{ ...entity, mentions: [...kept, ...(added.get(entity.id) ?? [])].sort(byPosition) }]
    }),
  }
}
