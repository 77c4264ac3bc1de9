// Exact scores of mentions, and how well their confidence is calibrated.
import type { MentionDraft } from '../../../src/annotate/extractor.js'
import { finishMentions } from '../../../src/annotate/mentions/finish.js'
import type { Example } from './examples.js'

export interface Figures {
  /** F1 in per cent, of start and end, and of start, end and type. */
  readonly untyped: number
  readonly typed: number
  readonly precision: number
  readonly recall: number
}

const isName = (type: string): boolean => type !== 'time' && type !== 'number'
const isAny = (): boolean => true

export const names = (found: readonly Found[]): Figures => figures(found, isName)
export const sixTypes = (found: readonly Found[]): Figures => figures(found, isAny)

export const ofType = (found: readonly Found[], type: string): Figures => figures(found, (other) => other === type)

export interface Found {
  readonly example: Example
  readonly drafts: readonly MentionDraft[]
}

function figures(all: readonly Found[], counts: (type: string) => boolean): Figures {
  let [right, rightType, found, gold] = [0, 0, 0, 0]
  for (const { example, drafts } of all) {
    for (const { start, end, type } of finishMentions(example.document, drafts).mentions) {
      if (!counts(type)) continue
      found++
      const wanted = example.gold.get(`${start} ${end}`)
      if (wanted === undefined || !counts(wanted)) continue
      right++
      if (wanted === type) rightType++
    }
    for (const type of example.gold.values()) if (counts(type)) gold++
  }
  const percent = (value: number) => Math.round(value * 10_000) / 100
  return {
    untyped: percent((2 * right) / (found + gold)),
    typed: percent((2 * rightType) / (found + gold)),
    precision: percent(right / found),
    recall: percent(right / gold),
  }
}

export interface Bin {
  readonly count: number
  /** The mean confidence of the mentions of the bin. */
  readonly confidence: number
  /** The share of them that are right, type and all. */
  readonly right: number
}

/** The mentions by tenths of their confidence. */
export function calibration(all: readonly Found[]): Bin[] {
  const bins = Array.from({ length: 10 }, () => ({ count: 0, confidence: 0, right: 0 }))
  for (const { example, drafts } of all) {
    for (const { start, end, type, confidence = 1 } of drafts) {
      const bin = bins[Math.min(9, Math.floor(confidence * 10))]
      bin.count++
      bin.confidence += confidence
      if (example.gold.get(`${start} ${end}`) === type) bin.right++
    }
  }
  return bins.map(({ count, confidence, right }) => ({ count, confidence: confidence / count, right: right / count }))
}
