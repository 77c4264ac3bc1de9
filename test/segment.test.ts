import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ExplainedCut } from '../src/document/chunk.js'
import { createDocument } from '../src/index.js'
import { bridge } from '../src/segment/bridge.js'
import { createBudget } from '../src/segment/budget.js'
import { cheapestPath, type PathProblem, sortGains } from '../src/segment/cheapest-path.js'
import { shapeOf } from '../src/segment/fit-sizes.js'
import { Heap } from '../src/segment/heap.js'
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

describe('sizes', () => {
  const sentences = Array.from({ length: 120 }, (_, at) => `${'word '.repeat(3 + ((at * 7) % 11))}end.`)
  const text = sentences.join(' ')
  const document = createDocument(text, { tokenizer: 'word' })
  const items = document.sentences.slice(2).map(({ end }, at) => ({
    start: document.sentences[at].start,
    end,
    weight: 1 + ((at * 5) % 7),
  }))

  it.each([20, 30, 50, 80])('about as many chunks as recursive splitting to %i, hardly more uneven', (targetTokens) => {
    const sizes = { targetTokens, overlapTokens: 0, trim: true, joiner: '\n\n' }
    const budget = createBudget(document, { ...sizes, maxTokens: 2 * targetTokens })
    const count = ({ start, end }: { start: number; end: number }) => budget.count(start, end)
    const plain = createBudget(document, { ...sizes, maxTokens: targetTokens })
    const recursive = shapeOf(splitRecursively(document, plain).map(count))
    const own = shapeOf(leastCost(document, budget, { items, evidence: 1 }).map(count))
    expect(Math.abs(own.count - recursive.count)).toBeLessThanOrEqual(Math.ceil(recursive.count * 0.05))
    expect(own.unevenness).toBeLessThan(1.06 * recursive.unevenness)
  })

  it('of a shape: one for even sizes, more for others, nothing counts nothing', () => {
    expect(shapeOf([5, 5, 5])).toEqual({ count: 3, unevenness: 1 })
    expect(shapeOf([1, 3])).toEqual({ count: 2, unevenness: 1.25 })
    expect(shapeOf([0, 4])).toEqual({ count: 1, unevenness: 1 })
    expect(shapeOf([])).toEqual({ count: 0, unevenness: 1 })
  })
})

describe('bridging', () => {
  const text =
    'Alpha one two. Beta three four. Gamma five six. Delta seven eight. Eps nine ten. Zeta eleven twelve and so on.'
  const document = createDocument(text, { tokenizer: 'word' })
  const [s0, s1, , s3, , s5] = document.sentences
  const chunks = [
    { start: 0, end: document.sentences[2].start },
    { start: document.sentences[2].start, end: document.sentences[4].start },
    { start: document.sentences[4].start, end: text.length },
  ]
  const sizes = { targetTokens: 6, maxTokens: 20, overlapTokens: 0, trim: true, joiner: '\n\n' }
  const budget = createBudget(document, sizes)
  const item = (from: { start: number }, to: { end: number }, weight: number) => ({
    start: from.start,
    end: to.end,
    weight,
  })
  const copied = (items: Parameters<typeof bridge>[3], share: number, given = budget) =>
    bridge(document, given, chunks, items, share).map(({ bridges = [] }) => bridges.map(({ start }) => start))

  it('gives a chunk the sentence that it misses most for its tokens', () => {
    // The last sentence has more tokens than the first.
    expect(copied([item(s0, s5, 9), item(s1, s3, 1)], 0.3)).toEqual([[], [], [s0.start]])
  })

  it('copies nothing without a share, and no more than the share', () => {
    const items = [item(s0, s5, 9), item(s1, s3, 8)]
    expect(copied(items, 0)).toEqual([[], [], []])
    expect(copied(items, 0.1)).toEqual([[], [], []])
    const all = copied(items, 0.8).flat().length
    expect(all).toBeGreaterThan(1)
  })

  it('never fills a chunk above the maximum', () => {
    const tight = createBudget(document, { ...sizes, maxTokens: 10 })
    expect(copied([item(s0, s5, 9)], 0.5, tight)).toEqual([[], [], []])
  })

  it('spends what is left on the sentences before', () => {
    expect(copied([], 0.3)).toEqual([[], [s1.start], []])
  })

  it('leaves items alone that are whole, and ends that no chunk holds whole', () => {
    expect(copied([item(s0, s1, 9)], 0.3)).toEqual([[], [s1.start], []])
    const cut = [
      { start: 0, end: 5 },
      { start: 5, end: text.length },
    ]
    const segments = bridge(document, createBudget(document, { ...sizes, maxTokens: 99 }), cut, [item(s0, s5, 9)], 0.2)
    expect(segments.flatMap(({ bridges = [] }) => bridges)).toEqual([])
  })
})

it('a heap gives the highest first, and of equals the one that came first', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 60 }), (priorities) => {
      const heap = new Heap<number>()
      priorities.forEach((priority, at) => {
        heap.push(priority, at)
      })
      const taken: number[] = []
      for (let top = heap.pop(); top !== undefined; top = heap.pop()) taken.push(top.value)
      const expected = [...priorities.keys()].sort((a, b) => priorities[b] - priorities[a] || a - b)
      expect(taken).toEqual(expected)
    }),
  )
})

describe('explanations', () => {
  it('no other place between the cuts around would have been cheaper, and costs add up', () => {
    fc.assert(
      fc.property(anyText, anySizes, fc.integer({ min: 0, max: 4 }), (text, sizes, links) => {
        const document = createDocument(text, { tokenizer: 'character' })
        const budget = createBudget(document, { ...sizes, trim: true, joiner: '\n\n' })
        const items = document.sentences.slice(links).map(({ end }, at) => ({
          start: document.sentences[at].start,
          end,
          weight: 1 + (at % 3),
        }))
        let cuts: readonly ExplainedCut[] = []
        const spans = leastCost(document, budget, {
          items,
          evidence: 0.7,
          explain: (given) => {
            cuts = given
          },
        })
        expect(cuts.length).toBeGreaterThanOrEqual(spans.length - 1)
        for (const { relations, cost, alternative } of cuts) {
          expect(cost?.links).toBeGreaterThanOrEqual(-1e-9)
          expect(relations).toBeGreaterThanOrEqual(-1e-9)
          if (alternative !== null) expect(alternative.extraCost).toBeGreaterThanOrEqual(-1e-6)
        }
      }),
      { numRuns: 200, seed: 9 },
    )
  })

  it('count the relations that are parted', () => {
    const text = 'One two three four. Five six seven eight. Nine ten eleven twelve.'
    const document = createDocument(text, { tokenizer: 'word' })
    const sizes = { targetTokens: 4, maxTokens: 8, overlapTokens: 0, trim: true, joiner: '\n\n' }
    const item = { start: 0, end: text.indexOf('Nine') + 4, weight: 5 }
    let cuts: readonly ExplainedCut[] = []
    leastCost(document, createBudget(document, sizes), {
      items: [item],
      evidence: 1,
      explain: (given) => {
        cuts = given
      },
    })
    expect(cuts.length).toBeGreaterThan(0)
    for (const { relations, level } of cuts) {
      expect(relations).toBeCloseTo(5, 9)
      expect(level).toBe('sentence')
    }
  })
})
