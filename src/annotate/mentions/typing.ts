import type { Gazetteers } from '../../models/gazetteers.js'
import {
  DIRECTIONS,
  FUNCTION_WORDS,
  LEGAL_FORMS,
  LOCATION_NOUNS,
  MISC_NOUNS,
  NAME_SUFFIXES,
  ORGANIZATION_NOUNS,
  ORGANIZATION_VERBS,
  PARTICLES,
  PERSON_NOUNS,
  PERSON_VERBS,
  PLACE_SURNAMES,
  STATE_CODES,
} from '../../models/lexicon.js'
import { foldTerm } from '../../models/terms.js'
import { ADJECTIVE, ADPOSITION, NOUN, PROPER, VERB } from '../pos.js'
import { BROKEN, CAPITAL, DIGITS, INITIAL, INNER, LETTERS, POSSESSIVE, SHOUT, SPACED, type Words } from '../words.js'
import type { Run } from './runs.js'

export const PERSON = 0
export const LOCATION = 1
export const ORGANIZATION = 2
export const MISC = 3

/** How much speaks for each of the four types. */
export type Scores = [number, number, number, number]

/** What kind of thing a common noun names, or -1. Where a noun is in two lists the first wins. */
export function kindOfNoun(low: string): number {
  const kind = KIND_OF_NOUN.get(low)
  if (kind !== undefined) return kind
  return low.length > 4 && low.endsWith('s') ? kindOfNoun(low.slice(0, -1)) : -1
}

const KIND_OF_NOUN = new Map<string, number>()
for (const [kind, nouns] of [
  [MISC, MISC_NOUNS],
  [LOCATION, LOCATION_NOUNS],
  [ORGANIZATION, ORGANIZATION_NOUNS],
  [PERSON, PERSON_NOUNS],
] as const)
  for (const noun of nouns) KIND_OF_NOUN.set(noun, kind)

const words = (list: string) => new Set(list.split(' '))
const PLACE_STARTS = words(
  'lake mount mt mt. fort port cape river san santa santo saint st st. los las el rio new isle villa camp point sierra monte porto puerto bad nova ville east west north south northern southern eastern western upper lower central greater ras',
)
const ORGANIZATION_STARTS = words(
  'university bank real fc ac sc club grupo banco ministry department royal national federal united american',
)
const MISC_STARTS = words(
  'operation project super treaty hms uss rms ss battle miss grand great little final street world',
)
const DEFINERS = words('is was are were became becomes remains')

/** What speaks for each type: `own` by the words of the name, `around` by its neighbours and the noun that defines it. */
export interface Evidence {
  readonly own: Scores
  readonly around: Scores
}

/** Scores each name. Linear in the words. */
export function scoreRuns(text: Words, tags: Uint8Array, runs: readonly Run[], lists: Gazetteers): Evidence[] {
  const scorer = new Scorer(text, tags, lists)
  const scores = runs.map((run) => scorer.score(run))
  shareAlongLists(text, runs, scores)
  return scores
}

/** Names in a row (`A, B and C`) are mostly of one type. */
function shareAlongLists(text: Words, runs: readonly Run[], scores: readonly Evidence[]): void {
  const original = scores.map(({ own, around }) => own.map((value, type) => value + around[type]))
  for (let r = 1; r < runs.length; r++) {
    if (!inRow(text, runs[r - 1], runs[r])) continue
    for (let type = 0; type < 4; type++) {
      scores[r].around[type] += 0.3 * original[r - 1][type]
      scores[r - 1].around[type] += 0.3 * original[r][type]
    }
  }
}

