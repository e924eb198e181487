// Once an hour, a little after it has begun and between two ticks, the store packs what is over.
import { type Clock, HOUR_MINUTES, MINUTE_MS, minuteOf } from '../domain/clock.js'
import type { Log } from '../domain/ports/log.js'
import type { SeriesStore } from '../domain/ports/series.js'

const HOUR_MS = HOUR_MINUTES * MINUTE_MS
/** Into the hour: the ticks of its first minutes are stored by then. */
const OFFSET_MS = 2 * MINUTE_MS + 20_000
/** After the start, for what the last run left: the first tick has come by then. */
const FIRST_MS = 80_000

/** Before the first tick of this start nobody has held the clock against the platform's. */
const LATEST_TICK_MINUTES = HOUR_MINUTES

type Maintained = Pick<SeriesStore, 'cursor' | 'maintain'>

export function startMaintenance(series: Maintained, clock: Clock, log: Log) {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout

  const run = async (): Promise<void> => {
    const startedAt = performance.now()
    try {
      if (!(await isClockTrusted())) {
        log.warn({}, 'Nothing is packed or thinned out until a tick finds the clock right.')
        return
      }
      await series.maintain(stopping.signal)
      log.info({ ms: Math.round(performance.now() - startedAt) }, 'The hours that are over were packed.')
    } catch (error) {
      log.error({ err: error }, 'Packing the hours that are over failed; the next hour tries again.')
    }
  }
  /** What a clock that is years ahead takes for old would be thinned out, and no clock brings it back. */
  const isClockTrusted = async (): Promise<boolean> => {
    const cursor = await series.cursor()
    if (cursor === undefined || cursor.clockWasWrong) return false
    return minuteOf(clock.now()) - cursor.minute < LATEST_TICK_MINUTES
  }

  const wait = (milliseconds: number): void => {
    timer = setTimeout(() => {
      running = run().then(() => {
        if (!stopping.signal.aborted) wait(HOUR_MS - ((clock.now() - OFFSET_MS) % HOUR_MS))
      })
    }, milliseconds)
    timer.unref()
  }
  wait(FIRST_MS)
  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
