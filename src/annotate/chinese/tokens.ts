import { HAN, type Words } from '../words.js'

/** A word of Chinese text, or a word or mark of another script between such words. */
export interface Token {
  readonly start: number
  readonly end: number
  readonly text: string
  /** The part of speech as jieba names it; empty where the cutter knows none or the token is not Chinese. */
  readonly tag: string
}

/** Cuts runs of Chinese characters into words. The words of a run, joined, are the run. */
export interface Cutter {
  /** Whether the words come with parts of speech. */
  readonly tagged: boolean
  cut(run: string): Iterable<{ readonly word: string; readonly tag: string }>
}

/** The segmenter is quadratic in the length of what it is given, so a long run goes to a cutter piece by piece. */
const WINDOW = 400

/** The tokens `from` to `to` of the document's words, the Chinese runs among them cut. */
export function tokensOf(text: string, words: Words, from: number, to: number, cutter: Cutter): Token[] {
  const tokens: Token[] = []
  for (let i = from; i < to; i++) {
    const [start, end] = [words.start[i], words.end[i]]
    if (!(words.flags[i] & HAN)) {
      tokens.push({ start, end, text: words.form[i], tag: '' })
      continue
    }
    for (let at = start; at < end; ) {
      const stop = windowEnd(text, at, end)
      for (const { word, tag } of cutter.cut(text.slice(at, stop))) {
        const after = Math.min(stop, at + word.length)
        if (after > at) tokens.push({ start: at, end: after, text: text.slice(at, after), tag })
        at = after
      }
      at = stop
    }
  }
  return tokens
}

function windowEnd(text: string, at: number, end: number): number {
  const stop = at + WINDOW
  if (stop >= end) return end
  return (text.charCodeAt(stop) & 0xfc00) === 0xdc00 ? stop - 1 : stop
}

let segmenter: Intl.Segmenter | undefined

/** Words by the dictionary of the JavaScript engine, without parts of speech. */
export const segmenterCutter: Cutter = {
  tagged: false,
  *cut(run) {
    segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
    for (const { segment } of segmenter.segment(run)) yield { word: segment, tag: '' }
  },
}
