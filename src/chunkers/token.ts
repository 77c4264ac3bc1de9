import { windows } from '../segment/windows.js'
import { defineChunker } from './define.js'

export const token = defineChunker({
  name: 'token',
  summary: 'Windows of as many tokens as the size allows, one after another; no character is ever cut.',
  requires: [],
  overlap: 'token',
  segment: (document, { budget }) => windows(document, budget).map((span) => ({ spans: [span] })),
})
