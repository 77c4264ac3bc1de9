import type { Form } from './forms.js'

/** A feature is a number of so many bits. */
export const KEY_BITS = 23

/** A word of a document and what stands around it, as the features see it. */
export interface Place {
  /** The style of the document, 0 to 3. */
  style: number
  /** 1 where the word is the first of a sentence. */
  start: number
  /** How the document writes the word elsewhere. */
  memory: number
  /** Brackets and quote marks around the word, as bits. */
  inside: number
  /** The word, two before it and two after it. */
  b2: Form
  b1: Form
  w: Form
  a1: Form
  a2: Form
  /** Parts of speech of the word before, the word and the word after, below 16. */
  pb: number
  p0: number
  pa: number
  /** What the rules say of the three: place in a name and type as one number, below 128. */
  rb: number
  r0: number
  ra: number
  /** What else the rules say of the word, each below 16. */
  part: number
  sure: number
  own: number
  around: number
}

/** The name that the rules found around a word. */
export interface NamePlace {
  /** What the rules say of the word: its place in the name, and that and the type as one number. */
  readonly part: number
  readonly r0: number
  readonly length: number
  /** Hashes of its last and of its first word. */
  readonly head: number
  readonly first: number
  /** Its first and last word, two before it and two after it. */
  readonly from: Form
  readonly to: Form
  readonly b2: Form
  readonly b1: Form
  readonly a1: Form
  readonly a2: Form
}

/**
 * Features that look at the same few things of a place: places with equal keys have equal features, whose weights need
 * adding up only once.
 */
export interface Group<Seen> {
  /** Writes three numbers that stand for all that the features look at. */
  readonly identify: (seen: Seen, key: Int32Array) => void
  readonly write: WriteFeatures<Seen>
}

/** Writes features to `out` from `n` on, and returns where they end. */
type WriteFeatures<Seen> = (seen: Seen, out: Int32Array, n: number) => number

/** What every word has. */
export const WORD_GROUPS: readonly Group<Place>[] = [
  {
    identify: ({ style, start, w, p0, r0 }, key) => {
      key[0] = w.id
      key[1] = (r0 << 4) | p0
      key[2] = (style << 1) | start
    },
    write: ({ style, start, w, p0, r0 }, out, n) => {
      out[n++] = mix(0, style, 0, 0)
      out[n++] = mix(1, w.word, 0, 0)
      out[n++] = mix(8, w.shape, start, 0)
      out[n++] = mix(12, w.prefix, 0, 0)
      out[n++] = mix(13, w.suffix3, 0, 0)
      out[n++] = mix(14, w.suffix2, 0, 0)
      out[n++] = mix(15, w.suffix4, 0, 0)
      out[n++] = mix(20, p0, r0, 0)
      out[n++] = mix(24, r0, w.shape, 0)
      out[n++] = mix(25, w.lists, 0, 0)
      out[n++] = mix(26, w.lists, r0, 0)
      out[n++] = mix(30, r0, w.word, 0)
      out[n++] = mix(51, w.word, p0, 0)
      out[n++] = mix(52, style, r0, w.shape)
      out[n++] = mix(54, style, p0, w.lists)
      out[n++] = mix(55, w.shape, p0, start)
      return n
    },
  },
  {
    identify: ({ b1, w, r0 }, key) => {
      key[0] = b1.id
      key[1] = w.shape
      key[2] = r0
    },
    write: ({ b1, w, r0 }, out, n) => {
      out[n++] = mix(2, b1.word, 0, 0)
      out[n++] = mix(16, b1.suffix3, r0, 0)
      out[n++] = mix(27, b1.lists, r0, 0)
      out[n++] = mix(31, b1.word, r0, 0)
      out[n++] = mix(35, b1.word, w.shape, 0)
      return n
    },
  },
  {
    identify: ({ w, a1, r0 }, key) => {
      key[0] = a1.id
      key[1] = w.shape
      key[2] = r0
    },
    write: ({ w, a1, r0 }, out, n) => {
      out[n++] = mix(3, a1.word, 0, 0)
      out[n++] = mix(17, a1.suffix3, r0, 0)
      out[n++] = mix(28, a1.lists, r0, 0)
      out[n++] = mix(32, a1.word, r0, 0)
      out[n++] = mix(36, a1.word, w.shape, 0)
      return n
    },
  },
  {
    identify: ({ b1, w, a1 }, key) => {
      key[0] = b1.shape
      key[1] = w.shape
      key[2] = a1.shape
    },
    write: ({ b1, w, a1 }, out, n) => {
      out[n++] = mix(9, b1.shape, w.shape, 0)
      out[n++] = mix(10, w.shape, a1.shape, 0)
      out[n++] = mix(11, b1.shape, w.shape, a1.shape)
      return n
    },
  },
  {
    identify: ({ pb, p0, pa, rb, r0, ra }, key) => {
      key[0] = (pb << 8) | (p0 << 4) | pa
      key[1] = (rb << 7) | r0
      key[2] = ra
    },
    write: ({ pb, p0, pa, rb, r0, ra }, out, n) => {
      out[n++] = mix(18, p0, pb, 0)
      out[n++] = mix(19, p0, pa, 0)
      out[n++] = mix(22, rb, r0, 0)
      out[n++] = mix(23, r0, ra, 0)
      return n
    },
  },
  {
    identify: ({ start, memory, inside, r0, part, sure, own, around }, key) => {
      key[0] = memory
      key[1] = (r0 << 3) | (inside << 1) | start
      key[2] = (part << 12) | (sure << 8) | (own << 4) | around
    },
    write: ({ start, memory, inside, r0, part, sure, own, around }, out, n) => {
      out[n++] = mix(21, r0, sure, 0)
      out[n++] = mix(29, memory, start, r0)
      out[n++] = mix(37, own, around, 0)
      out[n++] = mix(38, own, part, 0)
      out[n++] = mix(39, around, part, 0)
      out[n++] = mix(53, inside, r0, 0)
      if (part > 0) out[n++] = mix(56, own, around, r0)
      return n
    },
  },
  {
    identify: ({ b2, b1, w }, key) => {
      key[0] = b2.id
      key[1] = b1.lists
      key[2] = w.lists
    },
    write: ({ b2, b1, w }, out, n) => {
      out[n++] = mix(4, b2.word, 0, 0)
      out[n++] = mix(49, b2.lists, b1.lists, w.lists)
      return n
    },
  },
  {
    identify: ({ w, a1, a2 }, key) => {
      key[0] = a2.id
      key[1] = a1.lists
      key[2] = w.lists
    },
    write: ({ w, a1, a2 }, out, n) => {
      out[n++] = mix(5, a2.word, 0, 0)
      out[n++] = mix(50, w.lists, a1.lists, a2.lists)
      return n
    },
  },
]

