// The schema of a series, as columns and as rows (API-39).
import { z } from 'zod'
import { byMeasure, CLOSING_MEASURES, type ClosingMeasure, descriptionOf, exampleOf } from '../../../domain/measures.js'
import { SERIES_INTERVALS } from '../../../domain/series/interval.js'
import { count, damagedParts, field, gameReference, moment, whole } from '../fields.js'

const mean = z.number().nonnegative().nullable()
const share = z.number().min(0).max(1)
const [counted, changed, ratio] = [count.nullable(), whole.nullable(), share.nullable()]

const TEXTS = {
  time: 'Begin of the point (UTC)',
  coverage: 'Share of the point, up to now, that samples cover, to 6 digits',
  mean: 'Mean players over the covered time, to 4 digits; null for a gap',
  min: 'Fewest players; null for a gap',
  max: 'Most players; null for a gap',
  change:
    'Change since the last total before the point or, if there is none, since the first total in it; null for a gap',
  ratio: 'Likes divided by all votes at the end of the point, to 6 digits; null for a gap',
  expected: 'Players that are usual; null while that is not known',
  low: 'Lower end of the band that holds 8 of 10 values',
  high: 'Upper end of that band',
  players: `Players: the mean over covered time, and the extremes; ${descriptionOf('ccu')}`,
  votes: 'The like ratio',
  compare: 'The same of the period before, or of 52 weeks before',
  usual: 'The usual of players, and its band',
} as const
const changeText = (name: ClosingMeasure) => `The closing total and its change: ${descriptionOf(name)}`
const totalText = (name: ClosingMeasure) => `Last known ${descriptionOf(name)} of the point; null for a gap`

/** The metrics of one point; those that are not asked for are missing. */
const pointMetrics = {
  ccu: z
    .strictObject({ value: field(TEXTS.mean, mean), min: field(TEXTS.min, counted), max: field(TEXTS.max, counted) })
    .optional()
    .meta({ description: TEXTS.players }),
  ...byMeasure(CLOSING_MEASURES, (name) =>
    z
      .strictObject({ value: field(totalText(name), counted), change: field(TEXTS.change, changed) })
      .optional()
      .meta({ description: changeText(name) }),
  ),
  like_ratio: z
    .strictObject({ value: field(TEXTS.ratio, ratio) })
    .optional()
    .meta({ description: TEXTS.votes }),
}

const point = { time: field(TEXTS.time, moment), coverage: field(TEXTS.coverage, share), ...pointMetrics }

export const seriesPoint = z
  .strictObject({
    ...point,
    compare: z.strictObject(point).optional().meta({ description: TEXTS.compare }),
    usual: z
      .strictObject({
        expected: field(TEXTS.expected, mean),
        low: field(TEXTS.low, mean),
        high: field(TEXTS.high, mean),
      })
      .optional()
      .meta({ description: TEXTS.usual }),
  })
  .meta({ id: 'SeriesPoint', description: 'One point of a series, with the metrics that were asked for' })

const list = <Type extends z.ZodType>(description: string, value: Type) => field(description, z.array(value))

/** The same as lists, with one entry for each point. */
const columns = {
  time: list(TEXTS.time, moment),
  coverage: list(TEXTS.coverage, share),
  ccu: z
    .strictObject({ value: list(TEXTS.mean, mean), min: list(TEXTS.min, counted), max: list(TEXTS.max, counted) })
    .optional()
    .meta({ description: TEXTS.players }),
  ...byMeasure(CLOSING_MEASURES, (name) =>
    z
      .strictObject({ value: list(totalText(name), counted), change: list(TEXTS.change, changed) })
      .optional()
      .meta({ description: changeText(name) }),
  ),
  like_ratio: z
    .strictObject({ value: list(TEXTS.ratio, ratio) })
    .optional()
    .meta({ description: TEXTS.votes }),
}

const seriesColumns = z
  .strictObject({
    ...columns,
    compare: z.strictObject(columns).optional().meta({ description: TEXTS.compare }),
    usual: z
      .strictObject({ expected: list(TEXTS.expected, mean), low: list(TEXTS.low, mean), high: list(TEXTS.high, mean) })
      .optional()
      .meta({ description: TEXTS.usual }),
  })
  .meta({ id: 'SeriesColumns', description: 'The points of a series as lists, with one entry for each point' })

export const seriesRecord = z
  .strictObject({
    game: gameReference,
    interval: field('Length of a point', z.enum(SERIES_INTERVALS)),
    time_zone: field('Time zone of days and weeks', z.string()),
    from: field('Begin of the first point (UTC)', moment),
    until: field('End of the last point (UTC), which may lie in the future', moment),
    resolution: z
      .array(
        z.strictObject({
          from: field('From this time on (UTC)', moment),
          minutes: field('Minutes between two samples', z.int().positive()),
        }),
      )
      .meta({
        description:
          'From each time on, the account reads one sample each so many minutes. Days and weeks of whole UTC days are ' +
          'computed from all samples; finer points, and days of other zones, use these',
      }),
    damaged: damagedParts.optional(),
    running: z
      .strictObject({
        time: field('Begin of that point (UTC)', moment),
        until: field('The end of the part that is over (UTC)', moment),
      })
      .optional()
      .meta({
        description:
          'The last point, while it is not over. Comparison values cover the same elapsed part. Missing if all points are over',
      }),
    columns: field('With shape=columns: one entry of each list for each point', seriesColumns.optional()),
    rows: field('With shape=rows: one record for each point', z.array(seriesPoint).optional()),
  })
  .meta({ id: 'Series', description: 'Points of one game' })

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
