import type { Document } from './document.js'

/** A document that is read when its turn comes. */
export interface DocumentSource {
  /** Names it where it cannot be loaded; a text that is loaded gets it as its document id. */
  readonly id: string
  /** Called once in a run. What it throws is a failure of this document only. */
  load(): Document | string | Promise<Document | string>
}
