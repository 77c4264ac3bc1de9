import { z } from 'zod'
import type { Segment } from '../document/chunk.js'
import type { Block, Document } from '../document/document.js'
import { firstStartingAt, type Span } from '../document/span.js'
import type { Budget } from '../segment/budget.js'
import { splitRecursively } from '../segment/recursive.js'
import { defineChunker } from './define.js'

const options = z.object({
  sectionDepth: z.int().min(1).max(6).default(6).describe('headings up to this depth always begin a chunk'),
  atomic: z
    .boolean()
    .default(false)
    .describe('keep code blocks and table rows whole even where they exceed the maximum'),
})

export const structural = defineChunker<never, z.infer<typeof options>>({
  name: 'structural',
  summary: 'Sections, lists, tables and code blocks kept whole where they fit; a chunk never holds two sections.',
  requires: [],
  options,
  overlap: 'section',
  segment(document, { budget, sectionDepth, atomic }) {
    return sections(document, sectionDepth).flatMap((section) => {
      const parts = atomic ? apartFromAtoms(document, budget, section) : [{ span: section, atom: false }]
      return parts.flatMap(({ span, atom }): Segment[] =>
        atom
          ? [{ spans: [span], metadata: { atomic: true } }]
          : splitRecursively(document, budget, span).map((piece) => ({ spans: [piece] })),
      )
    })
  },
})

/** The text from one heading that begins a section to the next; headings without text between them stay together. */
function sections({ blocks, text }: Document, depth: number): Span[] {
  const starts = [0]
  for (let at = 1; at < blocks.length; at++) {
    const opens = blocks[at].kind === 'heading' && (blocks[at].depth ?? 6) <= depth
    if (opens && blocks[at - 1].kind !== 'heading') starts.push(blocks[at].start)
  }
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? text.length }))
}

/** Parts a section into what may be cut and what may not: code blocks and table rows that do not fit. */
function apartFromAtoms({ blocks }: Document, budget: Budget, section: Span): { span: Span; atom: boolean }[] {
  const parts: { span: Span; atom: boolean }[] = []
  let open = section.start
  const inside = blocks.slice(firstStartingAt(blocks, section.start), firstStartingAt(blocks, section.end))
  for (const atom of inside.flatMap(atoms)) {
    if (budget.fits(atom.start, atom.end)) continue
    if (atom.start > open) parts.push({ span: { start: open, end: atom.start }, atom: false })
    parts.push({ span: atom, atom: true })
    open = atom.end
  }
  if (open < section.end) parts.push({ span: { start: open, end: section.end }, atom: false })
  return parts
}

function atoms(block: Block): Span[] {
  if (block.kind === 'code') return [{ start: block.start, end: block.end }]
  return block.kind === 'table' ? [...(block.parts ?? [])] : []
}
