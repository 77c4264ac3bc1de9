/** The terms of a text with their weights. */
export type Terms = ReadonlyMap<number, number>

/** Likeness of two lists of terms, 0 to 1. */
export function cosine(a: Terms, b: Terms): number {
  if (a.size > b.size) return cosine(b, a)
  let sum = 0
  for (const [term, weight] of a) sum += weight * (b.get(term) ?? 0)
  return sum
}

/** Sum of several lists of terms, of length 1. */
export function sumOf(lists: readonly Terms[]): Map<number, number> {
  const sum = new Map<number, number>()
  for (const list of lists) for (const [term, weight] of list) sum.set(term, (sum.get(term) ?? 0) + weight)
  return normalized(sum)
}

export function normalized(weights: Map<number, number>): Map<number, number> {
  let squares = 0
  for (const weight of weights.values()) squares += weight * weight
  const length = Math.sqrt(squares) || 1
  for (const [term, weight] of weights) weights.set(term, weight / length)
  return weights
}
