// Beside the ticks the evaluation decides what is worth telling: what was stored by whatever process, soon after.
import type { Log } from '../domain/ports/log.js'
import type { Operations } from '../operations/operations.js'
import { startWorker, type Worker } from './start-worker.js'

const FAILURE = 'The evaluate of the notifications failed; it goes on from where it stood.'

export const startEvaluation = (operations: Pick<Operations, 'evaluateTicks'>, log: Log): Worker =>
  startWorker(
    async (stop) => {
      const { notifications, errors } = await operations.evaluateTicks({ stop })
      if (notifications > 0) log.info({ notifications }, 'There is something to tell.')
      for (const error of errors) log.error({ err: error }, 'A kind of notification could not be evaluated for a game.')
    },
    FAILURE,
    log,
  )
