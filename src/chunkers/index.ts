import { centralityBased } from './centrality-based.js'
import { character } from './character.js'
import { communityDetection } from './community-detection.js'
import type { Chunker } from './define.js'
import { entityAware } from './entity-aware.js'
import { graphBased } from './graph-based.js'
import { paragraph } from './paragraph.js'
import { recursive } from './recursive.js'
import { relationAware } from './relation-aware.js'
import { sentence } from './sentence.js'
import { slidingWindow } from './sliding-window.js'
import { structural } from './structural.js'
import { subgraph } from './subgraph.js'
import { token } from './token.js'
import { word } from './word.js'

/** The methods that come with the package, in the order in which they are listed. */
export const builtInChunkers: readonly Chunker[] = [
  recursive,
  token,
  character,
  word,
  sentence,
  paragraph,
  slidingWindow,
  structural,
  entityAware,
  relationAware,
  communityDetection,
  centralityBased,
  graphBased,
  subgraph,
]
