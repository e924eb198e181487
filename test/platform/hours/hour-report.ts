// What an hour with a faulty platform came to, as the program that lived it prints it.
import { z } from 'zod'

export const hourReportSchema = z.object({
  /** What went wrong in each minute, and how `/readyz` then reported the platform's state. */
  minutes: z.array(
    z.object({
      kinds: z.array(z.string()),
      platform: z.object({ state: z.string(), since: z.string().optional(), detail: z.string().optional() }),
    }),
  ),
  account: z.array(z.object({ minute: z.int(), due: z.int(), stored: z.int(), gaps: z.record(z.string(), z.int()) })),
  /** Stored values that the platform did not state. */
  madeUp: z.array(z.string()),
  /** Minutes of games that are neither a sample nor in a gap, or more than one of these. */
  notOnce: z.array(z.string()),
  withoutVotes: z.int(),
  /** Windows in which more calls came than the platform stated. */
  aboveLimit: z.array(z.string()),
  /** Calls that came before the time for which a 429 asked. */
  tooEarly: z.array(z.string()),
  callsByMinute: z.array(z.int()),
  /** Requests at the host to which the platform said that it had moved. */
  redirected: z.array(z.string()),
})
export type HourReport = z.output<typeof hourReportSchema>
