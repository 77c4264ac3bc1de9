// Fits the weights of src/annotate/relations/facts.ts; writes src/models/facts.generated.ts and its card.

import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RELATION_LABELS } from '../../benchmarks/relation-labels.js'
import { rulesExtractor } from '../../src/annotate/engines/rules.js'
import { linkEntities } from '../../src/annotate/entities/link.js'
import type { MentionDraft } from '../../src/annotate/extractor.js'
import { finishMentions } from '../../src/annotate/mentions/finish.js'
import {
  BUCKETS,
  candidatesOf,
  type LearntPredicate,
  logistic,
  packBuckets,
  type Vocabulary,
  vocabularyOf,
} from '../../src/annotate/relations/facts.js'
import { placeMentions } from '../../src/annotate/relations/pairs.js'
import { findAssertions, type Placed } from '../../src/annotate/relations/patterns.js'
import { CAPITAL, type Words, wordsOf } from '../../src/annotate/words.js'
import { type GoldDocument, matchEntities, parseGoldDocuments } from '../../src/evaluate/index.js'
import { createDocument } from '../../src/structure/create.js'
import { TYPE_OF_LABEL } from '../gold-types.js'

const FILE = 're/redocred_train_docs.jsonl'
const TARGET = new URL('../../src/models/facts.generated.ts', import.meta.url)
const CARD = new URL('../../docs/models/facts.md', import.meta.url)
/** Predicates that are tried; those that never get precise enough are dropped. */
const PREDICATES = [
  'located_in',
  'comes_from',
  'member_of',
  'part_of',
  'performed_by',
  'released_on',
  'released_by',
  'sibling',
]
const WORDS = 400
const ROUNDS = 4
const RATE = 0.06
const DECAY = 3e-2
const FOLDS = 5
/** The share of a predicate's facts, beyond those of the patterns, that must be right in documents that were held out. */
const PRECISION = 0.8
/** Fewest such facts. */
const FEWEST = 15

interface Sample {
  readonly words: Words
  readonly placed: Placed
  readonly document: number
  /** The gold entity of a mention, else its own. */
  entity(mention: number): string
  isTrue(subject: string, predicate: string, object: string): boolean
}

interface Example {
  readonly features: Int32Array
  readonly predicate: number
  readonly right: boolean
  readonly document: number
  /** Names the fact in its document. */
  readonly fact: string
}

/** Reads the training documents of the folder and writes weights and card. Equal input gives equal weights. */
export async function train(folder: string): Promise<void> {
  const input = readFileSync(join(folder, FILE), 'utf8')
  const samples: Sample[] = []
  for (const [index, gold] of parseGoldDocuments(input, FILE).entries()) samples.push(...(await samplesOf(gold, index)))
  const list = frequentWords(samples)
  const vocabulary = vocabularyOf(list)
  let [names, examples, rows]: [readonly string[], Example[], Row[]] = [PREDICATES, [], []]
  // The predicates share their buckets: without one, another may fall short that did not before.
  for (let isSettled = false; !isSettled; ) {
    examples = samples.flatMap((sample) => examplesOf(sample, names, vocabulary))
    rows = crossValidate(examples, names, stated(samples))
    const kept = rows.filter(({ least }) => least < 1).map(({ name }) => name)
    isSettled = kept.length === names.length
    names = kept
  }
  writeFileSync(TARGET, moduleOf(rows, list, packBuckets(fitWeights(examples))))
  writeFileSync(CARD, card(input, examples.length, rows))
  console.log(table(rows))
}

/** A document by the mentions of the rules, and by the annotators' own. */
async function samplesOf(gold: GoldDocument, index: number): Promise<Sample[]> {
  const document = createDocument(gold.text)
  const { mentions: found } = await rulesExtractor.extract(document, {})
  const given = gold.entities.flatMap(({ type, mentions }): MentionDraft[] =>
    mentions.map(({ start, end }) => ({ start, end, type: TYPE_OF_LABEL[type] })),
  )
  const relations = new Set(gold.relations.map(({ head, type, tail }) => `${head} ${type} ${tail}`))
  return [found, given].map((drafts) => {
    const { mentions, entities } = linkEntities(document, finishMentions(document, drafts).mentions)
    const words = wordsOf(document)
    const placed = placeMentions(mentions, words)
    const matched = matchEntities(gold, entities)
    return {
      words,
      placed,
      document: index,
      entity: (mention) => matched.get(placed.mentions[mention].entity) ?? placed.mentions[mention].entity,
      isTrue: (subject, predicate, object) => {
        const { same = [], inverse = [] } = RELATION_LABELS[predicate]
        return (
          same.some((label) => relations.has(`${subject} ${label} ${object}`)) ||
          inverse.some((label) => relations.has(`${object} ${label} ${subject}`))
        )
      },
    }
  })
}

