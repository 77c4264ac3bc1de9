const words = (list: string) => new Set(list.split(' '))
export const BE = words("is was are were be been being 's became becomes remains remained isn't wasn't aren't weren't")
export const HAVE = words(
  "has have had having do does did hasn't haven't hadn't doesn't don't didn't will would shall can could may might must should won't wouldn't can't cannot couldn't",
)
export const NOT = words("not never no neither nor without n't hardly")
export const UNSURE = words('may might could would should allegedly reportedly possibly perhaps probably')
export const DENIES = words(
  'deny denies denied denying refuse refuses refused fail fails failed decline declines declined reject rejects rejected',
)
export const WANTS = words(
  'plan plans planned want wants wanted hope hopes hoped intend intends intended expect expects expected consider considers considered considering propose proposes proposed seek seeks sought offer offers offered try tries tried threaten threatens threatened aims aimed',
)
export const PREPOSITIONS = words(
  'in at of to for with from on by near into through after against under over around as between about',
)
export const DETERMINERS = words('a an the his her its their this that these those some any another one')
export const CLAUSE = words(
  'that which who whom whose when while because although though if unless whether where whereas ; : but',
)
export const ADVERBS = words(
  'also later then once now still just first subsequently currently previously formerly originally eventually recently soon already again ever both together successfully',
)
/** Prepositions that tie a name to the one before it. */
export const ATTACHES = words('of at from')

export const SAYS = words(
  'say tell think know believe claim report announce hope fear feel argue suggest state note add explain reply insist admit warn',
)
export const LINKS = words('and or nor & , as well')
export const BEFORE_UNSURE = words('if whether unless suppose supposing rumours rumors rumour rumor')

export const DESCENT = words(
  'descent ancestry origin origins heritage name word term surname version edition translation language',
)

/** Pronouns that own what follows them. */
export const OWNERS = words('his her its their')
