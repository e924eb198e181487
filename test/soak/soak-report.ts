// What a soak came to, as the program that lived it prints it.
import { z } from 'zod'

/** In bytes, after a forced collection. */
const dayMemorySchema = z.object({
  heap: z.int(),
  /** The compiled code in the heap: it grows for days, because what is rare is compiled when it is first called often. */
  code: z.int(),
  /** Beside the heap: among them an index of the market of 0.35 MB for each of at most 110 games (market-indexes.ts). */
  buffers: z.int(),
})
export type DayMemory = z.output<typeof dayMemorySchema>

export const soakReportSchema = z.object({
  samples: z.int(),
  gaps: z.record(z.string(), z.int()),
  /** Minutes of games that are neither a sample nor in a gap, or more than one of these. */
  notOnce: z.int(),
  /** Stored values that the platform did not state. */
  madeUp: z.int(),
  events: z.int(),
  posts: z.int(),
  /** Posts that a channel holds more than once. */
  repeatedPosts: z.int(),
  faults: z.record(z.string(), z.int()),
  /** SHA-256 of all of them, in order. */
  digests: z.object({ series: z.string(), events: z.string(), posts: z.string() }),
  /** At the end of each day. */
  memoryByDay: z.array(dayMemorySchema),
  /** How long each day took, in ms of processor time. */
  costByDay: z.array(z.number()),
})
export type SoakReport = z.output<typeof soakReportSchema>
