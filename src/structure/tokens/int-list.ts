/** A growing list of 32-bit integers. */
export class IntList {
  length = 0
  #values: Int32Array

  constructor(capacity = 16) {
    this.#values = new Int32Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Int32Array(this.length * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.length++] = value
  }

  at(index: number): number {
    return this.#values[index]
  }

  clear(): void {
    this.length = 0
  }

  /** A copy of the right size. */
  toArray(): Int32Array {
    return this.#values.slice(0, this.length)
  }
}
