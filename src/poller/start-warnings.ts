// Reviews every five minutes what the operator must be warned of (PROCESS-30).
import type { Log } from '../domain/ports/events.js'
import type { OperatorNotifier } from '../services/operator/inform-operator.js'
import type { OperatorWarnings } from '../services/operator/warnings.js'
import type { Worker } from './start-worker.js'

/** By the first review, the first tick has determined whether the clock is correct. */
const FIRST_REVIEW_DELAY_MS = 90_000
const REVIEW_INTERVAL_MS = 300_000

interface Deps {
  readonly warnings: OperatorWarnings
  readonly informOperator: OperatorNotifier
  readonly log: Log
}

export function startWarnings({ warnings, informOperator, log }: Deps): Worker {
  let isStopped = false
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout

  const review = (): Promise<void> =>
    warnings.review(informOperator).catch((error: unknown) => {
      log.error({ err: error }, 'What the operator must be warned of could not be reviewed.')
    })
  const wait = (milliseconds: number): void => {
    timer = setTimeout(() => {
      running = review().then(() => {
        if (!isStopped) wait(REVIEW_INTERVAL_MS)
      })
    }, milliseconds)
    timer.unref()
  }
  wait(FIRST_REVIEW_DELAY_MS)
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
