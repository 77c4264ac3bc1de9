import * as packed from './gazetteers.generated.js'
import { MORE_DEMONYMS, MORE_GIVEN, MORE_ORGANIZATIONS, MORE_PLACES } from './lexicon.js'
import { decodeTerms } from './terms.js'

/** Sets of folded terms (see `foldTerm`); unpacked at first use, and then kept. */
export interface Gazetteers {
  readonly countries: ReadonlySet<string>
  readonly regions: ReadonlySet<string>
  readonly cities: ReadonlySet<string>
  readonly demonyms: ReadonlySet<string>
  readonly languages: ReadonlySet<string>
  readonly given: ReadonlySet<string>
  readonly surnames: ReadonlySet<string>
  readonly organizations: ReadonlySet<string>
  /** Words that are rarely names: adjectives, nouns, verbs in their base form. */
  readonly common: ReadonlySet<string>
  readonly verbs: ReadonlySet<string>
  readonly countriesZh: ReadonlySet<string>
}

let loaded: Gazetteers | undefined

/** The lists of places, peoples, names and common words that the rules look up. */
export function gazetteers(): Gazetteers {
  loaded ??= unpack()
  return loaded
}

function unpack(): Gazetteers {
  const verbs = new Set(decodeTerms(packed.verbs))
  return {
    countries: new Set([...decodeTerms(packed.countries), ...MORE_PLACES]),
    regions: new Set([...decodeTerms(packed.regions), ...decodeTerms(packed.places)]),
    cities: new Set(decodeTerms(packed.cities)),
    demonyms: new Set([...decodeTerms(packed.demonyms), ...MORE_DEMONYMS]),
    languages: new Set(decodeTerms(packed.languages)),
    given: new Set([...decodeTerms(packed.given), ...MORE_GIVEN]),
    surnames: new Set(decodeTerms(packed.surnames)),
    organizations: new Set([...decodeTerms(packed.organizations), ...MORE_ORGANIZATIONS]),
    common: new Set([...decodeTerms(packed.common), ...verbs]),
    verbs,
    countriesZh: new Set(decodeTerms(packed.countriesZh)),
  }
}
