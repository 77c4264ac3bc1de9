import { describe, expect, it } from 'vitest'
import { BOUNDARY_FEATURES, boundaryFeatures, measureBoundaries } from '../src/cohesion/boundary.js'
import { cohesionOf } from '../src/cohesion/cohesion.js'
import { bin } from '../src/cohesion/layout.js'
import { LINK_FEATURES, linkFeatures, topicsOf } from '../src/cohesion/links.js'
import { cohesionModel, decodeModel, encodeModel } from '../src/cohesion/model.js'
import { entityPairs, salience } from '../src/cohesion/pairs.js'
import { sentenceTable } from '../src/cohesion/sentences.js'
import { START } from '../src/cohesion/words.js'
import type { Annotated, Mention } from '../src/document/document.js'
import { createDocument } from '../src/index.js'

/** A document in which words in capitals are mentions; those that end in X are concepts, in Z anaphors. */
function read(text: string): Annotated<'mentions'> {
  const mentions = [...text.matchAll(/\b[A-Z]{2,}\b/g)].map(({ 0: name, index }): Mention => {
    const kind = name.endsWith('X') ? 'concept' : name.endsWith('Z') ? 'anaphor' : 'name'
    const place = { start: index, end: index + name.length }
    return { ...place, entity: name, type: kind === 'name' ? 'person' : 'concept', kind, confidence: 1, by: 'test' }
  })
  return { ...createDocument(text), mentions }
}

describe('the table of sentences', () => {
  const table = sentenceTable(
    read('ANNA met BERT in 1990. She was the owner of it. However, ANNA left.\n\nIn May CARLX and ITZ came. The end.'),
  )

  it('has blocks, entities by number, and the sentences of each', () => {
    expect([...table.block]).toEqual([0, 0, 0, 1, 1])
    expect(table.ids).toEqual(['ANNA', 'BERT', 'CARLX'])
    expect(table.entities.map((list) => [...list])).toEqual([[0, 1], [], [0], [2], []])
    expect(table.sentencesOf.map((list) => [...list])).toEqual([[0, 2], [0], [3]])
    expect([...table.names]).toEqual([2, 0, 1, 0, 0])
  })

  it('tells how sentences begin, and which define', () => {
    expect([...table.start]).toEqual([START.newName, START.pronoun, START.connective, START.preposition, START.the])
    expect([...table.defines]).toEqual([0, 1, 0, 0, 0])
  })

  it('knows what share of the words is written without blanks', () => {
    expect(table.unspaced).toBe(0)
    expect(sentenceTable(read('今天下雨。港口很忙。')).unspaced).toBe(1)
  })
})

it('bins: a value on a bound belongs below it', () => {
  expect([-1, 0, 0.5, 1, 2, 3].map((value) => bin(value, [0, 1, 2]))).toEqual([0, 0, 1, 1, 2, 3])
})

describe('features', () => {
  const document = read(
    `${'ANNA met BERT. She saw CARLX there. It was a day. '.repeat(6)}\n\n${'DORA is a name. EMIL came. '.repeat(6)}`,
  )
  const table = sentenceTable(document)
  const boundaries = measureBoundaries(table)

  it('of boundaries and links are within their layouts, each sort once', () => {
    const features: number[] = []
    for (let at = 1; at < table.length; at++) {
      boundaryFeatures(table, boundaries, at, features)
      expect(new Set(features).size).toBe(features.length)
      for (const feature of features) expect(feature >= 0 && feature < BOUNDARY_FEATURES).toBe(true)
    }
    const crossing = new Float64Array(table.length).fill(0.5)
    const context = { table, boundaries, crossing, topic: topicsOf(boundaries, crossing), weight: () => 0.4 }
    for (let first = 0; first < table.length; first++) {
      for (let last = first + 1; last < table.length && last - first <= 8; last++) {
        linkFeatures(context, first, last, features)
        expect(new Set(features).size).toBe(features.length)
        for (const feature of features) expect(feature >= 0 && feature < LINK_FEATURES).toBe(true)
      }
    }
  })

  it('know paragraphs: within one, between two, and texts of one alone', () => {
    const at = table.block.indexOf(1)
    expect([boundaries.paragraph[at - 1], boundaries.paragraph[at], boundaries.paragraph[at + 1]]).toEqual([1, 2, 1])
    const flat = sentenceTable(read('ANNA met BERT. She left.'))
    expect([...measureBoundaries(flat).paragraph]).toEqual([0, 0])
  })
})

