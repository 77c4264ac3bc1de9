import type { Command } from 'commander'
import { type MethodInfo, methods } from '../registry.js'
import { Sink } from './sink.js'
import { columns } from './usage.js'

const EXAMPLES = `
Examples:
  $ graph-chunker methods
  $ graph-chunker methods --json | jq '.[] | select(.requires == [])'
`

/** `graph-chunker methods`: what can stand in a list of methods. */
export function methodsCommand(command: Command): void {
  command
    .description('list the chunking methods: name, what each needs, its options, what it does')
    .option('--json', 'as a JSON array, with a JSON Schema for each option')
    .addHelpText('after', EXAMPLES)
    .action(async ({ json }: { json?: true }) => {
      const listed = methods()
      const sink = new Sink(process.stdout)
      await sink.write(json === true ? `${JSON.stringify(listed, null, 2)}\n` : table(listed))
      await sink.end()
    })
}

function table(listed: readonly MethodInfo[]): string {
  const rows = listed.map(({ name, requires, options, summary }) => [
    name,
    requires.length > 0 ? `needs ${requires.join(', ')}` : 'needs nothing',
    Object.keys(options).join(', ') || 'no options',
    summary,
  ])
  return columns(rows)
}
