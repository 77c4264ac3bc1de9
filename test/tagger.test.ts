import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toExample } from '../scripts/train/tagger/examples.js'
import { fitModel } from '../scripts/train/tagger.js'
import { taggerExtractor } from '../src/annotate/engines/tagger.js'
import { finishMentions } from '../src/annotate/mentions/finish.js'
import { tagWords } from '../src/annotate/pos.js'
import { chooseMentions } from '../src/annotate/tagger/choose.js'
import { Features, MOST_FEATURES } from '../src/annotate/tagger/features.js'
import { shapeOf } from '../src/annotate/tagger/forms.js'
import { factorsOf, Lattice } from '../src/annotate/tagger/lattice.js'
import { rowsOf } from '../src/annotate/tagger/look.js'
import { addWeights, loadModel, packModel, unpackModel } from '../src/annotate/tagger/model.js'
import { scorerOf } from '../src/annotate/tagger/score.js'
import {
  mayEnd,
  mayFollow,
  mayStart,
  ONLY_WORD,
  partOfTag,
  TAGS,
  tagOf,
  typeOfTag,
} from '../src/annotate/tagger/tags.js'
import { VOTES } from '../src/annotate/tagger/votes.js'
import { wordsOf } from '../src/annotate/words.js'
import { createDocument } from '../src/structure/create.js'
import { anyText } from './arbitrary.js'

async function tag(text: string) {
  const document = createDocument(text)
  const { mentions } = await taggerExtractor.extract(document, {})
  return finishMentions(document, mentions).mentions
}

const read = async (text: string) =>
  (await tag(text)).map(({ start, end, type }) => `${text.slice(start, end)}/${type}`)

describe('what the tagger finds', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['Maria Ostrander was born in Copenhagen in 1931.', ['Maria Ostrander/person', 'Copenhagen/location', '1931/time']],
    [
      'The University of Belmarsh awarded three prizes to the Norwegian painter Tilda Rask.',
      ['University of Belmarsh/organization', 'three/number', 'Norwegian/location', 'Tilda Rask/person'],
    ],
    ['She joined Halvorsen Shipping Ltd in March 1987.', ['Halvorsen Shipping Ltd/organization', 'March 1987/time']],
    ['Nothing of note happened here, and nobody came.', []],
  ]
  for (const [text, expected] of cases) it(text, async () => expect(await read(text)).toEqual(expected))

  it('a name whose type another place in the document makes clear', async () => {
    const found = await read('Joren Maddock was born in Leeds. Later, Maddock studied law in Paris.')
    expect(found).toContain('Maddock/person')
  })

  it('a technical term wherever it stands', async () => {
    const found = await read('Velparidone lowers the pressure. In the second group, velparidone was given twice.')
    expect(found.filter((each) => each.toLowerCase() === 'velparidone/misc')).toHaveLength(2)
  })

  it('names in Chinese as the rules find them, beside English ones', async () => {
    expect(await read('林若川昨天在北京说，Oskar Lindqvist 已经离开。')).toContain('Oskar Lindqvist/person')
    expect(await read('林若川昨天在北京说他已经离开。')).toContain('北京/location')
  })

  it('gives a confidence above 0 and of at most 1, higher where the case is clear', async () => {
    const mentions = await tag('Germany borders France. I liked wobbling Zork best, or Trell.')
    for (const { confidence } of mentions) {
      expect(confidence).toBeGreaterThan(0)
      expect(confidence).toBeLessThanOrEqual(1)
    }
    expect(mentions[0].confidence).toBeGreaterThan(0.8)
  })

  it('stops when it is told to', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(taggerExtractor.extract(createDocument('Anna came.'), { signal })).rejects.toThrow('enough')
  })
})

it('gives sound spans for any text, and the same ones each time', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      const document = createDocument(text)
      const { mentions } = await taggerExtractor.extract(document, {})
      for (const { start, end } of mentions) {
        expect(start).toBeGreaterThanOrEqual(0)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(text.length)
      }
      expect((await taggerExtractor.extract(createDocument(text), {})).mentions).toEqual(mentions)
    }),
    { seed: 7, numRuns: 60 },
  )
})

it.each([
  ['Osterberg', 'Xxx'],
  ['USA', 'XX'],
  ['iPhone', 'xXxx'],
  ['1,250', '0,00'],
  ['Škoda', 'Xxx'],
  ['港口', 'cc'],
])('the shape of %s is %s', (form, shape) => expect(shapeOf(form)).toBe(shape))

/** All tag sequences of so many words that may stand for a sentence. */
function* sequences(length: number): Generator<readonly number[]> {
  if (length === 0) return yield []
  for (const rest of sequences(length - 1)) {
    for (let tag = 0; tag < TAGS; tag++) {
      const fits = rest.length === 0 ? mayStart(tag) : mayFollow(rest[rest.length - 1], tag)
      if (fits) yield [...rest, tag]
    }
  }
}

/** The mentions of a tag sequence, as `from to type`. */
function mentionsOf(tags: readonly number[]): string[] {
  const found: string[] = []
  let from = 0
  tags.forEach((tag, at) => {
    const part = partOfTag(tag)
    if (part === 1 || part === ONLY_WORD) from = at
    if (part >= 3) found.push(`${from} ${at + 1} ${typeOfTag(tag)}`)
  })
  return found
}

