export {
  type AiSdk,
  type AnthropicClient,
  type Endpoint,
  fromAiSdk,
  fromAnthropic,
  fromLangChain,
  fromOllama,
  fromOpenAI,
  fromOpenAIEndpoint,
  type LangChainModel,
  type OllamaClient,
  type OpenAIClient,
} from './adapters.js'
export { type LlmExtractorOptions, llmExtractor } from './extractor.js'
export type { EmbedFn, JsonSchema, LlmFn, LlmRequest, LlmResponse } from './llm.js'
export {
  type ClassifiedToken,
  type TokenClassifier,
  type TransformersExtractorOptions,
  transformersExtractor,
} from './transformers.js'
