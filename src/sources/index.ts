export type { DocumentSource } from '../document/source.js'
export { type ReadOptions, readSources } from './read.js'
