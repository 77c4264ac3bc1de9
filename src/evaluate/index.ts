export { type ClusteredMention, evaluateEntities } from './entities.js'
export {
  type GoldDocument,
  type GoldEntity,
  type GoldMention,
  type GoldRelation,
  parseGoldDocuments,
} from './gold.js'
export {
  type ChunkSizes,
  evaluateIntegrity,
  evidenceSpans,
  type IntegrityCounts,
  type MeasuredChunk,
  measureSizes,
  nearestPair,
} from './integrity.js'
export { evaluateMentions, type MentionPair, type MentionScores, type TypedSpan } from './mentions.js'
export {
  type AssertedDocument,
  type AssertionScores,
  evaluatePredicates,
  type LabelScores,
  type PredicateLabels,
  type PredicateScores,
} from './predicates.js'
export { evaluateRelationPairs, matchEntities, type PairScores, pairsOf, type RankedPairs } from './relations.js'
export type { Scores } from './scores.js'
