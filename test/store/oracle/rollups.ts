// Day rollups, added up from the rows at each call: of each slot of the reader's interval the first sample counts, and it
// covers the longer of that interval and the one in force, never past the next sample, the day's end or `until`. An imported
// sample covers its cadence, also into the next day, and all up to a next sample that is late by at most half of it.
import type { Minute } from '../../../src/domain/clock.js'
import { CLOSING_MEASURES, type ClosingMeasure } from '../../../src/domain/measures.js'
import type { RollupView, SeriesStore } from '../../../src/domain/ports/series.js'
import type { ClosingValues, DayRollup } from '../../../src/domain/rules/rollup.js'
import type { Sample } from '../../../src/domain/sample.js'
import type { Connection } from '../../../src/store/sqlite/connection.js'
import { type CadenceMinutes, lateness } from './cadences.js'
import { SAMPLE_COLUMNS } from './columns.js'
import { DAY_MINUTES } from './reads.js'
import type { ScheduleRows } from './slots.js'

export function rollupReader(
  { raw }: Connection,
  schedules: ScheduleRows,
  cadences: CadenceMinutes,
): SeriesStore['rollups'] {
  const rows = raw.prepare<[number, Minute, Minute], Sample>(
    `SELECT ${SAMPLE_COLUMNS} FROM sample WHERE universe_id = ? AND minute >= ? AND minute < ? ORDER BY minute`,
  )
  return async (universeId, { start, end }, view) => {
    const byDay = new Map<number, Sample[]>()
    const read = rows.all(universeId, (start - 3) * DAY_MINUTES, (end + 1) * DAY_MINUTES)
    for (const row of read) {
      const day = Math.floor(row.minute / DAY_MINUTES)
      const rowsOfDay = byDay.get(day)
      if (rowsOfDay === undefined) byDay.set(day, [row])
      else rowsOfDay.push(row)
    }
    const slots = schedules.slotsOf(universeId)
    const reachOf = (minute: Minute, next: Minute): Minute => {
      const cadence = cadences.at(universeId, minute)
      if (cadence > 0 && next - minute <= lateness(cadence, view.interval)) return next
      return minute + Math.max(view.interval, cadence === 0 ? slots.intervalAt(minute) : cadence)
    }
    const sums = [...byDay].map(([day, samples]) => sumOf(day, seenAt(view.interval, samples), view, reachOf))
    return sums.filter(({ day }) => day >= start).map((sum) => withCarried(sum))

    /** Adds what the last sample before the day covers of the time up to its first one. */
    function withCarried(sum: DayRollup): DayRollup {
      const first = byDay.get(sum.day)?.[0]?.minute ?? 0
      const last = seenAt(
        view.interval,
        read.filter(({ minute }) => minute < sum.day * DAY_MINUTES),
      ).at(-1)
      const cadence = last === undefined ? 0 : cadences.at(universeId, last.minute)
      if (last === undefined || cadence === 0 || last.minute < sum.day * DAY_MINUTES - 2160) return sum
      const isNear = first - last.minute <= lateness(cadence, view.interval)
      const end = isNear ? first : Math.min(first, last.minute + Math.max(view.interval, cadence))
      const length = Math.max(0, Math.min(end, view.until) - sum.day * DAY_MINUTES)
      return { ...sum, coveredMinutes: sum.coveredMinutes + length, integral: sum.integral + length * last.ccu }
    }
  }
}

function seenAt(interval: number, samples: readonly Sample[]): Sample[] {
  const slots = samples.map(({ minute }) => Math.floor(minute / interval))
  return samples.filter((_, index) => slots[index] !== slots[index - 1])
}

type Reach = (minute: Minute, next: Minute) => Minute

function sumOf(day: number, seen: readonly Sample[], { until }: RollupView, reachOf: Reach): DayRollup {
  const values = seen.map(({ ccu }) => ccu)
  const max = Math.max(...values)
  const lengths = seen.map(({ minute }, index) => {
    const next = seen[index + 1]?.minute ?? Number.POSITIVE_INFINITY
    return Math.max(0, Math.min(reachOf(minute, next), next, (day + 1) * DAY_MINUTES, until) - minute)
  })
  return {
    day,
    samples: seen.length,
    ccu: {
      min: Math.min(...values),
      max,
      maxAt: seen.find(({ ccu }) => ccu === max)?.minute ?? 0,
      last: values.at(-1) ?? 0,
    },
    coveredMinutes: lengths.reduce((sum, length) => sum + length, 0),
    integral: values.reduce((sum, value, index) => sum + value * (lengths[index] ?? 0), 0),
    opensWithVotes: seen[0]?.likes !== null,
    first: countersOf((counter) => seen.find((sample) => sample[counter] !== null)),
    last: countersOf((counter) => seen.findLast((sample) => sample[counter] !== null)),
  }
}

const countersOf = (sampleOf: (name: ClosingMeasure) => Sample | undefined): ClosingValues =>
  Object.fromEntries(CLOSING_MEASURES.map((name) => [name, sampleOf(name)?.[name] ?? null])) as ClosingValues
