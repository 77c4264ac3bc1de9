import { describe, expect, it } from 'vitest'
import { cut, expectWholeWords, originals, recount, sized, units } from './check.js'

const plain = ['recursive', 'token', 'character', 'word', 'sentence', 'sliding_window']

describe('characters', () => {
  it.each(plain)('uni-01: %s never halves a surrogate pair', async (method) => {
    await cut('🍐🧭🪁'.repeat(45), method, units(5, 1))
    await cut('🍐🧭🪁'.repeat(45), method, units(7))
  })

  it.each(plain)('uni-03: %s never halves a character of several tokens', async (method) => {
    const text = '🪁 경주 鑫 تمر '.repeat(24)
    const { chunks } = await cut(text, method, sized(4, 1))
    for (const { oversize, original } of chunks) if (oversize !== undefined) expect([...original]).toHaveLength(1)
  })

  it('uni-03: what alone exceeds the limit is one character, and marked', async () => {
    const { chunks } = await cut('a 🪁 b', 'token', sized(1))
    expect(recount('🪁')).toBeGreaterThan(1)
    expect(chunks.filter(({ oversize }) => oversize !== undefined).map(({ original }) => original)).toEqual(['🪁'])
  })
})

describe('sentences', () => {
  it('uni-05: Chinese stops end a sentence and stay with it', async () => {
    const text = '早晨起雾，山看不见。午后放晴，鸟都出来了。傍晚风大。夜里下雨！谁在敲门？老张去开门了。'
    for (const original of originals(await cut(text, 'sentence', units(15))))
      expect(original).toMatch(/^[^。！？].*[。！？]$/u)
  })

  it('uni-07: Arabic stops, and vowel signs stay on their letters', async () => {
    const text = 'وصل القطار صباحًا. هل سمعتَه؟ نعم، سمعتُه قرب الجسر. ثمّ مضى بهدوء.'
    const result = await cut(text, 'sentence', units(30))
    for (const original of originals(result)) expect(original).toMatch(/[.؟]$/u)
    expectWholeWords(result)
  })
})

describe('control words are plain text', () => {
  it.each(['cl100k_base', 'o200k_base'] as const)('sp-01, sp-03: with %s', async (tokenizer) => {
    for (const text of ['read <|endoftext|> aloud', '<|endoftext|>'.repeat(9), 'a <|fim_prefix|> b <|im_start|> c']) {
      const { chunks, attempts } = await cut(text, 'token', { tokenizer, ...sized(190) })
      expect(chunks.map((one) => [one.text, one.tokenCount])).toEqual([[text, recount(text, tokenizer)]])
      expect(attempts).toHaveLength(1)
    }
  })

  it('sp-01: the count is that of the letters', async () => {
    const { chunks } = await cut('read <|endoftext|> aloud', 'token', sized(50))
    expect(chunks[0].tokenCount).toBe(
      recount('read ') - 1 + recount(' <|') + recount('endoftext') + recount('|>') + recount(' aloud'),
    )
  })
})
