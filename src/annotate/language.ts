/** The scripts that tell languages apart, each with the language it stands for where it stands for one. */
const SCRIPTS = [
  ['kana', /[\p{sc=Hira}\p{sc=Kana}]/u, 'ja'],
  ['hangul', /\p{sc=Hang}/u, 'ko'],
  ['han', /\p{sc=Han}/u, 'zh'],
  ['cyrillic', /\p{sc=Cyrl}/u, 'ru'],
  ['arabic', /\p{sc=Arab}/u, 'ar'],
  ['devanagari', /\p{sc=Deva}/u, 'hi'],
  ['greek', /\p{sc=Grek}/u, 'el'],
  ['hebrew', /\p{sc=Hebr}/u, 'he'],
  ['thai', /\p{sc=Thai}/u, 'th'],
  ['latin', /\p{sc=Latn}/u, 'und-Latn'],
] as const

export type Script = (typeof SCRIPTS)[number][0]

/** What the scripts of a text say of its language. */
export interface DetectedLanguage {
  /**
   * A language code, or `und-Latn` for Latin letters, which some hundred languages use, or `und` for a text without
   * letters. Scripts of several languages give the most written one: `ru` for Cyrillic, `ar` for Arabic, `hi` for Devanagari.
   */
  readonly language: string
  /** Letters by script, in what was read of the text. */
  readonly scripts: Readonly<Record<Script, number>>
}

/** Japanese has at least this share of kana among its Chinese characters and kana; Chinese has next to none. */
const KANA_SHARE = 0.1

/** How text in Chinese characters is read: as Chinese, not at all, or sentence by sentence by what else is in it. */
export type ChineseReading = 'always' | 'never' | 'by sentence'

/** The part of a language code that names the language: `zh` of `zh-Hant`. */
export const primaryOf = (language: string): string => language.split('-')[0].toLowerCase()

/** What the language that the caller named says of text in Chinese characters; `undefined` where none was named. */
export function chineseReading(language: string | undefined): ChineseReading {
  if (language === undefined) return 'by sentence'
  return primaryOf(language) === 'zh' ? 'always' : 'never'
}

const WINDOWS = 16
const WINDOW = 2_000

/**
 * The language of a text by its scripts: the one with the most letters, a Chinese character counted as two, since a word
 * has fewer of them. A text over 32,000 units is judged by 16 windows at even distances, so the cost has a bound.
 */
export function detectLanguage(text: string): DetectedLanguage {
  const scripts = Object.fromEntries(SCRIPTS.map(([name]) => [name, 0])) as Record<Script, number>
  const step = Math.max(WINDOW, Math.floor(text.length / WINDOWS))
  for (let from = 0; from < text.length; from += step) {
    for (const char of text.slice(from, from + Math.min(step, WINDOW))) {
      const script = scriptOf(char)
      if (script !== undefined) scripts[script]++
    }
  }
  const wide = scripts.han + scripts.kana
  const weights = SCRIPTS.map(([name, , language]) => {
    if (name === 'kana') return { language, weight: isJapanese(scripts.han, scripts.kana) ? 2 * wide : 0 }
    return { language, weight: name === 'han' ? 2 * scripts.han : scripts[name] }
  })
  const best = weights.reduce((first, next) => (next.weight > first.weight ? next : first))
  return { language: best.weight > 0 ? best.language : 'und', scripts }
}

/** Whether so many Chinese characters and kana are Japanese rather than Chinese. */
export function isJapanese(han: number, kana: number): boolean {
  return kana > 0 && kana >= KANA_SHARE * (han + kana)
}

const known = new Map<string, Script | undefined>()
/** Characters whose script is kept in mind. */
const KNOWN = 20_000

function scriptOf(char: string): Script | undefined {
  if (known.has(char)) return known.get(char)
  const script = SCRIPTS.find(([, pattern]) => pattern.test(char))?.[0]
  if (known.size < KNOWN) known.set(char, script)
  return script
}
