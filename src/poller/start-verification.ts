// Verifies the whole store in the background: once a day, and soon after a process did not stop cleanly.
import { DAY_MS, HOUR_MS } from '../domain/clock.js'
import type { Log } from '../domain/ports/events.js'
import { damageText } from '../messages/english/doctor.js'
import type { Services } from '../services/services.js'
import type { Worker } from './start-worker.js'

/**
 * The delay after the start, in milliseconds: startup work comes first, and a service that keeps crashing does not read
 * its store again and again.
 */
const VERIFICATION_START_DELAY_MS = 5_000
const VERIFICATION_RETRY_DELAY_MS = HOUR_MS

export async function startVerification({ verification }: Pick<Services, 'verification'>, log: Log): Promise<Worker> {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  /** Returns the milliseconds until the next verification is due, because timers run on the monotonic clock. */
  const run = async (): Promise<number> => {
    try {
      const found = await verification.run(stopping.signal)
      const { tookMs: ms, weeks, fileDamage, lostWeeks } = found
      if (fileDamage === null && lostWeeks === 0) log.info({ ms, weeks }, 'The store was verified: nothing is damaged.')
      else
        log.error({ ms, weeks, fileDamage, lostWeeks }, `The store was verified: ${damageText(found)} See the doctor.`)
      return DAY_MS
    } catch (error) {
      if (!stopping.signal.aborted)
        log.error({ err: error }, 'The store could not be verified; the next hour tries again.')
      return VERIFICATION_RETRY_DELAY_MS
    }
  }
  const wait = (milliseconds: number): void => {
    timer = setTimeout(() => {
      running = run().then((next) => {
        if (!stopping.signal.aborted) wait(next)
      })
    }, milliseconds)
    timer.unref()
  }
  const first = await verification.begin().catch((error: unknown) => {
    log.error({ err: error }, 'The time of the last verification could not be read or stored.')
    return 0
  })
  wait(Math.max(VERIFICATION_START_DELAY_MS, first))
  return {
    /** Must be called last before the store is closed, because it records that the process stopped cleanly. */
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
      await verification.end().catch((error: unknown) => {
        log.error({ err: error }, 'The clean stop could not be recorded; the next start verifies the store.')
      })
    },
  }
}
