// Day rollups, added up from the rows at each call: of each slot of the reader's interval the first sample counts, and it
// covers the longer of that interval and the one in force, never past the next sample, the day's end or `until`.
import type { Minute } from '../../../src/domain/clock.js'
import { CLOSING_MEASURES, type ClosingMeasure } from '../../../src/domain/measures.js'
import type { RollupView, SeriesStore } from '../../../src/domain/ports/series.js'
import type { ClosingValues, DayRollup } from '../../../src/domain/rules/rollup.js'
import type { Sample } from '../../../src/domain/sample.js'
import type { Connection } from '../../../src/store/sqlite/connection.js'
import { SAMPLE_COLUMNS } from './columns.js'
import { DAY_MINUTES } from './reads.js'
import type { ScheduleRows, Slots } from './slots.js'

export function rollupReader({ raw }: Connection, schedules: ScheduleRows): SeriesStore['rollups'] {
  const rows = raw.prepare<[number, Minute, Minute], Sample>(
    `SELECT ${SAMPLE_COLUMNS} FROM sample WHERE universe_id = ? AND minute >= ? AND minute < ? ORDER BY minute`,
  )
  return async (universeId, { start, end }, view) => {
    const byDay = new Map<number, Sample[]>()
    for (const row of rows.all(universeId, start * DAY_MINUTES, (end + 1) * DAY_MINUTES)) {
      const day = Math.floor(row.minute / DAY_MINUTES)
      const rowsOfDay = byDay.get(day)
      if (rowsOfDay === undefined) byDay.set(day, [row])
      else rowsOfDay.push(row)
    }
    const slots = schedules.slotsOf(universeId)
    return [...byDay].map(([day, samples]) => sumOf(day, seenAt(view.interval, samples), view, slots))
  }
}

function seenAt(interval: number, samples: readonly Sample[]): Sample[] {
  const slots = samples.map(({ minute }) => Math.floor(minute / interval))
  return samples.filter((_, index) => slots[index] !== slots[index - 1])
}

function sumOf(day: number, seen: readonly Sample[], { interval, until }: RollupView, slots: Slots): DayRollup {
  const values = seen.map(({ ccu }) => ccu)
  const max = Math.max(...values)
  const lengths = seen.map(({ minute }, index) => {
    const reach = minute + Math.max(interval, slots.intervalAt(minute))
    const next = seen[index + 1]?.minute ?? reach
    return Math.max(0, Math.min(reach, next, (day + 1) * DAY_MINUTES, until) - minute)
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
    covered: lengths.reduce((sum, length) => sum + length, 0),
    integral: values.reduce((sum, value, index) => sum + value * (lengths[index] ?? 0), 0),
    opensWithVotes: seen[0]?.likes !== null,
    first: countersOf((counter) => seen.find((sample) => sample[counter] !== null)),
    last: countersOf((counter) => seen.findLast((sample) => sample[counter] !== null)),
  }
}

const countersOf = (sampleOf: (name: ClosingMeasure) => Sample | undefined): ClosingValues =>
  Object.fromEntries(CLOSING_MEASURES.map((name) => [name, sampleOf(name)?.[name] ?? null])) as ClosingValues
