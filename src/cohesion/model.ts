import { cohesion as packed } from '../models/cohesion.generated.js'
import { BOUNDARY_FEATURES } from './boundary.js'
import { LINK_FEATURES } from './links.js'

/** The weights of the three models, by feature. */
export interface CohesionModel {
  /** Relations that cross the place between two sentences. */
  readonly boundary: Float64Array
  /** Relations whose nearest mentions are in the two sentences. */
  readonly nearest: Float64Array
  /** Relations whose evidence begins in the one sentence and ends in the other. */
  readonly evidence: Float64Array
}

/** Steps to 1 in which weights are kept. */
const STEPS = 32

/** No expectation is above e^3.5. */
const MOST = 3.5

/** Expected number of relations: Poisson, with a log link. */
export function expected(features: readonly number[], weights: Float64Array): number {
  let sum = 0
  for (const feature of features) sum += weights[feature]
  return Math.exp(Math.min(MOST, sum))
}

/** The models as base 64 of bytes with a sign. */
export function encodeModel({ boundary, nearest, evidence }: CohesionModel): string {
  const bytes = Int8Array.from([...boundary, ...nearest, ...evidence], (value) =>
    Math.max(-127, Math.min(127, Math.round(value * STEPS))),
  )
  return Buffer.from(bytes.buffer).toString('base64')
}

export function decodeModel(text: string): CohesionModel {
  const values = Float64Array.from(new Int8Array(Buffer.from(text, 'base64')), (byte) => byte / STEPS)
  const links = BOUNDARY_FEATURES + LINK_FEATURES
  return {
    boundary: values.subarray(0, BOUNDARY_FEATURES),
    nearest: values.subarray(BOUNDARY_FEATURES, links),
    evidence: values.subarray(links),
  }
}

let decoded: CohesionModel | undefined

/** The model of the package. */
export function cohesionModel(): CohesionModel {
  decoded ??= decodeModel(packed)
  return decoded
}
