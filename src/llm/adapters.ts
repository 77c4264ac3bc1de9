import { ChunkingError } from '../errors.js'
import type { LlmFn, LlmRequest, LlmResponse } from './llm.js'

/** What `fromAiSdk` uses of the package `ai`: its functions, and a model of one of its providers. */
export interface AiSdk<Model> {
  readonly generateText: (options: never) => PromiseLike<{
    readonly text?: string
    readonly output?: unknown
    readonly usage?: { readonly inputTokens?: number | undefined; readonly outputTokens?: number | undefined }
    readonly finishReason?: string
  }>
  readonly Output: { object(options: never): unknown }
  readonly jsonSchema: (schema: never) => unknown
  readonly model: Model
}

/** What the SDK's error holds where the text did not fit the schema. */
interface Refused {
  readonly text?: unknown
  readonly usage?: { readonly inputTokens?: number; readonly outputTokens?: number }
  readonly finishReason?: string
}

/** A model of the AI SDK (`ai`, version 5 and later). */
export function fromAiSdk<Model>({ generateText, Output, jsonSchema, model }: AiSdk<Model>): LlmFn {
  return async ({ system, prompt, schema, temperature, maxOutputTokens, signal }) => {
    const output = schema === undefined ? undefined : Output.object({ schema: jsonSchema(schema as never) } as never)
    const options = { model, system, prompt, temperature, maxOutputTokens, abortSignal: signal, output }
    try {
      const result = await generateText(withoutUndefined(options) as never)
      return response(
        result.text,
        result.output,
        result.usage?.inputTokens,
        result.usage?.outputTokens,
        result.finishReason,
      )
    } catch (error) {
      // The SDK refuses text that does not fit the schema; it can often be repaired.
      const { text, usage, finishReason } = (error ?? {}) as Refused
      if (typeof text !== 'string' || text === '') throw error
      return response(text, undefined, usage?.inputTokens, usage?.outputTokens, finishReason)
    }
  }
}

/** What `fromLangChain` uses of a chat model. */
export interface LangChainModel {
  invoke(input: string, options?: { signal?: AbortSignal }): Promise<unknown>
  withStructuredOutput?(schema: never, options?: never): { invoke(input: string, options?: never): Promise<unknown> }
}

/** A chat model of LangChain.js; with structured output where the model has it. */
export function fromLangChain(model: LangChainModel): LlmFn {
  return async ({ system, prompt, schema, schemaName, signal }) => {
    const input = system === undefined ? prompt : `${system}\n\n${prompt}`
    const options = signal === undefined ? {} : { signal }
    if (schema !== undefined && typeof model.withStructuredOutput === 'function') {
      const structured = model.withStructuredOutput(schema as never, { name: schemaName ?? 'answer' } as never)
      return { object: await structured.invoke(input, options as never) }
    }
    const { content, usage_metadata: usage } = (await model.invoke(input, options)) as {
      content?: unknown
      usage_metadata?: { input_tokens?: number; output_tokens?: number }
    }
    return response(textOf(content), undefined, usage?.input_tokens, usage?.output_tokens)
  }
}

/** What `fromOpenAI` uses of a client of the package `openai`, or of one that is like it. */
export interface OpenAIClient {
  readonly chat: { readonly completions: { create(body: never, options?: never): PromiseLike<unknown> } }
}

/** A chat model by a client of `openai`: OpenAI, Azure, vLLM, LM Studio. */
export function fromOpenAI(client: OpenAIClient, model: string): LlmFn {
  return async (request) => {
    const options = request.signal === undefined ? {} : { signal: request.signal }
    return readCompletion(await client.chat.completions.create(completion(request, model) as never, options as never))
  }
}

/** Where an OpenAI-compatible server answers. */
export interface Endpoint {
  /** As `http://localhost:8000/v1`. */
  readonly baseUrl: string
  readonly model: string
  readonly apiKey?: string
}

/** A chat model behind any OpenAI-compatible server, without a client. */
export function fromOpenAIEndpoint({ baseUrl, model, apiKey }: Endpoint): LlmFn {
  const url = `${baseUrl.replace(/\/+$/, '')}/chat/completions`
  return async (request) => {
    const answer = await reach(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(completion(request, model)),
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    })
    const text = await answer.text()
    if (!answer.ok) {
      throw new ChunkingError('refused-output', `The server at ${url} answered ${answer.status}: ${text.slice(0, 200)}`)
    }
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      throw new ChunkingError(
        'refused-output',
        `The server at ${url} answered with what is no JSON: ${text.slice(0, 200)}`,
      )
    }
    if (!Array.isArray((value as { choices?: unknown } | null)?.choices)) {
      throw new ChunkingError(
        'refused-output',
        `The server at ${url} answered without \`choices\`: ${text.slice(0, 200)}`,
      )
    }
    return readCompletion(value)
  }
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    const { cause, message } = error as Error
    const why = cause instanceof Error && cause.message !== '' ? cause.message : message
    throw new ChunkingError('refused-output', `The server at ${url} could not be reached: ${why}; check \`baseUrl\`.`, [
      error as Error,
    ])
  }
}

