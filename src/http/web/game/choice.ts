// Parses what a reader chose to see on a game's page, and builds the URLs of other choices.
import { z } from 'zod'
import { VALUE_SCALES, type ValueScale } from '../../../charts/scales.js'
import { DAY_MINUTES, dayOf, isoOfDay, isoOfMinute, type Minute } from '../../../domain/clock.js'
import { rejection } from '../../../domain/error.js'
import { METRICS, type Metric } from '../../../domain/measures.js'
import { MAX_RANGE_DAYS, parseDay } from '../../../domain/rules/date-range.js'
import { SPAN_NAMES, type Span, type SpanName } from '../../../domain/rules/span.js'
import { minuteAtWall } from '../../../domain/rules/wall-clock.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import { parseEnd, parseLength, rangeEndError } from '../../../services/reading/series/range-text.js'
import type { RangeEnd } from '../../../services/reading/series/series-range.js'
import { isTimeZone } from '../requests/preferences.js'
import { DAY_ORDERS, type DaySorting } from './days/day-rows.js'

const TIME_ERROR = rangeEndError('your time zone')
const ONCE_ERROR = 'must be given once'
const blank = (value: unknown): unknown => (value === '' ? undefined : value)

export const day = z.preprocess(
  blank,
  z
    .string({ error: ONCE_ERROR })
    .transform((text, context) => {
      const parsed = parseDay(text)
      if (parsed === undefined) context.addIssue('must be a calendar date in the form YYYY-MM-DD')
      return parsed ?? 0
    })
    .optional(),
)

/** A UTC day, a time with its offset, or a time of the reader's zone, as forms send it. */
export const rangeTime = z.preprocess(
  blank,
  z
    .string({ error: ONCE_ERROR })
    .transform((text, context): RangeEnd => {
      const end = parseEnd(text)
      if (end !== undefined) return end
      context.addIssue({ code: 'custom', message: TIME_ERROR })
      return z.NEVER
    })
    .optional(),
)

/** What the form sends for a period that begins at any time. */
export const FIELD_PERIOD = 'begin'

const PERIOD_ERROR = `must be none, previous, a length such as 7d, or where the period begins: ${TIME_ERROR.replace('must be ', '')}`

/** `field`: it begins where the field of the form for that says. */
type PeriodInput =
  | { readonly kind: 'none' }
  | { readonly kind: 'previous' }
  | { readonly kind: 'field' }
  | { readonly kind: 'earlier'; readonly minutes: number }
  | { readonly kind: 'begin'; readonly at: RangeEnd }

const period = z.preprocess(
  blank,
  z
    .string({ error: PERIOD_ERROR })
    .transform((text, context): PeriodInput => {
      if (text === 'none') return { kind: 'none' }
      if (text === 'previous') return { kind: 'previous' }
      if (text === FIELD_PERIOD) return { kind: 'field' }
      const minutes = parseLength(text)
      if (minutes !== undefined) return { kind: 'earlier', minutes }
      const at = parseEnd(text)
      if (at !== undefined) return { kind: 'begin', at }
      context.addIssue({ code: 'custom', message: PERIOD_ERROR })
      return z.NEVER
    })
    .optional(),
)

const ID = /^[1-9]\d{0,15}$/
/** At most four games are compared with the game of the page. */
export const MAX_COMPARED = 4
const COMPARE_ERROR = `must be at most ${MAX_COMPARED} universe ids, each in a compare of its own or separated by commas`

/** People write `compare=1,2`; the pages themselves repeat the parameter. */
const compared = z
  .union([z.string().transform((one) => [one]), z.array(z.string())], { error: COMPARE_ERROR })
  .transform((texts) => texts.flatMap((text) => (text === '' ? [] : text.split(','))).map((text) => text.trim()))
  .refine((ids) => ids.length <= MAX_COMPARED && ids.every((one) => ID.test(one)), COMPARE_ERROR)
  .transform((ids) => ids.map(Number))

const SORT_ERROR = `must be one of ${DAY_ORDERS.join(', ')}, with a leading - for the lowest first`

/** The order of the table of days, and of its file. */
export const sortQuery = z
  .string({ error: SORT_ERROR })
  .transform((text, context): DaySorting => {
    const isAscending = text.startsWith('-')
    const by = DAY_ORDERS.find((order) => order === text.slice(Number(isAscending)))
    if (by !== undefined) return { by, isAscending }
    context.addIssue({ code: 'custom', message: SORT_ERROR })
    return z.NEVER
  })
  .optional()

