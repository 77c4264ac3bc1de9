import fc from 'fast-check'

const WORDS = [
  'harbour',
  'the',
  'Maria',
  'Keller',
  'Borealis',
  'Ltd',
  'went',
  'north.',
  'Dr.',
  'Osei',
  'said',
  '"yes,"',
  '3.14',
  'U.S.',
  'naïve',
  'can’t',
  'e.g.',
  '<|endoftext|>',
  'https://example.org/a.b?c=d',
  'Škoda',
  'x'.repeat(40),
  '-'.repeat(30),
  '1234567',
  'end!',
  'why?',
  '(inside)',
  'a,b;c',
  '…',
  '----',
]
const PIECES = [
  '今天下雨。',
  '港口很忙，',
  '林若川说：“好。”',
  'こんにちは。',
  '안녕하세요.',
  'नमस्ते। ',
  'كيف الحال؟ ',
  '👩‍👩‍👧',
  '🇩🇪🇫🇷',
  '🚀',
  'é',
  'ạ̈',
  '\ud83d',
  '\udc00',
  '\u0000',
  '\ufeff',
  '\u200b',
  'กขค',
  '\u0301',
  '\u200d',
  '\u0600',
  '\u093f',
  '\u{1f3fd}',
]
const BREAKS = [
  '\n \u0308',
  '\n\u0e33',
  ' ',
  ' ',
  ' ',
  ' ',
  '  ',
  '\n',
  '\n\n',
  '\r\n',
  '\r\n\r\n',
  '\n\n\n',
  '\t',
  '\u00a0',
  '\u3000',
  '\u2028',
  '',
]
const MARKUP = [
  '# Title\n\n',
  '\n\n## Part\n\n',
  '\n\n- one\n- two\n',
  '\n\n```js\nrun(1)\nrun(2)\n```\n\n',
  '\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n',
  '\n\n---\n\n',
  '> quoted\n',
]

/** Text of words, scripts without blanks, odd characters, line ends and Markdown, up to about 60 pieces. */
export const anyText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      {
        weight: 8,
        arbitrary: fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...BREAKS)).map(([word, after]) => word + after),
      },
      { weight: 3, arbitrary: fc.constantFrom(...PIECES) },
      { weight: 1, arbitrary: fc.constantFrom(...MARKUP) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
    ),
    { maxLength: 60 },
  )
  .map((pieces) => pieces.join(''))

export interface Sizes {
  readonly maxTokens: number
  readonly targetTokens: number
  readonly overlapTokens: number
  readonly minTokens: number
  readonly trim: boolean
}

/** Sizes from absurdly small to larger than the text, always valid together. */
export const anySizes: fc.Arbitrary<Sizes> = fc
  .tuple(fc.integer({ min: 1, max: 80 }), fc.nat(100), fc.nat(100), fc.nat(100), fc.boolean())
  .map(([maxTokens, target, overlap, minimum, trim]) => {
    const targetTokens = Math.max(1, Math.ceil((maxTokens * target) / 100))
    return {
      maxTokens,
      targetTokens,
      overlapTokens: Math.floor(((targetTokens - 1) * overlap) / 100),
      minTokens: Math.floor((targetTokens * minimum) / 200),
      trim,
    }
  })
