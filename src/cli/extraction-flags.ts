import { readFile } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import type { Lexicon } from '../annotate/terms.js'
import { ChunkingError } from '../errors.js'
import type { LlmFn } from '../llm/llm.js'
import type { ExtractOptions, ExtractorChoice } from '../options.js'
import { decodeUtf8 } from '../sources/decode.js'
import { parseList } from './lists.js'
import { loadExtractor } from './modules.js'
import { UsageError } from './usage.js'

/** The flags of the extraction stage as commander hands them over. */
export interface ExtractionFlags {
  readonly extractors?: string
  readonly types?: readonly string[]
  readonly kinds?: ExtractOptions['kinds']
  readonly lexicon?: string
  readonly ignore?: readonly string[]
  readonly relationWeight?: 'probability' | 'pmi'
  readonly language?: string
  readonly llmUrl?: string
  readonly llmModel?: string
}

export const EXTRACTION_FLAGS = [
  '--extractors',
  '--types',
  '--kinds',
  '--lexicon',
  '--ignore',
  '--relation-weight',
  '--language',
]

/** Adds the flags that every command with an extraction stage has. */
export function addExtractionFlags(command: Command): Command {
  return command
    .option('--extractors <list>', 'entity extractors to try in order, or false for none (default: tagger,rules)')
    .option('--types <list>', 'types of entity to keep (default: all but time and number)', commaList)
    .option('--kinds <list>', 'kinds of mention to look for (default: name,concept,anaphor)', commaList)
    .option('--lexicon <file>', 'terms of yours with their types, as JSON: {"term": "type"}')
    .option('--language <code>', 'of the texts, as en or zh (default: auto, by their scripts)')
    .option('--ignore <list>', 'names that are never mentions', commaList)
    .addOption(
      new Option('--relation-weight <what>', 'what the weight of a relation is (default: probability)').choices([
        'probability',
        'pmi',
      ]),
    )
    .option('--llm-url <url>', 'an OpenAI-compatible server for the extractor llm, as http://localhost:8000/v1')
    .option('--llm-model <name>', 'its model; the key is read from LLM_API_KEY')
}

/** Parts the flags into options that they name and the flags left over. */
export async function toExtractOptions<Flags extends ExtractionFlags>(
  flags: Flags,
): Promise<{ readonly given: Omit<Flags, keyof ExtractionFlags>; readonly options: ExtractOptions }> {
  if (flags.llmUrl === undefined && namesModel(flags.extractors)) throw new UsageError(WITHOUT_SERVER)
  const { extractors, types, kinds, lexicon, ignore, relationWeight, language, llmUrl, llmModel, ...given } = flags
  return {
    given,
    options: {
      ...(types === undefined ? {} : { types }),
      ...(kinds === undefined ? {} : { kinds }),
      ...(lexicon === undefined ? {} : { lexicon: await readLexicon(lexicon) }),
      ...(ignore === undefined ? {} : { ignore }),
      ...(language === undefined ? {} : { language }),
      ...(relationWeight === undefined ? {} : { relationWeight }),
      ...(llmUrl === undefined && llmModel === undefined ? {} : { llm: await toModel(llmUrl, llmModel) }),
      ...(extractors === undefined
        ? {}
        : { extractors: extractors === 'false' ? false : await toExtractors(extractors) }),
    },
  }
}

const WITHOUT_SERVER =
  'The extractor "llm" needs a server: give its address and model by `--llm-url` (as http://localhost:8000/v1) and `--llm-model`.'

const namesModel = (list: string | undefined): boolean =>
  list !== undefined && parseList('--extractors', list).some((entry) => entry.kind === 'name' && entry.name === 'llm')

/** What the file holds is checked with the other options. */
async function readLexicon(path: string): Promise<Lexicon> {
  try {
    return JSON.parse(decodeUtf8(await readFile(path), path).text)
  } catch (error) {
    if (error instanceof ChunkingError) throw new UsageError(`Of \`--lexicon\`: ${error.message}`, { cause: error })
    const reason = error instanceof SyntaxError ? 'is no JSON' : 'cannot be read'
    throw new UsageError(`The file ${path} of \`--lexicon\` ${reason}: ${(error as Error).message}`, { cause: error })
  }
}

async function toModel(baseUrl: string | undefined, model: string | undefined): Promise<LlmFn> {
  if (baseUrl === undefined || model === undefined || !URL.canParse(baseUrl)) {
    const given = baseUrl === undefined ? 'no address' : `${JSON.stringify(baseUrl)} and ${model ?? 'no model'}`
    throw new UsageError(`Expected \`--llm-url\` to be an address, and \`--llm-model\` a name beside it, got ${given}.`)
  }
  const { fromOpenAIEndpoint } = await import('../llm/adapters.js')
  const { LLM_API_KEY: apiKey } = process.env
  return fromOpenAIEndpoint({ baseUrl, model, ...(apiKey === undefined ? {} : { apiKey }) })
}

const commaList = (list: string): string[] => list.split(',')

function toExtractors(list: string): Promise<ExtractorChoice[]> {
  return Promise.all(
    parseList('--extractors', list).map((entry): ExtractorChoice | Promise<ExtractorChoice> => {
      if (entry.kind === 'module') return loadExtractor(entry.path)
      if (Object.keys(entry.options).length === 0) return entry.name
      throw new UsageError(`Expected \`--extractors\` to hold names and paths; "${entry.name}" takes no options here.`)
    }),
  )
}
