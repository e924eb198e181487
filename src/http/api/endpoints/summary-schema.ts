// The schema of the summary record (API-17), for one game and for all games.
import { z } from 'zod'
import { isoOfDay, isoOfMinute, type Minute } from '../../../domain/clock.js'
import { byMeasure, CLOSING_MEASURES, descriptionOf, exampleOf } from '../../../domain/measures.js'
import { meanOrNull, share as roundedShare, shareOrNull } from '../../../domain/rounding.js'
import type { Damage } from '../../../domain/rules/damage.js'
import type { DaySummary } from '../../../domain/rules/summary.js'
import type { GameSummary } from '../../../services/reading/summarize-games.js'
import { recordsTag, type VersionReader, visibleVersions } from '../entity-tag.js'
import { calendarDay, count, damagedParts, field, gameId, gameName, moment, universeId, whole } from '../fields.js'

const share = z.number().min(0).max(1)
const players = {
  min: field('Fewest players of all samples; null without samples', count.nullable()),
  average: field('Mean players over the covered time, to 4 digits; null without samples', z.number().nullable()),
  max: field('Most players of all samples; null without samples', count.nullable()),
  peak_at: field('Time of the first sample with the most players (UTC)', moment.nullable()),
}
const samples = field('Number of samples', count)
const coverage = field('Share of the time, up to now, that samples cover, to 6 digits', share)
const playerHours = field('Sum of players over the covered time, in hours, to 4 digits', z.number().nullable())
const revenueOf = (time: string, type: z.ZodNumber) =>
  field(`Revenue of the ${time} as your account imported it, in the unit of that file`, type)

const day = z
  .strictObject({
    date: field('The day (UTC)', calendarDay),
    samples,
    coverage,
    ccu: z.strictObject(players).meta({ description: 'Players of the day' }),
    ...byMeasure(CLOSING_MEASURES, (name) => field(`Last known ${descriptionOf(name)} of the day`, count.nullable())),
    changes: z
      .strictObject(
        byMeasure(CLOSING_MEASURES, (name) =>
          field(`Change of ${descriptionOf(name)} since the last one known before the day`, whole.nullable()),
        ),
      )
      .meta({ description: 'Changes of the totals within the day' }),
    player_hours: playerHours,
    revenue: revenueOf('day', z.number()).optional(),
  })
  .meta({ id: 'DayRecord', description: 'One UTC day of a game' })

const counter = (about: string) =>
  z
    .strictObject({
      start: field('Last total before the range or, if there is none, the first in it', count.nullable()),
      end: field('Last total in the range', count.nullable()),
      change: field('`end` minus `start`', whole.nullable()),
    })
    .meta({ description: `At both ends of the range: ${about}` })

const summaryFields = {
  id: gameId,
  name: gameName,
  universe_id: universeId,
  start_date: field('First day (UTC), included', calendarDay),
  end_date: field('Last day (UTC), included', calendarDay),
  samples,
  coverage,
  ccu: z
    .strictObject({ ...players, latest: field('Players of the last sample of the range', count.nullable()) })
    .meta({ description: 'Players of the range' }),
  ...byMeasure(CLOSING_MEASURES, (name) => counter(descriptionOf(name))),
  like_ratio: field('Likes divided by all votes, to 6 digits; null without votes', share.nullable()),
  player_hours: playerHours,
  revenue: field(
    'Revenue of the range; null where your account imported none',
    z.strictObject({ total: revenueOf('range', z.number()) }).nullable(),
  ),
  damaged: damagedParts.optional(),
}

export const summaryRecord = z
  .strictObject(summaryFields)
  .meta({ id: 'Summary', description: 'One game over a range of days' })

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

export const history = field(
  'One record for each UTC day with samples or revenue; with a date only',
  z.array(day).optional(),
)

export const summaryWithHistory = z
  .strictObject({ ...summaryFields, history })
  .meta({ id: 'SummaryWithHistory', description: 'One game over a range of days, with its days' })

export function summaryJson({ game, summary, damage, revenue }: GameSummary): z.input<typeof summaryRecord> {
  const { range, samples, coverage, ccu, counters } = summary
  return {
    id: game.id,
    name: game.name,
    universe_id: game.universeId,
    start_date: isoOfDay(range.start),
    end_date: isoOfDay(range.end),
    samples,
    coverage: roundedShare(coverage),
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
  coverage: roundedShare(one.coverage),
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
 * API-47: fields that change with time alone, as coverage does without a new sample, are left out of the tag. The version
 * covers what changes with the samples.
 */
export async function summaryTag(
  summaries: readonly z.input<typeof summaryRecord>[],
  reader: VersionReader,
): Promise<string> {
  const known = await visibleVersions(
    reader,
    summaries.map((summary) => summary.universe_id),
  )
  const versioned = summaries.map(({ coverage, player_hours, ccu, ...rest }, index) => [rest, ccu.max, known[index]])
  return recordsTag(versioned)
}
