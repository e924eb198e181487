// What the service of the bench of overload tells its clients of each account.
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
