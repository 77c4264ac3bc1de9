import { ORGANIZATION_NOUNS } from '../../models/lexicon.js'
import type { Cluster, Clusters } from './clusters.js'
import { withoutLegalForm } from './fold.js'
import { type Form, joinShort } from './short.js'

/** Last words without which an organization's name is still its name. */
const DROPPED: ReadonlySet<string> = new Set(
  ['university college institute school high group associates orchestra studios company holdings bank fc club football']
    .concat('records music publishing')
    .flatMap((words) => words.split(' ')),
)
const LINKS: ReadonlySet<string> = new Set(['of', 'for', 'against'])
/** Words of the longest name that has short forms. */
const MOST_WORDS = 8

/** Joins organizations' names that differ by their legal form. */
export function joinLegalForms(clusters: Clusters): void {
  const short = new Map<string, Cluster>()
  for (const cluster of clusters.ofType('organization')) {
    const key = withoutLegalForm(cluster.key)
    if (key === cluster.key) continue
    const other = clusters.withKey(key, 'organization') ?? short.get(key)
    if (other !== undefined) clusters.join(other, cluster)
    else short.set(key, cluster)
  }
}

/**
 * Joins short names of organizations to the full one that came before: without what it is ("Orne University", "Orne"), what
 * it is alone ("the Orne Valley Senate", "the Senate"; teams: "the Orne Badgers", "the Badgers"; "the Board of Mills").
 */
export function joinOrganizations(clusters: Clusters, ambiguous: Set<string>): void {
  const all = clusters.ofType('organization').map((cluster) => ({ cluster, words: cluster.key.split(' ') }))
  const join = (
    shortForms: (words: readonly string[]) => readonly string[],
    isShort: (words: readonly string[], cluster: Cluster) => boolean,
  ): void => {
    const forms = all.map(({ cluster, words }): Form => {
      const isFull = words.length > 1 && words.length <= MOST_WORDS
      return {
        cluster,
        shortForms: isFull ? shortForms(words) : [],
        key: isShort(words, cluster) ? words.join(' ') : undefined,
      }
    })
    joinShort(clusters, forms, ambiguous, { fullFirst: true })
  }
  join(withoutDropped, () => true)
  join(
    (words) => [words[words.length - 1]],
    (words, cluster) => words.length === 1 && namesKind(words[0], cluster),
  )
  join(
    (words) => (LINKS.has(words[1]) ? [words[0]] : []),
    (words) => words.length === 1,
  )
}

function withoutDropped(words: readonly string[]): string[] {
  const forms: string[] = []
  for (let end = words.length; end > 1 && DROPPED.has(words[end - 1]); end--)
    forms.push(words.slice(0, end - 1).join(' '))
  return forms
}

/** Whether a word says what an organization is, or is a team's name: a plural, and no acronym. */
function namesKind(word: string, { surfaces }: Cluster): boolean {
  const isKind = ORGANIZATION_NOUNS.has(word) || (word.length > 3 && word.endsWith('s'))
  return isKind && surfaces.some((surface) => /^(?:the )?\p{Lu}/u.test(surface) && surface !== surface.toUpperCase())
}
