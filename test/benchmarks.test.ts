import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ExtractionResults, extractionReport } from '../benchmarks/extraction-report.js'
import { root } from '../benchmarks/extraction-sets.js'
import { measureIntegrity } from '../benchmarks/integrity.js'
import { ABLATIONS } from '../benchmarks/integrity-ablation.js'
import { cutInto, langchain, relation } from '../benchmarks/integrity-cutters.js'
import { differenceOf } from '../benchmarks/integrity-interval.js'
import { matchTarget } from '../benchmarks/integrity-match.js'
import { bestPaths, type Gain, keptBy, type Units } from '../benchmarks/integrity-optimum.js'
import { type IntegrityResults, integrityReport } from '../benchmarks/integrity-report.js'
import { OPTIMA, REFERENCE } from '../benchmarks/integrity-rows.js'
import { MEASURES, type Scored } from '../benchmarks/integrity-scores.js'
import { DATA_SETS, flattened, type MeasuredDocument, OWN_SETS, prepareSet } from '../benchmarks/integrity-sets.js'
import { figure, table, withSection } from '../benchmarks/markdown.js'
import { prose } from '../benchmarks/prose.js'
import { isMet, type SpeedResults, speedReport, targets } from '../benchmarks/speed-report.js'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

describe('docs/benchmarks.md', () => {
  const page = read('../docs/benchmarks.md')
  const results = JSON.parse(read('../benchmarks/results/speed.json')) as SpeedResults

  it('holds the tables that the results of `speed` give', () => {
    expect(withSection(page, 'speed', speedReport(results))).toBe(page)
  })

  it('holds the tables that the results of `extraction` give', () => {
    const extraction = JSON.parse(read('../benchmarks/results/extraction.json')) as ExtractionResults
    expect(withSection(page, 'extraction', extractionReport(extraction))).toBe(page)
    expect(extraction.halves).toEqual(['even', 'odd', 'all'])
    expect(new Set(extraction.engines.map(({ engine }) => engine))).toEqual(
      new Set(['tagger', 'rules', 'compromise', 'wink', 'jieba']),
    )
  })

  it('holds the tables that the results of `integrity` give, of all sets, sizes and halves', () => {
    const integrity = JSON.parse(read('../benchmarks/results/integrity.json')) as IntegrityResults
    expect(withSection(page, 'integrity', integrityReport(integrity))).toBe(page)
    const measured = new Set(integrity.rows.map(({ set, size, half }) => `${set} ${size} ${half}`))
    const sizes = [128, 256, 512].flatMap((size) => ['even', 'odd', 'all'].map((half) => `${size} ${half}`))
    expect(measured).toEqual(new Set(DATA_SETS.flatMap(({ name }) => sizes.map((rest) => `${name} ${rest}`))))
    expectOptimaOnTop(integrity)
  })

  it('shows every splitter and every target', () => {
    const report = speedReport(results)
    for (const { name } of results.splitters) expect(report).toContain(name)
    for (const { name } of targets(results)) expect(report).toContain(`| ${name} |`)
  })

  it('comes from a full run', () => {
    expect(results.rounds).toBeGreaterThanOrEqual(5)
    expect(results.splitters.filter(({ ours }) => !ours).length).toBeGreaterThanOrEqual(3)
    for (const { ours, quality } of results.splitters.filter((row) => row.ours)) {
      expect(ours).toBe(true)
      expect(quality).toEqual({
        chunks: quality?.chunks,
        placed: quality?.chunks,
        tooLarge: 0,
        counted: quality?.chunks,
      })
    }
  })
})

/** At the same number of chunks and within the sizes, no way to cut keeps more than the optimum. */
function expectOptimaOnTop({ rows }: IntegrityResults): void {
  for (const row of rows.filter((one) => one.equalCount && one.equalSizes && one.stored <= 1.001)) {
    for (const measure of MEASURES) {
      const isSame = (one: typeof row): boolean => one.set === row.set && one.size === row.size && one.half === row.half
      const optimum = rows.find((one) => isSame(one) && one.method === OPTIMA[measure])
      const name = `${measure} of ${row.method} on ${row.set} ${row.size} ${row.half}`
      expect(row[measure] ?? 0, name).toBeLessThanOrEqual(optimum?.[measure] ?? 0)
    }
  }
}

/** Sentences of the given sizes, without text. */
function unitsOfSizes(sizes: readonly number[]): Units {
  const before = sizes.map((_, at) => sizes.slice(0, at).reduce((sum, size) => sum + size, 0))
  const total = before[sizes.length - 1] + sizes[sizes.length - 1]
  const places = [...before, total]
  return {
    sentences: sizes.map((size, at) => ({ start: before[at], end: before[at] + size })),
    tokensFrom: Float64Array.from(places),
    tokensTo: Float64Array.from(places),
    count: (first, end) => places[end] - places[first],
  }
}