export const zoneQuery = z.string({ error: ONCE_ERROR }).refine(isTimeZone, 'must be a time zone such as Europe/Berlin')

export const choiceQuery = z.object({
  metric: z.enum(METRICS, { error: `must be one of ${METRICS.join(', ')}` }).default('ccu'),
  range: z.enum(SPAN_NAMES, { error: `must be one of ${SPAN_NAMES.join(', ')}` }).optional(),
  from: rangeTime,
  to: rangeTime,
  compare: compared.default([]),
  previous: z.enum(['0', '1'], { error: 'must be 0 or 1' }).optional(),
  against: period,
  /** The form's field for a period that begins at any time. Beside another choice it is not meant. */
  against_from: rangeTime,
  /** The zone in which a form shows its times, or a script its chart; without it, that of the reader. */
  zone: zoneQuery.optional(),
  scale: z.enum(VALUE_SCALES, { error: `must be one of ${VALUE_SCALES.join(', ')}` }).default('absolute'),
  counters: z.enum(['change', 'total'], { error: 'must be change or total' }).default('change'),
  sort: sortQuery,
  days: z.literal('all', { error: 'must be all or left out' }).optional(),
  add: z.preprocess(blank, z.string({ error: ONCE_ERROR }).max(200, 'must be at most 200 characters').optional()),
})

export interface ChartQuery {
  readonly metric: Metric
  /** Undefined where the reader chose none: 7 days, or all time of a game that is known for less. */
  readonly range: SpanName | undefined
  /** Two times, used instead of a named range. */
  readonly span: Span | undefined
  /** Universe ids. */
  readonly compare: readonly number[]
  /** The period that the range is compared with. */
  readonly against: ComparedPeriod
  /** How the lines of several games share the value axis. */
  readonly scale: ValueScale
  /** Counters as what they gained in each hour or day, or as they were counted. */
  readonly counters: 'change' | 'total'
  readonly allDays: boolean
  /** The order of the table of days. */
  readonly daySorting: DaySorting
}

/** `earlier`: by that many minutes. `begin`: it begins at that minute. It is as long as the range. */
export type ComparedPeriod =
  | { readonly kind: 'none' }
  | { readonly kind: 'previous' }
  | { readonly kind: 'earlier'; readonly minutes: number }
  | { readonly kind: 'begin'; readonly minute: Minute }

type ChoiceInput = z.output<typeof choiceQuery>

/** `readerZone`: that of times without an offset, if the form does not state its own. */
export function choiceOf(query: ChoiceInput, universeId: number, readerZone: string): ChartQuery {
  const { metric, range, zone: timeZone = readerZone } = query
  const compare = [...new Set(query.compare)].filter((one) => one !== universeId)
  return {
    metric,
    range,
    span: spanAt(query, timeZone),
    compare,
    against: compare.length > 0 ? { kind: 'none' } : periodOf(query, timeZone),
    scale: compare.length > 0 ? query.scale : 'absolute',
    counters: query.counters,
    allDays: query.days === 'all',
    daySorting: query.sort ?? { by: 'day', isAscending: false },
  }
}

/** Whether a time depends on the reader's zone, so that the address would mean something else to another reader. */
export const hasLocalTime = ({ from, to, against, against_from }: ChoiceInput): boolean =>
  [from, to, against_from, against?.kind === 'begin' ? against.at : undefined].some((end) => end?.kind === 'local time')

function periodOf({ metric, previous, against, against_from }: ChoiceInput, timeZone: string): ComparedPeriod {
  if (against === undefined && against_from === undefined)
    return { kind: previous === undefined ? defaultPeriod(metric) : previous === '1' ? 'previous' : 'none' }
  const begin = against?.kind === 'begin' ? against.at : against_from
  if (against && against.kind !== 'begin' && against.kind !== 'field') return against
  if (begin === undefined) throw missingBegin()
  return { kind: 'begin', minute: minuteAt(begin, timeZone, false) }
}

const missingBegin = () =>
  rejection('INVALID_PARAMETERS', {
    name: 'bad parameter',
    facts: { parameter: 'against_from', problem: TIME_ERROR, fault: { kind: 'unfit' } },
  })

