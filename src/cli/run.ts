import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { ChunkingError } from '../errors.js'
import { chunkCommand } from './chunk.js'
import { extractCommand } from './extract.js'
import { extractorsCommand } from './extractors.js'
import { methodsCommand } from './methods.js'
import { OutputError, ReaderGone } from './sink.js'
import { type ExitCode, UsageError } from './usage.js'

const EXAMPLES = `
Examples:
  $ graph-chunker chunk handbook.md > chunks.jsonl
  $ graph-chunker chunk docs --method community_detection,recursive --out chunked
  $ graph-chunker extract handbook.md --format table
  $ graph-chunker methods
`

/** Runs the command with these arguments. */
export async function run(argv: readonly string[]): Promise<ExitCode> {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  // Without a listener a reader that goes away ends the process; `Sink` sees to the errors that matter.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  let code: ExitCode = 0
  const finish = (result: ExitCode): void => {
    code = result
  }
  const program = new Command('graph-chunker')
    .description('Graph-native chunking: chunks that do not tear entities and relations apart.')
    .version(version)
    .addHelpText('after', EXAMPLES)
    .exitOverride()
    .configureOutput({ outputError: () => {} })
  // Made by `command`, since only these inherit the settings above.
  chunkCommand(program.command('chunk'), version, finish)
  extractCommand(program.command('extract'), finish)
  methodsCommand(program.command('methods'))
  extractorsCommand(program.command('extractors'))
  try {
    await program.parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    return explain(error)
  }
}

/** Says on stderr what went wrong; what nobody expected comes with its stack. */
function explain(error: unknown): ExitCode {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0
    // `commander.help` has shown the help already: no sub-command was given.
    if (error.code !== 'commander.help') process.stderr.write(`${oneSentence(error.message)}\n`)
    return 2
  }
  if (error instanceof ReaderGone) return 0
  if (error instanceof UsageError) {
    process.stderr.write(`error: ${error.message}\n`)
    return 2
  }
  const expected = error instanceof OutputError || error instanceof ChunkingError
  process.stderr.write(`error: ${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  return 1
}

/** Commander puts its suggestions on a line of their own. */
function oneSentence(message: string): string {
  return message.replace(/\n\(Did you mean (.*)\?\)/, '; did you mean $1?')
}
