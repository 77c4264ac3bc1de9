import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDocument } from '../src/index.js'
import { createBudget } from '../src/segment/budget.js'
import { cheapestPath, type PathProblem, sortGains } from '../src/segment/cheapest-path.js'
import { leastCost } from '../src/segment/least-cost.js'
import { splitRecursively } from '../src/segment/recursive.js'
import { anySizes, anyText } from './arbitrary.js'

const SIZE_COST = { price: 2, aim: 9, mean: 7 }

/** The cost of one choice, added up plainly; `Infinity` where a chunk is not allowed. */
function costOf({ problem, gains }: Plain, places: readonly number[]): number {
  const { price, aim, mean } = SIZE_COST
  let cost = 0
  for (let at = 1; at < places.length; at++) {
    const [start, end] = [places[at - 1], places[at]]
    if (start < problem.earliest[end] && end - start > 1) return Infinity
    cost += price * ((problem.tokensTo[end] - problem.tokensFrom[start] - aim) / mean) ** 2
    if (end < problem.last) cost += problem.cutCosts[end]
    for (const { first, last, weight } of gains) if (first >= start && last < end) cost -= weight
  }
  return cost
}

/** The lowest cost over all 2^(n-1) choices. */
function lowestCost(plain: Plain): number {
  const { problem } = plain
  let lowest = Infinity
  for (let mask = 0; mask < 1 << (problem.last - 1); mask++) {
    const places = [0]
    for (let place = 1; place < problem.last; place++) if (mask & (1 << (place - 1))) places.push(place)
    places.push(problem.last)
    const cost = costOf(plain, places)
    if (cost < lowest) lowest = cost
  }
  return lowest
}

interface Gain {
  readonly first: number
  readonly last: number
  readonly weight: number
}

interface Plain {
  readonly problem: PathProblem
  readonly gains: readonly Gain[]
}

const anyProblem: fc.Arbitrary<Plain> = fc.integer({ min: 1, max: 11 }).chain((last) =>
  fc
    .record({
      sizes: fc.array(fc.integer({ min: 0, max: 20 }), { minLength: last, maxLength: last }),
      limit: fc.integer({ min: 1, max: 60 }),
      cuts: fc.array(fc.integer({ min: -3, max: 5 }), { minLength: last + 1, maxLength: last + 1 }),
      gains: fc.array(fc.tuple(fc.nat(last - 1), fc.nat(last - 1), fc.integer({ min: 1, max: 9 })), { maxLength: 12 }),
    })
    .map(({ sizes, limit, cuts, gains: drawn }): Plain => {
      const tokens = Float64Array.from([0, ...sizes])
      for (let at = 1; at <= last; at++) tokens[at] += tokens[at - 1]
      const earliest = Int32Array.from(tokens, (to) => tokens.findIndex((from) => to - from <= limit))
      const gains = drawn.map(([a, b, weight]) => ({ first: Math.min(a, b), last: Math.max(a, b), weight }))
      const problem = {
        last,
        tokensFrom: tokens,
        tokensTo: tokens,
        earliest,
        cutCosts: Float64Array.from(cuts),
        gains: sortGains(
          {
            first: Int32Array.from(gains, ({ first }) => first),
            last: Int32Array.from(gains, (gain) => gain.last),
            weight: Float64Array.from(gains, ({ weight }) => weight),
          },
          last,
        ),
      }
      return { problem, gains }
    }),
)

it('the cheapest path costs what exhaustive search finds', () => {
  fc.assert(
    fc.property(anyProblem, (plain) => {
      expect(costOf(plain, cheapestPath(plain.problem, SIZE_COST))).toBeCloseTo(lowestCost(plain), 9)
    }),
    { numRuns: 3000, seed: 7 },
  )
})

describe('least-cost segmentation', () => {
  it('without evidence is recursive splitting, byte for byte', () => {
    fc.assert(
      fc.property(anyText, anySizes, (text, sizes) => {
        const document = createDocument(text, { tokenizer: 'character' })
        const budget = createBudget(document, { ...sizes, trim: true, joiner: '\n\n' })
        const trimmed = (spans: readonly { start: number; end: number }[]) =>
          spans.map(({ start, end }) => text.slice(start, end).trim())
        expect(trimmed(leastCost(document, budget))).toEqual(trimmed(splitRecursively(document, budget)))
      }),
      { numRuns: 500, seed: 8 },
    )
  })

  it('keeps the two ends of an item together where that fits', () => {
    const text = 'One two three four. Five six seven eight. Nine ten eleven twelve. More words are here now.'
    const document = createDocument(text, { tokenizer: 'word' })
    const budget = createBudget(document, {
      targetTokens: 8,
      maxTokens: 12,
      overlapTokens: 0,
      trim: true,
      joiner: '\n\n',
    })
    const item = { start: text.indexOf('Five'), end: text.indexOf('Nine') + 4, weight: 5 }
    const parted = (spans: readonly { start: number; end: number }[]) =>
      spans.some(({ start }) => start > item.start && start < item.end)
    expect(parted(splitRecursively(document, budget))).toBe(true)
    expect(parted(leastCost(document, budget, { items: [item] }))).toBe(false)
  })
})
