/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** One request to a language model. */
export interface LlmRequest {
  readonly system?: string
  readonly prompt: string
  /** What the answer has to look like, where the model can be held to it. */
  readonly schema?: JsonSchema
  readonly schemaName?: string
  readonly temperature?: number
  readonly maxOutputTokens?: number
  readonly signal?: AbortSignal
}

/** The answer: text, or an object where the client has parsed it. */
export interface LlmResponse {
  readonly text?: string
  readonly object?: unknown
  readonly usage?: { readonly inputTokens?: number; readonly outputTokens?: number }
  readonly finishReason?: string
}

/** A language model as this package calls it. */
export type LlmFn = (request: LlmRequest) => Promise<string | LlmResponse>

/** An embedding model: one vector for each text, in order. */
export type EmbedFn = (
  texts: readonly string[],
  options?: { readonly signal?: AbortSignal },
) => Promise<readonly (readonly number[] | Float32Array)[]>
