import { type Command, Option } from 'commander'
import { chunkAll } from '../corpus/chunk-all.js'
import type { JsonObject } from '../document/json.js'
import type { DocumentSource } from '../document/source.js'
import type { CentralityMeasure } from '../graph/centrality.js'
import {
  type ChunkOptions,
  MEASURES,
  type MethodChoice,
  type ResolvedChunkOptions,
  resolveChunkOptions,
} from '../options.js'
import { methods } from '../registry.js'
import { readSources } from '../sources/read.js'
import { type TokenizerName, tokenizerNames } from '../structure/tokens/tokenizer.js'
import { addExtractionFlags, EXTRACTION_FLAGS, type ExtractionFlags, toExtractOptions } from './extraction-flags.js'
import { parseList } from './lists.js'
import { loadChunker } from './modules.js'
import { type Format, folderOutput, streamOutput } from './output.js'
import { createReport } from './progress.js'
import { counted, type ExitCode, number, usage } from './usage.js'

/** The flags as commander hands them over. */
interface Flags extends ExtractionFlags {
  readonly method?: string
  readonly maxTokens?: number
  readonly targetTokens?: number
  readonly overlapTokens?: number
  readonly minTokens?: number
  readonly tokenizer: TokenizerName
  readonly centrality?: CentralityMeasure
  readonly resolution?: number
  readonly maxCommunitySize?: number
  readonly seed?: number
  readonly trim: boolean
  readonly out?: string
  readonly format: Format
  readonly explain?: true
  readonly strict?: true
  readonly quiet?: true
}

const HELP = `
A LIST is parted by commas; the first entry that works is used. An entry is a name, the path of a module of yours
(./mine.mjs, with a default export), or, in --method, a name with options: sliding_window:strideTokens=64;snap=sentence
A value of several is parted by |, or its key given again: subgraph:seeds=Ada Brandt|Porto;hops=1

Exit codes: 0 done, 1 some inputs failed (named on stderr, the rest is written), 2 wrong usage.

Examples:
  $ graph-chunker chunk handbook.md > chunks.jsonl
  $ graph-chunker chunk docs --method community_detection,relation_aware --max-tokens 400 --out chunked
  $ graph-chunker chunk report.txt --method 'sliding_window:strideTokens=64;snap=sentence' --extractors false
  $ cat notes.txt | graph-chunker chunk - --format text
`

/** `graph-chunker chunk`: files in, chunks out. */
export function chunkCommand(command: Command, version: string, finish: (code: ExitCode) => void): void {
  addExtractionFlags(command)
    .description('cut files into chunks that keep entities and relations whole')
    .argument('<paths...>', 'files; folders, with the .txt, .text, .md and .markdown files below them; - for stdin')
    .option('--method <list>', 'methods to try in order (default: relation_aware,entity_aware,recursive)')
    .option('--max-tokens <n>', 'no chunk has more (default: 512)', number)
    .option('--target-tokens <n>', 'what chunks should have (default: the maximum; half with a graph method)', number)
    .option('--overlap-tokens <n>', 'at most so much of the chunk before is repeated (default: 0)', number)
    .option('--min-tokens <n>', 'smaller chunks join a neighbour (default: 0)', number)
    .addOption(new Option('--tokenizer <name>', 'what counts tokens').choices(tokenizerNames).default('cl100k_base'))
    .addOption(new Option('--centrality <measure>', 'how central an entity is (default: pagerank)').choices(MEASURES))
    .option('--resolution <x>', 'above 1: more and smaller communities (default: 1)', number)
    .option('--max-community-size <n>', 'larger communities are parted (default: 0, no bound)', number)
    .option('--seed <n>', 'for everything random (default: 1)', number)
    .option('--no-trim', 'keep white space at the ends of chunks')
    .option('--out <folder>', 'write chunks.jsonl, graph.json and run.json there instead of chunks on stdout')
    .addOption(
      new Option('--format <format>', 'on stdout: a chunk a line, an array of results, or text to read')
        .choices(['jsonl', 'json', 'text'])
        .default('jsonl')
        .conflicts('out'),
    )
    .option('--explain', 'tell in each chunk why it begins where it does')
    .option('--strict', 'a document fails where the first method or extractor does')
    .option('--quiet', 'only errors on stderr')
    .addHelpText('after', HELP)
    .action(async (paths: string[], flags: Flags) => finish(await chunkPaths(paths, flags, version)))
}