/** A day is one of UTC, so that an address means the same to every reader; its end is included. */
function minuteAt(end: RangeEnd, timeZone: string, isLast: boolean): Minute {
  if (end.kind === 'time') return end.minute
  if (end.kind === 'local time') return minuteAtWall(end.wall, timeZone)
  return (end.day + Number(isLast)) * DAY_MINUTES
}

export function spanAt({ from, to }: Pick<ChoiceInput, 'from' | 'to'>, timeZone: string): Span | undefined {
  if ((from === undefined) !== (to === undefined))
    throw rejection('INVALID_PARAMETERS', { name: 'half a range', facts: {} })
  if (from === undefined || to === undefined) return undefined
  const span = { from: minuteAt(from, timeZone, false), until: minuteAt(to, timeZone, true) }
  if (span.from >= span.until) throw rejection('INVALID_PARAMETERS', { name: 'from after to', facts: {} })
  if (span.until - span.from > MAX_RANGE_DAYS * DAY_MINUTES)
    throw rejection('INVALID_PARAMETERS', {
      name: 'range too long',
      facts: { range: 'from and to', days: MAX_RANGE_DAYS },
    })
  return span
}

/** A total only grows, so the previous range lies far below it and would flatten the line; it is shown only on request. */
export const defaultPeriod = (metric: Metric): 'previous' | 'none' =>
  metric === 'ccu' || metric === 'like_ratio' ? 'previous' : 'none'

export type ChartQueryChange = Partial<ChartQuery>

/** A query string without default values; it is empty or begins with a question mark. */
export function queryOf(
  choice: ChartQuery,
  change: ChartQueryChange = {},
  more: Readonly<Record<string, string>> = {},
): string {
  const fields = new URLSearchParams(fieldsOf({ ...choice, ...change }))
  for (const [name, value] of Object.entries(more)) fields.append(name, value)
  // A query may contain colons, and people can read the address more easily without escapes.
  return fields.size === 0 ? '' : `?${`${fields}`.replaceAll('%3A', ':')}`
}

/** The same choice as form fields. */
export function fieldsOf(choice: ChartQuery): [name: string, value: string][] {
  const { metric, range, span, compare, against, scale, counters, allDays, daySorting } = choice
  const fields: [string, string][] = []
  if (metric !== 'ccu') fields.push(['metric', metric])
  if (span) fields.push(...spanFields(span))
  else if (range !== undefined) fields.push(['range', range])
  for (const one of compare) fields.push(['compare', `${one}`])
  if (compare.length === 0 && against.kind !== defaultPeriod(metric)) fields.push(['against', periodText(against)])
  if (compare.length > 0 && scale !== 'absolute') fields.push(['scale', scale])
  if (counters !== 'change') fields.push(['counters', counters])
  if (allDays) fields.push(['days', 'all'])
  if (daySorting.by !== 'day' || daySorting.isAscending) fields.push(['sort', sortText(daySorting)])
  return fields
}

export const sortText = ({ by, isAscending }: DaySorting): string => `${isAscending ? '-' : ''}${by}`

/** Whole UTC days as dates, anything else as times of UTC. */
function spanFields({ from, until }: Span): [string, string][] {
  if (from % DAY_MINUTES === 0 && until % DAY_MINUTES === 0)
    return [
      ['from', isoOfDay(dayOf(from))],
      ['to', isoOfDay(dayOf(until - 1))],
    ]
  return [
    ['from', timeText(from)],
    ['to', timeText(until)],
  ]
}

/** With at most one decimal. */
export const roundedDays = (minutes: Minute): number => Math.round((10 * minutes) / DAY_MINUTES) / 10

/** A period that begins after the range is no such time. */
export const daysBeforeText = (minutes: Minute, { charts }: MessageCatalog): string =>
  minutes <= 0 ? charts.otherPeriod : charts.daysBefore(roundedDays(minutes))

/** Of one game its name, of two both; of more how many they are. */
export function comparedNames(names: readonly string[], { web, charts, number }: MessageCatalog): string {
  const [one = '', other] = names
  if (other === undefined) return one
  return names.length === 2 ? `${one} ${web.game.versus(other)}` : charts.comparison(number(names.length))
}

export function periodText(period: ComparedPeriod): string {
  if (period.kind === 'begin') return timeText(period.minute)
  if (period.kind !== 'earlier') return period.kind
  return period.minutes % DAY_MINUTES === 0 ? `${period.minutes / DAY_MINUTES}d` : `${period.minutes}m`
}

const timeText = (minute: Minute): string => `${isoOfMinute(minute).slice(0, 16)}Z`
