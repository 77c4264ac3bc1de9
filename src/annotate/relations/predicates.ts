import type { EntityType } from '../../document/document.js'
import { LOCATION_NOUNS, ORGANIZATION_NOUNS, PERSON_NOUNS } from '../../models/lexicon.js'

/** The name of a relation, and whether it runs from the second mention to the first. */
export interface Predicate {
  readonly name: string
  readonly flip: boolean
}

const forward = (name: string): Predicate => ({ name, flip: false })
const backward = (name: string): Predicate => ({ name, flip: true })

const table = (rows: string): ReadonlyMap<string, string> =>
  new Map(
    rows
      .trim()
      .split('\n')
      .flatMap((row) => {
        const [name, words] = row.trim().split(': ')
        return words.split(', ').map((word): [string, string] => [word, name])
      }),
  )

/** Verb, or verb and preposition → predicate; `<` before it: from object to subject. */
const VERBS = table(`
  acquired: acquire, buy, purchase, take over
  <founded_by: found, co-found, cofound, establish, set up
  works_for: work for, work at, teach at, serve at
  <works_for: employ, hire, recruit
  member_of: join, belong to, play for, sign for, sign with
  leads: lead, head, chair, manage, govern, rule
  owns: own, control
  located_in: locate in, locate at, locate on, situate in, situate on, base in, base at, headquarter in, headquarter at, lie in, stand in, lie on, locate within, situate within, lie within
  part_of: merge into
  born_in: bear in, bear at
  died_in: die in, die at
  lives_in: live in, reside in, settle in
  moved_to: move to, emigrate to, relocate to
  spouse: marry, wed, divorce, marry to
  killed: kill, assassinate, murder
  educated_at: study at, graduate from, attend, educate at, enrol at, enroll at
  author_of: write, author, co-write, pen, compose
  created: create, design, invent, develop
  directed: direct, co-direct
  produced: produce, co-produce, manufacture
  released_by: release through, release on, publish through
  performed_by: perform by, sing by
  <performed_by: perform, sing, record
  plays_in: star in, appear in, act in
  <plays_in: star
  supplies: supply, supply to
  defeated: defeat, beat
  succeeded: succeed, replace
  borders: border, adjoin
  named_after: name after
`)

/** The same, said in the passive with its agent. */
const AGENT = new Map([
  ['release', 'released_by'],
  ['publish', 'published_by'],
  ['perform', 'performed_by'],
  ['name', 'named_by'],
])

/** Noun → predicate, from the one so called to the other: `the wife of`, `a subsidiary of`. */
const NOUNS = table(`
  works_for: ceo, employee, director, manager, chief, executive, engineer, professor, lecturer, teacher, editor, journalist, reporter, correspondent, analyst, spokesman, spokeswoman, spokesperson, lawyer, consultant, researcher, scientist, officer, cfo, cto, coo, treasurer, dean, secretary, publisher, commander, superintendent, inspector, curator
  leads: president, chairman, chairwoman, chairperson, head, leader, governor, mayor, king, queen, chancellor, premier, emperor, ruler, chair
  member_of: member, player, guitarist, drummer, singer, bassist, vocalist, frontman, keyboardist, captain, midfielder, defender, striker, goalkeeper
  part_of: part, division, branch, subsidiary, unit, district, neighborhood, neighbourhood, borough, province, department, faculty, imprint, brand
  located_in: city, town, village, municipality, river, lake, mountain, commune, township, island, university, school, company, community, settlement, station, hospital, county, museum, church, region
  capital_of: capital
  child_of: son, daughter, child
  parent_of: father, mother, parent
  spouse: wife, husband, spouse, widow, widower
  sibling: brother, sister, sibling
  author_of: author, writer
  created: creator, composer, designer, developer, inventor, architect
  directed: filmmaker
  produced: producer, manufacturer, maker
  <founded_by: founder, co-founder, cofounder
  owns: owner
  supplies: supplier
  performed_by: album, song, single, track, ep, mixtape
  <author_of: novel, book, poem, play, novella, essay
  <created: painting, opera, sculpture, comic, ballet
  <directed: film, movie
  friend_of: friend, colleague, partner
  killed: assassin, killer, murderer
  educated_at: student, graduate, alumnus, pupil
  comes_from: native, resident, citizen
`)

