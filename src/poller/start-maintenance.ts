// Once an hour, a little after it has begun and between two ticks, the store packs what is over, and thins out what is old.
import { type Clock, HOUR_MINUTES, MINUTE_MS } from '../domain/clock.js'
import type { Log } from '../domain/ports/log.js'
import type { SeriesStore } from '../domain/ports/series.js'
import type { ClockState } from '../domain/time/clock-check.js'

const HOUR_MS = HOUR_MINUTES * MINUTE_MS
/** Into the hour: the ticks of its first minutes are stored by then. */
const OFFSET_MS = 2 * MINUTE_MS + 20_000
/** After the start, for what the last run left: the first tick has come by then, and knows whether the clock is correct. */
const FIRST_MS = 80_000

interface Deps {
  readonly series: Pick<SeriesStore, 'maintain'>
  readonly clock: Clock
  readonly clockState: () => ClockState
  readonly log: Log
}

export function startMaintenance({ series, clock, clockState, log }: Deps) {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout

  const run = async (): Promise<void> => {
    const startedAt = performance.now()
    try {
      const state = clockState()
      await series.maintain(stopping.signal)
      log.info({ ms: Math.round(performance.now() - startedAt) }, 'The hours that are over were packed.')
      if (state !== 'correct')
        log.warn({ clock: state }, `Nothing was thinned out or deleted, because the clock is ${state}.`)
    } catch (error) {
      log.error({ err: error }, 'Packing the hours that are over failed; the next hour tries again.')
    }
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
