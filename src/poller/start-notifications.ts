// Starts steps 2 and 4 of 7 beside the ticks: the evaluation of stored samples and the delivery of the outbox.
// After a failure or a crash, each continues from its position in the store.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../domain/ports/events.js'
import type { DeliveryRun } from '../services/notifications/deliver.js'
import type { Services } from '../services/services.js'
import type { Worker } from './repeat.js'
import { onlyHere, startWorker } from './start-worker.js'

/** PROCESS-3: the whole stop fits in 10 s. Posts that take longer are looked up at the next start. */
const LAST_POSTS_TIMEOUT_MS = 2_000

export const startEvaluation = (services: Pick<Services, 'evaluateTicks' | 'leases'>, log: Log): Worker =>
  startWorker(
    onlyHere(services.leases, 'evaluation', async (stop) => {
      const { notifications, errors } = await services.evaluateTicks({ stop })
      if (notifications > 0) log.info({ notifications }, 'Notifications were put into the outbox.')
      for (const error of errors) log.error({ err: error }, 'A kind of notification could not be evaluated for a game.')
    }),
    'The evaluation of notifications failed; the next one begins at the first tick that is not evaluated yet.',
    log,
  )

export const startScheduledPosts = (services: Pick<Services, 'scheduledPosts' | 'leases'>, log: Log): Worker =>
  startWorker(
    onlyHere(services.leases, 'posts', services.scheduledPosts.postDue),
    'Scheduled posts could not be made; they are tried again for six hours.',
    log,
  )

export function startDelivery(deliver: DeliveryRun, log: Log): Worker {
  const worker = startWorker(
    // An error that the stop itself causes is expected.
    (stop) => deliver(stop).catch((error: unknown) => (stop.aborted ? undefined : Promise.reject(error))),
    'Notifications could not be delivered; the next run tries again.',
    log,
  )
  return { stop: () => Promise.race([worker.stop(), sleep(LAST_POSTS_TIMEOUT_MS, undefined, { ref: false })]) }
}
