// The schema of a series, as columns and as rows (API-39).
import { z } from 'zod'
import { byMeasure, CLOSING_MEASURES, exampleOf } from '../../../domain/measures.js'
import { SERIES_INTERVALS } from '../../../domain/series/interval.js'

const count = z.int().nonnegative().nullable()
const whole = z.int().nullable()
const mean = z.number().nonnegative().nullable()
const share = z.number().min(0).max(1)
const moment = z.iso.datetime({ precision: 3 })

/** The metrics of one point; those that are not asked for are missing. */
const pointMetrics = {
  ccu: z
    .strictObject({ value: mean, min: count, max: count })
    .optional()
    .meta({ description: 'Players: the mean over covered time, and the extremes' }),
  ...byMeasure(CLOSING_MEASURES, () =>
    z
      .strictObject({ value: whole, change: whole })
      .optional()
      .meta({ description: 'The closing total, and its change since the last one known before' }),
  ),
  like_ratio: z.strictObject({ value: share.nullable() }).optional(),
}

const point = {
  time: moment.meta({ description: 'Begin of the point' }),
  coverage: share.meta({ description: 'Share of the point, up to now, that samples cover' }),
  ...pointMetrics,
}

const usual = z
  .strictObject({ expected: mean, low: mean, high: mean })
  .optional()
  .meta({ description: 'The usual of players, and the band that holds 8 of 10 values; null while it is not known' })

export const seriesPoint = z.strictObject({ ...point, compare: z.strictObject(point).optional(), usual })

const list = <T extends z.ZodType>(value: T) => z.array(value)

const columns = {
  time: list(moment),
  coverage: list(share),
  ccu: z.strictObject({ value: list(mean), min: list(count), max: list(count) }).optional(),
  ...byMeasure(CLOSING_MEASURES, () => z.strictObject({ value: list(whole), change: list(whole) }).optional()),
  like_ratio: z.strictObject({ value: list(share.nullable()) }).optional(),
}

const seriesColumns = z.strictObject({
  ...columns,
  compare: z.strictObject(columns).optional(),
  usual: z.strictObject({ expected: list(mean), low: list(mean), high: list(mean) }).optional(),
})

export const seriesRecord = z.strictObject({
  game: z.strictObject({ id: z.int(), name: z.string(), universe_id: z.int() }),
  interval: z.enum(SERIES_INTERVALS),
  time_zone: z.string(),
  from: moment.meta({ description: 'Begin of the first point' }),
  until: moment.meta({ description: 'End of the last point, which may lie in the future' }),
  resolution: z
    .array(z.strictObject({ from: moment, minutes: z.int().positive() }))
    .meta({ description: 'From each time on, the account reads one sample each so many minutes' }),
  damaged: z
    .array(z.strictObject({ from: moment, until: moment }))
    .optional()
    .meta({ description: 'Parts of the range that are damaged on disk. What cannot be read is not counted.' }),
  columns: seriesColumns.optional().meta({ description: 'With shape=columns: one entry of each list for each point' }),
  rows: z.array(seriesPoint).optional().meta({ description: 'With shape=rows: one record for each point' }),
})

export type SeriesRecord = z.input<typeof seriesRecord>

/** The example in the documentation. */
export const seriesExample = {
  game: { id: 1, name: 'Crossroads', universe_id: 13058 },
  interval: '1d',
  time_zone: 'Europe/Berlin',
  from: '2026-01-29T23:00:00.000Z',
  until: '2026-01-31T23:00:00.000Z',
  resolution: [{ from: '2026-01-29T23:00:00.000Z', minutes: 1 }],
  columns: {
    time: ['2026-01-29T23:00:00.000Z', '2026-01-30T23:00:00.000Z'],
    coverage: [1, 0],
    ccu: { value: [380.5, null], min: [120, null], max: [612, null] },
    visits: { value: [exampleOf('visits'), null], change: [14_206, null] },
  },
}
