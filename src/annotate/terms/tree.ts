/** Whether white space stands before a word of a term: part of how words follow each other. */
export type Spaced = 0 | 1

const WORDS = 2 ** 24

/**
 * Terms as a tree of their words. Adding and walking cost one look-up a word, however many terms there are; a term has a
 * list of values, in the order of adding.
 */
export class TermTree<Value> {
  private readonly ids = new Map<string, number>()
  private readonly edges = new Map<number, number>()
  private readonly values: (Value[] | undefined)[] = [undefined]

  /** Any number of words; the first is taken as not spaced. */
  add(words: readonly { readonly word: string; readonly spaced: Spaced }[], value: Value): void {
    let node = 0
    words.forEach(({ word, spaced }, index) => {
      const key = keyOf(node, this.learn(word), index === 0 ? 0 : spaced)
      let next = this.edges.get(key)
      if (next === undefined) {
        next = this.values.push(undefined) - 1
        this.edges.set(key, next)
      }
      node = next
    })
    const known = this.values[node]
    if (known === undefined) this.values[node] = [value]
    else known.push(value)
  }

  get isEmpty(): boolean {
    return this.edges.size === 0
  }

  /** The word's number, or 0. */
  id(word: string): number {
    return this.ids.get(word) ?? 0
  }

  /** The node that follows, or -1. */
  step(node: number, id: number, spaced: Spaced): number {
    return this.edges.get(keyOf(node, id, spaced)) ?? -1
  }

  valuesAt(node: number): readonly Value[] | undefined {
    return this.values[node]
  }

  private learn(word: string): number {
    let id = this.ids.get(word)
    if (id === undefined) {
      id = this.ids.size + 1
      this.ids.set(word, id)
    }
    return id
  }
}

const keyOf = (node: number, id: number, spaced: Spaced) => (node * WORDS + id) * 2 + spaced
