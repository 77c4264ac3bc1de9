/** User CPU time of one call, in milliseconds, with what it gave. */
export async function timed<T>(run: () => T | Promise<T>): Promise<{ readonly ms: number; readonly value: T }> {
  const before = process.cpuUsage()
  const value = await run()
  return { ms: process.cpuUsage(before).user / 1000, value }
}

export function median(values: readonly number[]): number {
  const sorted = values.slice().sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** The middle, the least and the most of several measurements. */
export interface Spread {
  readonly median: number
  readonly least: number
  readonly most: number
}

export function spread(values: readonly number[]): Spread {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) }
}

/** Stops a cell that runs too long: code that is called again and again during the cell asks it. */
export class Deadline {
  readonly seconds: number
  #until = Number.POSITIVE_INFINITY

  constructor(seconds: number) {
    this.seconds = seconds
  }

  start(): void {
    this.#until = performance.now() + this.seconds * 1000
  }

  /** @throws OverTime */
  check(): void {
    if (performance.now() > this.#until) throw new OverTime(`stopped after ${this.seconds} s`)
  }
}

export class OverTime extends Error {
  override readonly name = 'OverTime'
}
