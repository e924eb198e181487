// Creates events of the time before events were stored, from stored history: in short steps beside the ticks, until all are there.

import type { EventLog } from '../domain/ports/event-log.js'
import type { Log } from '../domain/ports/events.js'
import type { Leases } from '../domain/processes/leases.js'
import type { Worker } from './repeat.js'
import { onlyHere, startWorker } from './start-worker.js'

/** `takeRecords` adds the records after all other events are stored. Each of both returns whether its part is complete. */
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
  return startWorker(
    onlyHere(leases, 'maintenance', async () => {
      if (isDone) return
      isDone = (await eventLog.takeHistory()) && (await takeRecords())
      if (isDone) log.info({}, 'Created events from stored history.')
    }),
    'Events could not be created from stored history; the next run tries again.',
    log,
  )
}
