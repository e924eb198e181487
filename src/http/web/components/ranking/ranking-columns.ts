// The columns of a ranking between which a reader chooses; rank and name are always there.
import type { RankingMetric } from '../../../../domain/rules/ranking.js'

export const RANKING_COLUMNS = [
  'players',
  'day',
  'line',
  'peak',
  'week',
  'visits',
  'favorites',
  'likes',
  'popularity',
] as const
export type RankingColumn = (typeof RANKING_COLUMNS)[number]

const OPTIONAL_COLUMNS: readonly RankingColumn[] = ['favorites']

interface ColumnChoice {
  readonly by: RankingMetric
  /** Undefined for the usual ones. */
  readonly columns: readonly RankingColumn[] | undefined
  readonly hasPopularity: boolean
}

/** In the order of the table: the measure that ranks the games comes first, next to the name. */
export function shownColumns({ by, columns, hasPopularity }: ColumnChoice): RankingColumn[] {
  const order = by === 'ccu' ? RANKING_COLUMNS : RANKING_COLUMNS.map((column) => SWAPPED_COLUMNS[column] ?? column)
  return order.filter(
    (column) =>
      (columns?.includes(column) ?? !OPTIONAL_COLUMNS.includes(column)) && (column !== 'popularity' || hasPopularity),
  )
}

const SWAPPED_COLUMNS: Partial<Record<RankingColumn, RankingColumn>> = { players: 'visits', visits: 'players' }