function completion(
  { system, prompt, schema, schemaName = 'answer', temperature, maxOutputTokens }: LlmRequest,
  model: string,
) {
  return withoutUndefined({
    model,
    messages: [
      ...(system === undefined ? [] : [{ role: 'system', content: system }]),
      { role: 'user', content: prompt },
    ],
    temperature,
    max_completion_tokens: maxOutputTokens,
    response_format:
      schema === undefined
        ? undefined
        : { type: 'json_schema', json_schema: { name: schemaName, schema, strict: true } },
  })
}

function readCompletion(value: unknown): LlmResponse {
  const { choices, usage } = (value ?? {}) as {
    choices?: readonly { message?: { content?: unknown }; finish_reason?: string }[]
    usage?: { prompt_tokens?: number; completion_tokens?: number }
  }
  const [choice] = choices ?? []
  const text = textOf(choice?.message?.content)
  return response(text, undefined, usage?.prompt_tokens, usage?.completion_tokens, choice?.finish_reason)
}

/** What `fromOllama` uses of a client of the package `ollama`. */
export interface OllamaClient {
  chat(request: never): PromiseLike<unknown>
}

/** A model that Ollama runs. Its client knows no signal; a call that takes too long is left behind. */
export function fromOllama(client: OllamaClient, model: string): LlmFn {
  return async ({ system, prompt, schema, temperature }) => {
    const messages = [
      ...(system === undefined ? [] : [{ role: 'system', content: system }]),
      { role: 'user', content: prompt },
    ]
    const request = withoutUndefined({
      model,
      messages,
      stream: false,
      format: schema,
      options: temperature === undefined ? undefined : { temperature },
    })
    const { message, prompt_eval_count, eval_count, done_reason } = ((await client.chat(request as never)) ?? {}) as {
      message?: { content?: unknown }
      prompt_eval_count?: number
      eval_count?: number
      done_reason?: string
    }
    return response(textOf(message?.content), undefined, prompt_eval_count, eval_count, done_reason)
  }
}

/** What `fromAnthropic` uses of a client of the package `@anthropic-ai/sdk`. */
export interface AnthropicClient {
  readonly messages: { create(body: never, options?: never): PromiseLike<unknown> }
}

/** A model of Anthropic, made to answer through a tool with the schema. */
export function fromAnthropic(client: AnthropicClient, model: string): LlmFn {
  return async ({ system, prompt, schema, schemaName = 'answer', temperature, maxOutputTokens = 8192, signal }) => {
    const tools =
      schema === undefined ? undefined : [{ name: schemaName, description: 'Takes the answer.', input_schema: schema }]
    const body = withoutUndefined({
      model,
      max_tokens: maxOutputTokens,
      system,
      temperature,
      messages: [{ role: 'user', content: prompt }],
      tools,
      tool_choice: tools === undefined ? undefined : { type: 'tool', name: schemaName },
    })
    const options = signal === undefined ? {} : { signal }
    const {
      content = [],
      usage,
      stop_reason,
    } = ((await client.messages.create(body as never, options as never)) ?? {}) as {
      content?: readonly { type?: string; text?: string; input?: unknown }[]
      usage?: { input_tokens?: number; output_tokens?: number }
      stop_reason?: string
    }
    const tool = content.find(({ type }) => type === 'tool_use')
    const text = content.map((part) => part.text ?? '').join('')
    return response(text, tool?.input, usage?.input_tokens, usage?.output_tokens, stop_reason)
  }
}

/** The text of a message: a string, or parts of which some are text. */
function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return undefined
  return content.map((part: { text?: unknown } | null) => (typeof part?.text === 'string' ? part.text : '')).join('')
}

function response(
  text: string | undefined,
  object: unknown,
  inputTokens = 0,
  outputTokens = 0,
  finishReason?: string | null,
): LlmResponse {
  return {
    ...(text === undefined ? {} : { text }),
    ...(object === undefined || object === null ? {} : { object }),
    usage: { inputTokens, outputTokens },
    ...(typeof finishReason === 'string' ? { finishReason } : {}),
  }
}

function withoutUndefined(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