describe('the scores of words', () => {
  /** The scores by all features one by one, without what the scorer remembers. */
  async function compare(text: string) {
    const document = createDocument(text)
    const words = wordsOf(document)
    const features = new Features(document, words, await tagWords(words))
    const model = await loadModel()
    const scores = new Float32Array(words.length * TAGS)
    const found = new Int32Array(MOST_FEATURES)
    let differences = 0
    for (const { from, to } of rowsOf(words)) {
      scorerOf(model).scoreRow(features, from, to, scores)
      for (let at = from; at < to; at++) {
        if (features.isPlain(at, from, to)) continue
        const sums = new Int32Array(TAGS)
        addWeights(model, found, features.read(at, from, to, found), sums)
        const expected = Float32Array.from(sums, (sum) => sum * model.step)
        for (let tag = 0; tag < TAGS; tag++) if (scores[at * TAGS + tag] !== expected[tag]) differences++
      }
    }
    return { words: words.length, differences }
  }

  it('are the sums of the weights of their features', async () => {
    const text =
      'Dr. Lena Brandt (born 4 May 1920) of "Halvorsen Ltd" left Oslo, Norway. in 1950 she sold 20 ships to Brandt.'
    expect(await compare(`${text} ${text}`)).toMatchObject({ differences: 0 })
  })

  it('also where there are more words than the scorer remembers', async () => {
    const name = (at: number) =>
      `${String.fromCharCode(65 + (at % 26))}${at.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)])}`
    const sentence = (_: unknown, at: number) => `${name(2 * at + 1000)} met ${name(2 * at + 1001)}.`
    const { words, differences } = await compare(Array.from({ length: 10_000 }, sentence).join(' '))
    expect(words).toBeGreaterThan(30_000)
    expect(differences).toBe(0)
  })
})

describe('the lattice', () => {
  const score = (seed: number) => ((Math.imul(seed + 11, 2654435761) >>> 0) / 2 ** 32) * 6 - 3

  it.each([1, 2, 3])('agrees with the sum over all tag sequences of %i words', (length) => {
    const lattice = new Lattice()
    lattice.prepare(length)
    for (let i = 0; i < length * TAGS; i++) lattice.scores[i] = score(i)
    const transitions = Float64Array.from({ length: TAGS * TAGS }, (_, i) => score(i + 999) / 3)
    lattice.sum(factorsOf(transitions))
    const expected = new Map<string, number>()
    let total = 0
    for (const tags of sequences(length)) {
      if (!mayEnd(tags[length - 1])) continue
      const sum = tags.reduce(
        (all, tag, at) => all + lattice.scores[at * TAGS + tag] + (at > 0 ? transitions[tags[at - 1] * TAGS + tag] : 0),
        0,
      )
      total += Math.exp(sum)
      for (const key of mentionsOf(tags)) expected.set(key, (expected.get(key) ?? 0) + Math.exp(sum))
    }
    let seen = 0
    lattice.mentions((from, to, type, probability) => {
      seen++
      expect(probability).toBeCloseTo(expected.get(`${from} ${to} ${type}`)! / total, 5)
    })
    expect(seen).toBe([...expected.values()].filter((sum) => sum / total > 0.02).length)
  })

  it('chooses mentions whose bounds are clear though their type is not', () => {
    const lattice = new Lattice()
    lattice.prepare(1)
    lattice.scores[0] = 1
    for (let type = 0; type < 4; type++) lattice.scores[tagOf(type, ONLY_WORD)] = type === 2 ? 0.9 : 0.8
    lattice.sum(factorsOf(new Float64Array(TAGS * TAGS)))
    expect(chooseMentions(lattice, 0.5)).toMatchObject([{ from: 0, to: 1, type: 2 }])
    expect(chooseMentions(lattice, 0.99)).toEqual([])
  })
})

describe('the model', () => {
  it('is at most 250 KB compressed', () => {
    const source = readFileSync(new URL('../src/models/tagger.generated.ts', import.meta.url))
    expect(gzipSync(source).length).toBeLessThan(250_000)
  })

  it('is the same after packing and unpacking', () => {
    const floats = (length: number) => Float32Array.from({ length }, (_, at) => at / 8)
    const parameters = {
      keys: Int32Array.of(3, 900, 8_000_000),
      first: Int32Array.of(0, 1, 3, 4),
      tags: Uint8Array.of(0, 24, 3, 7),
      values: Int8Array.of(-127, 5, 127, -1),
      ...{ step: 0.5, threshold: 0.25, trust: 0.75 },
      transitions: floats(TAGS * TAGS),
      secondTransitions: floats(TAGS * TAGS),
      votes: floats(VOTES * TAGS),
    }
    // A Buffer, as decompression gives it, may be a part of a larger memory.
    expect(unpackModel(Buffer.concat([packModel(parameters)]))).toEqual(parameters)
  })

  it('comes out the same when it is trained again', async () => {
    const sentences = ['Lena Brandt lives in Oslo.', 'In 1950 Oslo welcomed Jonas Weil.', 'Weil wrote to Lena Brandt.']
    const names: readonly (readonly [string, string])[] = [
      ['Lena Brandt', 'PER'],
      ['Oslo', 'LOC'],
      ['Jonas Weil', 'PER'],
      ['1950', 'TIME'],
    ]
    const gold = sentences.map((text, id) => ({
      ...{ id: `${id}`, source: 'invented', text },
      entities: names
        .filter(([name]) => text.includes(name))
        .map(([name, type]) => ({
          type,
          mentions: [{ start: text.indexOf(name), end: text.indexOf(name) + name.length }],
        })),
    }))
    const once = async () => {
      const options = { rounds: 3, rate: 0.1, penalty: 0.001, leastCount: 1, seed: 5 }
      return fitModel(await Promise.all(gold.map(toExample)), options).module
    }
    const [first, second] = [await once(), await once()]
    expect(first.weights).toBeGreaterThan(0)
    expect(second.source).toBe(first.source)
  })
})
