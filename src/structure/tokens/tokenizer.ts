/**
 * What counts tokens: an encoding by name, UTF-16 units (`character`), words (`word`), or a caller's own counter, either
 * an object whose `encode` returns the tokens of a text or a function that returns their number.
 */
export type Tokenizer = TokenizerName | Encoder | ((text: string) => number)

export const tokenizerNames = ['cl100k_base', 'o200k_base', 'character', 'word'] as const

export type TokenizerName = (typeof tokenizerNames)[number]

/** The part of a tokenizer package that is needed here; js-tiktoken, gpt-tokenizer and others have it. */
export interface Encoder {
  /** Shown as the name of the token index; `custom` by default. */
  readonly name?: string
  encode(text: string): ArrayLike<number>
  /** Never called; any decoder fits. */
  decode?(tokens: never): unknown
}
