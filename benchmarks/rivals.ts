import type { Deadline } from './measure.js'

/** One chunk as a splitter reports it; `start` and `tokens` where it claims to know them. */
export interface Piece {
  readonly text: string
  readonly start?: number
  readonly end?: number
  readonly tokens?: number
}

/** A splitter with its settings. What it returns is turned into pieces afterwards, outside of the measured time. */
export interface Splitter {
  readonly name: string
  split(text: string): Promise<() => readonly Piece[]>
}

/** What has to be imported for a splitter, and how it is then set up; every count it makes asks the deadline. */
export interface Rival {
  readonly name: string
  readonly packages: readonly string[]
  load(maxTokens: number, deadline: Deadline): Promise<Splitter>
}

/**
 * Splitters of others that hold chunks to a number of cl100k_base tokens, each with a token counter of its own, so that
 * none profits from text that another has cached.
 */
export const RIVALS: readonly Rival[] = [
  {
    name: 'LangChain recursive, js-tiktoken',
    packages: ['@langchain/textsplitters', 'js-tiktoken'],
    load: async (maxTokens, deadline) =>
      langchain('LangChain recursive, js-tiktoken', maxTokens, guarded(await jsTiktokenCounter(), deadline)),
  },
  {
    name: 'LangChain recursive, gpt-tokenizer',
    packages: ['@langchain/textsplitters', 'gpt-tokenizer'],
    load: async (maxTokens, deadline) => {
      const encoding = await gptEncoding()
      const count = guarded((text) => encoding.countTokens(text), deadline)
      return langchain('LangChain recursive, gpt-tokenizer', maxTokens, count)
    },
  },
  {
    name: 'chonkiejs recursive, gpt-tokenizer',
    packages: ['@chonkiejs/core', 'gpt-tokenizer'],
    load: (maxTokens, deadline) => chonkie('chonkiejs recursive, gpt-tokenizer', maxTokens, deadline),
  },
]

type Counter = (text: string) => number

function guarded(count: Counter, deadline: Deadline): Counter {
  return (text) => {
    deadline.check()
    return count(text)
  }
}

/** Tokens of a text by js-tiktoken, special tokens as plain text. */
export async function jsTiktokenCounter(): Promise<Counter> {
  const { getEncoding } = await import('js-tiktoken')
  const encoding = getEncoding('cl100k_base')
  return (text) => encoding.encode(text, [], []).length
}

/** An encoding of its own; the package's ready-made one would share its cache. */
async function gptEncoding() {
  const { GptEncoding } = await import('gpt-tokenizer/GptEncoding')
  const { default: ranks } = await import('gpt-tokenizer/bpeRanks/cl100k_base')
  return GptEncoding.getEncodingApi('cl100k_base', () => ranks)
}

async function langchain(name: string, maxTokens: number, lengthFunction: Counter): Promise<Splitter> {
  const { RecursiveCharacterTextSplitter } = await import('@langchain/textsplitters')
  const splitter = new RecursiveCharacterTextSplitter({ chunkSize: maxTokens, chunkOverlap: 0, lengthFunction })
  return {
    name,
    split: async (text) => {
      const chunks = await splitter.splitText(text)
      return () => chunks.map((chunk) => ({ text: chunk }))
    },
  }
}

async function chonkie(name: string, maxTokens: number, deadline: Deadline): Promise<Splitter> {
  const { RecursiveChunker, Tokenizer } = await import('@chonkiejs/core')
  const encoding = await gptEncoding()
  const countTokens = guarded((text) => encoding.countTokens(text), deadline)
  const tokenizer = Object.assign(new Tokenizer(), {
    countTokens,
    encode: (text: string) => encoding.encode(text),
    decode: (tokens: number[]) => encoding.decode(tokens),
    decodeBatch: (batch: number[][]) => batch.map((tokens) => encoding.decode(tokens)),
  })
  const chunker = await RecursiveChunker.create({ tokenizer, chunkSize: maxTokens })
  return {
    name,
    split: async (text) => {
      const chunks = await chunker.chunk(text)
      return () =>
        chunks.map(({ text: own, startIndex, endIndex, tokenCount }) => ({
          text: own,
          start: startIndex,
          end: endIndex,
          tokens: tokenCount,
        }))
    },
  }
}
