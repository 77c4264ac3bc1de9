import type { EntityType } from '../../document/document.js'

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
  works_for: work for, work at, work with, serve at, teach at, coach at
  <works_for: employ, hire, recruit
  member_of: join, belong to, play for, play with, serve in, serve on, compete for, sign with, sign for
  leads: lead, head, chair, run, manage, govern, rule, command
  owns: own, control
  located_in: locate in, locate at, locate on, locate near, situate in, situate on, base in, base at, headquarter in, lie in, stand in, lie on
  part_of: include in, merge into
  <part_of: include, contain, comprise
  born_in: bear in, bear at
  died_in: die in, die at
  lives_in: live in, reside in, settle in
  moved_to: move to, emigrate to, relocate to
  spouse: marry, wed, divorce
  educated_at: study at, graduate from, attend, educate at, enrol at, enroll at
  author_of: write, author, co-write, pen
  created: create, design, develop, invent, build, compose
  directed: direct, co-direct
  produced: produce, co-produce, manufacture
  released_by: release through, release on, publish through
  performed_by: perform by, sing by
  <performed_by: perform, sing, record
  plays_in: star in, appear in, act in, feature in
  <plays_in: star, feature
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
  works_for: ceo, employee, director, manager, chief, executive, engineer, professor, lecturer, teacher, editor, journalist, reporter, analyst, spokesman, spokeswoman, spokesperson, coach, captain, secretary, minister, ambassador, lawyer, consultant, researcher, scientist, officer, cfo, cto, coo, treasurer, dean
  leads: president, chairman, chairwoman, chairperson, head, leader, governor, mayor, king, queen, chancellor, premier, emperor, ruler, bishop, chair
  member_of: member, player, guitarist, drummer, singer, bassist, vocalist, frontman, keyboardist, senator
  part_of: part, division, branch, subsidiary, unit, district, suburb, neighborhood, neighbourhood, borough, province, department, faculty, imprint, brand
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
  owns: owner, parent
  supplies: supplier
  performed_by: album, song, single, track, ep
  created_by: novel, book, film, painting, poem, play, opera, game
  friend_of: friend, colleague, partner
  plays_in: star, character, protagonist
  educated_at: student, graduate, alumnus, pupil
  comes_from: native, resident, citizen
`)

/** What a noun says only together with one of these. */
const NOUN_PREPOSITIONS: Readonly<Record<string, ReadonlySet<string>>> = {
  located_in: new Set(['in', 'of', 'near', 'on']),
  performed_by: new Set(['by']),
  created_by: new Set(['by']),
}

const isQuantity = (type: EntityType) => type === 'time' || type === 'number'

/** What `SUBJECT verb [preposition] OBJECT` says. */
export function verbPredicate(verb: string, preposition: string, passive: boolean, object: EntityType): Predicate {
  if (object === 'time') return forward(DATED.get(verb) ?? (preposition === '' ? verb : `${verb}_${preposition}`))
  if (passive && preposition === 'by') {
    const agent = AGENT.get(verb)
    if (agent !== undefined) return forward(agent)
    const active = VERBS.get(verb)
    if (active?.startsWith('<')) return forward(active.slice(1))
    return backward(active ?? verb)
  }
  const found =
    VERBS.get(preposition === '' ? verb : `${verb} ${preposition}`) ??
    (passive || preposition !== '' ? undefined : VERBS.get(verb))
  if (found !== undefined) return found.startsWith('<') ? backward(found.slice(1)) : forward(found)
  if (passive && object === 'location' && (preposition === 'in' || preposition === 'at')) {
    return forward(
      verb === 'found' || verb === 'establish' || verb === 'form' ? 'founded_in' : `${verb}_${preposition}`,
    )
  }
  return forward(preposition === '' ? verb : `${verb}_${preposition}`)
}

const DATED = new Map([
  ['bear', 'born_on'],
  ['die', 'died_on'],
  ['found', 'founded_on'],
  ['establish', 'founded_on'],
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
  const found = NOUNS.get(noun) ?? (noun.endsWith('s') ? NOUNS.get(noun.slice(0, -1)) : undefined)
  if (found === undefined) return undefined
  const name = found.replace('<', '')
  const needed = NOUN_PREPOSITIONS[name]
  if (needed !== undefined && !needed.has(preposition)) return undefined
  if (name === 'works_for' && object === 'location') return forward('leads')
  if (name === 'located_in' && object !== 'location')
    return name === 'located_in' && preposition === 'of' ? forward('part_of') : undefined
  return found.startsWith('<') ? backward(name) : forward(name)
}

/** What `OWNER noun PERSON` says: `Borel chairman Ida Moss`, `Danish singer Ida Moss`. */
export function titlePredicate(noun: string, owner: EntityType): Predicate {
  const found = NOUNS.get(noun)
  if (owner === 'location') return backward(found === 'leads' ? 'leads' : 'comes_from')
  return backward(found === 'leads' || found === 'member_of' ? found : 'works_for')
}

/** What `SUBJECT in OBJECT` and the like say, without a verb. */
export function prepositionPredicate(
  preposition: string,
  subject: EntityType,
  object: EntityType,
): Predicate | undefined {
  if (object !== 'location' || isQuantity(subject)) return undefined
  if (subject === 'person' || subject === 'misc') return preposition === 'from' ? forward('comes_from') : undefined
  if (
    preposition === 'in' ||
    preposition === 'at' ||
    preposition === 'near' ||
    preposition === 'of' ||
    preposition === 'on'
  )
    return forward('located_in')
  return preposition === 'from' ? forward('comes_from') : undefined
}
