// Beside the ticks the judge decides what is worth telling: what was stored by whatever process, soon after.
import type { Log } from '../domain/ports/log.js'
import type { Operations } from '../operations/operations.js'
import { startWorker, type Worker } from './start-worker.js'

const FAILURE = 'The judge of the notices failed; it goes on from where it stood.'

export const startJudge = (operations: Pick<Operations, 'judgeTicks'>, log: Log): Worker =>
  startWorker(
    async (stop) => {
      const { notices, troubles } = await operations.judgeTicks({ stop })
      if (notices > 0) log.info({ notices }, 'There is something to tell.')
      for (const trouble of troubles) log.error({ err: trouble }, 'A kind of notice could not be judged for a game.')
    },
    FAILURE,
    log,
  )
