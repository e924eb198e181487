// Once a minute, adds to the stored time during which the clock was correct, because removed samples expire by that
// time.
import { MINUTE_MS } from '../domain/clock.js'
import type { Log } from '../domain/ports/events.js'
import type { RemovedSampleStore } from '../domain/ports/removed-samples.js'

type CorrectTimeCounter = Pick<RemovedSampleStore, 'countCorrectTime'>

export function startCorrectTimeCount(store: CorrectTimeCounter, log: Log) {
  let isFailing = false
  let running: Promise<void> = Promise.resolve()

  const count = async (): Promise<void> => {
    try {
      await store.countCorrectTime()
      isFailing = false
    } catch (error) {
      // Logged once per series of failures, because a full disk would otherwise log this every minute.
      if (!isFailing)
        log.error({ err: error }, 'The time with a correct clock was not counted; removed samples are kept longer.')
      isFailing = true
    }
  }

  running = count()
  const timer = setInterval(() => {
    running = count()
  }, MINUTE_MS)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
      await count()
    },
  }
}
