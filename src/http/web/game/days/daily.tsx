// The table of a game's days in the reader's zone, counted as in the API. Only the owner sees the revenue column.
import type { ComponentChildren } from 'preact'
import { type Minute, msOf } from '../../../../domain/clock.js'
import { CLOSING_MEASURES } from '../../../../domain/measures.js'
import type { Span } from '../../../../domain/rules/span.js'
import { zoneName } from '../../../../domain/time/zone-name.js'
import type { MessageCatalog } from '../../../../messages/catalog.js'
import type { GameDays } from '../../../../services/reading/game/describe-game.js'
import { Moment } from '../../components/inline.js'
import { Scroll } from '../../components/scroll.js'
import { type ChartQuery, queryOf, sortText } from '../choice.js'
import {
  averageOf,
  coverageOfRows,
  type DayOrder,
  type DayRow,
  dayRows,
  dayText,
  measureOf,
  sortedRows,
  sumOf,
} from './day-rows.js'
import { daysQuery } from './days-csv.js'
import { isPartOfDays, WholeDays } from './whole-days.js'

interface Props {
  readonly described: GameDays
  readonly now: Minute
  readonly catalog: MessageCatalog
  readonly base: string
  readonly choice: ChartQuery
  /** The time that the chart shows. */
  readonly span: Span
}

const MAX_TABLE_DAYS = 31

/** The columns that a phone has room for; the others are behind a button there. */
const NARROW_COLUMNS: readonly DayOrder[] = ['day', 'average', 'change', 'peak']
const SPARE_COLUMNS: readonly DayOrder[] = ['player_hours', 'dislikes', 'coverage']

/** Phones show `further` columns on demand, tablets only some `spare` ones. */
const numberClass = (by: DayOrder): string => {
  if (NARROW_COLUMNS.includes(by)) return 'number'
  return SPARE_COLUMNS.includes(by) ? `number further spare ${by}` : 'number further'
}

export function Daily({ described, now, catalog, base, choice, span }: Props) {
  const { timeZone } = described
  const { daily, allDays, fewDays, daysFile, noDays } = catalog.web.game
  const rows = dayRows(described, now)
  const listed = choice.allDays ? rows : rows.slice(-MAX_TABLE_DAYS)
  const isCut = isPartOfDays(span, now, timeZone)
  const hasRevenue = described.revenue.size > 0
  const columns = columnsOf({ catalog, timeZone, isCut, hasRevenue, highest: peakOf(listed) })
  const [first, last] = [rows[0], rows.at(-1)]
  return (
    <section aria-labelledby="daily">
      <div class="section-head">
        <h2 id="daily">
          {daily} <small class="muted">{zoneName(timeZone)}</small>
        </h2>
        {first && last && (
          <a
            class="button small"
            download
            href={`${base}/days.csv?${daysQuery({ start: first.day, end: last.day, timeZone }, { sort: sortText(choice.daySorting) })}`}
          >
            {daysFile}
          </a>
        )}
      </div>
      <WholeDays isShown={isCut && rows.length > 0} {...{ span, catalog, timeZone, choice }} />
      {rows.length === 0 ? <p class="muted">{noDays}</p> : <DayTable {...{ listed, columns, base, choice, catalog }} />}
      {rows.length <= MAX_TABLE_DAYS ? undefined : (
        <p>
          <a href={`${base}${queryOf(choice, { allDays: !choice.allDays })}#daily`}>
            {choice.allDays ? fewDays : allDays(catalog.number(rows.length))}
          </a>
        </p>
      )}
    </section>
  )
}

interface DayTableProps extends Pick<Props, 'base' | 'choice' | 'catalog'> {
  readonly listed: readonly DayRow[]
  readonly columns: readonly DayColumn[]
}

