// The schema of the summary record (API-17), for one game and for all games.
import { z } from 'zod'
import { isoOfDay, isoOfMinute, type Minute } from '../../../domain/clock.js'
import { byMeasure, CLOSING_MEASURES, exampleOf } from '../../../domain/measures.js'
import { meanOrNull, share, shareOrNull } from '../../../domain/rounding.js'
import type { Damage } from '../../../domain/rules/damage.js'
import type { DaySummary } from '../../../domain/rules/summary.js'
import type { DataVersions } from '../../../services/reading/data-versions.js'
import type { GameSummary } from '../../../services/reading/summarize-games.js'
import { dataTag } from '../entity-tag.js'

const count = z.int().nonnegative()
const value = z.number().nullable()
const closing = z.int().nullable()
const counter = z.strictObject({ start: closing, end: closing, change: closing })
const calendarDay = z.iso.date()
const moment = z.iso.datetime({ precision: 3 })

const day = z.strictObject({
  date: calendarDay,
  samples: count,
  coverage: z.number(),
  ccu: z.strictObject({ min: closing, average: value, max: closing, peak_at: moment.nullable() }),
  ...byMeasure(CLOSING_MEASURES, () => closing),
  changes: z.strictObject(byMeasure(CLOSING_MEASURES, () => closing)),
  player_hours: value,
  revenue: z.number().optional(),
})

export const summaryRecord = z.strictObject({
  id: z.int(),
  name: z.string(),
  universe_id: z.int(),
  start_date: calendarDay,
  end_date: calendarDay,
  samples: count,
  coverage: z.number(),
  ccu: z.strictObject({
    min: closing,
    average: value,
    max: closing,
    peak_at: moment.nullable(),
    latest: closing,
  }),
  ...byMeasure(CLOSING_MEASURES, () => counter),
  like_ratio: value,
  player_hours: value,
  revenue: z.strictObject({ total: z.number() }).nullable(),
  damaged: z
    .array(z.strictObject({ from: moment, until: moment }))
    .meta({ description: 'Parts of the range that are damaged on disk. What cannot be read is not counted.' })
    .optional(),
})

/** The example in the documentation. */
export const summaryExample = {
  id: 1,
  name: 'Crossroads',
  universe_id: 13058,
  start_date: '2026-01-31',
  end_date: '2026-01-31',
  samples: 1440,
  coverage: 1,
  ccu: { min: 120, average: 380.5, max: 612, peak_at: '2026-01-31T19:31:00.000Z', latest: 413 },
  ...byMeasure(CLOSING_MEASURES, (name) => ({ start: exampleOf(name) - 1, end: exampleOf(name), change: 1 })),
  like_ratio: 0.926,
  player_hours: 9132,
  revenue: null,
}

/** The example in the documentation. */
export const historyExample = [
  {
    date: '2026-01-31',
    samples: 1440,
    coverage: 1,
    ccu: { min: 120, average: 380.5, max: 612, peak_at: '2026-01-31T19:31:00.000Z' },
    ...byMeasure(CLOSING_MEASURES, exampleOf),
    changes: byMeasure(CLOSING_MEASURES, () => 1),
    player_hours: 9132,
  },
]

export const history = z.array(day).optional()

export function summaryJson({ game, summary, damage, revenue }: GameSummary): z.input<typeof summaryRecord> {
  const { range, samples, coverage, ccu, counters } = summary
  return {
    id: game.id,
    name: game.name,
    universe_id: game.universeId,
    start_date: isoOfDay(range.start),
    end_date: isoOfDay(range.end),
    samples,
    coverage: share(coverage),
    ccu: {
      min: ccu.min,
      average: meanOrNull(ccu.average),
      max: ccu.max,
      peak_at: momentOrNull(ccu.peakAt),
      latest: ccu.latest,
    },
    ...counters,
    like_ratio: shareOrNull(summary.likeRatio),
    player_hours: meanOrNull(summary.playerHours),
    ...(damage.length === 0 ? {} : { damaged: damage.map(damageJson) }),
    revenue: revenue.size === 0 ? null : { total: [...revenue.values()].reduce((sum, amount) => sum + amount, 0) },
  }
}

const momentOrNull = (minute: Minute | null): string | null => (minute === null ? null : isoOfMinute(minute))

const damageJson = ({ from, until }: Damage) => ({ from: isoOfMinute(from), until: isoOfMinute(until) })

export function historyJson({ history: days, revenue }: GameSummary): { history?: z.input<typeof day>[] } {
  return days === undefined ? {} : { history: days.map((one) => dayJson(one, revenue.get(one.day))) }
}

const dayJson = (one: DaySummary, revenue: number | undefined): z.input<typeof day> => ({
  date: isoOfDay(one.day),
  samples: one.samples,
  coverage: share(one.coverage),
  ccu: {
    min: one.ccu.min,
    average: meanOrNull(one.ccu.average),
    max: one.ccu.max,
    peak_at: momentOrNull(one.ccu.peakAt),
  },
  ...one.closing,
  changes: one.changes,
  player_hours: meanOrNull(one.playerHours),
  ...(revenue === undefined ? {} : { revenue }),
})

export const hasDates = (query: { readonly start_date?: unknown; readonly end_date?: unknown }): boolean =>
  query.start_date !== undefined || query.end_date !== undefined

/**
 * API-47: coverage falls with every minute without a sample, and the last sample covers more, which is no new data. What
 * the samples themselves tell is in the version.
 */
export async function summaryTag(
  summaries: readonly z.input<typeof summaryRecord>[],
  versions: DataVersions,
): Promise<string> {
  const kept = summaries.map(({ coverage, player_hours, ccu, ...rest }) => ({ ...rest, peak: ccu.max }))
  return dataTag(kept, await versions.all(summaries.map((summary) => summary.universe_id)))
}
