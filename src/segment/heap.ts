interface Entry<T> {
  readonly priority: number
  readonly value: T
  /** Of equal priorities the one that came first is taken first. */
  readonly order: number
}

/** A queue that gives the value of the highest priority first. */
export class Heap<T> {
  readonly #entries: Entry<T>[] = []
  #pushed = 0

  push(priority: number, value: T): void {
    const entries = this.#entries
    let at = entries.push({ priority, value, order: this.#pushed++ }) - 1
    while (at > 0 && isBefore(entries[at], entries[(at - 1) >> 1])) {
      swap(entries, at, (at - 1) >> 1)
      at = (at - 1) >> 1
    }
  }

  pop(): { readonly priority: number; readonly value: T } | undefined {
    const entries = this.#entries
    const top = entries[0]
    const last = entries.pop()
    if (last === undefined || entries.length === 0) return top
    entries[0] = last
    for (let at = 0; ; ) {
      let first = at
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < entries.length && isBefore(entries[child], entries[first])) first = child
      }
      if (first === at) return top
      swap(entries, at, first)
      at = first
    }
  }
}

function isBefore<T>(a: Entry<T>, b: Entry<T>): boolean {
  return a.priority > b.priority || (a.priority === b.priority && a.order < b.order)
}

function swap<T>(entries: Entry<T>[], a: number, b: number): void {
  const entry = entries[a]
  entries[a] = entries[b]
  entries[b] = entry
}