/** The words in small letters that most documents have between two mentions. */
function frequentWords(samples: readonly Sample[]): string[] {
  const counts = new Map<string, number>()
  for (const { words, placed } of samples) {
    const seen = new Set<string>()
    for (let i = 1; i < placed.mentions.length; i++) {
      if (words.sentence[placed.from[i]] !== words.sentence[placed.from[i - 1]]) continue
      for (let at = placed.to[i - 1]; at < placed.from[i]; at++)
        if (!(words.flags[at] & CAPITAL) && !/[\s\d]/.test(words.lower[at])) seen.add(words.lower[at])
    }
    for (const word of seen) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const sorted = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return sorted.slice(0, WORDS).map(([word]) => word)
}

function examplesOf(sample: Sample, names: readonly string[], vocabulary: Vocabulary): Example[] {
  const { words, placed, document, entity, isTrue } = sample
  return [...candidatesOf(words, placed, names, vocabulary)].map(({ subject, object, predicate, features }) => {
    const [a, b] = [entity(subject), entity(object)]
    return {
      features,
      predicate,
      right: isTrue(a, names[predicate], b),
      document,
      fact: `${document} ${a} ${names[predicate]} ${b}`,
    }
  })
}

/** The facts of the patterns. */
function stated(samples: readonly Sample[]): ReadonlySet<string> {
  return new Set(
    samples.flatMap(({ words, placed, document, entity }) =>
      findAssertions(words, placed).map(
        ({ subject, predicate, object }) => `${document} ${entity(subject)} ${predicate} ${entity(object)}`,
      ),
    ),
  )
}

interface Row extends LearntPredicate {
  readonly facts: number
  readonly right: number
  readonly missing: number
}

/** The least probability of each predicate from which its new facts are right often enough, by models of other documents. */
function crossValidate(all: readonly Example[], names: readonly string[], known: ReadonlySet<string>): Row[] {
  const best = new Map<string, { predicate: number; probability: number; right: boolean }>()
  for (let fold = 0; fold < FOLDS; fold++) {
    const weights = fitWeights(all.filter(({ document }) => document % FOLDS !== fold))
    for (const { features, document, fact, predicate, right } of all) {
      if (document % FOLDS !== fold || known.has(fact)) continue
      const probability = logistic(features, weights)
      if (probability > (best.get(fact)?.probability ?? 0)) best.set(fact, { predicate, probability, right })
    }
  }
  return names.map((name, predicate) => {
    const facts = [...best.values()].filter((fact) => fact.predicate === predicate)
    facts.sort((a, b) => b.probability - a.probability)
    const missing = facts.filter(({ right }) => right).length
    let row: Row = { name, least: 1, facts: 0, right: 0, missing }
    let right = 0
    facts.forEach((fact, at) => {
      if (fact.right) right++
      if (at + 1 >= FEWEST && right / (at + 1) >= PRECISION)
        row = { name, least: Math.ceil(fact.probability * 100) / 100, facts: at + 1, right, missing }
    })
    return row
  })
}

/** Logistic regression by AdaGrad in a fixed pseudo-random order; the mean of the second half of the rounds. */
function fitWeights(all: readonly Example[]): Float64Array {
  const values = new Float64Array(BUCKETS)
  const squares = new Float64Array(BUCKETS).fill(1e-6)
  const sums = new Float64Array(BUCKETS)
  const order = Int32Array.from(all.keys())
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
      const { features, right } = all[at]
      const error = logistic(features, values) - (right ? 1 : 0)
      for (const feature of features) {
        const gradient = error + DECAY * values[feature]
        squares[feature] += gradient * gradient
        values[feature] -= (RATE * gradient) / Math.sqrt(squares[feature])
      }
    }
    if (2 * round >= ROUNDS) for (let at = 0; at < BUCKETS; at++) sums[at] += values[at]
  }
  return sums.map((sum) => sum / (ROUNDS / 2))
}

function moduleOf(rows: readonly Row[], words: readonly string[], packed: string): string {
  const predicates = rows.map(({ name, least }) => `  { name: '${name}', least: ${least} },\n`).join('')
  return `// Generated by npm run train -- facts; do not edit.
export const predicates = [
${predicates}]
export const vocabulary =
  ${JSON.stringify(words.join(' '))}
export const packed =
  '${packed}'
`
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ name, least, facts, right, missing }) =>
      `| \`${name}\` | ${least.toFixed(2)} | ${facts} | ${((100 * right) / facts).toFixed(1)} | ${((100 * right) / missing).toFixed(1)} |`,
  )
  return [
    '| predicate | least probability | new facts | precision | recall |',
    '|---|---:|---:|---:|---:|',
    ...lines,
  ].join('\n')
}

function card(input: string, examples: number, rows: readonly Row[]): string {
  const hash = createHash('sha256').update(input).digest('hex')
  return `# The model of stated facts

Written by \`npm run train -- facts\`; not edited by hand.

Most asserted relations come from hand-written patterns (\`by: 'patterns'\`). This model adds facts between two mentions of one
sentence that no pattern reads (\`by: 'model'\`): that a song is part of an album, when a book came out, where a thing lies.

- A logistic model for each predicate over ${BUCKETS} shared buckets that features are hashed into: the types of the two mentions,
  whether a place is a country, a region or a people, their order, the words between and beside them (${WORDS} common words in
  small letters; every other word is one, every name by its type), how far apart they are, the noun that a name ends with.
- Input: \`${FILE}\` (Re-DocRED, MIT; the text is Wikipedia's, CC BY-SA), sha256 \`${hash}\`; the
  documents are listed in [tagger-documents.txt](tagger-documents.txt). Labels of the same meaning only.
- ${examples} examples: pairs of mentions of one sentence, by the mentions of the rules and by the annotators' own.
- Seed 1; training again gives the same bytes.

It asserts nothing in a sentence that asks, denies or supposes, and nothing of a pair of which a pattern states a typed fact, or denies one.

## Precision

By models that were fitted on the other four fifths of the documents. New facts are those that no pattern states; recall is the
share of the true facts, named in one sentence, that the patterns miss. A predicate is kept where at least ${FEWEST} new facts are
right at ${100 * PRECISION} % precision. Annotators miss facts, so that true precision is higher.

${table(rows)}

## Limits

It has learnt from short encyclopaedic articles, and it goes by form: what stands beside a country is often, not always, in it.
Ask for \`by: 'patterns'\` alone where a wrong fact costs more than a missing one.
`
}
