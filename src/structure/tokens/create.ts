import type { TokenIndex } from '../../document/document.js'
import { ChunkingError, describe, suggestion } from '../../errors.js'
import { BpeIndex } from './bpe.js'
import { CharacterIndex } from './character.js'
import { CustomIndex } from './custom.js'
import { type Tokenizer, tokenizerNames } from './tokenizer.js'
import { WordIndex } from './word.js'

/**
 * The token index of a text. Exact for the named tokenizers, an estimate from few calls for a caller's own counter. The
 * ranks of an encoding are read from js-tiktoken on first use.
 * @throws ChunkingError `invalid-option` where `tokenizer` is none.
 */
export function createTokenIndex(text: string, tokenizer: Tokenizer): TokenIndex {
  switch (tokenizer) {
    case 'cl100k_base':
    case 'o200k_base':
      return new BpeIndex(text, tokenizer)
    case 'character':
      return new CharacterIndex(text)
    case 'word':
      return new WordIndex(text)
    default:
  }
  if (typeof tokenizer === 'function') return new CustomIndex(text, 'custom', tokenizer)
  if (typeof tokenizer === 'object' && tokenizer !== null && typeof tokenizer.encode === 'function') {
    return new CustomIndex(text, tokenizer.name ?? 'custom', (part) => lengthOf(tokenizer.encode(part)))
  }
  const given: unknown = tokenizer
  throw new ChunkingError(
    'invalid-option',
    `Expected \`tokenizer\` to be ${tokenizerNames.map((name) => `'${name}'`).join(', ')}, an object with an \`encode\` function, or a function from text to a number, got ${describe(given)}${typeof given === 'string' ? suggestion(given, tokenizerNames) : ''}.`,
  )
}

function lengthOf(tokens: ArrayLike<number>): number {
  const given: unknown = tokens
  const length = typeof given === 'object' && given !== null && 'length' in given ? given.length : undefined
  if (typeof length === 'number') return length
  throw new ChunkingError(
    'invalid-option',
    `Expected \`tokenizer.encode\` to return an array of tokens, got ${describe(given)}; pass a function that returns the number of tokens instead.`,
  )
}
