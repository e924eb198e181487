// Parses what a reader chose to see of a ranking, and builds the addresses of other choices.
import { z } from 'zod'
import { isoOfMinute, type Minute } from '../../../../domain/clock.js'
import { rejection } from '../../../../domain/error.js'
import { MAX_TAG_LENGTH } from '../../../../domain/game-marks.js'
import { RANKINGS } from '../../../../domain/rules/ranking.js'
import { RANKING_SORTS } from '../../../../domain/rules/ranking-order.js'
import { minuteAtWall } from '../../../../domain/rules/wall-clock.js'
import type { RankingQuery } from '../../../../services/reading/ranking/show-ranking.js'
import { RANKING_COLUMNS, type RankingColumn } from '../../components/ranking/ranking-columns.js'
import { rangeTime } from '../../game/choice.js'
import type { Browser } from '../../requests/browser.js'

/** Forgets the choice that the browser kept. */
export const USUAL_COLUMNS = 'usual'
/** Rank and name, which are always there: by itself, no other column. */
export const NAME_COLUMN = 'name'
const COLUMN_ERROR = `must be ${RANKING_COLUMNS.join(', ')}; repeat it for several; or ${NAME_COLUMN} or ${USUAL_COLUMNS}`
const column = z.enum([...RANKING_COLUMNS, NAME_COLUMN, USUAL_COLUMNS], { error: COLUMN_ERROR })

const choiceFields = {
  by: z.enum(RANKINGS, { error: 'must be ccu or visits, given once' }).default('ccu'),
  find: z.string({ error: 'must be given once' }).max(100, 'must be at most 100 characters').default(''),
  sort: z.enum(RANKING_SORTS, { error: `must be one of ${RANKING_SORTS.join(', ')}` }).default('rank'),
  reversed: z.literal('1', { error: 'must be 1 or left out' }).optional(),
  at: rangeTime,
  tag: z
    .string({ error: 'must be given once' })
    .max(MAX_TAG_LENGTH, `must be at most ${MAX_TAG_LENGTH} characters`)
    .default(''),
  favorites: z.literal('1', { error: 'must be 1 or left out' }).optional(),
}

const columns = z.union([column.transform((one) => [one]), z.array(column)], { error: COLUMN_ERROR }).optional()

export const fileQuery = z.object({
  ...choiceFields,
  column: columns,
  format: z.enum(['csv', 'xlsx'], { error: 'must be csv or xlsx' }),
})

export const choiceQuery = z.object({
  ...choiceFields,
  column: columns,
  page: z
    .string({ error: 'must be given once' })
    .regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 on')
    .default('1')
    .transform(Number),
})

type RankingChoiceInput = Omit<z.output<typeof choiceQuery>, 'column' | 'page'> &
  Partial<Pick<z.output<typeof choiceQuery>, 'column' | 'page'>>

export interface RankingChoice extends Pick<RankingQuery, 'by' | 'find' | 'sort' | 'reversed' | 'page'> {
  /** A past minute; undefined for now. */
  readonly at: Minute | undefined
  /** Empty for all games. */
  readonly tag: string
  readonly isFavorites: boolean
  /** Undefined without a choice: the usual ones. None where the reader took all away. */
  readonly columns: readonly RankingColumn[] | undefined
}

/**
 * `timeZone`: that of a time without an offset. `browser`: remembers the columns of a page; without it, as for a file, the address
 * alone counts. Rejects a time in the future.
 */
export function choiceOf(query: RankingChoiceInput, now: Minute, timeZone: string, browser?: Browser): RankingChoice {
  const { by, find, sort, reversed, tag, favorites, column, page = 1 } = query
  return {
    ...{ by, sort, page, columns: columnsOf(column, browser) },
    find: find.trim(),
    tag: tag.trim(),
    reversed: reversed === '1',
    isFavorites: favorites === '1',
    at: pastMinute(query, now, timeZone),
  }
}

/** The columns that the address names, which this browser then remembers; otherwise the remembered ones. */
function columnsOf(
  columnNames: RankingChoiceInput['column'],
  browser: Browser | undefined,
): readonly RankingColumn[] | undefined {
  if (columnNames !== undefined) browser?.keepColumns(columnNames.filter((name) => name !== USUAL_COLUMNS))
  const names: readonly string[] = columnNames ?? browser?.columns ?? []
  const columns = RANKING_COLUMNS.filter((name) => names.includes(name))
  return columns.length === 0 && !names.includes(NAME_COLUMN) ? undefined : columns
}

/** Whether the time depends on the reader's zone, so that the address would mean something else to another reader. */
export const hasLocalTime = ({ at }: RankingChoiceInput): boolean => at?.kind === 'local time'

function pastMinute({ at }: RankingChoiceInput, now: Minute, timeZone: string): Minute | undefined {
  if (at === undefined) return undefined
  if (at.kind === 'day') throw badTime('must be a time, for example 2026-01-31T19:30Z', 'unfit')
  const minute = at.kind === 'time' ? at.minute : minuteAtWall(at.wall, timeZone)
  if (minute > now) throw badTime('must be a time of the past', 'future')
  return minute
}

const badTime = (problem: string, kind: 'unfit' | 'future') =>
  rejection('INVALID_PARAMETERS', { name: 'bad parameter', facts: { parameter: 'at', problem, fault: { kind } } })

/** The URL of the same ranking with some of the choice changed, without default values. */
export function addressOf(base: string, choice: RankingChoice, change: Partial<RankingChoice> = {}): string {
  const query = new URLSearchParams(fieldsOf({ ...choice, ...change }))
  // A query may contain colons, and people can read the address more easily without escapes.
  return query.size === 0 ? base : `${base}?${`${query}`.replaceAll('%3A', ':')}`
}

const columnFields = (columns: RankingChoice['columns']): readonly string[] =>
  columns?.length === 0 ? [NAME_COLUMN] : (columns ?? [])

/** The same choice as form fields. */
export function fieldsOf(choice: RankingChoice): [name: string, value: string][] {
  const { by, find, sort, reversed, page, at, tag, isFavorites, columns } = choice
  const fields: [string, string][] = [
    ['by', by === 'ccu' ? '' : by],
    ['find', find],
    ['tag', tag],
    ['favorites', isFavorites ? '1' : ''],
    ['at', at === undefined ? '' : `${isoOfMinute(at).slice(0, 16)}Z`],
    ['sort', sort === 'rank' ? '' : sort],
    ['reversed', reversed ? '1' : ''],
    ...columnFields(columns).map((column): [string, string] => ['column', column]),
    ['page', page === 1 ? '' : `${page}`],
  ]
  return fields.filter(([, value]) => value !== '')
}