/** What a noun says only together with one of these. */
const NOUN_PREPOSITIONS: Readonly<Record<string, ReadonlySet<string>>> = {
  located_in: new Set(['in', 'of', 'on', 'within']),
  performed_by: new Set(['by']),
  capital_of: new Set(['of']),
  leads: new Set(['of', 'for']),
  part_of: new Set(['of']),
  member_of: new Set(['of', 'for', 'in', 'with']),
  works_for: new Set(['of', 'for', 'at', 'with']),
}

const isQuantity = (type: EntityType) => type === 'time' || type === 'number'

/** The types that subject and object of a predicate have, by their first letters; `x` is any. */
const SIGNATURES: ReadonlyMap<string, readonly [subject: string, object: string]> = new Map(
  `works_for p om, leads p ol, member_of po o, located_in lo l, lives_in p l, born_in p l, died_in p l, comes_from pom l,
author_of po m, created po mol, directed p m, produced po m, performed_by m po, released_by m o, published_by m o,
plays_in p m, spouse p p, child_of p p, parent_of p p, sibling p p, capital_of l l, educated_at p o, founded_by om po,
killed p p, born_on p t, died_on p t, founded_on olm t, released_on m t, published_on m t`
    .split(/,\s/)
    .map((row) => {
      const [name, subject, object] = row.split(' ')
      return [name, [subject, object] as const] as const
    }),
)

/** Whether the predicate is one of ours, with a meaning of its own, and not just the words of the text. */
export const isTyped = (name: string): boolean =>
  SIGNATURES.has(name) || ['part_of', 'succeeded', 'acquired', 'owns'].includes(name)

/** Whether the predicate can be said of a subject and an object of these types. */
export function fits(name: string, subject: EntityType, object: EntityType): boolean {
  if (name === 'part_of' || name === 'succeeded') return subject === object && !isQuantity(subject)
  const signature = SIGNATURES.get(name)
  if (signature === undefined) return true
  return signature.every((letters, at) => letters.includes((at === 0 ? subject : object)[0]) || letters.includes('x'))
}

/** What `SUBJECT verb [preposition] OBJECT` says; the plain verb where the types do not fit what it usually says. */
export function verbPredicate(
  verb: string,
  preposition: string,
  passive: boolean,
  subject: EntityType,
  object: EntityType,
): Predicate {
  const typed = typedVerb(verb, preposition, passive, object)
  if (typed !== undefined) {
    const [from, to] = typed.flip ? [object, subject] : [subject, object]
    if (fits(typed.name, from, to)) return typed
  }
  if (passive && preposition === 'by') return backward(verb)
  return forward(preposition === '' ? verb : `${verb}_${preposition}`)
}

function typedVerb(verb: string, preposition: string, passive: boolean, object: EntityType): Predicate | undefined {
  if (object === 'time') {
    const dated = preposition === '' || ['in', 'on'].includes(preposition) ? DATED.get(verb) : undefined
    // `X released it in 1994` says nothing of when X was released.
    return dated !== undefined && (passive || verb === 'die') ? forward(dated) : undefined
  }
  if (passive && preposition === 'by') {
    const agent = AGENT.get(verb)
    if (agent !== undefined) return forward(agent)
    const active = VERBS.get(verb)
    return active === undefined ? undefined : active.startsWith('<') ? forward(active.slice(1)) : backward(active)
  }
  const found =
    VERBS.get(preposition === '' ? verb : `${verb} ${preposition}`) ??
    (passive || preposition !== '' ? undefined : VERBS.get(verb))
  if (found !== undefined) return found.startsWith('<') ? backward(found.slice(1)) : forward(found)
  if (passive && object === 'location' && (preposition === 'in' || preposition === 'at'))
    return ['found', 'establish', 'form'].includes(verb) ? forward('founded_in') : undefined
  return undefined
}

