// What a soak came to, as the program that lived it prints it.
import { z } from 'zod'

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
  /** The heap after a forced collection at the end of each day, in bytes. */
  heapByDay: z.array(z.int()),
  /** How long each day took, in ms of processor time. */
  costByDay: z.array(z.number()),
})
export type SoakReport = z.output<typeof soakReportSchema>