function DayTable({ listed, columns, base, choice, catalog }: DayTableProps) {
  const { daily, allColumns } = catalog.web.game
  return (
    <>
      <details class="all-columns">
        <summary>{allColumns}</summary>
      </details>
      <Scroll label={daily}>
        <table class="daily stacked">
          <thead>
            <tr>
              {columns.map(({ by, label }) => (
                <Head key={by} {...{ by, label, base, choice }} />
              ))}
            </tr>
          </thead>
          <tbody>
            {sortedRows(listed, choice.daySorting).map((row) => (
              <tr key={row.day}>
                {columns.map(({ by, label, cell }) =>
                  by === 'day' ? (
                    <th key={by} scope="row">
                      {cell(row)}
                    </th>
                  ) : (
                    <td key={by} class={numberClass(by)} data-label={label}>
                      {cell(row)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
          {listed.length < 2 ? undefined : (
            <tfoot>
              <tr>
                {columns.map(({ by, label, total }) =>
                  by === 'day' ? (
                    <th key={by} scope="row">
                      {total(listed)}
                    </th>
                  ) : (
                    <td key={by} class={numberClass(by)} data-label={label}>
                      {total(listed)}
                    </td>
                  ),
                )}
              </tr>
            </tfoot>
          )}
        </table>
      </Scroll>
    </>
  )
}

interface HeadProps extends Pick<Props, 'base' | 'choice'> {
  readonly by: DayOrder
  readonly label: string
}

/** Choosing the same column again reverses the order. */
function Head({ by, label, base, choice }: HeadProps) {
  const { daySorting } = choice
  const isChosen = daySorting.by === by
  const next = { by, isAscending: isChosen && !daySorting.isAscending }
  const order = daySorting.isAscending ? 'ascending' : 'descending'
  return (
    <th scope="col" class={by === 'day' ? undefined : numberClass(by)} aria-sort={isChosen ? order : undefined}>
      <a href={`${base}${queryOf(choice, { daySorting: next })}#daily`}>
        {label}
        {isChosen ? <span aria-hidden="true"> {daySorting.isAscending ? '▲' : '▼'}</span> : undefined}
      </a>
    </th>
  )
}

interface DayColumn {
  readonly by: DayOrder
  readonly label: string
  cell(row: DayRow): ComponentChildren
  total(rows: readonly DayRow[]): ComponentChildren
}

interface ColumnOptions extends Pick<Props, 'catalog'> {
  readonly timeZone: string
  /** Whether the range begins or ends within a day. */
  readonly isCut: boolean
  readonly hasRevenue: boolean
  /** The highest mean of the shown days, which has the longest bar. */
  readonly highest: number
}

function columnsOf({ catalog, timeZone, isCut, hasRevenue, highest }: ColumnOptions): readonly DayColumn[] {
  const { columns: labels, total, wholeTotal } = catalog.web.game
  const written = (value: number | null, write: (value: number) => string) =>
    value === null ? catalog.nothing : write(value)
  const sum = (by: DayOrder) => (rows: readonly DayRow[]) => written(sumOf(rows, by), catalog.number)
  return [
    {
      by: 'day',
      label: labels.date,
      cell: ({ day }) => dayText(day, catalog.locale),
      total: (rows) => (isCut ? wholeTotal : total)(catalog.number(rows.length)),
    },
    {
      by: 'average',
      label: labels.average,
      cell: ({ ccu }) => (
        <>
          <Bar share={(ccu.average ?? 0) / highest} /> {written(ccu.average, catalog.average)}
        </>
      ),
      total: (rows) => written(averageOf(rows), catalog.average),
    },
    {
      by: 'change',
      label: labels.change,
      cell: ({ change }) => <Change value={change} text={written(change, catalog.percentChange)} />,
      total: () => null,
    },
    {
      by: 'peak',
      label: labels.peak,
      cell: ({ ccu }) => (
        <>
          {written(ccu.max, catalog.number)}
          {ccu.peakAt === null || !ccu.max ? undefined : (
            <small class="peak-time">
              {' '}
              <Moment at={msOf(ccu.peakAt)} catalog={catalog} timeZone={timeZone} style="time" />
            </small>
          )}
        </>
      ),
      total: (rows) => written(highestOf(rows, 'peak'), catalog.number),
    },
    {
      by: 'player_hours',
      label: labels.playerHours,
      cell: ({ playerHours }) => written(playerHours, catalog.average),
      total: (rows) => written(sumOf(rows, 'player_hours'), catalog.average),
    },
    ...CLOSING_MEASURES.map(
      (name): DayColumn => ({
        by: name,
        label: catalog.metrics.choices[name],
        cell: ({ closing, changes }) => (
          <>
            <span class="closing">{written(closing[name], catalog.number)}</span>
            {changes[name] === null || (!changes[name] && !closing[name]) ? undefined : (
              <small> {catalog.change(changes[name])}</small>
            )}
          </>
        ),
        total: (rows) => written(sumOf(rows, name), catalog.change),
      }),
    ),
    {
      by: 'coverage',
      label: labels.coverage,
      cell: ({ coverage }) => catalog.part(coverage),
      total: (rows) => catalog.part(coverageOfRows(rows)),
    },
    ...(hasRevenue
      ? [
          {
            by: 'revenue',
            // It is reported for days of UTC, which cannot be divided.
            label: timeZone === 'UTC' ? labels.revenue : labels.revenueUtc,
            cell: ({ revenue }: DayRow) => written(revenue, catalog.number),
            total: sum('revenue'),
          } as const,
        ]
      : []),
  ]
}

function highestOf(rows: readonly DayRow[], by: DayOrder): number | null {
  const known = rows.flatMap((row) => measureOf(row, by) ?? [])
  return known.length === 0 ? null : Math.max(...known)
}

const peakOf = (rows: readonly DayRow[]): number => highestOf(rows, 'average') || 1

const DAY_BAR_WIDTH = 48

/** Drawn with attributes, because the content policy allows no styles in elements. */
const Bar = ({ share }: { readonly share: number }) => (
  <svg class="bar" viewBox={`0 0 ${DAY_BAR_WIDTH} 8`} width={DAY_BAR_WIDTH} height="8" aria-hidden="true">
    <rect width={DAY_BAR_WIDTH} height="8" rx="2" class="bar-ground" />
    <rect width={Math.round(share * DAY_BAR_WIDTH)} height="8" rx="2" />
  </svg>
)

const Change = ({ value, text }: { readonly value: number | null; readonly text: string }) => (
  <span class={value === null || value === 0 ? undefined : value > 0 ? 'rise' : 'fall'}>{text}</span>
)
