// What the processes of the bench of overload send each other: the accounts at the beginning, figures after each minute.
import { z } from 'zod'

/** At most so many exports of one account run at a time (API-36). */
export const EXPORTS_OF_ACCOUNT = 4

export const clientAccountSchema = z.object({
  key: z.string(),
  requestsPerMinute: z.int(),
  /** Of its games; the first four have a long past. */
  ids: z.array(z.int()),
})
export type ClientAccount = z.output<typeof clientAccountSchema>

/** Of the service since the minute before. */
export const serviceMinute = z.object({
  ticks: z.int(),
  latestMs: z.number(),
  samples: z.int(),
  gaps: z.int(),
  /** Bytes, the median of the seconds. */
  rss: z.number(),
})

export const clientMinute = z.object({
  answers: z.int(),
  /** By status or what else failed. */
  failures: z.record(z.string(), z.int()),
  exportBytes: z.number(),
  stats: z.int(),
  p99: z.number(),
  delayP99: z.number(),
})
