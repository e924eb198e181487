// Counts the market beside the ticks: soon after each stored one, and never two at a time.
import type { Log } from '../domain/ports/events.js'
import type { Services } from '../services/services.js'
import type { Worker } from './repeat.js'
import { onlyHere, startWorker } from './start-worker.js'

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
