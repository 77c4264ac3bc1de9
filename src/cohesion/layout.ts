/** Where the features of each sort begin, and how many there are in all. */
export function layout<Sort extends string>(
  sizes: Readonly<Record<Sort, number>>,
): Readonly<Record<Sort | 'end', number>> {
  let end = 0
  const starts: Record<string, number> = {}
  for (const [sort, size] of Object.entries<number>(sizes)) {
    starts[sort] = end
    end += size
  }
  return { ...starts, end } as Record<Sort | 'end', number>
}

/** The number of the first bound that the value does not exceed; that of the last and one more where it exceeds all. */
export function bin(value: number, bounds: readonly number[]): number {
  let at = 0
  while (at < bounds.length && value > bounds[at]) at++
  return at
}
