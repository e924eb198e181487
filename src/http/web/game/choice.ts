// Parses what a reader chose to see on a game's page, and builds the URLs of other choices.
import { z } from 'zod'
import { isoOfDay } from '../../../domain/clock.js'
import { rejection } from '../../../domain/error.js'
import { METRICS, type Metric } from '../../../domain/measures.js'
import { type DateRange, dateRange, parseDay } from '../../../domain/rules/date-range.js'
import { SPAN_NAMES, type SpanName } from '../../../domain/rules/span.js'

const ONCE = 'must be given once'
const blank = (value: unknown): unknown => (value === '' ? undefined : value)

export const day = z.preprocess(
  blank,
  z
    .string({ error: ONCE })
    .transform((text, context) => {
      const parsed = parseDay(text)
      if (parsed === undefined) context.addIssue('must be a calendar date in the form YYYY-MM-DD')
      return parsed ?? 0
    })
    .optional(),
)
const id = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
/** At most four games are compared with the game of the page. */
export const MAX_COMPARED = 4

export const choiceQuery = z.object({
  metric: z.enum(METRICS, { error: `must be one of ${METRICS.join(', ')}` }).default('ccu'),
  range: z.enum(SPAN_NAMES, { error: `must be one of ${SPAN_NAMES.join(', ')}` }).default('7d'),
  from: day,
  to: day,
  compare: z
    .union([id.transform((one) => [one]), z.array(id)], { error: 'must be universe ids' })
    .default([])
    .refine((ids) => ids.length <= MAX_COMPARED, `must be at most ${MAX_COMPARED} universe ids`),
  previous: z.enum(['0', '1'], { error: 'must be 0 or 1' }).optional(),
  days: z.literal('all', { error: 'must be all or left out' }).optional(),
  add: z.preprocess(blank, z.string({ error: ONCE }).max(200, 'must be at most 200 characters').optional()),
})

export interface ChartQuery {
  readonly metric: Metric
  readonly range: SpanName
  /** Whole UTC days, used instead of a named range. */
  readonly days: DateRange | undefined
  /** Universe ids. */
  readonly compare: readonly number[]
  readonly previous: boolean
  readonly allDays: boolean
}

export function choiceOf(query: z.output<typeof choiceQuery>, universeId: number): ChartQuery {
  const { metric, range, from, to } = query
  if ((from === undefined) !== (to === undefined))
    throw rejection('INVALID_PARAMETERS', { name: 'half a range', facts: {} })
  const compare = [...new Set(query.compare)].filter((one) => one !== universeId)
  const days = from === undefined || to === undefined ? undefined : dateRange(from, to)
  const previous = query.previous === undefined ? showsPrevious({ metric, compare }) : query.previous === '1'
  return { metric, range, days, compare, previous: previous && compare.length === 0, allDays: query.days === 'all' }
}

/** A total only grows, so the previous range lies far below it and would flatten the line; it is shown only on request. */
const showsPrevious = ({ metric, compare }: Pick<ChartQuery, 'metric' | 'compare'>): boolean =>
  compare.length === 0 && (metric === 'ccu' || metric === 'like_ratio')

export type ChartQueryChange = Partial<ChartQuery>

/** A query string without default values; it is empty or begins with a question mark. */
export function queryOf(
  choice: ChartQuery,
  change: ChartQueryChange = {},
  more: Readonly<Record<string, string>> = {},
): string {
  const fields = new URLSearchParams(fieldsOf({ ...choice, ...change }))
  for (const [name, value] of Object.entries(more)) fields.append(name, value)
  return fields.size === 0 ? '' : `?${fields}`
}

/** The same choice as form fields. */
export function fieldsOf(choice: ChartQuery): [name: string, value: string][] {
  const { metric, range, days, compare, previous, allDays } = choice
  const fields: [string, string][] = []
  if (metric !== 'ccu') fields.push(['metric', metric])
  if (days) fields.push(['from', isoOfDay(days.start)], ['to', isoOfDay(days.end)])
  else if (range !== '7d') fields.push(['range', range])
  for (const one of compare) fields.push(['compare', `${one}`])
  if (compare.length === 0 && previous !== showsPrevious(choice)) fields.push(['previous', previous ? '1' : '0'])
  if (allDays) fields.push(['days', 'all'])
  return fields
}
