import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type ExtractionResults, extractionReport } from '../benchmarks/extraction-report.js'
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
