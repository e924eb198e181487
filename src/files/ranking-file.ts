// A ranking as a file: one line for each game, with the names of the API's fields as the header.
import { isoOfMs } from '../domain/clock.js'
import { share } from '../domain/rounding.js'
import { tableCsv } from './table-csv.js'
import { type TableCell, type TableColumn, tableXlsx } from './table-xlsx.js'

/** Changes are those of what the games are ranked by: a share of the players, or a number of visits. */
export interface RankingFileRow {
  readonly rank: number | null
  readonly previousRank: number | null
  readonly name: string
  readonly universeId: number
  readonly players: number | null
  readonly dayChange: number | null
  readonly peak: number | null
  readonly weekChange: number | null
  readonly visits: number | null
  readonly favorites: number | null
  readonly likeRatio: number | null
  readonly popularityRank: number | null
  /** ISO 8601. */
  readonly measuredAt: string | null
}

/** A value that may be left out. */
export type RankingFileField =
  | 'players'
  | 'dayChange'
  | 'peak'
  | 'weekChange'
  | 'visits'
  | 'favorites'
  | 'likeRatio'
  | 'popularityRank'

interface RankingForFile {
  /** What the games are ranked by, of which the changes are. */
  readonly by: 'ccu' | 'visits'
  /** Of whom it is; for the title and the name of the file. */
  readonly name: string
  /** The chosen time, or that of the newest sample, ms. */
  readonly asOf: number | null
  readonly rows: readonly RankingFileRow[]
  /** The values that the file has beside rank, name and time; all where it is undefined. */
  readonly fields: readonly (RankingFileField | undefined)[] | undefined
}

interface RankingFileColumn extends TableColumn {
  /** Undefined for what is in every file. */
  readonly field?: RankingFileField
  readonly cell: (row: RankingFileRow) => TableCell
}

const shareCell = (value: number | null): TableCell => (value === null ? null : share(value))

/** The name says what changed and whether the number is a share, because both rankings give files of the same form. */
function changeColumn(
  field: 'dayChange' | 'weekChange',
  span: '24h' | '7d',
  by: RankingForFile['by'],
): RankingFileColumn {
  return by === 'visits'
    ? { field, title: `visits_change_${span}`, width: 18, style: 'count', cell: (row) => row[field] }
    : { field, title: `ccu_change_share_${span}`, width: 20, style: 'plain', cell: (row) => shareCell(row[field]) }
}

const columnsOf = (by: RankingForFile['by']): readonly RankingFileColumn[] => [
  { title: 'rank', width: 8, style: 'count', cell: ({ rank }) => rank },
  { title: 'previous_rank', width: 14, style: 'count', cell: ({ previousRank }) => previousRank },
  { title: 'name', width: 40, style: 'plain', cell: ({ name }) => name },
  { title: 'universe_id', width: 18, style: 'id', cell: ({ universeId }) => universeId },
  { field: 'players', title: 'ccu', width: 12, style: 'count', cell: ({ players }) => players },
  changeColumn('dayChange', '24h', by),
  { field: 'peak', title: 'ccu_max_24h', width: 14, style: 'count', cell: ({ peak }) => peak },
  changeColumn('weekChange', '7d', by),
  { field: 'visits', title: 'visits', width: 16, style: 'count', cell: ({ visits }) => visits },
  { field: 'favorites', title: 'favorites', width: 14, style: 'count', cell: ({ favorites }) => favorites },
  { field: 'likeRatio', title: 'like_ratio', width: 12, style: 'plain', cell: ({ likeRatio }) => shareCell(likeRatio) },
  {
    field: 'popularityRank',
    title: 'popularity_rank',
    width: 16,
    style: 'count',
    cell: ({ popularityRank }) => popularityRank,
  },
  { title: 'measured_at', width: 24, style: 'plain', cell: ({ measuredAt }) => measuredAt },
]

const MEDIA_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export function rankingFile({ by, name, asOf, rows, fields }: RankingForFile, format: keyof typeof MEDIA_TYPES) {
  const when = asOf === null ? '' : ` ${isoOfMs(asOf).slice(0, 16).replace('T', ' ').replace(':', '')}`
  const columns = columnsOf(by).filter(({ field }) => field === undefined || (fields?.includes(field) ?? true))
  const titles = columns.map(({ title }) => title)
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row)))
  const title = `Ranking of ${name}`
  return {
    contentType: MEDIA_TYPES[format],
    fileName: `${title.replace(/[^\p{L}\p{M}\p{N}._ -]+/gu, ' ').trim()}${when}.${format}`,
    chunks: format === 'csv' ? tableCsv(titles, cells) : tableXlsx({ title, columns, rows: cells }),
  }
}
