// Verifies the whole store in the background: once a day, and soon after a process did not stop cleanly.
import { DAY_MS, HOUR_MS } from '../domain/clock.js'
import type { Log } from '../domain/ports/events.js'
import { damageText } from '../messages/english/doctor.js'
import { operatorErrorText } from '../messages/error-text.js'
import type { Services } from '../services/services.js'
import { repeat, type Worker } from './repeat.js'

/**
 * The delay after the start, in milliseconds: startup work comes first, and a service that keeps crashing does not read
 * its store again and again.
 */
const VERIFICATION_START_DELAY_MS = 5_000
const VERIFICATION_RETRY_DELAY_MS = HOUR_MS

export async function startVerification({ verification }: Pick<Services, 'verification'>, log: Log): Promise<Worker> {
  /** Returns the milliseconds until the next verification is due, because timers run on the monotonic clock. */
  const run = async (stop: AbortSignal): Promise<number> => {
    try {
      const found = await verification.run(stop)
      const { tookMs: ms, weeks, fileDamage, lostWeeks } = found
      if (fileDamage === null && lostWeeks === 0) log.info({ ms, weeks }, 'The store was verified: nothing is damaged.')
      else
        log.error({ ms, weeks, fileDamage, lostWeeks }, `The store was verified: ${damageText(found)} See the doctor.`)
      return DAY_MS
    } catch (error) {
      if (!stop.aborted)
        log.error(
          { err: error },
          `The store could not be verified; the next hour tries again. ${operatorErrorText(error)}`,
        )
      return VERIFICATION_RETRY_DELAY_MS
    }
  }
  const first = await verification.begin().catch((error: unknown) => {
    log.error({ err: error }, 'The time of the last verification could not be read or stored.')
    return 0
  })
  const repeated = repeat(run, Math.max(VERIFICATION_START_DELAY_MS, first))
  return {
    /** Must be called last before the store is closed, because it records that the process stopped cleanly. */
    stop: async () => {
      await repeated.stop()
      await verification.end().catch((error: unknown) => {
        log.error({ err: error }, 'The clean stop could not be recorded; the next start verifies the store.')
      })
    },
  }
}
