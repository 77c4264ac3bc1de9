import type { Words } from '../words.js'

/** The sentences that have a question mark. */
export function questionsOf({ form, sentence, length }: Words): ReadonlySet<number> {
  const questions = new Set<number>()
  for (let i = 0; i < length; i++) if (form[i] === '?' || form[i] === '？') questions.add(sentence[i])
  return questions
}
