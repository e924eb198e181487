// Reads the series of universes in every possible way and returns all answers as one value, for comparison.
import { DAY_MINUTES, dayOf } from '../../../src/domain/clock.js'
import type { Store } from '../../../src/domain/ports/store.js'
import { readSamples } from '../contract/support.js'

export interface SeriesQuery {
  readonly universes: readonly number[]
  readonly from: number
  readonly until: number
  readonly now: number
}

const INTERVALS = [1, 5, 10, 30]

export async function answersOf({ series }: Pick<Store, 'series'>, { universes, from, until, now }: SeriesQuery) {
  const range = { start: dayOf(from), end: dayOf(until) }
  const middle = Math.floor((from + until) / 2)
  const dayStart = Math.floor(middle / DAY_MINUTES) * DAY_MINUTES
  const perUniverse = await Promise.all(
    universes.map(async (id) => ({
      samples: await readSamples({ series } as Store, id, from, until),
      rollups: await Promise.all(INTERVALS.map((interval) => series.rollups(id, range, { interval, until: now + 1 }))),
      earlier: await series.rollups(id, range, { interval: 5, until: middle }),
      first: await series.firstMinute(id),
      closing: await Promise.all(
        [middle, dayStart, until].flatMap((minute) =>
          INTERVALS.map((interval) => series.closingBefore(id, minute, interval)),
        ),
      ),
      gaps: await series.gaps(id, from, until),
      schedules: await series.schedules(id, from, until),
    })),
  )
  return {
    perUniverse,
    latest: await series.latest(universes),
    nearest: await Promise.all(
      [middle, now - DAY_MINUTES, until].map((minute) => series.nearest(universes, minute, 360)),
    ),
    near: await series.nearest(universes, middle, 7),
    hours: await Promise.all(
      [middle, now - 2 * DAY_MINUTES, now - DAY_MINUTES, now, until].flatMap((minute) =>
        [0, 60, 720].map((tolerance) => series.nearestHour(universes, minute, tolerance)),
      ),
    ),
    cursor: await series.cursor(),
  }
}
