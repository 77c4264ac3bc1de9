import type { Command } from 'commander'
import type { ExtractOptions, ExtractorChoice } from '../options.js'
import { parseList } from './lists.js'
import { loadExtractor } from './modules.js'
import { UsageError } from './usage.js'

/** The flags of the extraction stage as commander hands them over. */
export interface ExtractionFlags {
  readonly extractors?: string
  readonly types?: readonly string[]
}

export const EXTRACTION_FLAGS = ['--extractors', '--types']

/** Adds the flags that every command with an extraction stage has. */
export function addExtractionFlags(command: Command): Command {
  return command
    .option('--extractors <list>', 'entity extractors to try in order, or false for none (default: rules)')
    .option('--types <list>', 'types of entity to keep (default: all but time and number)', commaList)
}

/** Parts the flags into options that they name and the flags left over. */
export async function toExtractOptions<Flags extends ExtractionFlags>(
  flags: Flags,
): Promise<{ readonly given: Omit<Flags, keyof ExtractionFlags>; readonly options: ExtractOptions }> {
  const { extractors, types, ...given } = flags
  return {
    given,
    options: {
      ...(types === undefined ? {} : { types }),
      ...(extractors === undefined
        ? {}
        : { extractors: extractors === 'false' ? false : await toExtractors(extractors) }),
    },
  }
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
