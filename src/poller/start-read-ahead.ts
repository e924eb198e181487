// After the start, reads once the data that accounts with a key will request first, and makes what describes the API.
import { once } from 'node:events'
import type { Log } from '../domain/ports/events.js'
import type { AnswerMaker } from '../services/reading/read-ahead.js'
import type { Services } from '../services/services.js'
import type { Worker } from './repeat.js'
import { startWorker } from './start-worker.js'

export interface ReadAheadParts {
  readonly services: Pick<Services, 'readAhead'>
  /** Makes answers, so that the first requests for them do not wait. */
  readonly answers: AnswerMaker
  readonly log: Log
}

/** For 200 games, this takes three to seven seconds. Longer, the service would seem to be down to those that wait until it is ready, while it answers. */
const MAX_AWAITED_MS = 10_000

export interface ReadAheadWorker extends Worker {
  /** Whether the first answers are not prepared yet, for at most ten seconds from the start. */
  isAwaited(): boolean
}

export function startReadAhead({ services: { readAhead }, answers, log }: ReadAheadParts): ReadAheadWorker {
  const startedAt = performance.now()
  let isDone = false
  let hasEnded = false
  const worker = startWorker(
    async (stop) => {
      if (isDone) return
      // Runs only once, also after a failure, because requests read whatever is missing.
      isDone = true
      const began = performance.now()
      const reading = readAhead(stop, answers).finally(() => {
        hasEnded = true
      })
      // A stop does not wait for the reading, because it writes nothing. Its later errors about the closed store are
      // ignored.
      reading.catch(() => undefined)
      await Promise.race([reading, aborted(stop)])
      if (stop.aborted) return
      // Without keys nothing was read ahead, and nobody waits for the description.
      await answers.describe()
      log.info(
        { ms: Math.round(performance.now() - began) },
        'Loaded the data that accounts with an API key request first.',
      )
    },
    'The data that accounts request first could not be loaded.',
    log,
  )
  return { ...worker, isAwaited: () => !hasEnded && performance.now() - startedAt < MAX_AWAITED_MS }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
