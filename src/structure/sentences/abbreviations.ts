/** Never an end before a capital, a digit or a small letter: titles, `vs.`, `e.g.`, `z. B.`. */
export const NEVER = 1
/** An end before a capital only where the next word is one that starts sentences: `Jr.`, `U.S.`, `St.`, `Jan.`. */
export const STARTER = 2
/** As `STARTER`, or where a small word follows the capitalised one (`Inc. Shares fell`): forms of companies. */
export const COMPANY = 3
/** Not an end before a number or a single capital (`No. 5`, `Fig. B`, `Vol. II`), else an ordinary word. */
export const NUMBERED = 4
/** An ordinary word before a capital, not an end before a small letter: units, `etc.`. */
export const WORD = 5
/** An end before a capital, save for names of days, months and time zones: `a.m.`. */
export const HOUR = 6

/** Longest abbreviation below, in letters. */
export const LONGEST_ABBREVIATION = 7

/**
 * Small-letter keys hold for any case, keys with a capital only as they stand (`Sat.` but not `sat.`). Dotted
 * abbreviations are keyed without their dots, see `WITH_DOTS`.
 */
const PLAIN = new Map<string, number>()
add(
  PLAIN,
  NEVER,
  'mr mrs ms mx dr drs prof messrs mme mmes mlle mlles msgr dott sig dhr mevr bijv EE hrn frl dipl Ing Mag Sgt Cpl Pvt Capt Cpt Cmdr Lt ' +
    'Maj Col Gen Adm Brig Insp Det Supt Rev Hon Gov Sen Rep Pres Amb Atty Ven Fr Hr Sra Srta Srtas Dn Dña vs cf ca viz ' +
    'approx incl excl resp bzw bspw evtl ggf inkl exkl sog vgl zzgl insb insbes entspr ungef zw env cca ' +
    'д-р г-н г-жа проф акад им ул डॉ प्रो श्री पं कु',
)
add(
  PLAIN,
  STARTER,
  'jr sr esq co cos bros cie ft Pt St Ste Sto Mt Mtn Ft Ave Blvd Rd Hwy Pkwy Sq Dept dept Univ univ Inst Assn Assoc assoc Natl Intl Mfg Bldg ' +
    'Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Mon Tue Tues Wed Weds Thu Thur Thurs Fri Sat Sun Calif Conn Ariz ' +
    'Colo Fla Ill Ind Kan Mass Mich Minn Miss Mo Mont Neb Nev Okla Ore Penn Tenn Tex Va Vt Wash Wis Wyo al ff Gr ' +
    'feat est UU repr trans illus str Str Bhf Hbf tgl Hl Kgl Frhr geb gest verh av ave bd Pte Gde Gral Lic Avda Arq Ud Uds Vd Vds',
)
add(PLAIN, COMPANY, 'inc corp ltd bhd pty')
add(
  PLAIN,
  NUMBERED,
  'No no nos ref refs abt Nr nr núm art arts fig figs vol vols ch chap sec sect eq eqs pp pag pág págs par para pt pts ed eds app ' +
    'ext tel abs bd bde kap abb tab taf anm aufl hft jg lfd no n° nº op opp bk ser rom lit ziff rn rz pos Cap cap fol fl',
)
add(
  PLAIN,
  WORD,
  'etc mg kg km cm mm ml lb lbs oz hr hrs min mins sec secs yd yds mi mph usw dgl tel ext pl sing adj adv misc ' +
    'jh jhd jahrh chr mio mrd tsd std sek dz ej pta ptas pp mia',
)

const WITH_DOTS = new Map<string, number>()
add(WITH_DOTS, NEVER, 'eg ie zb dh ua su so sa zt uu oä pex pej nchr vchr qv')
add(WITH_DOTS, HOUR, 'am pm')
add(WITH_DOTS, WORD, 'usw uvm usf etc uä')

const CAPITALS = /^\p{Lu}+$/u

/**
 * The kind of a dotted abbreviation, given without its dots. Unknown ones and those in capitals (`S.A.` is not the German
 * `s. a.`) are like `U.S.`.
 */
export function dottedKind(letters: string): number {
  if (CAPITALS.test(letters))
    return letters === 'AM' || letters === 'PM' ? HOUR : letters === 'EG' || letters === 'IE' ? NEVER : STARTER
  return WITH_DOTS.get(letters.toLowerCase()) ?? STARTER
}

/** The kind of the word before a full stop; 0 if it is no abbreviation. */
export function abbreviationKind(word: string): number {
  const kind = PLAIN.get(word)
  if (kind !== undefined) return kind
  const first = word.charCodeAt(0)
  return first >= 0x61 && first <= 0x7a ? 0 : (PLAIN.get(word.toLowerCase()) ?? 0)
}

function add(kinds: Map<string, number>, kind: number, words: string): void {
  for (const word of words.split(' ')) if (!kinds.has(word)) kinds.set(word, kind)
}