function everyPath(units: number): number[][] {
  return Array.from({ length: 2 ** (units - 1) }, (_, bits) => [
    0,
    ...Array.from({ length: units - 1 }, (_, at) => at + 1).filter((place) => bits & (1 << (place - 1))),
    units,
  ])
}

function squaresOf({ count }: Units, path: readonly number[]): number {
  return path.slice(1).reduce((sum, end, at) => sum + count(path[at], end) ** 2, 0)
}

describe('integrity', () => {
  let documents: readonly MeasuredDocument[] = []
  beforeAll(async () => {
    documents = (await prepareSet(OWN_SETS[0], root, ['all'], 3)) ?? []
  }, 120_000)

  const anyProblem = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 2, maxLength: 9 }).chain((sizes) =>
    fc.record({
      sizes: fc.constant(sizes),
      pairs: fc.array(fc.tuple(fc.nat(sizes.length - 1), fc.nat(sizes.length - 1)), { maxLength: 12 }),
      count: fc.integer({ min: 1, max: sizes.length }),
      slack: fc.double({ min: 1, max: 3, noNaN: true }),
    }),
  )

  it('what the optimum keeps, no cut keeps more with as many chunks that are as even', () => {
    fc.assert(
      fc.property(anyProblem, ({ sizes, pairs, count, slack }) => {
        const units = unitsOfSizes(sizes)
        const gains: Gain[] = pairs
          .filter(([a, b]) => a !== b)
          .map(([a, b]) => ({ first: Math.min(a, b), last: Math.max(a, b), weight: 1 }))
        const total = units.count(0, sizes.length)
        const limits = { count, weightedMean: (slack * total) / count, maxTokens: total }
        const [path] = bestPaths([units], [gains], limits)
        const rivals = everyPath(sizes.length).filter(
          (rival) => rival.length === path.length && squaresOf(units, rival) <= squaresOf(units, path),
        )
        expect(keptBy(path, gains)).toBe(Math.max(...rivals.map((rival) => keptBy(rival, gains))))
      }),
      { seed: 20_261_201 },
    )
  })

  it('the optimum keeps to number, evenness and maximum where that is possible', () => {
    const units = unitsOfSizes([5, 5, 5, 5, 5, 5])
    const far: Gain[] = [
      { first: 0, last: 3, weight: 1 },
      { first: 4, last: 5, weight: 1 },
    ]
    const limits = { count: 2, weightedMean: 17, maxTokens: 30 }
    expect(bestPaths([units], [far], limits)).toEqual([[0, 4, 6]])
    expect(bestPaths([units], [far], { ...limits, weightedMean: 15 })).toEqual([[0, 3, 6]])
    expect(bestPaths([units], [far], { ...limits, maxTokens: 15 })).toEqual([[0, 3, 6]])
  })

  it('finds the target by which there are as many chunks, or closest to it', () => {
    for (const total of [7_000, 20_011, 100_000]) {
      for (const [size, count] of [128, 256, 512].map((size) => [size, Math.round(total / size / 0.9)])) {
        let tries = 0
        const countAt = (target: number): number => {
          tries++
          return Math.ceil(total / target)
        }
        const target = matchTarget(countAt, count, size)
        expect(tries).toBeLessThanOrEqual(19)
        const all = Array.from({ length: 2 * size }, (_, at) => Math.abs(Math.ceil(total / (at + 1)) - count))
        expect(Math.abs(Math.ceil(total / target) - count)).toBe(Math.min(...all))
      }
    }
    // Counts that rise for a while mislead bisection, which then looks around.
    const uneven = (target: number): number => (target === 102 ? 100 : target < 103 ? 130 : 97)
    expect(matchTarget(uneven, 100, 128)).toBe(102)
  })

  it('the whole of the ablation is relation_aware', () => {
    for (const { document } of documents) {
      for (const target of [60, 128]) {
        expect(cutInto(ABLATIONS[0], document, target, 256)).toEqual(cutInto(relation(), document, target, 256))
      }
    }
  })

  it('each part that is off changes some cut', () => {
    const cuts = ABLATIONS.map((cutter) =>
      JSON.stringify(documents.map(({ document }) => cutInto(cutter, document, 100, 200))),
    )
    expect(new Set(cuts).size).toBe(ABLATIONS.length)
  })

  it('places the chunks of LangChain in the text, with and without overlap', async () => {
    for (const { document } of documents) {
      for (const overlap of [0, 20]) {
        const spans = (await langchain(document, 100, overlap)).map(({ spans }) => spans[0])
        for (let at = 1; at < spans.length; at++) {
          if (overlap === 0) expect(spans[at].start).toBeGreaterThanOrEqual(spans[at - 1].end)
          else expect(spans[at].start).toBeGreaterThan(spans[at - 1].start)
          expect(document.text.slice(spans[at - 1].end, spans[at].start).trim()).toBe('')
        }
      }
    }
  })

  it('flat text keeps every mention in its place', () => {
    for (const { gold } of documents) {
      const flat = flattened(gold)
      expect(flat.text).not.toContain('\n')
      for (const { start, end } of gold.entities.flatMap(({ mentions }) => mentions)) {
        expect(flat.text.slice(start, end)).toBe(gold.text.slice(start, end).replace(/\n/g, ' '))
      }
    }
  })

  it('a difference that all documents share is certain, one that they do not share is not', () => {
    const keeping = (entityLevel: number): Scored => ({
      chunks: [],
      counts: { mentions: 0, cutMentions: 0, relations: 10, entityLevel, nearestPair: 0, withEvidence: 0, evidence: 0 },
      textTokens: 0,
    })
    const reference = [1, 2, 3, 4].map(keeping)
    const more = differenceOf([3, 4, 5, 6].map(keeping), reference, 'ent')
    expect(more).toEqual({ points: 20, from: 20, to: 20 })
    const mixed = differenceOf([9, 2, 0, 4].map(keeping), reference, 'ent')
    expect(mixed.points).toBe(12.5)
    expect(mixed.from).toBeLessThan(0)
    expect(mixed.to).toBeGreaterThan(25)
    expect(differenceOf(reference, reference, 'near')).toEqual({ points: 0, from: 0, to: 0 })
  })

  it('runs on datasets/: the reference captures nothing, the optimum all, and no method more', async () => {
    const results = await measureIntegrity({ sizes: [128], halves: ['all'], quick: true }, () => {})
    expectOptimaOnTop(results)
    const row = (method: string) => results.rows.find((one) => one.method === method)
    expect(row(REFERENCE)?.captured).toEqual({ ent: 0, near: 0, evid: 0 })
    for (const measure of MEASURES) expect(row(OPTIMA[measure])?.captured[measure]).toBe(100)
    expect(row('relation_aware')).toMatchObject({ equalCount: true, cutMentions: 0 })
    expect(row('relation_aware, bridge 0.1')?.stored).toBeGreaterThan(1.03)
    const report = integrityReport(results)
    for (const method of ['recursive', 'entity_aware', 'community_detection', 'centrality_based'])
      expect(report).toContain(`| ${method} |`)
    for (const { name } of ABLATIONS) expect(report).toContain(name)
    expect(results.time.growth).toBeGreaterThan(0)
  }, 240_000)

  it('names the sets that there are', async () => {
    const settings = { sets: ['nothing'], sizes: [128], halves: ['all'] as const, quick: true }
    await expect(measureIntegrity(settings, () => {})).rejects.toThrow('datasets')
  })
})

