// Keeps the icons of games up to date beside the ticks: at most one call a second to the platform, and none while nothing is due.
import type { Log } from '../domain/ports/events.js'
import type { Services } from '../services/services.js'
import type { Worker } from './repeat.js'
import { onlyHere, startWorker } from './start-worker.js'

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
