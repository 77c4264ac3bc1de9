import { type Command, Option } from 'commander'
import type { DocumentSource } from '../document/source.js'
import { type ExtractResult, extract, toExtractor } from '../extract.js'
import { type ExtractOptions, resolveExtractOptions } from '../options.js'
import { readSources } from '../sources/read.js'
import { addExtractionFlags, EXTRACTION_FLAGS, type ExtractionFlags, toExtractOptions } from './extraction-flags.js'
import { createReport, type Report } from './progress.js'
import { Sink } from './sink.js'
import { columns, counted, type ExitCode, usage } from './usage.js'

interface Flags extends ExtractionFlags {
  readonly format: 'jsonl' | 'table'
  readonly strict?: true
  readonly quiet?: true
}

const HELP = `
Each document is one line of JSON: entities with their mentions, relations, the extractor that ran. A LIST is parted by
commas; the first entry that works is used. \`graph-chunker extractors\` lists them.

Exit codes: 0 done, 1 some inputs failed (named on stderr, the rest is written), 2 wrong usage.

Examples:
  $ graph-chunker extract handbook.md --format table
  $ graph-chunker extract docs --types person,organization > extracted.jsonl
  $ graph-chunker extract trial.txt --lexicon drugs.json --relation-weight pmi
`

/** `graph-chunker extract`: files in, entities and relations out. */
export function extractCommand(command: Command, finish: (code: ExitCode) => void): void {
  addExtractionFlags(command)
    .description('find the entities of files, where each is mentioned, and how they are related')
    .argument('<paths...>', 'files; folders, with the .txt, .text, .md and .markdown files below them; - for stdin')
    .addOption(
      new Option('--format <format>', 'a document a line, or tables to read')
        .choices(['jsonl', 'table'])
        .default('jsonl'),
    )
    .option('--strict', 'a document fails where the first extractor does')
    .option('--quiet', 'only errors on stderr')
    .addHelpText('after', HELP)
    .action(async (paths: string[], flags: Flags) => finish(await extractPaths(paths, flags)))
}

async function extractPaths(paths: readonly string[], flags: Flags): Promise<ExitCode> {
  const { given, options } = await toExtractOptions(flags)
  const { format, quiet = false, ...rest } = given
  const report = await createReport({ quiet, shared: process.stdout.isTTY })
  const warned = new Set<string>()
  const warn = (message: string): void => {
    if (!warned.has(message)) report.line(`warning: ${message}`)
    warned.add(message)
  }
  const resolved: ExtractOptions = { ...rest, ...options, logger: { warn } }
  usage(EXTRACTION_FLAGS, () => {
    const { extractors, llm } = resolveExtractOptions(resolved)
    if (extractors !== false) for (const choice of extractors) toExtractor(choice, llm)
  })
  const sink = new Sink(process.stdout)
  const show = format === 'table' ? table : (result: ExtractResult) => `${JSON.stringify(result)}\n`
  const tally = { files: 0, failed: 0, entities: 0, relations: 0 }
  for await (const source of readSources(paths)) {
    tally.files++
    const result = await attempt(source, resolved, report)
    if (result === undefined) tally.failed++
    else {
      tally.entities += result.entities.length
      tally.relations += result.relations.length
      await sink.write(show(result))
    }
  }
  await sink.end()
  report.stop()
  const counts = [counted(tally.files, 'file'), `${tally.entities} entities`, counted(tally.relations, 'relation')]
  report.line(`${counts.join(', ')}, ${tally.failed} failed`)
  return tally.failed > 0 ? 1 : 0
}

/** One file that fails never stops the others. */
async function attempt(
  source: DocumentSource,
  options: ExtractOptions,
  report: Report,
): Promise<ExtractResult | undefined> {
  try {
    return await extract(await source.load(), options)
  } catch (error) {
    const { message } = error as Error
    report.error(message.includes(source.id) ? message : `${source.id}: ${message}`)
    return undefined
  }
}

function table({ document, entities, relations }: ExtractResult): string {
  const names = new Map(entities.map(({ id, name }) => [id, name]))
  const entityRows = entities.map(({ name, type, mentions, aliases }) => [
    name,
    type,
    String(mentions.length),
    aliases.join(', '),
  ])
  const stated = relations.filter(({ kind }) => kind === 'asserted')
  const relationRows = stated.map(({ subject, predicate, object, weight, negated, modality }) => [
    names.get(subject.entity) ?? subject.entity,
    `${negated ? 'not ' : ''}${predicate}${modality === 'fact' ? '' : ` (${modality})`}`,
    names.get(object.entity) ?? object.entity,
    weight.toFixed(2),
  ])
  const weak = relations.length - stated.length
  return [
    `== ${document.id}\n`,
    columns([['entity', 'type', 'mentions', 'also'], ...entityRows]),
    '\n',
    columns([['subject', 'predicate', 'object', 'weight'], ...relationRows]),
    `\nand ${counted(weak, 'pair')} that stand close together, without a predicate\n\n`,
  ].join('')
}
