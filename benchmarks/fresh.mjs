// Runs in a process of its own, in plain Node, so that nothing else is loaded; prints JSON.
import { readFileSync } from 'node:fs'

const PARAGRAPH = 'Orla Venn met the board of Harrow Light in Brisk. The board voted to keep the lamp.'

const [task, method] = process.argv.slice(2)

async function since(run) {
  const start = performance.now()
  await run()
  return performance.now() - start
}

/** The time of the import, and of the first chunk after it. */
async function startup() {
  let library
  const load = await since(async () => {
    library = await import('graph-chunker')
  })
  const options = method === 'recursive' ? { method, extractors: false } : { method }
  const first = await since(() => library.chunk(PARAGRAPH, options))
  return { load, first }
}

/** As much with js-tiktoken alone, to compare with: its import, its ranks, and the first count. */
async function tokenizer() {
  let library
  const load = await since(async () => {
    library = await import('js-tiktoken')
  })
  const first = await since(() => library.getEncoding('cl100k_base').encode(PARAGRAPH))
  return { load, first }
}

/** Peak resident memory of one run over the text on standard input, above that after a first small run. */
async function memory() {
  const { chunk } = await import('graph-chunker')
  const options = method === 'recursive' ? { method, extractors: false } : { method }
  const text = readFileSync(0, 'utf8')
  await chunk(PARAGRAPH, options)
  const before = process.memoryUsage().rss
  const { chunks } = await chunk(text, options)
  return { peakBytes: process.resourceUsage().maxRSS * 1024 - before, chunks: chunks.length }
}

const tasks = { startup, tokenizer, memory }
process.stdout.write(JSON.stringify(await tasks[task]()))
