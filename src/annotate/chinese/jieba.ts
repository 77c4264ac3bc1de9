import { ChunkingError } from '../../errors.js'
import type { Cutter } from './tokens.js'

/** What is used of the package `@node-rs/jieba`. */
export interface JiebaModules {
  readonly Jieba: { withDict(dict: Uint8Array): Tagger }
  readonly dict: Uint8Array
}

interface Tagger {
  tag(sentence: string, hmm?: boolean): { readonly word: string; readonly tag: string }[]
}

async function importJieba(): Promise<JiebaModules> {
  const [{ Jieba }, { dict }] = await Promise.all([import('@node-rs/jieba'), import('@node-rs/jieba/dict.js')])
  return { Jieba, dict }
}

/**
 * A loader of the cutter that `@node-rs/jieba` makes with its own dictionary. The package is looked for once; the answer,
 * found or not, is kept. Rejects with a ChunkingError `missing-package` where it can't be imported.
 */
export function jiebaLoader(load: () => Promise<JiebaModules> = importJieba): () => Promise<Cutter> {
  let cutter: Promise<Cutter> | undefined
  return () => {
    cutter ??= load().then(cutterOf, (cause: unknown) => {
      throw new ChunkingError(
        'missing-package',
        'The extractor "jieba" needs the package @node-rs/jieba, which could not be loaded; install it with `npm install @node-rs/jieba`.',
        cause instanceof Error ? [cause] : [],
      )
    })
    return cutter
  }
}

function cutterOf({ Jieba, dict }: JiebaModules): Cutter {
  const jieba = Jieba.withDict(dict)
  return { tagged: true, cut: (run) => jieba.tag(run, true) }
}

/** The cutter that all engines share. */
export const loadJieba = jiebaLoader()
