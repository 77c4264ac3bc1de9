import { gazetteers } from '../models/gazetteers.js'

/** Form → base form of irregular verbs. */
const IRREGULAR = new Map(
  `bought buy|sold sell|built build|wrote write|written write|won win|led lead|held hold|left leave|met meet|ran run|took take|taken take|
gave give|given give|made make|became become|began begin|begun begin|found find|fought fight|taught teach|thought think|brought bring|caught catch|
paid pay|said say|sent send|spent spend|kept keep|knew know|known know|drew draw|drawn draw|grew grow|grown grow|threw throw|thrown throw|
spoke speak|spoken speak|broke break|broken break|chose choose|chosen choose|rose rise|risen rise|fell fall|fallen fall|
felt feel|lost lose|told tell|stood stand|understood understand|beat beat|beaten beat|born bear|bore bear|came come|went go|gone go|got get|saw see|seen see|
sang sing|sung sing|shot shoot|struck strike|sought seek|lay lie|lain lie|laid lay|dealt deal|meant mean|heard hear|drove drive|driven drive|
rode ride|ridden ride|flew fly|flown fly|hid hide|hidden hide|bound bind|wound wind|overtook overtake|undertook undertake|withdrew withdraw|
swore swear|sworn swear|wed wed|cut cut|put put|set set|hit hit|cast cast|split split|spun spin|dying die|lying lie|has have|had have|does do|did do|done do`
    .split('|')
    .map((pair) => pair.trim().split(' ') as [string, string]),
)

/** Verbs that the list of the package lacks. */
const MORE = new Set(
  `acquire found co-found establish merge supply join employ hire appoint own operate manufacture publish distribute author compose direct
star feature produce record release marry divorce defeat succeed precede border adjoin headquarter situate locate base sponsor fund finance
license partner subsidise subsidize rename relocate nominate award graduate attend enrol enroll study teach lead head chair manage govern rule
represent coach train play support oppose invade conquer annex occupy besiege capture liberate colonize settle name design develop invent
discover build construct commission restore demolish sue accuse arrest convict assassinate kill murder praise criticise criticize meet visit
deny refuse reject decline fail
click select press tap install uninstall open run use set add choose enter type copy paste download upload enable disable configure restart update delete
create start stop check save load test call view edit show hide move send connect replace remove print read write build deploy launch import export`.split(
    /\s+/,
  ),
)

/** The base form of a verb in small letters, or undefined where the word is no verb. */
export function verbOf(low: string): string | undefined {
  const irregular = IRREGULAR.get(low)
  if (irregular !== undefined) return irregular
  if (isVerb(low)) return low
  for (const base of bases(low)) if (isVerb(base)) return base
  // Verbs that no list has: `zipped` after a name is still one.
  return low.length > 4 && low.endsWith('ed') ? bases(low)[0] : undefined
}

function isVerb(word: string): boolean {
  return MORE.has(word) || gazetteers().verbs.has(word)
}

function bases(low: string): string[] {
  if (low.endsWith('ied') && low.length > 4) return [`${low.slice(0, -3)}y`]
  if (low.endsWith('ies') && low.length > 4) return [`${low.slice(0, -3)}y`, low.slice(0, -1)]
  if (low.endsWith('ed') && low.length > 3) return stems(low.slice(0, -2))
  if (low.endsWith('ing') && low.length > 5) return stems(low.slice(0, -3))
  if (low.endsWith('es') && low.length > 3) return [low.slice(0, -1), low.slice(0, -2)]
  if (low.endsWith('s') && low.length > 3 && !low.endsWith('ss')) return [low.slice(0, -1)]
  return []
}

/** `found` → found, founde; `merg` → merg, merge; `plann` → plann, planne, plan. */
function stems(stem: string): string[] {
  const last = stem[stem.length - 1]
  const doubled = last === stem[stem.length - 2] && !'lsz'.includes(last)
  const regular = doubled ? [stem.slice(0, -1), stem] : [stem]
  const silent =
    /(?:[^aeiou][iu]r|[aeiou][cgsvz]|[rln][cgsv]|[bcdgkpt]l|[iao]t|[uae]k|[^aeiou]us|[aiou]n|[iou]m|[aiou]p|u|[aio]d)$/.test(
      stem,
    )
  return silent ? [`${stem}e`, ...regular] : [...regular, `${stem}e`]
}

/** Whether the word, after a form of "be", makes a passive. */
export function isParticiple(low: string): boolean {
  return (
    (low.endsWith('ed') && low.length > 3) ||
    /(?:en|wn|ght|und|eld|ilt|orn|ept|ent|aid|old|ade|ung|ut|et|un|ed|on|ost|ead)$/.test(low)
  )
}
