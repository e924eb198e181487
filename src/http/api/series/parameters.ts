// The parameters of the series (API-39). Their errors follow the name of the parameter.
import { z } from 'zod'
import { METRICS, type Metric } from '../../../domain/measures.js'
import { nearestZone, zoneNamed } from '../../../domain/rules/wall-clock.js'
import { COMPARISONS, isSeriesMetric, SERIES_INTERVALS } from '../../../domain/series/interval.js'
import { isId } from '../../../domain/universe.js'
import {
  nearestLength,
  parseEnd,
  parseLength,
  RANGE_END_ERROR,
  RANGE_LENGTH_ERROR,
} from '../../../services/reading/series/range-text.js'
import type { RangeEnd } from '../../../services/reading/series/series-range.js'
import { hint, listItems, suggestion, takesOneOf } from '../query-names.js'

const METRICS_ERROR = `must be a list of different metrics of ${METRICS.join(', ')}, separated by commas, given once`
const ZONE_ERROR = 'must be the name of a time zone, for example Europe/Berlin, given once'
const GAMES_ERROR = 'must be a list of 1 to 50 different game ids, separated by commas, for example 1,2,3, given once'

export const FORMATS = ['json', 'csv'] as const
export const SHAPES = ['columns', 'rows'] as const
const MAX_GAMES = 50
const MAX_ZONE_LENGTH = 60

const metrics = z
  .string({ error: METRICS_ERROR })
  .transform((text, context): readonly Metric[] => {
    const names = listItems(text)
    const wrong = names.find((name) => !isSeriesMetric(name))
    if (wrong === undefined && new Set(names).size === names.length) return names.filter(isSeriesMetric)
    context.addIssue({ code: 'custom', message: METRICS_ERROR + (wrong === undefined ? '' : hint(wrong, METRICS)) })
    return z.NEVER
  })
  .prefault('ccu')
  .meta({ description: `List of ${METRICS.join(', ')}; ccu is players`, example: 'ccu,visits' })

const rangeEnd = (description: string) =>
  z
    .string({ error: RANGE_END_ERROR })
    .transform((text, context): RangeEnd => {
      const end = parseEnd(text)
      if (end !== undefined) return end
      context.addIssue({ code: 'custom', message: RANGE_END_ERROR })
      return z.NEVER
    })
    .optional()
    .meta({ description, example: '2026-01-31' })

const last = z
  .string({ error: RANGE_LENGTH_ERROR })
  .transform((text, context): number => {
    const length = parseLength(text)
    if (length !== undefined) return length
    context.addIssue({ code: 'custom', message: RANGE_LENGTH_ERROR + suggestion(nearestLength(text)) })
    return z.NEVER
  })
  .optional()
  .meta({
    description:
      'Instead of from and to: as many whole points as fit into this length, of which the last is the running one. So 24h by ' +
      'hour are 24 points, and 24h by day is today alone. A number with its unit, which is m (minutes), h (hours), d ' +
      '(days), w (weeks) or y (365 days); at most 732 days',
    example: '24h',
    override: { type: 'string' },
  })

const tz = z
  .string({ error: ZONE_ERROR })
  .max(MAX_ZONE_LENGTH, ZONE_ERROR)
  .transform((text, context): string => {
    const zone = zoneNamed(text)
    if (zone !== undefined) return zone
    context.addIssue({ code: 'custom', message: ZONE_ERROR + suggestion(nearestZone(text)) })
    return z.NEVER
  })
  .prefault('UTC')
  .meta({ description: 'IANA time zone of days, weeks and local times', example: 'Europe/Berlin' })

export const seriesQuery = z.object({
  metrics,
  interval: z
    .enum(SERIES_INTERVALS, { error: takesOneOf(SERIES_INTERVALS) })
    .default('1h')
    .meta({
      description:
        'Length of a point. Points of up to an hour begin at whole ones of UTC in every zone, days and weeks at midnight in tz; a week begins on Monday',
    }),
  from: rangeEnd(
    'Begin: a date or a time, in the time zone tz where it has no offset. The first point is the one in which it lies',
  ),
  to: rangeEnd('End: a date (inclusive) or a time (exclusive); now if it is left out'),
  last,
  tz,
  compare: z
    .enum(COMPARISONS, { error: takesOneOf(COMPARISONS) })
    .optional()
    .meta({
      description:
        'Adds values beside each point. previous: the period before; year: 52 weeks before; usual: the usual of players (at most 92 days)',
    }),
  shape: z
    .enum(SHAPES, { error: takesOneOf(SHAPES) })
    .default('columns')
    .meta({ description: 'One list for each value, or one record for each point' }),
  format: z
    .enum(FORMATS, { error: takesOneOf(FORMATS) })
    .default('json')
    .meta({ description: 'CSV has one line for each point' }),
})

export type SeriesParameters = z.output<typeof seriesQuery>

export const gameIds = z
  .string({ error: GAMES_ERROR })
  .regex(/^ *[1-9]\d{0,15}( *, *[1-9]\d{0,15})* *$/, GAMES_ERROR)
  .transform((text, context): readonly number[] => {
    const ids = text.split(',').map(Number)
    if (ids.length <= MAX_GAMES && new Set(ids).size === ids.length && ids.every(isId)) return ids
    context.addIssue({ code: 'custom', message: GAMES_ERROR })
    return z.NEVER
  })
  .meta({
    description: 'Up to 50 game IDs, separated by commas',
    example: '1,2,3',
    override: { type: 'string' },
  })
