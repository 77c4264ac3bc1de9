import type { Document } from '../document/document.js'
import { firstStartingAt } from '../document/span.js'

/** Tells the titles of the headings over an offset, outermost first; a heading that begins there is among them. */
export function headingPaths({ blocks }: Document): (offset: number) => readonly string[] {
  const headings = blocks.filter(({ kind }) => kind === 'heading')
  const open: { depth: number; title: string }[] = []
  const paths = headings.map(({ depth = 1, title = '' }) => {
    while (open.length > 0 && open[open.length - 1].depth >= depth) open.pop()
    open.push({ depth, title })
    return open.map((heading) => heading.title)
  })
  return (offset) => paths[firstStartingAt(headings, offset + 1) - 1] ?? []
}
