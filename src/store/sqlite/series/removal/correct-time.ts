// The table `correct_time`: how long a service ran with a correct clock. Removed samples expire by this time, because a
// wrong wall clock could let them expire at once.
import { HOUR_MS } from '../../../../domain/clock.js'
import type { CorrectTime } from '../../../../series/removal/removed-segments.js'
import type { Connection, SeriesOptions } from '../../connection.js'

/** Milliseconds. After a longer pause between two calls it is unknown whether the clock was correct in between. */
const MAX_STEP_MS = HOUR_MS

export function correctTimeCounter(
  { raw, writeUnsynced }: Connection,
  { clock, clockState }: Pick<SeriesOptions, 'clock' | 'clockState'>,
): CorrectTime {
  const select = raw.prepare<[], number>('SELECT ms FROM correct_time WHERE id = 1').pluck()
  const add = raw.prepare<[number]>(
    'INSERT INTO correct_time (id, ms) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET ms = ms + excluded.ms',
  )
  /** A time of the monotonic clock; undefined where the wall clock was not correct at the last call. */
  let lastCorrectAt: number | undefined
  return {
    ms: () => select.get() ?? 0,
    count() {
      const [at, since] = [clock.monotonic(), lastCorrectAt]
      lastCorrectAt = clockState() === 'correct' ? at : undefined
      if (lastCorrectAt === undefined || since === undefined) return
      const passed = Math.floor(at - since)
      // A power failure may undo the write; then samples are only kept a little longer.
      if (passed > 0 && passed <= MAX_STEP_MS) writeUnsynced(() => add.run(passed))
    },
  }
}
