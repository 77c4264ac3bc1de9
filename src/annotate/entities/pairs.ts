import type { MentionDraft } from '../extractor.js'
import { abbreviates } from './acronyms.js'
import { type Clusters, isQuantity } from './clusters.js'

const OPENS = /^\s?[(\uff08]\s?(?:the )?["\u201c']?$/u
const CLOSES = /^["\u201d']?\s?[)\uff09,;]/u
/** Opens a bracket and says that another name follows: `(formerly`, `(born`, `(Welsh:`. */
const OPENS_NAME =
  /^ ?[(\uff08](?:\p{L}+: ?|(?:now|then|today|formerly|previously|originally|also|or|born|né|née|(?:real|birth) name|in \p{Lu}\p{L}+:?|lit\.?|aka|abbreviated(?: as)?|abbr\.|short for)[ :]+)(?:the )?["\u201c']?$/u
const IN_BRACKET = /^ ?[(\uff08][^()\uff08\uff09]*$/u
const KNOWN_AS =
  /^["\u201d']?,? ?(?:\(|is |are |was |were |who is |which is )?(?:also |better |best |more |most |now |sometimes |\p{Ll}+ly ){0,2}(?:a\.k\.a\.|aka|(?:known|called|nicknamed|named|referred to|credited|abbreviated|shortened)(?: \p{Ll}+ly)?(?: (?:as|by|to|under)(?: (?:his|her|its|the|their) (?:\p{Ll}+[- ]){0,2}(?:name|nickname|pseudonym|title|acronym|abbreviation)(?: of)?)?)?) (?:the )?["\u201c']?$/u
/** Longest text between the two names of a pair. */
const REACH = 40

/** Joins two names where the text says that both name one thing: `X (Y)`, `X (formerly Y)`, `X, also known as Y`. */
export function joinPairs(text: string, drafts: readonly MentionDraft[], clusters: Clusters): void {
  for (let i = 1; i < drafts.length; i++) {
    const [a, b] = [drafts[i - 1], drafts[i]]
    if (b.start < a.end || b.start - a.end > REACH || isQuantity(a.type) || isQuantity(b.type)) continue
    if (arePair(text, a, b, clusters)) clusters.join(clusters.of(a), clusters.of(b))
  }
}

function arePair(text: string, a: MentionDraft, b: MentionDraft, clusters: Clusters): boolean {
  const between = text.slice(a.end, b.start)
  const isThing = a.type === b.type && (a.type === 'organization' || a.type === 'misc')
  if (OPENS.test(between) && CLOSES.test(text.slice(b.end, b.end + 3))) {
    const [long, short] = [clusters.of(a).key, clusters.of(b).key]
    if (isThing || abbreviates(short, long) || abbreviates(long, short)) return true
  }
  if (a.type !== b.type) return false
  // A place in a bracket after a place is mostly where that one lies.
  if (OPENS_NAME.test(between) && (isThing || a.type === 'person')) return true
  return KNOWN_AS.test(between) || (IN_BRACKET.test(between) && inTwoScripts(text, a, b))
}

function inTwoScripts(text: string, a: MentionDraft, b: MentionDraft): boolean {
  const [one, other] = [a, b].map(({ start, end }) => text.slice(start, Math.min(end, start + 60)))
  return isLatin(one) !== isLatin(other) && /\p{L}/u.test(one) && /\p{L}/u.test(other)
}

const isLatin = (name: string): boolean => /\p{sc=Latin}/u.test(name)
