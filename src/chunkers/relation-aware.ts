import { PREDICTED_BY, type Relation } from '../document/document.js'
import { defineChunker } from './define.js'
import { cutByCohesion, cutByRelations, type LinkOptions, linkOptions } from './links.js'

export const relationAware = defineChunker<'mentions' | 'relations', LinkOptions>({
  name: 'relation_aware',
  summary: 'Cut where the fewest relations are lost, predicted or given; no mention is ever cut.',
  requires: ['mentions', 'relations'],
  options: linkOptions,
  graphNative: true,
  overlap: 'sentence',
  segment(document, context) {
    if (document.relations.some(isGiven)) return cutByRelations(document, context)
    if (document.mentions.length === 0) context.note('relation_aware found no mention and cut by structure alone.')
    return cutByCohesion(document, context)
  },
})

const PREDICTED: ReadonlySet<string> = new Set(PREDICTED_BY)

/** Relations of a caller or a language model take the place of what is predicted. */
function isGiven({ by }: Relation): boolean {
  return !PREDICTED.has(by)
}
