import { DIRECTIONS, PERSON_NOUNS, TITLES } from '../../models/lexicon.js'
import { CAPITAL, LETTERS, POSSESSIVE, type Words } from '../words.js'
import type { Tell } from './assertion.js'
import type { Core } from './core.js'
import { nounPredicate, prepositionOfPost } from './predicates.js'
import { BE, CLAUSE, DETERMINERS, NOT, OWNERS, PREPOSITIONS, UNSURE } from './vocabulary.js'

/** Most words from the person to the organization. */
const REACH = 14
const HOMES = new Set(['hometown', 'home', 'native'])
const MORE_POSTS = new Set(
  'aide trader staffer technician major envoy counselor counsellor vice-president strategist negotiator'.split(' '),
)

const PARTIES = new Set(['party', 'movement', 'union', 'league'])
/** Who stands for a party. */
const SIDES = new Set(['candidate', 'politician', 'activist', 'lawmaker', 'member', 'supporter'])
/** Offices of a realm or of an occasion, which are no employment. */
const OFFICES = new Set(
  'minister speaker prince king queen emperor student graduate nominee winner recipient survivor founder'.split(' '),
)

/**
 * Reads who works where: `X, vice president of sales for ORG`, `X is the ORG's chief editor`, `former ORG aide X`, and
 * whose home a place is: `X's hometown of Y`. Linear.
 */
export function readPosts(text: Words, core: Core, tell: Tell): void {
  const { mentions, index } = core
  for (let k = 1; k < index.length; k++) {
    const left = k - 1
    if (text.sentence[core.from[left]] !== text.sentence[core.from[k]]) continue
    const [start, end] = [core.to[left], core.from[k]]
    if (end - start > REACH || end < start) continue
    const pair = `${mentions[left].type} ${mentions[k].type}`
    if (pair === 'person organization') {
      const post = isDescribed(text, core, left, k) ? 'works_for' : postOf(text, start, end)
      if (post !== undefined)
        tell(index[left], post === 'works_for' && isParty(text, core, k) ? 'member_of' : post, index[k])
    } else if (pair === 'organization person' || pair === 'misc person') {
      if (isAide(text, start, end, mentions[left].type === 'misc'))
        tell(index[k], SIDES.has(text.lower[end - 1]) ? 'member_of' : 'works_for', index[left])
    } else if (pair === 'person location' && isHome(text, start, end)) tell(index[left], 'comes_from', index[k])
  }
}

function isParty({ lower }: Words, { from, to }: Core, at: number): boolean {
  for (let i = from[at]; i < to[at]; i++) if (PARTIES.has(lower[i])) return true
  return false
}

/** Whether the word is what somebody is by trade or office. */
function isPost(low: string): boolean {
  if (OFFICES.has(low)) return false
  return (
    PERSON_NOUNS.has(low) ||
    MORE_POSTS.has(low) ||
    (low.endsWith('s') && PERSON_NOUNS.has(low.endsWith('ies') ? `${low.slice(0, -3)}y` : low.slice(0, -1))) ||
    /(?:ologist|ician|woman)$/.test(low)
  )
}

/** What `, [the] NOUN of the board of` says, up to the organization. */
function postOf({ lower, flags }: Words, start: number, end: number): string | undefined {
  let at = start
  if (lower[at] === ',') at++
  if (lower[at] === 'who') at++
  let named = lower[start] === ',' && at < end
  for (; at < end; at++) {
    const low = lower[at]
    if (NOT.has(low) || UNSURE.has(low)) return undefined
    if (!BE.has(low) && low !== 'has' && low !== 'had' && low !== 'named' && low !== 'appointed' && low !== 'elected')
      break
    named = true
  }
  if (!named) return undefined
  let noun = at
  while (noun < end && !isPrepositional(lower[noun])) {
    if (!(flags[noun] & LETTERS) && lower[noun] !== '-') return undefined
    if (CLAUSE.has(lower[noun])) return undefined
    noun++
  }
  if (lower[at] === 'one' && lower[noun] === 'of') {
    noun++
    while (noun < end && !isPrepositional(lower[noun])) noun++
  }
  if (noun >= end || noun === at || !isPost(lower[noun - 1])) return undefined
  for (let i = noun + 1; i < end; i++) {
    if (!(flags[i] & LETTERS) || CLAUSE.has(lower[i]) || BE.has(lower[i]) || lower[i] === 'by') return undefined
  }
  const direct = onlyDeterminers(lower, noun + 1, end)
  return prepositionOfPost(lower[noun - 1], lower[noun], direct)
}

const isPrepositional = (low: string): boolean => PREPOSITIONS.has(low)

function onlyDeterminers(lower: readonly string[], from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!DETERMINERS.has(lower[i])) return false
  return true
}

/** `X, another former ORG trader`, `X is the ORG's Northwest reporter`: what follows the organization says what X is. */
function isDescribed({ lower, flags, sentence }: Words, core: Core, left: number, right: number): boolean {
  const start = core.to[left]
  const end = core.from[right]
  if (end - start > 4 || !(lower[start] === ',' || lower[start] === 'is' || lower[start] === 'was')) return false
  if (start + 1 >= end || !DETERMINERS.has(lower[start + 1])) return false
  for (let i = start + 2; i < end; i++)
    if (!(flags[i] & LETTERS) || flags[i] & CAPITAL || PREPOSITIONS.has(lower[i])) return false
  const after = core.to[right]
  for (let i = after; i < Math.min(lower.length, after + 4) && sentence[i] === sentence[start]; i++) {
    const low = lower[i]
    if (isPost(low)) return true
    if (!(flags[i] & (LETTERS | POSSESSIVE)) || PREPOSITIONS.has(low)) return false
    if (flags[i] & CAPITAL && !DIRECTIONS.has(low)) return false
  }
  return false
}

/** `ORG aide X`, `ORG disaster chairman X`. */
function isAide({ lower, flags }: Words, start: number, end: number, sure: boolean): boolean {
  if (end - start < 1 || end - start > 3) return false
  for (let i = start; i < end; i++)
    if (!(flags[i] & LETTERS) || flags[i] & CAPITAL || PREPOSITIONS.has(lower[i]) || BE.has(lower[i])) return false
  const post = lower[end - 1]
  if (sure) return /^(?:correspondent|reporter|spokes(?:man|woman|person)|journalist)$/.test(post)
  return isPost(post) && !TITLES.has(post) && nounPredicate(post, 'of', 'person', 'organization') === undefined
}

/** `X's hometown of`, `his native`. */
function isHome({ lower, flags }: Words, start: number, end: number): boolean {
  if (end - start < 1 || end - start > 4) return false
  const owned = (flags[start] & POSSESSIVE) !== 0 || OWNERS.has(lower[start - 1]) || OWNERS.has(lower[end - 3])
  if (!owned) return false
  const last = lower[end - 1]
  return last === 'native' || (last === 'of' && HOMES.has(lower[end - 2]))
}
