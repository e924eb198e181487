// Fills the table behind the chart with the visible part of the range; the server renders it for the whole range.
import { showsChanges } from '../../../../charts/page/change-since-first.js'
import { chartTable } from '../../../../charts/page/chart-table.js'
import type { ChartData } from '../../../../charts/page/wire.js'
import { valueFormat } from '../../../../charts/value-axis.js'
import { isoOfMinute, msOf } from '../../../../domain/clock.js'
import { dateFormat } from '../../../../domain/rules/wall-clock.js'
import { shareFormats } from '../../../../messages/format/share-format.js'
import { timeZoneNow } from './look.js'

const EMPTY_CELL = '—'
/** The time, the lowest, the highest and the last value; the compared period follows. */
const OWN_COLUMN_COUNT = 4

export function fillTable(table: HTMLTableElement, data: ChartData, locale: string): void {
  const write = showsChanges(data) ? shareFormats(locale).percentChange : valueFormat(data.metric, locale)
  const timeZone = timeZoneNow()
  const times = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const isAlone = data.series.length === 1
  const rows = chartTable(data, timeZone).map(({ at, cells }) => {
    const [first, ...rest] = cells
    const values = isAlone
      ? [first?.low, first?.high, first?.last, ...rest.map((cell) => cell?.last)]
      : cells.map((cell) => cell?.last)
    const row = document.createElement('tr')
    const head = document.createElement('th')
    head.scope = 'row'
    const time = document.createElement('time')
    time.dateTime = isoOfMinute(at)
    time.textContent = times.format(msOf(at))
    head.append(time)
    row.append(head)
    for (const value of values) {
      const cell = document.createElement('td')
      cell.className = 'number'
      cell.textContent = value === undefined ? EMPTY_CELL : write(value)
      row.append(cell)
    }
    return row
  })
  table.tBodies[0]?.replaceChildren(...rows)
  const previousHead = isAlone ? table.tHead?.rows[0]?.cells[OWN_COLUMN_COUNT] : undefined
  // Beside a part of the range, the compared period has another name.
  if (previousHead && data.previous) previousHead.textContent = data.previous.name
}
