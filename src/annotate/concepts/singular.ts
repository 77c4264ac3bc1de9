const KEPT = /(?:ss|us|is|ics|news|ies|ous|ys|os|as)$/
const ALIKE = new Set(
  'series species means diabetes rabies herpes scabies caries lens corps chassis gas bias atlas canvas alias'.split(
    ' ',
  ),
)
const IRREGULAR: Readonly<Record<string, string>> = {
  children: 'child',
  men: 'man',
  women: 'woman',
  people: 'person',
  feet: 'foot',
  teeth: 'tooth',
  mice: 'mouse',
  geese: 'goose',
  lives: 'life',
  knives: 'knife',
  leaves: 'leaf',
  halves: 'half',
  shelves: 'shelf',
  wolves: 'wolf',
  indices: 'index',
  matrices: 'matrix',
  vertices: 'vertex',
  criteria: 'criterion',
  phenomena: 'phenomenon',
  bacteria: 'bacterium',
  metastases: 'metastasis',
}

const known = new Map<string, string>()
/** Words repeat; this many are kept. */
const MOST_KNOWN = 20_000

/** The singular of a lower-case English noun by its ending; what is no plural by its ending stays. */
export function singularOf(word: string): string {
  if (word.length < 4 || !(word.endsWith('s') || word in IRREGULAR)) return word in IRREGULAR ? IRREGULAR[word] : word
  let found = known.get(word)
  if (found === undefined) {
    found = ` ${read(word)}`.slice(1)
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(` ${word}`.slice(1), found)
  }
  return found
}

function read(word: string): string {
  if (Object.hasOwn(IRREGULAR, word)) return IRREGULAR[word]
  if (ALIKE.has(word)) return word
  if (/[^aeiou]ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2)
  if (
    /(?:oses|yses|eses|ases)$/.test(word) &&
    /(?:osis|ysis|esis|asis)$/.test(`${word.slice(0, -2)}is`) &&
    !/(?:[bcdhprt]ases|[cln]oses|oposes)$/.test(word)
  ) {
    return `${word.slice(0, -2)}is`
  }
  if (/(?:[aeiou]ys|[bcdfghjklmnpqrtvwxz]as|[bcdefghjklmnpqrtvwxz]os)$/.test(word)) return word.slice(0, -1)
  return KEPT.test(word) ? word : word.slice(0, -1)
}
