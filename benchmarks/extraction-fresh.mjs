// Runs in a process of its own, in plain Node, so that nothing else is loaded; prints JSON.
import { readFileSync } from 'node:fs'
import { extract, silentLogger } from 'graph-chunker'

const PARAGRAPH = 'Orla Venn met the board of Harrow Light in Brisk. The board voted to keep the lamp.'

const options = { extractors: [process.argv[2]], strict: true, logger: silentLogger }
const text = readFileSync(0, 'utf8')

/** What an engine loads once is taken in by a first small run. */
async function peak() {
  await extract(PARAGRAPH, options)
  globalThis.gc()
  const { rss, heapUsed } = process.memoryUsage()
  const result = await extract(text, options)
  const peakBytes = process.resourceUsage().maxRSS * 1024 - rss
  globalThis.gc()
  // The result is used here, so that it is not collected before.
  return { peakBytes, keptBytes: process.memoryUsage().heapUsed - heapUsed, mentions: result.mentions.length }
}

const answer = await peak().catch((error) => ({ missing: error.message }))
process.stdout.write(JSON.stringify(answer))