const STARTERS = wordSet(
  // English
  'The This These Those That It He She They We You I His Her Its Their Our My Your There Here In On At For From With By As ' +
    'After Before During Since Until While When Where Who What Why How Which If Although Though Because But And Or So Then ' +
    'Thus However Moreover Furthermore Also Some Many Most All Both Each Every Several Other Others Another Only Not No Yes ' +
    'An A Today Now Later Meanwhile According Despite Due Under Over Between Among Through Upon Within Without To Once One ' +
    'Two Three Four Five Such Unlike Like Following Finally Instead Nevertheless Nonetheless Additionally Afterwards ' +
    'Initially Originally Currently Eventually Recently Soon Nobody Nothing Everyone Everybody Someone Something None ' +
    'Perhaps Maybe Let Do Does Did Is Are Was Were Can Could Should Would Will Have Has Had Whether Even Still Yet ' +
    // German
    'Der Die Das Dem Den Des Er Sie Es Ein Eine Einen Einem Im Am Als Nach Seit Und Aber Wir Ich Ihr Ihre Sein Seine Dies ' +
    'Diese Dieser Dieses Dann Da Wenn Mit Von Bei Zu Zum Zur Auf Auch Doch Dort Hier Jetzt Heute Bis Durch Nur ' +
    // French
    'Le La Les Il Elle Un Une Ce Cette Ces Ils Elles Nous Vous Je Tu En Dans Mais Et Après Au Aux Son Sa Ses Sur Pour ' +
    'Par Avec Depuis Puis ' +
    // Spanish
    'El Los Las Una Pero Se Con Para Al Ella Ellos Él Yo Esto Este Esta Su Sus Desde Luego Por Más También Según',
)

/** Starters that also begin family names (`C. De Luca`, `J. Le Roux`), so say nothing after an initial. */
const PARTICLES = wordSet(
  'Le La Les El Al De Des Du Den Von Da Do Di Los Las San An So No Will My Sa Se Son Will Par Like',
)

/** Whether a sentence often starts with this word, as it is written after a full stop. */
export function startsSentences(word: string): boolean {
  return STARTERS.has(word)
}

export function isNameParticle(word: string): boolean {
  return PARTICLES.has(word)
}

const TIME_WORDS = wordSet(
  'Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April June July August September ' +
    'October November December Eastern Pacific Central Mountain Mon Tue Tues Wed Thu Thur Thurs Fri Sat Sun Jan Feb Mar Apr Jun Jul Aug Sep ' +
    'Sept Oct Nov Dec ET EST EDT CT CST CDT MT MST MDT PT PST PDT GMT UTC BST CET CEST JST IST AEST',
)

/** A day, month or time zone, which goes on with the hour before it. */
export function isTimeWord(word: string): boolean {
  return TIME_WORDS.has(word)
}

const ORDINAL_NOUNS = wordSet(
  'Januar Jänner Februar März April Mai Juni Juli August September Oktober November Dezember Jahrhundert Jahrhunderts ' +
    'Jahrhunderte Jahrtausend Weltkrieg Weltkriegs Lebensjahr Geburtstag Platz Auflage Klasse Stock Bezirk Armee ' +
    'Division Tag Woche Runde Spieltag Liga Mal Kapitel Band Etage',
)

/** A German noun or month that follows an ordinal written as a number with a dot (`3. Oktober`). */
export function followsOrdinal(word: string): boolean {
  return ORDINAL_NOUNS.has(word)
}

const SPEECH_VERBS = wordSet(
  'said says asked asks replied answered cried shouted whispered wondered exclaimed called demanded murmured muttered ' +
    'yelled screamed added snapped sighed inquired enquired thought laughed repeated continued began',
)

/** A verb that reports the speech before it, as in `"Why?" Tom asked`. */
export function reportsSpeech(word: string): boolean {
  return SPEECH_VERBS.has(word)
}

const FUNCTION_WORDS = wordSet('of and or for in on at to from de la du von van der und et y e the with by &')

/** A small word that joins parts of a name or phrase, so a capitalised word before it need not be a subject. */
export function joinsNames(word: string): boolean {
  return FUNCTION_WORDS.has(word)
}

const SPELLED_LETTERS = wordSet('ए बी सी डी ई एफ जी एच आई जे के एल एम एन ओ पी क्यू आर एस टी यू वी डब्ल्यू एक्स वाई जेड')

/** A Latin letter as Hindi spells it, which makes an initial before a full stop. */
export function isSpelledLetter(word: string): boolean {
  return SPELLED_LETTERS.has(word)
}

const EXCLAIMED_NAMES = wordSet('Yahoo Jeopardy Wham Oklahoma Oliver Panic Help')

/** A name that is written with an exclamation mark. */
export function isExclaimedName(word: string): boolean {
  return EXCLAIMED_NAMES.has(word)
}

const FILE_ENDINGS = wordSet(
  'net com org edu gov io js ts jsx tsx py java cs cpp txt pdf md html htm xml json csv doc docx xls xlsx ppt pptx zip exe ' +
    'dll png jpg jpeg gif svg mp3 mp4 yml yaml toml log bat sh sql db ini cfg php rb go rs',
)

/** The last part of a host or file name, in any case. */
export function endsName(word: string): boolean {
  return FILE_ENDINGS.has(word.toLowerCase())
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}
