// Writes series as CSV (RFC 4180): one line for each game and point, with the names of the JSON fields as the header.
import type { SeriesJson } from './series-json.js'

/** What of a series CSV shows; it must be in columns. */
type SeriesForCsv = Pick<SeriesJson, 'game' | 'interval' | 'from'> & { readonly columns?: object | undefined }

type CsvCell = number | string | null

/** One column of a table of points. */
interface SeriesTableColumn {
  /** `ccu.value` is headed `ccu`, and `ccu.min` is headed `ccu_min`. */
  readonly name: string
  readonly cells: readonly CsvCell[]
}

const LINE_END = '\r\n'

/** The columns of a series side by side; the first one is the time. */
export function tableColumns(columns: object, prefix = ''): SeriesTableColumn[] {
  return Object.entries(columns).flatMap(([name, values]: [string, unknown]) => {
    if (Array.isArray(values)) return [{ name: `${prefix}${name}`, cells: values as CsvCell[] }]
    if (typeof values !== 'object' || values === null) return []
    return tableColumns(values, `${prefix}${name}_`).map((column) => ({
      ...column,
      name: column.name.replace(/_value$/, ''),
    }))
  })
}

export function seriesCsv(all: readonly SeriesForCsv[]): { contentType: string; fileName: string; text: string } {
  const lines: string[] = []
  for (const { game, columns } of all) {
    const found = tableColumns(columns ?? {})
    if (lines.length === 0) lines.push(['game_id', ...found.map(({ name }) => name)].join(','))
    const [times] = found
    for (let at = 0; at < (times?.cells.length ?? 0); at++)
      lines.push([game.id, ...found.map(({ cells }) => cells[at] ?? '')].join(','))
  }
  return {
    contentType: 'text/csv; charset=utf-8',
    fileName: fileNameOf(all),
    text: lines.map((line) => line + LINE_END).join(''),
  }
}

function fileNameOf([first, ...others]: readonly SeriesForCsv[]): string {
  if (first === undefined) return 'series.csv'
  const games = others.length === 0 ? `game-${first.game.id}` : 'games'
  return `series-${games}-${first.interval}-${first.from.slice(0, 10)}.csv`
}
