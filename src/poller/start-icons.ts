// Keeps the icons of games beside the ticks: at most one call a second to the platform, and none while nothing is due.
import type { Log } from '../domain/ports/events.js'
import type { Services } from '../services/services.js'
import type { Worker } from './repeat.js'
import { startWorker } from './start-worker.js'

export function startIcons(services: Pick<Services, 'refreshIcons'>, log: Log): Worker {
  let isFailing = false
  return startWorker(
    async (stop) => {
      const { checked, stored, error } = await services.refreshIcons({ stop })
      if (stop.aborted) return
      if (stored > 0) log.info({ icons: stored }, 'Icons of games were stored.')
      // Logged only when it begins: games go on without their icons.
      if (error !== undefined && !isFailing)
        log.warn({ err: error }, 'Icons of games could not be read; pages show a drawn tile instead.')
      if (error !== undefined) isFailing = true
      else if (checked > 0) isFailing = false
    },
    'Keeping the icons of games failed; the next run tries again.',
    log,
  )
}
