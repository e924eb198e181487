// Reviews every minute what the operator must be warned of (PROCESS-30).
import type { Log } from '../domain/ports/events.js'
import type { Leases } from '../domain/processes/leases.js'
import type { OperatorNotifier } from '../services/operator/inform-operator.js'
import type { OperatorWarnings } from '../services/operator/warnings.js'
import { repeat, type Worker } from './repeat.js'
import { onlyHere } from './start-worker.js'

/** By the first review, the first tick has determined whether the clock is correct. */
const FIRST_REVIEW_DELAY_MS = 90_000
const REVIEW_INTERVAL_MS = 60_000

interface Deps {
  readonly warnings: OperatorWarnings
  readonly leases: Pick<Leases, 'take'>
  readonly informOperator: OperatorNotifier
  readonly log: Log
}

export function startWarnings({ warnings, leases, informOperator, log }: Deps): Worker {
  const review = onlyHere(leases, 'maintenance', () => warnings.review(informOperator))
  return repeat(async (stop) => {
    await review(stop).catch((error: unknown) => {
      log.error({ err: error }, 'What the operator must be warned of could not be reviewed.')
    })
    return REVIEW_INTERVAL_MS
  }, FIRST_REVIEW_DELAY_MS)
}
