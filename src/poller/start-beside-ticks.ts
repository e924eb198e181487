// Starts what runs beside the ticks and looks for work once a second: step 2 of 7, the evaluation of notifications; step 4
// of 7, their delivery; scheduled posts; the market; the icons of games; and events of the time before events were stored.
// After a failure or a crash, each continues from what the store says is done.
import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '../domain/clock.js'
import type { EventLog } from '../domain/ports/event-log.js'
import type { Log } from '../domain/ports/events.js'
import type { Leases } from '../domain/processes/leases.js'
import type { DeliveryRun } from '../services/notifications/deliver.js'
import type { Services } from '../services/services.js'
import type { Worker } from './repeat.js'
import { onlyHere, startWorker } from './start-worker.js'

/** PROCESS-3: the whole stop fits in 10 s. Posts that take longer are looked up at the next start. */
const LAST_POSTS_TIMEOUT_MS = 2_000

/** Evaluates the stored ticks that were not evaluated yet. */
export const startEvaluation = (services: Pick<Services, 'evaluateTicks' | 'leases'>, log: Log): Worker =>
  startWorker(
    onlyHere(services.leases, 'evaluation', async (stop) => {
      const began = performance.now()
      const { notifications, errors, failure } = await services.evaluateTicks({ stop })
      const tookMs = performance.now() - began
      if (notifications > 0) log.info({ notifications }, 'Notifications were put into the outbox.')
      // A service that was stopped for long has many ticks to evaluate; one that never stopped has more games than it can.
      if (tookMs > MINUTE_MS)
        log.warn(
          { seconds: Math.round(tookMs / 1_000) },
          'Finding notifications took longer than a minute, so those of the ticks since are late.',
        )
      for (const error of errors) log.error({ err: error }, 'A kind of notification could not be evaluated for a game.')
      if (failure !== undefined) throw failure
    }),
    'The evaluation of notifications failed; the next one begins at the first tick that is not evaluated yet.',
    log,
  )

/** Puts what is to be posted at this time into the outbox. */
export const startScheduledPosts = (services: Pick<Services, 'scheduledPosts' | 'leases'>, log: Log): Worker =>
  startWorker(
    onlyHere(services.leases, 'posts', services.scheduledPosts.postDue),
    'Scheduled posts could not be made; they are tried again for six hours.',
    log,
  )

/** Posts what is due in the outbox. */
export function startDelivery(deliver: DeliveryRun, log: Log): Worker {
  const worker = startWorker(
    // An error that the stop itself causes is expected.
    (stop) => deliver(stop).catch((error: unknown) => (stop.aborted ? undefined : Promise.reject(error))),
    'Notifications could not be delivered; the next run tries again.',
    log,
  )
  return { stop: () => Promise.race([worker.stop(), sleep(LAST_POSTS_TIMEOUT_MS, undefined, { ref: false })]) }
}

/** Counts the market soon after each stored tick, and never two at a time. */
export function startMarket(services: Pick<Services, 'countMarket' | 'leases'>, log: Log): Worker {
  let isFailing = false
  return startWorker(
    onlyHere(services.leases, 'market', async (stop) => {
      const { minute, error } = await services.countMarket({ stop })
      if (minute === undefined || stop.aborted) return
      // Only the first of several failures is logged, because they are expected and may last.
      if (error !== undefined && !isFailing)
        log.warn(
          { err: error },
          'The charts or the games in them could not be read; where they are missing, the tracked games are used instead.',
        )
      if (error === undefined && isFailing) log.info({}, 'The charts and the games in them can be read again.')
      isFailing = error !== undefined
    }),
    'Counting the market failed; the next tick tries again.',
    log,
  )
}

/** Keeps the icons of games up to date: at most one call a second to the platform, and none while nothing is due. */
export function startIcons(services: Pick<Services, 'refreshIcons' | 'leases'>, log: Log): Worker {
  let isFailing = false
  return startWorker(
    onlyHere(services.leases, 'icons', async (stop) => {
      const { checked, stored, error } = await services.refreshIcons({ stop })
      if (stop.aborted) return
      if (stored > 0) log.info({ icons: stored }, 'Icons of games were stored.')
      // Only the first of several failures is logged, because pages work without icons.
      if (error !== undefined && !isFailing)
        log.warn({ err: error }, 'Icons of games could not be read; pages show a drawn tile instead.')
      if (error !== undefined) isFailing = true
      else if (checked > 0) isFailing = false
    }),
    'The icons of games could not be updated; the next run tries again.',
    log,
  )
}

/**
 * Creates events of the time before events were stored, from stored history: in short steps, until all are there.
 * `takeRecords` adds the records after all other events are stored. Each of both returns whether its part is complete.
 */
export function startEventHistory(
  {
    eventLog,
    takeRecords,
    leases,
  }: {
    readonly eventLog: Pick<EventLog, 'takeHistory'>
    readonly takeRecords: () => Promise<boolean>
    readonly leases: Pick<Leases, 'take'>
  },
  log: Log,
): Worker {
  let isDone = false
  let wasUnfinished = false
  return startWorker(
    onlyHere(leases, 'maintenance', async () => {
      if (isDone) return
      isDone = (await eventLog.takeHistory()) && (await takeRecords())
      // A history that was not taken over yet needs several runs. Where the first one finds all done, nothing was created.
      if (isDone && wasUnfinished) log.info({}, 'Created events from stored history.')
      wasUnfinished = true
    }),
    'Events could not be created from stored history; the next run tries again.',
    log,
  )
}
