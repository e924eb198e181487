// Deletes removed samples for good after seven days of correct time, and only while the clock is correct; counts that time.
import { HOUR_MS } from '../../../../domain/clock.js'
import { RESTORABLE_PERIOD_MS } from '../../../../domain/ports/removed-samples.js'
import type { Connection, Statements } from '../../connection.js'
import type { PostgresSeriesOptions } from '../engine.js'
import { CORRECT_TIME } from '../loading/load-parts.js'
import type { LoadedColumns } from '../loading/load-step.js'

export interface ExpiryDeps {
  readonly connection: Connection
  readonly options: PostgresSeriesOptions
}

export const readCorrectMs = async (run: Statements): Promise<number> =>
  (await run<LoadedColumns['time']>(CORRECT_TIME.text))[0]?.ms ?? 0

export async function expireRemoved({ connection, options }: ExpiryDeps): Promise<void> {
  if (options.clockState() !== 'correct') return
  await connection.write(async ({ run }) => {
    const expired = (await readCorrectMs(run)) - RESTORABLE_PERIOD_MS
    await run('DELETE FROM removed_segment WHERE removed_at <= $1', [expired])
    await run('DELETE FROM restored_week WHERE restored_at <= $1', [expired])
  })
}

/** Milliseconds. After a longer pause between two calls it is unknown whether the clock was correct in between. */
const MAX_STEP_MS = HOUR_MS

/** Adds the time since the last call, if the clock is correct now and was correct then. */
export function correctTimeCounter({ connection, options }: ExpiryDeps): () => Promise<void> {
  /** A time of the monotonic clock; undefined where the wall clock was not correct at the last call. */
  let lastCorrectAt: number | undefined
  return async () => {
    const [at, since] = [options.clock.monotonic(), lastCorrectAt]
    lastCorrectAt = options.clockState() === 'correct' ? at : undefined
    if (lastCorrectAt === undefined || since === undefined) return
    const passed = Math.floor(at - since)
    if (passed <= 0 || passed > MAX_STEP_MS) return
    await connection.write(({ run }) =>
      run(
        `INSERT INTO correct_time AS known (id, ms) VALUES (1, $1)
         ON CONFLICT (id) DO UPDATE SET ms = known.ms + excluded.ms`,
        [passed],
      ),
    )
  }
}
