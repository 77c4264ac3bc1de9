// The model card: what the model was made of, how, and how good it is.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Example } from './examples.js'
import type { FieldOptions } from './field.js'
import { calibration, type Figures, type Found, names, ofType, sixTypes } from './measure.js'
import type { Module } from './shrink.js'

export interface Training {
  readonly folder: string
  readonly files: readonly string[]
  readonly examples: readonly Example[]
  readonly options: FieldOptions
  readonly folds: number
  readonly threshold: number
  readonly module: Module
  readonly found: readonly Found[]
}

const LICENCES: Readonly<Record<string, string>> = {
  're/redocred_train_docs.jsonl': 'Re-DocRED (tonytan48/Re-DocRED), MIT; its text is from Wikipedia, CC BY-SA',
  'ner/wnut17_train.jsonl': 'WNUT17 (leondz/emerging_entities_17), CC BY 4.0',
}

/** Writes `tagger.md` and the list of documents, `tagger-documents.txt`; prints the figures. */
export function writeCard(folder: URL, training: Training): void {
  const ids = `${training.examples.map(({ id }) => id).join('\n')}\n`
  writeFileSync(new URL('tagger-documents.txt', folder), ids)
  const figures = figuresOf(training.found)
  console.log(figures)
  writeFileSync(new URL('tagger.md', folder), card(training, sha256(ids), figures))
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')

function figuresOf(found: readonly Found[]): string {
  const wikipedia = found.filter(({ example }) => example.quantities)
  const posts = found.filter(({ example }) => !example.quantities)
  const types = ['person', 'organization', 'location', 'misc', 'time', 'number']
  return [
    '| documents | what | exact F1 | with type | precision | recall |',
    '|---|---|---|---|---|---|',
    line('Wikipedia', 'names', names(wikipedia)),
    line('Wikipedia', 'all six types', sixTypes(wikipedia)),
    ...types.map((type) => line('Wikipedia', type, ofType(wikipedia, type))),
    line('posts', 'names', names(posts)),
  ].join('\n')
}

const line = (documents: string, what: string, { untyped, typed, precision, recall }: Figures) =>
  `| ${[documents, what, untyped, typed, precision, recall].join(' | ')} |`

function bins(found: readonly Found[]): string {
  const rows = calibration(found.filter(({ example }) => example.quantities))
    .filter(({ count }) => count > 0)
    .map(({ count, confidence, right }) => `| ${confidence.toFixed(2)} | ${right.toFixed(2)} | ${count} |`)
  return ['| mean confidence | share right | mentions |', '|---|---|---|', ...rows].join('\n')
}

function inputs({ folder, files }: Training): string {
  const rows = files.map((file) => {
    const data = readFileSync(join(folder, file))
    const documents = data.toString().trim().split('\n').length
    return `| \`${file}\` | ${documents} | \`${sha256(data)}\` | ${LICENCES[file] ?? ''} |`
  })
  return ['| file | documents | SHA-256 | source and licence |', '|---|---|---|---|', ...rows].join('\n')
}

function dateOfRun(): string {
  const flag = process.argv.indexOf('--date')
  return flag < 0 ? new Date().toISOString().slice(0, 10) : (process.argv[flag + 1] ?? '')
}

function card(training: Training, hashOfIds: string, figures: string): string {
  const { module, options, folds, threshold, found } = training
  return `# Model card: the tagger

Written by \`npm run train -- tagger --data DIR [--date YYYY-MM-DD]\` on ${dateOfRun()}. Training again gives the same bytes.

## What it is

The weights of the extractor \`tagger\`: ${module.features} hashed features with ${module.weights} weights of one byte,
${module.size} bytes compressed. A linear-chain conditional random field over words reads each sentence; a second, small one
adds what the first says of the same words elsewhere in the document. It finds names of persons, organizations, locations
and other things (\`misc\`), times and numbers in English text, and gives each a confidence: the probability that exactly
these words are a mention of this type. Names of peoples (“Norwegian”) count as locations, as in the training data.

## What it was made of

${inputs(training)}

The ids of the documents are in [tagger-documents.txt](tagger-documents.txt) (SHA-256 \`${hashOfIds}\`). The model holds no text
of them; its features are hashes of 23 bits. Posts have no gold for times and numbers, so the rules' findings stand in for it.

## How

Stochastic gradient descent with AdaGrad: ${options.rounds} rounds, rate ${options.rate}, L1 penalty ${options.penalty}, features of at
least ${options.leastCount} places, weights averaged over the second half of the rounds, seed ${options.seed}. The second field is fitted on
documents that the first did not see (${folds} folds). Mentions below a probability of ${threshold} are left out.

## How good it is

By ${folds}-fold cross-validation on the training files, with weights of one byte as shipped; exact means the same start and end:

${figures}

How far the confidence can be trusted, on the Wikipedia documents of the same folds:

${bins(found)}

## Limits

- Trained on the first paragraphs of Wikipedia articles and on English posts. It finds less in other text: names of chemicals
  and diseases in small letters are mostly missed by the model; a rule beside it marks the words that no list knows and that
  start a sentence as proper nouns, wherever the document has them, as \`misc\` with a fixed confidence of 0.25 that is not
  calibrated. That rule was found on abstracts about drugs; on the training documents it fires 32 times and is never right.
- The types are those of the data, with its inconsistencies. The four types of names are far from equally hard: see the table.
- What the model knows of names is what its sources name; how it does on names of other regions was not measured.
- No names in Chinese: those come from rules.
`
}
