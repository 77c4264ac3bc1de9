import { NAME_SUFFIXES, PARTICLES } from '../../models/lexicon.js'
import type { Cluster, Clusters } from './clusters.js'
import { type Form, joinShort, type ShortOptions } from './short.js'

/** A name of which only the surname is spelt out: `J. R. Orne`, `JR Orne`. */
const INITIALS = /^(?:(?:\p{Lu}[.\s]{1,2}){1,4}|\p{Lu}{2,4}\s)\p{Lu}\p{L}/u
/** A name that ends in a surname with a hyphen. */
const HYPHENED = /\s(\p{L}+)[-\u2010\u2011](\p{L}+)$/u
const SAINTS: ReadonlySet<string> = new Set(['saint', 'st'])
/** What follows a first name without being a surname: the number of a king, a title. */
const NO_SURNAME = /^(?:[ivxlc]+|khan)$/u
/** Words of the longest name that has short forms. */
const MOST_WORDS = 8

interface Person {
  readonly cluster: Cluster
  readonly words: readonly string[]
}

/**
 * Joins people's short names to the full one: without middle names, with initials, the surname (of several words where a
 * particle or a hyphen shows it), and the first name where it comes again and again after the full one.
 */
export function joinPeople(clusters: Clusters, ambiguous: Set<string>): void {
  const people = clusters
    .ofType('person')
    .map((cluster): Person => ({ cluster, words: withoutSuffix(cluster.key.split(' ')) }))
  const join = (
    shortForms: (person: Person) => readonly string[],
    isShort: (person: Person) => boolean,
    options?: ShortOptions,
  ): void => {
    const forms = people.map((person): Form => {
      const { cluster, words } = person
      const isFull = words.length > 1 && words.length <= MOST_WORDS
      return {
        cluster,
        shortForms: isFull ? shortForms(person) : [],
        key: isShort(person) ? words.join(' ') : undefined,
      }
    })
    joinShort(clusters, forms, ambiguous, options)
  }
  const isOneWord = ({ words }: Person): boolean => words.length === 1
  join(withoutMiddle, ({ words }) => words.length === 2)
  join(withInitials, ({ words, cluster }) => words.length === 2 && hasInitials(cluster))
  join(longSurnames, ({ words }) => words.length > 1)
  join(({ words }) => (SAINTS.has(words[0]) ? [] : [last(words)]), isOneWord)
  const surnames = new Set(people.filter((person) => !isOneWord(person)).map(({ words }) => last(words)))
  join(
    ({ words }) => (NO_SURNAME.test(last(words)) ? [] : [words[0]]),
    ({ cluster, words }) => words.length === 1 && !surnames.has(words[0]) && clusters.root(cluster).drafts.length > 1,
    { fullFirst: true },
  )
}

const last = (words: readonly string[]): string => words[words.length - 1]
const hasInitials = ({ surfaces }: Cluster): boolean => surfaces.some((surface) => INITIALS.test(surface))

function withoutSuffix(words: readonly string[]): readonly string[] {
  let end = words.length
  while (end > 2 && NAME_SUFFIXES.has(words[end - 1])) end--
  return words.slice(0, end)
}

const withoutMiddle = ({ words }: Person): string[] => (words.length > 2 ? [`${words[0]} ${last(words)}`] : [])

function withInitials({ words, cluster }: Person): string[] {
  if (words[0].length < 3 || hasInitials(cluster)) return []
  const initials = words.slice(0, -1).map((word) => word[0])
  return [...new Set([initials.join(''), initials[0]])].map((letters) => `${letters} ${last(words)}`)
}

/** `van dorn` of `ilse van dorn`, `orne lund` of `Ilse Orne-Lund`. */
function longSurnames({ words, cluster: { surfaces } }: Person): string[] {
  const particle = words.findIndex((word, at) => at > 0 && at < words.length - 1 && PARTICLES.has(word))
  const forms = particle < 0 ? [] : [words.slice(particle).join(' ')]
  const hyphened = surfaces.map((surface) => HYPHENED.exec(surface)).find((match) => match !== null)
  return hyphened ? [...forms, `${hyphened[1]} ${hyphened[2]}`.toLowerCase()] : forms
}
