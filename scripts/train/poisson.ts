/** What was counted where these features are on. */
export interface Example {
  readonly features: Int32Array
  readonly count: number
}

const ROUNDS = 6
const RATE = 0.06
const DECAY = 1e-3
const MOST = 3.5

/**
 * Poisson regression with a log link, by AdaGrad in a fixed pseudo-random order; the mean of the second half of the rounds.
 */
export function fitPoisson(examples: readonly Example[], size: number): Float64Array {
  const values = new Float64Array(size)
  const squares = new Float64Array(size).fill(1e-6)
  const sums = new Float64Array(size)
  const order = Int32Array.from(examples.keys())
  let state = 1
  for (let round = 0; round < ROUNDS; round++) {
    for (let at = order.length - 1; at > 0; at--) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      const other = state % (at + 1)
      const swapped = order[at]
      order[at] = order[other]
      order[other] = swapped
    }
    for (const at of order) {
      const { features, count } = examples[at]
      let sum = 0
      for (const feature of features) sum += values[feature]
      const error = Math.exp(Math.min(MOST, sum)) - count
      for (const feature of features) {
        const gradient = error + DECAY * values[feature]
        squares[feature] += gradient * gradient
        values[feature] -= (RATE * gradient) / Math.sqrt(squares[feature])
      }
    }
    if (2 * round >= ROUNDS) for (let at = 0; at < size; at++) sums[at] += values[at]
  }
  return sums.map((sum) => sum / Math.floor(ROUNDS / 2))
}
