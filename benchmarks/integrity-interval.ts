import { keptOf, type Measure, type Scored } from './integrity-scores.js'
import { seeded } from './prose.js'

const RESAMPLES = 1_000
const SEED = 20_261

/** A difference in points, and the interval that 95 % of the resamples are in. */
export interface Difference {
  readonly points: number
  readonly from: number
  readonly to: number
}

/**
 * How much more a way to cut keeps than the reference does, with a paired bootstrap by document: 1,000 resamples, fixed seed.
 */
export function differenceOf(found: readonly Scored[], reference: readonly Scored[], measure: Measure): Difference {
  const pairs = found.map((one, at) => {
    const [kept, of] = keptOf(one, measure)
    return { more: kept - keptOf(reference[at], measure)[0], of }
  })
  const pointsOf = (list: typeof pairs): number => {
    const of = list.reduce((sum, pair) => sum + pair.of, 0)
    return of === 0 ? 0 : (100 * list.reduce((sum, pair) => sum + pair.more, 0)) / of
  }
  const random = seeded(SEED)
  const resampled = Array.from({ length: RESAMPLES }, () =>
    pointsOf(pairs.map(() => pairs[Math.floor(random() * pairs.length)])),
  ).sort((a, b) => a - b)
  return { points: pointsOf(pairs), from: resampled[RESAMPLES * 0.025], to: resampled[RESAMPLES * 0.975 - 1] }
}
