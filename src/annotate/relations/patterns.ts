import type { Words } from '../words.js'
import type { Assertion, Placed, Tell } from './assertion.js'
import { readBrackets } from './brackets.js'
import { readClauses } from './clauses.js'
import { coreOf } from './core.js'
import { levelOf } from './gazetteer.js'
import { readNested } from './nested.js'
import { readOrigins } from './origins.js'
import { readPlaces } from './places.js'
import { readPosts } from './posts.js'
import { fits } from './predicates.js'
import { questionsOf } from './questions.js'

export type { Assertion, Placed } from './assertion.js'

/** Reads the facts that mentions of one sentence state. Linear in the words and mentions. */
export function findAssertions(text: Words, placed: Placed): Assertion[] {
  const found: Assertion[] = []
  const questions = questionsOf(text)
  const tell: Tell = (subject, predicate, object, negated = false) => {
    if (!suits(text, placed, predicate, subject, object)) return
    const modality = questions.has(text.sentence[placed.from[subject]]) ? 'question' : 'fact'
    found.push({ subject, predicate, object, negated, modality })
  }
  const outer = readPlaces(text, placed, tell)
  const core = coreOf(text, placed, outer)
  const isFit = ({ subject, predicate, object }: Assertion) => suits(text, placed, predicate, subject, object)
  found.push(...readClauses(text, core).filter(isFit))
  readBrackets(text, placed, core, tell)
  readOrigins(text, placed, core, outer, tell)
  readPosts(text, core, tell)
  readNested(text, placed, tell)
  addRulers(text, placed, found)
  spread(found, outer)
  return found
}

/** Whether the types fit, and no place lies in one that is sure to be smaller: `a town in Texas, in Harris County`. */
function suits(text: Words, placed: Placed, predicate: string, subject: number, object: number): boolean {
  const [a, b] = [placed.mentions[subject].type, placed.mentions[object].type]
  if (!fits(predicate, a, b)) return false
  if (predicate !== 'located_in' || a !== 'location' || b !== 'location') return true
  return levelOf(text, placed, subject)[0] <= levelOf(text, placed, object)[1]
}

/** Who rules a country comes from it. */
function addRulers(text: Words, placed: Placed, found: Assertion[]): void {
  for (const assertion of [...found]) {
    if (assertion.predicate !== 'leads' || assertion.negated || placed.mentions[assertion.object].type !== 'location')
      continue
    if (levelOf(text, placed, assertion.object)[1] === 3) found.push({ ...assertion, predicate: 'comes_from' })
  }
}

const SPREADS = new Set(['located_in', 'comes_from', 'lives_in'])

/** What lies in a place lies in the places around it that the text goes on to name: `X in Porto, Portugal`. */
function spread(found: Assertion[], outer: ReadonlyMap<number, number>): void {
  for (const assertion of [...found]) {
    if (!SPREADS.has(assertion.predicate) || assertion.negated) continue
    let object = outer.get(assertion.object)
    for (let steps = 0; object !== undefined && steps < 3; steps++) {
      if (object !== assertion.subject) found.push({ ...assertion, object })
      object = outer.get(object)
    }
  }
}
