import { type Clusters, isQuantity, typesOf } from './clusters.js'
import { type Form, joinShort } from './short.js'

const SMALL_WORDS = new Set('of the and for in de la du des di da del von van und et y on to at'.split(' '))
const ACRONYM = /^(?:the )?(?:\p{Lu}\.?){2,8}$/u

/** The initials of a folded name, with and without its small words. */
function initialsOf(key: string): string[] {
  const words = key.split(' ')
  if (words.length < 2 || words.length > 10) return []
  const all = words.map((word) => word[0]).join('')
  const large = words
    .filter((word) => !SMALL_WORDS.has(word))
    .map((word) => word[0])
    .join('')
  return all === large ? [all] : [all, large]
}

export const abbreviates = (short: string, long: string): boolean =>
  short.length > 1 && initialsOf(long).includes(short)

/** Joins names in capitals to the only name with these initials. */
export function joinAcronyms(clusters: Clusters, ambiguous: Set<string>): void {
  const forms = clusters.all().map((cluster): Form => {
    const [type] = typesOf(cluster.drafts)
    const isName = type !== 'person' && !isQuantity(type)
    return {
      cluster,
      shortForms: isName ? initialsOf(cluster.key).filter(({ length }) => length > 1) : [],
      key: cluster.surfaces.some((surface) => ACRONYM.test(surface)) ? cluster.key : undefined,
    }
  })
  joinShort(clusters, forms, ambiguous)
}
