import { checkIterable, checkList, checkObject, clusteredMention } from './check.js'
import { ratio, type Scores } from './scores.js'

/** One document's mentions with the entity that each belongs to, by place: `[start, end, entity]`. */
export type ClusteredMention = readonly [start: number, end: number, entity: string]

/**
 * B³ over documents: of each mention, the share of its found cluster that is of its gold cluster (precision), and of
 * its gold cluster that is in its found one (recall), in the mean over mentions (Bagga and Baldwin, "Algorithms for
 * Scoring Coreference Chains", 1998). Mentions that only one side has count as wrong on that side, so that found
 * mentions can be given as well as gold ones. A place that is listed twice counts once, for the entity listed first.
 * `rightFound` and `rightGold` are the sums of those shares.
 * @throws ChunkingError `invalid-input` where what is given is of another shape.
 */
export function evaluateEntities(
  documents: Iterable<{ readonly gold: readonly ClusteredMention[]; readonly found: readonly ClusteredMention[] }>,
): Scores {
  const totals = { precision: 0, recall: 0, found: 0, gold: 0 }
  checkIterable(documents, '`documents`')
  for (const document of documents) {
    checkObject(document, 'each document')
    const { gold, found } = document
    checkList(gold, '`gold`', clusteredMention)
    checkList(found, '`found`', clusteredMention)
    const [goldOf, foundOf] = [clusters(gold), clusters(found)]
    totals.precision += shares(foundOf, goldOf)
    totals.recall += shares(goldOf, foundOf)
    totals.found += foundOf.size
    totals.gold += goldOf.size
  }
  const precision = ratio(totals.precision, totals.found)
  const recall = ratio(totals.recall, totals.gold)
  return {
    precision,
    recall,
    f1: ratio(2 * precision * recall, precision + recall),
    found: totals.found,
    gold: totals.gold,
    rightFound: totals.precision,
    rightGold: totals.recall,
  }
}

/** The cluster of each place. */
function clusters(mentions: readonly ClusteredMention[]): Map<string, string> {
  // Backwards, so that the first of a place stays.
  return new Map(mentions.toReversed().map(([start, end, entity]) => [`${start} ${end}`, entity]))
}

/** For each place of `own`, the share of its cluster there that is with it in `other` as well; the sum. */
function shares(own: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): number {
  const sizes = new Map<string, number>()
  const common = new Map<string, number>()
  for (const [place, cluster] of own) {
    sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1)
    const match = other.get(place)
    if (match === undefined) continue
    const key = JSON.stringify([cluster, match])
    common.set(key, (common.get(key) ?? 0) + 1)
  }
  let total = 0
  for (const [key, count] of common) total += count ** 2 / sizes.get(JSON.parse(key)[0])!
  return total
}
