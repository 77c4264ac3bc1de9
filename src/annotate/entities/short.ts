import type { Cluster, Clusters } from './clusters.js'

/** A cluster with the short names that would stand for it. */
export interface Form {
  readonly cluster: Cluster
  readonly shortForms: readonly string[]
  /** Its own name, where that may be short for another. */
  readonly key: string | undefined
}

export interface ShortOptions {
  /** Whether the full name must come first. */
  readonly fullFirst?: boolean
}

/**
 * Joins each cluster to the only other one that its name is short for; names that are short for several are added to
 * `ambiguous`. Linear in the forms.
 */
export function joinShort(
  clusters: Clusters,
  forms: readonly Form[],
  ambiguous: Set<string>,
  { fullFirst = false }: ShortOptions = {},
): void {
  const full = new Map<string, Cluster[]>()
  for (const { cluster, shortForms } of forms) {
    for (const form of shortForms) {
      const found = full.get(form)
      if (found === undefined) full.set(form, [cluster])
      else found.push(cluster)
    }
  }
  for (const { cluster, key } of forms) {
    const found = key === undefined ? undefined : full.get(key)
    if (key === undefined || found === undefined) continue
    const short = clusters.root(cluster)
    const others = otherRoots(clusters, found, short)
    if (others.length < 2) full.set(key, [short, ...others])
    const [first] = others
    if (first === undefined || (fullFirst && first.start > short.start)) continue
    if (others.length === 1) clusters.join(first, short)
    else for (const surface of short.surfaces) ambiguous.add(surface)
  }
}

/** The first two that are not the cluster itself; more are not needed. */
function otherRoots(clusters: Clusters, all: readonly Cluster[], own: Cluster): Cluster[] {
  const roots: Cluster[] = []
  for (const cluster of all) {
    const root = clusters.root(cluster)
    if (root === own || root === roots[0]) continue
    roots.push(root)
    if (roots.length === 2) break
  }
  return roots
}
