import type { Command } from 'commander'
import { ENGINES } from '../annotate/engines/index.js'
import { Sink } from './sink.js'
import { columns } from './usage.js'

const EXAMPLES = `
Examples:
  $ graph-chunker extractors
  $ graph-chunker extractors --json | jq '.[].name'
`

/** `graph-chunker extractors`: what can stand in a list of extractors. */
export function extractorsCommand(command: Command): void {
  command
    .description('list the entity extractors: name, languages, the package each needs, what it does')
    .option('--json', 'as a JSON array')
    .addHelpText('after', EXAMPLES)
    .action(async ({ json }: { json?: true }) => {
      const listed = ENGINES.map(({ extractor: _, ...engine }) => engine)
      const rows = listed.map(({ name, languages, needs, summary }) => [
        name,
        languages.join(', '),
        needs === undefined ? 'needs nothing' : `needs ${needs}`,
        summary,
      ])
      const sink = new Sink(process.stdout)
      await sink.write(json === true ? `${JSON.stringify(listed, null, 2)}\n` : columns(rows))
      await sink.end()
    })
}
