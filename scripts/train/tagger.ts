// Fits the model of src/annotate/tagger and writes src/models/tagger.generated.ts and the model card in docs/models.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { factorsOf, Lattice } from '../../src/annotate/tagger/lattice.js'
import { lookAgain } from '../../src/annotate/tagger/look.js'
import { TAGGED_TYPES } from '../../src/annotate/tagger/tags.js'
import { spanOf } from '../../src/annotate/words.js'
import { writeCard } from './tagger/card.js'
import { type Example, readExamples } from './tagger/examples.js'
import { type FieldOptions, fitField, scoreExample } from './tagger/field.js'
import type { Found } from './tagger/measure.js'
import { fitSecondLook, type SecondLook, type Unseen, votesOf } from './tagger/second.js'
import { type Module, throughBytes, toModule } from './tagger/shrink.js'

const TARGET = new URL('../../src/models/tagger.generated.ts', import.meta.url)
const CARD = new URL('../../docs/models/', import.meta.url)
export const FILES = ['re/redocred_train_docs.jsonl', 'ner/wnut17_train.jsonl']

export const OPTIONS: FieldOptions = { rounds: 6, rate: 0.08, penalty: 0.003, leastCount: 3, seed: 1 }
const FOLDS = 3
/** Mentions that are less probable are left out; a balance of untyped and typed F1 on a held-out fifth of the training files. */
const THRESHOLD = 0.4

/** Reads the two training files of the folder and writes the model and its card. */
export async function train(folder: string): Promise<void> {
  const examples: Example[] = []
  for (const file of FILES) examples.push(...(await readExamples(join(folder, file))))
  const { module, found } = fitModel(examples, OPTIONS)
  writeFileSync(TARGET, module.source)
  mkdirSync(CARD, { recursive: true })
  writeCard(CARD, {
    folder,
    files: FILES,
    examples,
    options: OPTIONS,
    folds: FOLDS,
    threshold: THRESHOLD,
    module,
    found,
  })
}

/** The model, and what the same procedure finds in each document when it is trained on the other folds. */
export function fitModel(
  examples: readonly Example[],
  options: FieldOptions,
): { readonly module: Module; readonly found: Found[] } {
  const folds = Array.from({ length: FOLDS }, (_, fold) => unseenBy(examples, fold, options))
  const field = throughBytes(fitField(examples, options))
  const module = toModule(field, fitSecondLook(folds.flat(), field.transitions, options.seed), THRESHOLD)
  const found = folds.flatMap((fold) => {
    const others = folds.filter((other) => other !== fold).flat()
    return findAll(fold, fitSecondLook(others, field.transitions, options.seed))
  })
  return { module, found }
}

/** The documents of a fold as the first look sees them when it is trained on the other folds. */
function unseenBy(examples: readonly Example[], fold: number, options: FieldOptions): Unseen[] {
  const others = examples.filter((_, at) => at % FOLDS !== fold)
  const field = throughBytes(fitField(others, options))
  return examples
    .filter((_, at) => at % FOLDS === fold)
    .map((example) => ({ example, scores: scoreExample(example, field), transitions: field.transitions }))
}

function findAll(all: readonly Unseen[], { trust, votes, secondTransitions }: SecondLook): Found[] {
  const lattice = new Lattice()
  const model = { trust, votes, secondFactors: factorsOf(secondTransitions), threshold: THRESHOLD }
  return all.map((unseen) => {
    const { example, scores } = unseen
    const taken = votesOf(unseen)
    const chosen = example.rows.flatMap((row) => lookAgain(row, scores, taken, model, lattice))
    const drafts = chosen.map(({ from, to, type, probability }) => ({
      ...spanOf(example.words, from, to),
      type: TAGGED_TYPES[type],
      confidence: probability,
    }))
    return { example, drafts }
  })
}
