// How many exports run at once. API-27: at most 4 per account, however many keys and connections it has, and through
// whichever door. Whoever reads the file of a public game is nobody's account, and counts by address.
import { ConcurrencyLimit } from '../../domain/rules/concurrency-limit.js'

/** An export mostly lasts seconds; nobody knows when the next one ends. */
const RETRY_AFTER_SECONDS = 5
const MAX_PER_ACCOUNT = 4
const MAX_PER_ADDRESS = 4
/** Sixteen addresses would have to take part in keeping others out, and slow readers are disconnected. */
const MAX_PUBLIC = 64

export const accountExportSlots = (): ConcurrencyLimit<number> =>
  new ConcurrencyLimit({
    perSubject: MAX_PER_ACCOUNT,
    tooMany: `At most ${MAX_PER_ACCOUNT} exports run at once for an account. Wait until one has ended.`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })

export const publicExportSlots = (): ConcurrencyLimit<string> =>
  new ConcurrencyLimit({
    perSubject: MAX_PER_ADDRESS,
    tooMany: `At most ${MAX_PER_ADDRESS} downloads run at once from one address. Wait until one has ended.`,
    total: { most: MAX_PUBLIC, tooMany: 'Too many files are being downloaded now. Try again in a few seconds.' },
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