function inRow(text: Words, a: Run, b: Run): boolean {
  if (b.from - a.to > 4 || b.from <= a.to || text.sentence[a.from] !== text.sentence[b.from]) return false
  for (let i = a.to; i < b.from; i++) if (!/^(?:,|and|or|&|"|“|”|the)$/.test(text.lower[i])) return false
  return true
}

class Scorer {
  constructor(
    private readonly text: Words,
    private readonly tags: Uint8Array,
    private readonly lists: Gazetteers,
  ) {}

  score(run: Run): Evidence {
    const own: Scores = [0, 0, 0, 0]
    const around: Scores = [0, 0, 0, 0]
    this.inner(run, own)
    this.left(run, around)
    this.right(run, around)
    if (run.quoted && !LEGAL_FORMS.has(this.text.lower[run.to - 1])) around[MISC] += 5
    if (run.titled) around[PERSON] += 5
    return { own, around }
  }

  private same(i: number, j: number): boolean {
    return i >= 0 && i < this.text.length && this.text.sentence[i] === this.text.sentence[j]
  }

  private low(i: number, j: number): string {
    return this.same(i, j) ? this.text.lower[i] : ''
  }

  private inner({ from, to }: Run, s: Scores): void {
    const { lower, flags, form } = this.text
    const { lists } = this
    const length = to - from
    const whole = foldTerm(
      lower
        .slice(from, to)
        .join(' ')
        .replace(/ (['’]s|-) ?/g, '$1'),
    )
    const first = foldTerm(lower[from])
    const last = foldTerm(lower[to - 1])
    if (lists.countries.has(whole)) s[LOCATION] += 7
    else if (lists.demonyms.has(whole)) s[LOCATION] += 6
    else if (lists.regions.has(whole)) s[LOCATION] += 4
    else if (lists.cities.has(whole)) s[LOCATION] += 2.5
    if (lists.organizations.has(whole)) s[ORGANIZATION] += 5
    if (length > 1 && lists.languages.has(whole)) s[MISC] += 1
    let words = 0
    let initial = false
    let particle = false
    let small = false
    let ofAt = -1
    for (let i = from; i < to; i++) {
      if (flags[i] & LETTERS) words++
      if (flags[i] & INITIAL) initial = true
      if (lower[i] === 'of' && ofAt < 0) ofAt = i
      if (i > from && PARTICLES.has(lower[i]) && !(flags[i] & CAPITAL)) particle = true
      else if (i > from && FUNCTION_WORDS.has(lower[i]) && flags[i] & CAPITAL) small = true
      if (form[i] === '&') s[ORGANIZATION] += 2
      if (flags[i] & DIGITS) s[MISC] += 1.5
      if (flags[i] & POSSESSIVE) s[PERSON] -= 2
    }
    const end = ofAt > from ? ofAt : to
    const headWord = lower[end - 1]
    const kind = length > 1 || ofAt > 0 ? kindOfNoun(headWord) : -1
    const surname = kind >= 0 && length === 2 && PLACE_SURNAMES.has(headWord) && lists.given.has(first)
    if (kind >= 0) s[kind] += kind === PERSON || surname ? 2 : 5
    if (ofAt > from) {
      s[PERSON] -= 3
      if (kind < 0) s[MISC] += 1
    }
    if (length > 1 && LEGAL_FORMS.has(lower[to - 1])) s[ORGANIZATION] += 5
    if (small) s[MISC] += 2.5
    if (initial) s[PERSON] += length > 1 ? 3.5 : 0
    if (particle) s[PERSON] += 1
    if (length > 1 && NAME_SUFFIXES.has(lower[to - 1])) s[PERSON] += kindOfNoun(lower[to - 2]) < 0 ? 3 : 0
    if (lists.given.has(first)) s[PERSON] += length > 1 ? 3.5 : 1.2
    if (lists.surnames.has(last)) s[PERSON] += length > 1 ? 1.5 : 1
    if (/^(?:mc|o['’])\p{L}/u.test(last) || /^ma?c[A-Z]/.test(form[to - 1])) s[PERSON] += 2
    if (length > 1) {
      if (PLACE_STARTS.has(first)) s[LOCATION] += 2
      if (ORGANIZATION_STARTS.has(first)) s[ORGANIZATION] += 1.5
      if (MISC_STARTS.has(first)) s[MISC] += 1.5
      if (lists.demonyms.has(first)) {
        s[PERSON] -= 2
        s[ORGANIZATION] += 0.7
        s[MISC] += 0.7
      } else if (lists.cities.has(first) || lists.countries.has(first)) s[ORGANIZATION] += 0.7
      if (DIRECTIONS.has(first)) s[LOCATION] += 1
    }
    const shape = flags[from]
    if (length === 1) {
      s[LOCATION] += 0.4
      if (shape & SHOUT) s[ORGANIZATION] += 1.7
      else if (shape & INNER) {
        s[ORGANIZATION] += 0.6
        s[MISC] += 0.6
      }
    } else if (words <= 3 && kind < 0 && ofAt < 0) s[PERSON] += 1.2
    else if (words > 3) s[MISC] += 0.6
  }

  private left({ from, quoted }: Run, s: Scores): void {
    const { flags, lower } = this.text
    let at = from - 1
    if (quoted) at--
    const before = this.low(at, from)
    if (before === '') return
    if (flags[at] & BROKEN && !(flags[from] & SPACED)) return
    if (before === 'the' || before === 'The') {
      s[PERSON] -= 3
      s[ORGANIZATION] += 0.6
      s[MISC] += 0.4
      const of = this.low(at - 1, from)
      if (of === 'in' || of === 'across' || of === 'near') s[LOCATION] += 1
      if (of === 'by') s[ORGANIZATION] += 1
      return
    }
    if (!(flags[at] & CAPITAL)) {
      const kind = kindOfNoun(before)
      if (kind >= 0 && this.tags[at] !== VERB) s[kind] += 3.5
    }
    switch (before) {
      case 'in':
        s[LOCATION] += 2.5
        break
      case 'near':
      case 'outside':
      case 'throughout':
      case 'northern':
      case 'southern':
      case 'eastern':
      case 'western':
      case 'central':
      case 'across':
      case 'downtown':
        s[LOCATION] += 3
        break
      case 'from':
      case 'into':
      case 'around':
        s[LOCATION] += 1.2
        break
      case 'at':
        s[LOCATION] += 0.8
        s[ORGANIZATION] += 0.8
        break
      case 'to':
        s[LOCATION] += 0.6
        break
      case 'by':
        s[PERSON] += 1.5
        s[ORGANIZATION] += 0.4
        break
      case 'with':
        s[PERSON] += 0.6
        s[ORGANIZATION] += 0.3
        break
      case 'for':
      case 'against':
      case 'joined':
      case 'joining':
        s[ORGANIZATION] += 1.2
        break
      case 'starring':
      case 'featuring':
      case 'starred':
      case 'married':
      case 'alongside':
      case 'née':
      case 'succeeded':
      case 'named':
        s[PERSON] += 2
        break
      case 'called':
      case 'titled':
      case 'entitled':
        s[MISC] += 2
        break
      case 'a':
      case 'an':
        s[PERSON] -= 1.5
        s[MISC] += 0.7
        break
      case 'of': {
        const kind = kindOfNoun(this.low(at - 1, from))
        if (kind === LOCATION) s[LOCATION] += 3
        else s[LOCATION] += 0.5
        if (kind === PERSON && lower[at - 1].endsWith('n')) s[PERSON] += 0.7
        break
      }
      case ',':
        if (
          this.lists.countries.has(foldTerm(lower[from])) ||
          this.lists.regions.has(foldTerm(lower[from])) ||
          STATE_CODES.has(lower[from])
        )
          s[LOCATION] += 0.7
        break
    }
  }

  private right({ from, to, quoted }: Run, s: Scores): void {
    const { flags, lower } = this.text
    let at = to
    if (quoted) at++
    const next = this.low(at, from)
    if (next === '') return
    const after = this.low(at + 1, from)
    if (next === '(') {
      if (after === 'born' || after === 'b.' || after === 'né' || after === 'née') s[PERSON] += 4
      else if (/^1\d\d\d$|^20\d\d$/.test(after)) {
        const close = this.low(at + 2, from)
        if (close === ')') s[MISC] += 1.5
        else if (close === '–' || close === '-') s[PERSON] += 3
      } else if (after === ';') s[PERSON] += 0.7
      return
    }
    if (next === '-') {
      if (after === 'based' || after === 'born') s[LOCATION] += 4
      return
    }
    if (flags[at] & POSSESSIVE) {
      s[PERSON] += 0.4
      return
    }
    if (next === ',') {
      const place = foldTerm(after)
      if (
        this.lists.countries.has(place) ||
        this.lists.regions.has(place) ||
        (STATE_CODES.has(place) && flags[at + 1] & SHOUT)
      )
        s[LOCATION] += 2.5
      this.defined(at + 1, from, s, 3.5)
      return
    }
    if (PERSON_VERBS.has(next)) s[PERSON] += 1.3
    else if (ORGANIZATION_VERBS.has(next)) s[ORGANIZATION] += 0.8
    if (DEFINERS.has(next)) {
      if (after === 'born' || after === 'married' || after === 'raised' || after === 'educated') s[PERSON] += 4
      else if (after === 'founded' || after === 'established') s[ORGANIZATION] += 2
      else if (after === 'located' || after === 'situated') s[LOCATION] += 2.5
      else if (after === 'released' || after === 'published' || after === 'directed') s[MISC] += 2
      this.defined(at + 1, from, s, 5)
      return
    }
    if (flags[at] & LETTERS && !(flags[at] & CAPITAL) && this.tags[at] !== VERB) {
      const kind = kindOfNoun(next)
      if (kind === LOCATION) s[LOCATION] += 2.2
      else if (kind === ORGANIZATION) s[ORGANIZATION] += 0.8
      else if (kind === MISC) s[MISC] += 1.2
      else if (kind === PERSON) {
        s[LOCATION] += 0.5
        s[ORGANIZATION] += 0.5
      }
      if (lower[at] === 'language' || lower[at] === 'dialect') s[MISC] += 2
    }
  }

  /** Reads `a small village in ...` from word `at` and scores by its head noun. */
  private defined(at: number, from: number, s: Scores, weight: number): void {
    const { lower, flags } = this.text
    const determiner = this.low(at, from)
    let i = at
    if (determiner === 'one' && this.low(at + 1, from) === 'of') i += 3
    else if (determiner === 'a' || determiner === 'an' || determiner === 'the' || determiner === 'another') i++
    else return
    let head = -1
    for (let steps = 0; steps < 12 && this.same(i, from); steps++, i++) {
      const tag = this.tags[i]
      const low = lower[i]
      if (tag === NOUN || (tag === PROPER && kindOfNoun(low) >= 0)) {
        const kind = kindOfNoun(low)
        if (kind >= 0) head = kind
        else if (!(flags[i] & CAPITAL)) head = -1
      } else if (tag === ADPOSITION || tag === VERB || low === 'that' || low === 'which' || low === 'who') break
      else if (low === ',' && this.tags[i - 1] !== ADJECTIVE) break
      else if (low === 'and' && head >= 0) break
    }
    if (head >= 0) s[head] += weight
  }
}