const DATED = new Map([
  ['bear', 'born_on'],
  ['die', 'died_on'],
  ['found', 'founded_on'],
  ['establish', 'founded_on'],
  ['form', 'founded_on'],
  ['create', 'founded_on'],
  ['incorporate', 'founded_on'],
  ['launch', 'founded_on'],
  ['open', 'founded_on'],
  ['release', 'released_on'],
  ['publish', 'published_on'],
])

/** What `SUBJECT, the noun preposition OBJECT` says; undefined where it says nothing of the two. */
export function nounPredicate(
  noun: string,
  preposition: string,
  subject: EntityType,
  object: EntityType,
): Predicate | undefined {
  if (isQuantity(subject) || isQuantity(object)) return undefined
  const found = NOUNS.get(noun) ?? (noun.endsWith('s') && noun !== 'parts' ? NOUNS.get(noun.slice(0, -1)) : undefined)
  if (found === 'works_for' && object === 'misc') return undefined
  if (found === undefined) {
    if (PERSON_NOUNS.has(noun) && ['at', 'with'].includes(preposition) && fits('works_for', subject, object))
      return forward('works_for')
    const lies = preposition === 'in' || preposition === 'within'
    const place = LOCATION_NOUNS.has(noun) || ORGANIZATION_NOUNS.has(noun)
    return lies && place && fits('located_in', subject, object) ? forward('located_in') : undefined
  }
  const name = found.replace('<', '')
  const needed = found.startsWith('<') && name !== 'founded_by' ? BY : (NOUN_PREPOSITIONS[name] ?? OF)
  if (!needed.has(preposition)) return undefined
  const flip = found.startsWith('<')
  const [from, to] = flip ? [object, subject] : [subject, object]
  if (!fits(name, from, to)) return vagueNoun(noun, preposition)
  return { name, flip }
}

/** The words themselves, unless they are the name of a predicate that says more. */
export function vagueNoun(noun: string, preposition: string): Predicate | undefined {
  const name = `${noun}_${preposition}`
  return name === 'part_of' || SIGNATURES.has(name) ? undefined : forward(name)
}

/**
 * What `PERSON, NOUN preposition ... ORGANIZATION` says. A noun that names no predicate says that the person works there, and
 * so does one that is parted from the organization: `president of the board of ORGANIZATION`.
 */
export function prepositionOfPost(noun: string, preposition: string, direct: boolean): string | undefined {
  if (!['of', 'for', 'at', 'with', 'in'].includes(preposition)) return undefined
  const found = nounPredicate(noun, preposition, 'person', 'organization')
  const name = found?.flip === false ? found.name : undefined
  if (name !== undefined && SIGNATURES.has(name) && !['works_for', 'leads'].includes(name))
    return direct ? name : undefined
  return direct && name === 'leads' ? name : 'works_for'
}

const BY: ReadonlySet<string> = new Set(['by'])
const OF: ReadonlySet<string> = new Set(['of'])

const DELEGATES = new Set(
  'sen sen. rep rep. senator representative congressman congresswoman gov gov. governor'.split(' '),
)

/** What `OWNER noun PERSON` says: `Borel chairman Ida Moss`, `Porto mayor Ida Moss`. */
export function titlePredicate(noun: string, owner: EntityType): Predicate | undefined {
  const found = NOUNS.get(noun)
  if (owner === 'location')
    return found === 'leads' ? backward('leads') : DELEGATES.has(noun) ? backward('comes_from') : undefined
  if (found === '<founded_by') return forward('founded_by')
  return noun === 'manager' ? undefined : backward(found === 'leads' || found === 'works_for' ? found : 'member_of')
}

/** What `SUBJECT at OBJECT` and the like say, without a verb. */
export function prepositionPredicate(
  preposition: string,
  subject: EntityType,
  object: EntityType,
): Predicate | undefined {
  if (object === 'organization' && subject === 'person') return preposition === 'of' ? forward('member_of') : undefined
  if (object !== 'location') return undefined
  if (subject === 'person') return ['from', 'of'].includes(preposition) ? forward('comes_from') : undefined
  if (subject !== 'location') return undefined
  return preposition === 'in' ? forward('located_in') : preposition === 'near' ? forward('near') : undefined
}
