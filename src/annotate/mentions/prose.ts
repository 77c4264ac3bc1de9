import type { Block, Document } from '../../document/document.js'

/** Whether names are looked for in the block: not in code, markup and front matter. */
export function isProse({ kind }: Block): boolean {
  return kind !== 'code' && kind !== 'html' && kind !== 'frontmatter' && kind !== 'rule'
}

/** Says of each sentence, by its index, whether names are looked for in it. */
export function proseSentences({ sentences, blocks }: Pick<Document, 'sentences' | 'blocks'>): boolean[] {
  let block = 0
  return sentences.map(({ start }) => {
    while (block < blocks.length && blocks[block].end <= start) block++
    return block === blocks.length || blocks[block].start > start || isProse(blocks[block])
  })
}
