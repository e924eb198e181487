// Limits how many exports run at once. API-27: at most 4 per account, across all keys, connections and adapters. An
// export of a public game by a stranger counts by IP address.

import { ConcurrencyLimit } from '../../../domain/rules/concurrency-limit.js'
import { RETRY_AFTER_SECONDS } from '../concurrency-queue.js'

const MAX_EXPORTS_PER_ACCOUNT = 4
const MAX_EXPORTS_PER_ADDRESS = 4
/** Sixteen addresses would be needed to use up this limit, and slow readers are disconnected. */
const MAX_PUBLIC_EXPORTS = 64

export const accountExportSlots = (): ConcurrencyLimit<number> =>
  new ConcurrencyLimit({
    perSubject: MAX_EXPORTS_PER_ACCOUNT,
    tooMany: { name: 'too many exports', facts: { most: MAX_EXPORTS_PER_ACCOUNT } },
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })

export const publicExportSlots = (): ConcurrencyLimit<string> =>
  new ConcurrencyLimit({
    perSubject: MAX_EXPORTS_PER_ADDRESS,
    tooMany: { name: 'too many downloads', facts: { most: MAX_EXPORTS_PER_ADDRESS } },
    total: { most: MAX_PUBLIC_EXPORTS, tooMany: { name: 'downloads busy', facts: {} } },
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