async function chunkPaths(paths: readonly string[], flags: Flags, version: string): Promise<ExitCode> {
  const options = await toOptions(flags)
  const resolved = usage(FLAGS, () => resolveChunkOptions(options))
  const sources: DocumentSource[] = []
  for await (const source of readSources(paths, { tokenizer: flags.tokenizer })) sources.push(source)
  const report = await createReport({
    quiet: flags.quiet === true,
    shared: flags.out === undefined && process.stdout.isTTY,
  })
  const run = usage(FLAGS, () =>
    chunkAll(sources, {
      ...options,
      logger: { warn: (message) => report.line(`warning: ${message}`) },
      onProgress: report.progress,
    }),
  )
  const output =
    flags.out === undefined
      ? streamOutput(process.stdout, flags.format)
      : await folderOutput(flags.out, { versions: versions(version), options: listed(resolved) })
  const tally = new Tally()
  try {
    for await (const result of run) {
      tally.add(result)
      await output.add(result)
    }
    await output.end(run)
  } catch (error) {
    await output.discard()
    throw error
  } finally {
    report.stop()
  }
  for (const [text, count] of run.warnings) if (count > 1) report.line(`warning: ${count} times: ${text}`)
  for (const { id, error } of run.failures)
    report.error(error.message.includes(id) ? error.message : `${id}: ${error.message}`)
  report.line(tally.line(sources.length, run.failures.length))
  return run.failures.length > 0 ? 1 : 0
}

async function toOptions(flags: Flags): Promise<ChunkOptions> {
  const { method, trim, tokenizer, strict, out: _, format: __, quiet: ___, ...rest } = flags
  const { given, options } = await toExtractOptions(rest)
  return {
    ...given,
    ...options,
    tokenizer,
    ...(trim ? {} : { trim }),
    ...(strict === undefined ? {} : { strict }),
    ...(method === undefined ? {} : { method: await toMethods(method) }),
  }
}

function toMethods(list: string): Promise<MethodChoice[]> {
  return Promise.all(
    parseList('--method', list).map((entry): MethodChoice | Promise<MethodChoice> => {
      if (entry.kind === 'module') return loadChunker(entry.path)
      const { name, options } = entry
      return Object.keys(options).length === 0 ? name : ({ ...asLists(name, options), method: name } as MethodChoice)
    }),
  )
}

/** A single value where the method takes a list is a list of one. */
function asLists(name: string, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known = methods().find((method) => method.name === name)?.options ?? {}
  const isList = (key: string): boolean => (known[key] as { type?: unknown } | undefined)?.type === 'array'
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, isList(key) && !Array.isArray(value) ? [value] : value]),
  )
}

const FLAGS = [
  ...EXTRACTION_FLAGS,
  '--method',
  '--max-tokens',
  '--target-tokens',
  '--overlap-tokens',
  '--min-tokens',
  '--tokenizer',
  '--centrality',
  '--resolution',
  '--max-community-size',
  '--seed',
]

/** What an equal result needs besides equal inputs: sentence ends and letters follow the Unicode data of Node. */
function versions(version: string): JsonObject {
  const { node, icu = '', unicode = '' } = process.versions
  return { 'graph-chunker': version, node, icu, unicode }
}

/** The options in effect, as `run.json` lists them. */
function listed(options: ResolvedChunkOptions): JsonObject {
  const { methods, extractors, maxTokens, targetTokens, overlapTokens, minTokens, tokenizer } = options
  const { centrality, resolution, maxCommunitySize, seed, trim, strict, types, language } = options
  return {
    method: methods.map(({ chunker, options: own }) => ({ ...(own as JsonObject), method: chunker.name })),
    extractors:
      extractors === false ? false : extractors.map((choice) => (typeof choice === 'string' ? choice : choice.name)),
    ...{ maxTokens, targetTokens, overlapTokens, minTokens, tokenizer: tokenizer as string },
    ...{ centrality, resolution, maxCommunitySize, seed, trim, strict },
    ...(types === undefined ? {} : { types }),
    ...(language === undefined ? {} : { language }),
  }
}

/** Counts for the last line. */
class Tally {
  #chunks = 0
  #degraded = 0
  readonly #methods = new Map<string, number>()

  add({
    chunks,
    method,
    degraded,
  }: {
    readonly chunks: { readonly length: number }
    readonly method: string
    readonly degraded: boolean
  }): void {
    this.#chunks += chunks.length
    if (degraded) this.#degraded++
    if (chunks.length > 0) this.#methods.set(method, (this.#methods.get(method) ?? 0) + 1)
  }

  line(files: number, failed: number): string {
    const by = [...this.#methods].map(([method, count]) => `${method} ${count}`).join(', ')
    const counts = [
      counted(files, 'file'),
      counted(this.#chunks, 'chunk'),
      `${this.#degraded} degraded`,
      `${failed} failed`,
    ]
    return `${counts.join(', ')}; documents by method: ${by || 'none'}`
  }
}