describe('helpers', () => {
  it('replaces what stands between the comments, and nothing else', () => {
    const page = 'before\n<!-- a:begin -->\nold\n<!-- a:end -->\nafter <!-- b:begin --> <!-- b:end -->'
    const replaced = withSection(page, 'a', 'new\n')
    expect(replaced).toBe('before\n<!-- a:begin -->\n\nnew\n\n<!-- a:end -->\nafter <!-- b:begin --> <!-- b:end -->')
    expect(withSection(replaced, 'a', 'new')).toBe(replaced)
    expect(() => withSection(page, 'c', 'new')).toThrow('<!-- c:begin -->')
  })

  it.each([
    [0.1234, '0.12'],
    [12.34, '12.3'],
    [123.4, '123'],
    [1234567, '1,234,567'],
    [Number.NaN, '–'],
  ])('writes %d as %s', (value, written) => {
    expect(figure(value)).toBe(written)
  })

  it('writes a table', () => {
    expect(table(['a', 'b'], [['x', '1']])).toBe('| a | b |\n| --- | ---: |\n| x | 1 |')
  })

  it('takes what could not be measured for missed', () => {
    expect(isMet({ name: '', must: 2, sense: 1, measured: Number.NaN })).toBe(false)
    expect(isMet({ name: '', must: 2, sense: -1, measured: Number.NaN })).toBe(false)
    expect(isMet({ name: '', must: 2, sense: -1, measured: 2 })).toBe(true)
  })

  it('makes the same prose from the same seed, and other prose from another', () => {
    const text = prose(5_000, 1)
    expect(text.length).toBeGreaterThanOrEqual(5_000)
    expect(prose(5_000, 1)).toBe(text)
    expect(prose(5_000, 2).slice(0, 1_000)).not.toBe(text.slice(0, 1_000))
  })
})
