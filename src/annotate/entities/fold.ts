import type { EntityType } from '../../document/document.js'
import { STRIPPED_FORMS } from '../../models/lexicon.js'

const COURTESY = new Set('mr mrs ms mx miss dr prof sir madam mme mlle messrs herr frau rev hon'.split(' '))

const FOLDED = new Map<string, string>()
/** Names repeat; this many are kept. */
const KEPT = 20_000

/**
 * The form under which names are compared: NFKC, lower case, quote marks, stops and white space folded, a leading "the"
 * taken off. `+` and `#` stay, since they tell C++ and C# from C. Times and numbers keep their marks.
 */
export function foldName(name: string, type: EntityType): string {
  if (type === 'time' || type === 'number') return plainForm(name)
  const known = FOLDED.get(name)
  if (known !== undefined) return known
  const folded = fold(plainForm(name))
  if (FOLDED.size >= KEPT) FOLDED.clear()
  // A copy: a name is a slice of its document's text, which the slice would keep in memory.
  FOLDED.set(` ${name}`.slice(1), folded)
  return folded
}

const SIMPLE = /^[a-z0-9]+(?: [a-z0-9]+)*$/

const plainForm = (name: string) => name.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()

function fold(plain: string): string {
  const words = SIMPLE.test(plain) ? plain.split(' ') : spellOut(plain).split(' ')
  if (words.length > 1 && words[0] === 'the') words.shift()
  return (words.length === 1 ? words[0] : joinInitials(words).join(' ')) || plain
}

function spellOut(plain: string): string {
  return plain
    .replace(/[\u2018\u2019\u02bc`´]/gu, "'")
    .replace(/ ?& ?/gu, ' and ')
    .replace(/[^\p{L}\p{M}\p{N}+#]+/gu, (marks) => (/^[.'"“”]+$/u.test(marks) ? '' : ' '))
    .replace(/ +/gu, ' ')
    .trim()
}

/** `j r r tolkien` and `jrr tolkien` are one. */
function joinInitials(words: readonly string[]): string[] {
  const joined: string[] = []
  let open = false
  for (const word of words) {
    const single = /^\p{L}$/u.test(word)
    if (single && open) joined[joined.length - 1] += word
    else joined.push(word)
    open = single
  }
  return joined
}

/** A folded organization name without its legal form: `acme corp` becomes `acme`. */
export function withoutLegalForm(folded: string): string {
  const words = folded.split(' ')
  while (words.length > 1 && STRIPPED_FORMS.has(words[words.length - 1])) words.pop()
  if (words.length > 1 && words[words.length - 1] === 'and') return folded
  return words.join(' ')
}

/** A folded person's name without courtesy titles. */
export function withoutCourtesy(folded: string): string {
  const words = folded.split(' ')
  while (words.length > 1 && COURTESY.has(words[0])) words.shift()
  return words.join(' ')
}

/** The id of an entity by its name: the folded name without legal form or courtesy title. The same in every document. */
export function idOf(name: string, type: EntityType): string {
  const folded = foldName(name, type)
  if (type === 'organization') return withoutLegalForm(folded)
  return type === 'person' ? withoutCourtesy(folded) : folded
}
