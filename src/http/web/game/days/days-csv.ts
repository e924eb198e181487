// The table of days as a CSV file, with the same days and numbers, in the order that the address names.
import { isoOfDay, isoOfMinute, minuteOf } from '../../../../domain/clock.js'
import { CLOSING_MEASURES } from '../../../../domain/measures.js'
import type { LocalDateRange } from '../../../../domain/time/local-days.js'
import { zoneName } from '../../../../domain/time/zone-name.js'
import { exportFileName } from '../../../../files/file-name.js'
import type { FileResponse, RequestContext } from '../../page.js'
import type { GameSubject } from '../subject.js'
import { type DayRow, type DaySorting, dayRows, sortedRows } from './day-rows.js'

const WEEKDAYS = ['Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday'] as const

const COLUMN_HEADS = [
  'date',
  'weekday',
  'average_players',
  'change',
  'peak',
  'peak_at',
  'player_hours',
  ...CLOSING_MEASURES.flatMap((name) => [name, `${name}_change`]),
  'coverage',
]

export async function daysAnswer(
  { services }: RequestContext,
  { reader }: GameSubject,
  { timeZone, ...range }: LocalDateRange,
  /** Oldest first without it. */
  sorting: DaySorting = { by: 'day', isAscending: true },
): Promise<FileResponse> {
  const described = await services.shownGame.describeDays(reader, range, timeZone)
  const rows = sortedRows(dayRows(described, minuteOf(services.clock.now())), sorting)
  const hasRevenue = described.revenue.size > 0
  const isUtc = timeZone === 'UTC'
  const lines = [
    [...COLUMN_HEADS, ...(isUtc ? [] : ['time_zone']), ...(hasRevenue ? [isUtc ? 'revenue' : 'revenue_utc_day'] : [])],
    ...rows.map((row) => [
      ...cellsOf(row),
      ...(isUtc ? [] : [zoneName(timeZone)]),
      ...(hasRevenue ? [numberCell(row.revenue)] : []),
    ]),
  ]
  const name = exportFileName(`${reader.game.name} days`, isoOfDay(range.start), isoOfDay(range.end), 'csv')
  return {
    send: (response) => {
      response.attachment(name)
      response.type('text/csv; charset=utf-8').send(lines.map((cells) => `${cells.join(',')}\r\n`).join(''))
    },
  }
}

const numberCell = (value: number | null): string => (value === null ? '' : `${Number(value.toPrecision(12))}`)

const cellsOf = ({ day, ccu, change, playerHours, closing, changes, coverage }: DayRow): string[] => [
  isoOfDay(day),
  WEEKDAYS[day % WEEKDAYS.length] ?? '',
  numberCell(ccu.average),
  numberCell(change),
  numberCell(ccu.max),
  ccu.peakAt === null ? '' : isoOfMinute(ccu.peakAt),
  numberCell(playerHours),
  ...CLOSING_MEASURES.flatMap((name) => [numberCell(closing[name]), numberCell(changes[name])]),
  numberCell(coverage),
]

/** The query of a file about days: it names the zone, so that the file is the same for every reader; UTC is not named. */
export function daysQuery(
  { start, end, timeZone }: LocalDateRange,
  more: Readonly<Record<string, string>> = {},
): string {
  const zone = timeZone === 'UTC' ? {} : { zone: timeZone }
  const query = new URLSearchParams({ from: isoOfDay(start), to: isoOfDay(end), ...zone, ...more })
  // People can read the address more easily without the escaped slash, which a query may contain.
  return `${query}`.replaceAll('%2F', '/')
}
