/**
 * Precision (`rightFound / found`), recall (`rightGold / gold`) and their harmonic mean, 0 to 1; 0 where nothing is
 * counted.
 */
export interface Scores {
  readonly precision: number
  readonly recall: number
  readonly f1: number
  /** How many were found, how many there are, and how many of the found ones and of the gold ones count as right. */
  readonly found: number
  readonly gold: number
  readonly rightFound: number
  readonly rightGold: number
}

/** Sums of counts over documents, so that long documents count for more (micro average). */
export class Counts {
  #found = 0
  #gold = 0
  #rightFound = 0
  #rightGold = 0

  add(found: number, gold: number, rightFound: number, rightGold = rightFound): void {
    this.#found += found
    this.#gold += gold
    this.#rightFound += rightFound
    this.#rightGold += rightGold
  }

  scores(): Scores {
    const precision = ratio(this.#rightFound, this.#found)
    const recall = ratio(this.#rightGold, this.#gold)
    return {
      precision,
      recall,
      f1: ratio(2 * precision * recall, precision + recall),
      found: this.#found,
      gold: this.#gold,
      rightFound: this.#rightFound,
      rightGold: this.#rightGold,
    }
  }
}

/** 0 where there is nothing to divide by. */
export function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}
