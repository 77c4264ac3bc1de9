/** Word lists for concepts, written by hand. Everything is lower case and singular. */

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean))

/** Nouns that name no subject: people in general, amounts, times, and what every report and study is made of. */
export const GENERIC_NOUNS = set(`
  thing stuff bunch bit lot people person man woman child adult individual subject participant case patient anybody okay
  hey hi hello laughter oh way kind sort type form part piece side end start beginning middle top bottom set group class
  number amount quantity level rate degree extent range value size length total sum majority minority rest half quarter
  average mean median maximum minimum ratio percentage percent proportion fraction time year month week day hour minute
  second moment period century decade date today yesterday tomorrow morning evening night age place area point line
  result outcome finding conclusion observation evidence fact effect cause reason purpose aim goal objective basis
  study report paper article work research investigation review survey trial experiment test section figure table
  chapter page example instance sample series history background introduction discussion summary abstract method
  approach technique procedure process step stage phase way means use usage application administration treatment
  management therapy control change increase decrease reduction rise fall difference similarity comparison relation
  relationship association correlation role factor feature aspect property characteristic condition situation
  circumstance problem issue question answer difficulty possibility opportunity need demand interest attention
  development improvement progress success failure attempt effort action activity event occurrence incidence presence
  absence lack appearance onset duration course follow-up response reaction behaviour behavior influence impact
  contribution importance significance benefit advantage disadvantage quality performance ability capacity potential
  information detail content idea notion concept view opinion assumption hypothesis name title term word
  author reader user member colleague others other one two three first second third last next addition respect regard
  manner order position direction dose concentration frequency mode choice option combination variety multiple
  variation setting scheme framework version parameter measure measurement assessment evaluation analysis
  item element component unit entry body head hand foot eye face back front inside outside something anything nothing
  everything someone everyone data reference subsection subsubsection appendix proof theorem lemma equation corollary remark
  section paragraph footnote keyword acknowledgement overview purpose material supplement dvd cd tv
  january february march april may june july august september october november december monday tuesday wednesday thursday
  friday saturday sunday week-long month-long percentile mg ml kg g mm cm km min hr hz db vs p n et al eq fig ref
`)

/** People in general: what stands before them is the subject. */
export const GENERIC_PEOPLE = set(
  'patient subject participant individual person people man woman child adult volunteer user',
)

/** Words before a noun that say nothing of what it is. */
export const GENERIC_MODIFIERS = set(`
  many much more most several various different same similar other such certain particular specific general common
  usual normal typical possible potential likely new old recent current present previous prior former latter early late
  first second third last next final initial main major minor important significant considerable substantial large small
  big little great high low higher lower highest lowest good better best bad worse worst long short full whole entire
  total overall average single double multiple few numerous own additional further extra additive available able unable
  necessary sufficient appropriate suitable useful effective efficient successful interesting well-known known unknown
  simple complex easy difficult hard strong weak clear obvious evident apparent true false real actual respective
  corresponding related associated based following above below given proposed existing observed reported increased
  decreased reduced resulting remaining subsequent consecutive concomitant concurrent simultaneous direct indirect
  relative absolute equal equivalent comparable consistent inconsistent frequent rare occasional severe mild moderate
  serious marked dramatic rapid slow sudden gradual transient temporary permanent prolonged persistent positive
  negative independent dependent due subject experimental clinical different-sized twofold extensive intensive
  adverse prospective retrospective randomized randomised
  traditional conventional classic classical standard novel state-of-the-art popular famous local global
  baseline daily weekly monthly annual hourly
`)

/** What follows a hyphen after a term: "cold-induced". */
export const TERM_LINKS = set(`
  induced related associated treated dependent based mediated resistant sensitive like free specific positive negative
  deficient containing naive exposed injected pretreated driven aware level wise
`)

/** Ends of words that the sciences make terms with. */
export const TERM_ENDS =
  /(?:itis|osis|oses|emia|aemia|uria|algia|pathy|pathies|opathic|plegia|paresis|ectomy|otomy|plasty|oma|omas|trophy|trophic|penia|rrhea|rrhoea|rrhage|rrhagic|genesis|kinesia|tonia|pnea|cardia|epsy|phobia|phrenia|phrenic|mania|edema|oedema|megaly|stenosis|sclerosis|ectasia|oxia|azole|azine|azepam|mycin|cillin|cycline|oxacin|caine|amine|amines|idine|idone|olol|pril|sartan|statin|profen|parin|toxin|terol|sone|solone|vir|mab|nib|statins|barbital|dipine|ide|ides|ine|ines|ate|ates|ium|ase|ases|ol|ols|ane|ene|one|ones|yl|ose|gen|gens|ic acid|gram|grams|graphy|metry|scopy|lysis|meter|oid|oids)$/

/** Beginnings of words that the sciences make terms with. */
export const TERM_STARTS =
  /^(?:hyper|hypo|neuro|cardio|hepato|nephro|gastro|hemo|haemo|thrombo|immuno|cyto|micro|nano|poly|anti|auto|bio|chemo|electro|hydro|iso|meta|methyl|ethyl|phenyl|chloro|fluoro|nitro|oxy|dys|tachy|brady|myo|osteo|psycho|pseudo|ultra|intra|inter|thermo|photo|geo)\p{L}{3,}/u
