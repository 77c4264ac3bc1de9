/**
 * How coarse a cut is. A section cut is `section + 6 - depth`, so that a chapter (depth 1) is the coarsest; runs of
 * three, and of four or more, line breaks part more than a blank line does.
 */
export const LEVEL = {
  grapheme: 0,
  word: 1,
  clause: 2,
  line: 3,
  sentence: 4,
  part: 5,
  block: 6,
  gap: 7,
  widerGap: 8,
  section: 9,
} as const

/** The level of a cut before a heading of this depth, 1 to 6. */
export function sectionLevel(depth: number): number {
  return LEVEL.section + 6 - depth
}

const NAMES = ['grapheme', 'word', 'clause', 'line', 'sentence', 'part', 'block', 'block', 'block'] as const

/** The level's name, as chunks and explanations show it. */
export function levelName(level: number): string {
  return NAMES[level] ?? 'section'
}
