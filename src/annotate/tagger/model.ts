import { brotliDecompressSync } from 'node:zlib'
import { factorsOf } from './lattice.js'
import { TAGS } from './tags.js'
import { VOTES } from './votes.js'

/** Weights of features by tag: `tags[k]` and `values[k]` for k from `first[row]` to `first[row + 1]`. */
export interface Weights {
  /** Sorted, one a row. */
  readonly keys: Int32Array
  readonly first: Int32Array
  readonly tags: Uint8Array
  readonly values: Int8Array
}

/** The few numbers that are not kept as bytes. */
export interface Numbers {
  /** What a value of 1 among the weights stands for. */
  readonly step: number
  /** Mentions that are less probable are left out. */
  readonly threshold: number
  /** How much the scores of the first look count in the second. */
  readonly trust: number
  /** `[before * TAGS + tag]`, of the first and of the second look. */
  readonly transitions: Float32Array
  readonly secondTransitions: Float32Array
  /** `[vote * TAGS + tag]` */
  readonly votes: Float32Array
}

export type Parameters = Weights & Numbers

/** Parameters, ready for use. */
export interface Model extends Parameters {
  readonly factors: Float64Array
  readonly secondFactors: Float64Array
  /** Open addressing: keys, and the row of each; -1 is free. Its length is a power of 2. */
  readonly slots: Int32Array
  readonly rows: Int32Array
}

/** Builds the table in which features are looked up. */
export function buildModel(parameters: Parameters): Model {
  const { keys } = parameters
  let size = 16
  while (size < 3 * keys.length) size *= 2
  const slots = new Int32Array(size).fill(-1)
  const rows = new Int32Array(size)
  keys.forEach((key, row) => {
    let slot = key & (size - 1)
    while (slots[slot] !== -1) slot = (slot + 1) & (size - 1)
    slots[slot] = key
    rows[slot] = row
  })
  const factors = factorsOf(parameters.transitions)
  return { ...parameters, factors, secondFactors: factorsOf(parameters.secondTransitions), slots, rows }
}

/** Adds the weights of features to the sums by tag, in steps of `step`. */
export function addWeights(model: Model, features: Int32Array, count: number, sums: Int32Array): void {
  const { slots, rows, first, tags, values } = model
  const mask = slots.length - 1
  for (let i = 0; i < count; i++) {
    const key = features[i]
    let slot = key & mask
    while (slots[slot] !== key && slots[slot] !== -1) slot = (slot + 1) & mask
    if (slots[slot] === -1) continue
    const end = first[rows[slot] + 1]
    for (let k = first[rows[slot]]; k < end; k++) sums[tags[k]] += values[k]
  }
}

const NUMBERS = 3 + 2 * TAGS * TAGS + VOTES * TAGS

/**
 * The bytes of a model, not compressed: its numbers as little-endian floats; how many rows; then the distances between
 * keys, seven bits a byte; how many weights each row has; their tags; their values.
 */
export function packModel({ keys, first, tags, values, ...numbers }: Parameters): Uint8Array {
  const { step, threshold, trust, transitions, secondTransitions, votes } = numbers
  const floats = [step, threshold, trust, ...transitions, ...secondTransitions, ...votes]
  const head = new DataView(new ArrayBuffer(4 * NUMBERS + 8))
  floats.forEach((value, at) => {
    head.setFloat32(4 * at, value, true)
  })
  head.setUint32(4 * NUMBERS, keys.length, true)
  head.setUint32(4 * NUMBERS + 4, tags.length, true)
  const distances: number[] = []
  keys.forEach((key, row) => {
    let distance = row === 0 ? key : key - keys[row - 1]
    for (; distance > 127; distance >>>= 7) distances.push((distance & 127) | 128)
    distances.push(distance)
  })
  const counts = Array.from(keys, (_, row) => first[row + 1] - first[row])
  const parts = [new Uint8Array(head.buffer), distances, counts, tags, new Uint8Array(values.buffer)]
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

/** The parameters that `packModel` wrote. */
export function unpackModel(bytes: Uint8Array): Parameters {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const floats = Float32Array.from({ length: NUMBERS }, (_, at) => view.getFloat32(4 * at, true))
  const rows = view.getUint32(4 * NUMBERS, true)
  const weights = view.getUint32(4 * NUMBERS + 4, true)
  let at = 4 * NUMBERS + 8
  const keys = new Int32Array(rows)
  for (let row = 0, key = 0; row < rows; row++) {
    let shift = 0
    for (; bytes[at] > 127; shift += 7) key += (bytes[at++] & 127) << shift
    key += bytes[at++] << shift
    keys[row] = key
  }
  const first = new Int32Array(rows + 1)
  for (let row = 0; row < rows; row++) first[row + 1] = first[row] + bytes[at++]
  const tags = Uint8Array.from(bytes.subarray(at, at + weights))
  const values = Int8Array.from(bytes.subarray(at + weights, at + 2 * weights))
  const [step, threshold, trust] = floats
  const square = TAGS * TAGS
  return {
    ...{ keys, first, tags, values, step, threshold, trust },
    transitions: floats.slice(3, 3 + square),
    secondTransitions: floats.slice(3 + square, 3 + 2 * square),
    votes: floats.slice(3 + 2 * square),
  }
}

let loaded: Promise<Model> | undefined

/** The model that comes with the package; unpacked at first use, and then kept. */
export function loadModel(): Promise<Model> {
  loaded ??= import('../../models/tagger.generated.js').then(({ packed }) =>
    buildModel(unpackModel(brotliDecompressSync(Buffer.from(packed, 'base64')))),
  )
  return loaded
}