it('weights are kept in bytes', () => {
  const model = cohesionModel()
  expect(decodeModel(encodeModel(model))).toEqual(model)
  expect([model.boundary.length, model.nearest.length, model.evidence.length]).toEqual([
    BOUNDARY_FEATURES,
    LINK_FEATURES,
    LINK_FEATURES,
  ])
})

describe('pairs of entities', () => {
  const pairs = (text: string) => {
    const table = sentenceTable(read(text))
    return entityPairs(table, () => 1)
      .map(({ first, last, weight }) => [first, last, Number(weight.toFixed(3))])
      .sort()
  }

  it.each([
    ['neighbours', 'ANNA is here. BERT is there.', [[0, 1, 1]]],
    ['further apart counts less', 'ANNA is here. So it is. BERT is there.', [[0, 2, 0.7]]],
    ['too far apart', `ANNA is here. ${'So it is. '.repeat(5)}BERT is there.`, []],
    ['who share a sentence anywhere make none', 'ANNA is here. BERT is there. ANNA met BERT.', []],
    ['only where the two are nearest', 'ANNA is here. So it is. BERT is there. ANNA went.', [[2, 3, 1]]],
    ['one entity makes no pair', 'ANNA is here. ANNA is there.', []],
    ['anaphors make none', 'ANNA is here. HEZ is there.', []],
  ])('%s', (_, text, expected) => {
    expect(pairs(text)).toEqual(expected)
  })

  it('are worth more where both are often named', () => {
    const table = sentenceTable(read('ANNA is here. ANNA is there. BERT came. BERT went.'))
    expect(salience(table, () => false)(0, 1)).toBeCloseTo(Math.log(3) ** 2, 9)
    expect(salience(table, (type) => type === 'person')(0, 1)).toBeCloseTo(Math.log(3) ** 2 / 4, 9)
  })
})

describe('cohesion', () => {
  const text = `${'ANNA met BERT in the harbour. She asked him about the ferry. '.repeat(3)}\n\n${'DORA wrote EMIL a letter on tides. He read it at home. '.repeat(3)}`

  it('is stronger within a paragraph than between two', () => {
    const document = read(text)
    const { links } = cohesionOf(document)
    const border = text.indexOf('DORA')
    const over = (place: number) =>
      links.reduce((sum, { start, end, weight }) => sum + (start < place && end > place ? weight : 0), 0)
    const inner = document.sentences
      .slice(1)
      .map(({ start }) => start)
      .filter((start) => start !== border)
    expect(inner.length).toBe(10)
    for (const place of inner) expect(over(border)).toBeLessThanOrEqual(over(place))
    expect(over(inner[1])).toBeGreaterThan(over(border))
  })

  it.each([
    ['names of known types are trusted to the models', 'ANNA met BERT. DORA came.', 1],
    ['concepts are not', 'ANNAX met BERTX. DORAX came.', 0],
    ['as many of both are half', 'ANNA met BERTX. DORA saw EMILX.', 0.5],
    ['nothing is known of other scripts', 'ANNA。BERT。今天下雨港口很忙。', expect.closeTo(0.667, 2)],
  ])('%s', (_, own, learned) => {
    expect(cohesionOf(read(own)).learned).toEqual(learned)
  })

  it('where words have no blanks between them, neighbours in a block hold together', () => {
    const block = 'ANNA在港口等BERT。船都来了。CARL给DORA写信。大家很高兴。'
    const document = read([block, block, block].join('\n\n'))
    const { links } = cohesionOf(document, { pairs: () => 0 })
    const neighbours = document.sentences.slice(1).map(({ end }, at) => {
      const link = links.find((one) => one.start === document.sentences[at].start && one.end === end)
      return link === undefined ? 0 : 1
    })
    expect(neighbours).toEqual([1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1])
  })

  it('takes other pairs, and holds the models back', () => {
    const document = read(text)
    const { links, learned } = cohesionOf(document, { pairs: () => 1, trust: 0.5 })
    expect(learned).toBe(0.5)
    expect(links.length).toBeGreaterThan(0)
  })

  it('is empty for a text of one sentence', () => {
    expect(cohesionOf(read('ANNA met BERT.')).links).toEqual([])
    expect(cohesionOf(read('')).links).toEqual([])
  })
})