/** What every word of a name has. */
export const NAME_GROUPS: readonly Group<NamePlace>[] = [
  {
    identify: ({ part, head, first }, key) => {
      key[0] = head
      key[1] = first
      key[2] = part
    },
    write: ({ part, head, first }, out, n) => {
      out[n++] = mix(40, head, part, 0)
      out[n++] = mix(41, first, part, 0)
      out[n++] = mix(47, head, first, 0)
      return n
    },
  },
  {
    identify: ({ r0, b1, a1 }, key) => {
      key[0] = b1.id
      key[1] = a1.id
      key[2] = r0
    },
    write: ({ part, r0, b1, a1 }, out, n) => {
      out[n++] = mix(42, b1.word, r0, 0)
      out[n++] = mix(43, a1.word, r0, 0)
      out[n++] = mix(48, b1.suffix3, part, a1.suffix3)
      return n
    },
  },
  {
    identify: ({ r0, length, from, to }, key) => {
      key[0] = from.lists
      key[1] = to.lists
      key[2] = (r0 << 8) | length
    },
    write: ({ part, r0, length, from, to }, out, n) => {
      out[n++] = mix(46, Math.min(6, length), r0, 0)
      out[n++] = mix(57, from.lists, to.lists, part)
      return n
    },
  },
]

/** What two words say together, which seldom recurs. */
export const writeWordPairs: WriteFeatures<Place> = ({ b2, b1, w, a1, a2 }, out, n) => {
  out[n++] = mix(6, b1.word, w.word, 0)
  out[n++] = mix(7, w.word, a1.word, 0)
  out[n++] = mix(33, b2.word, b1.word, 0)
  out[n++] = mix(34, a1.word, a2.word, 0)
  return n
}

/** What the two words before a name and the two after it say. */
export const writeNamePairs: WriteFeatures<NamePlace> = ({ part, b2, b1, a1, a2 }, out, n) => {
  out[n++] = mix(44, b2.word, b1.word, part)
  out[n++] = mix(45, a1.word, a2.word, part)
  return n
}

function mix(template: number, a: number, b: number, c: number): number {
  let hash = Math.imul(a ^ Math.imul(template + 1, 0x9e3779b1), 0x85ebca6b)
  hash ^= hash >>> 15
  hash = Math.imul(hash + b, 0xc2b2ae35)
  hash ^= hash >>> 13
  hash = Math.imul(hash + c, 0x27d4eb2f)
  hash ^= hash >>> 16
  return Math.imul(hash, 0x9e3779b1) >>> (32 - KEY_BITS)
}
