import type { MentionDraft } from '../extractor.js'
import { joinAcronyms } from './acronyms.js'
import { type Cluster, type Clusters, typesOf } from './clusters.js'
import { joinLegalForms, joinOrganizations } from './organizations.js'
import { joinPairs } from './pairs.js'
import { joinPeople } from './people.js'

/** Joins names that are forms of one name; returns the short names that fit several, sorted. */
export function joinForms(text: string, drafts: readonly MentionDraft[], clusters: Clusters): string[] {
  const ambiguous = new Set<string>()
  joinLegalForms(clusters)
  joinAccents(clusters)
  joinPairs(text, drafts, clusters)
  joinAcronyms(clusters, ambiguous)
  joinPeople(clusters, ambiguous)
  joinOrganizations(clusters, ambiguous)
  return [...ambiguous].sort()
}

/** Joins names of one type that differ by the accents on Latin letters. */
function joinAccents(clusters: Clusters): void {
  const seen = new Map<string, Cluster>()
  for (const cluster of clusters.all()) {
    const key = `${typesOf(cluster.drafts)[0]} ${withoutAccents(cluster.key)}`
    const other = seen.get(key)
    if (other === undefined) seen.set(key, cluster)
    else clusters.join(other, cluster)
  }
}

const ASCII = /^[\x20-\x7e]*$/

function withoutAccents(key: string): string {
  if (ASCII.test(key)) return key
  return key
    .normalize('NFD')
    .replace(/([a-z])\p{M}+/gu, '$1')
    .normalize('NFC')
}
