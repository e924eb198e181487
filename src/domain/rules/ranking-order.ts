// The sort orders of a displayed ranking; they do not change the ranks.
export const RANKING_SORTS = [
  'rank',
  'name',
  'players',
  'visits',
  'favorites',
  'likes',
  'day',
  'week',
  'peak',
  'popularity',
] as const
export type RankingSort = (typeof RANKING_SORTS)[number]

export interface SortableRow {
  /** Null where the value that decides it is not known. */
  readonly rank: number | null
  readonly name: string
  readonly players: number | null
  readonly visits: number | null
  readonly favorites: number | null
  readonly likeRatio: number | null
  /** The change since 24 hours before, and since 7 days before. */
  readonly dayChange: number | null
  readonly weekChange: number | null
  /** The most players of the last 24 hours. */
  readonly peak: number | null
  readonly popularityRank: number | null
}

/** The sort key; higher values come first. */
const WEIGHT: Readonly<Record<Exclude<RankingSort, 'name'>, (row: SortableRow) => number | null>> = {
  rank: ({ rank }) => (rank === null ? null : -rank),
  players: ({ players }) => players,
  visits: ({ visits }) => visits,
  favorites: ({ favorites }) => favorites,
  likes: ({ likeRatio }) => likeRatio,
  day: ({ dayChange }) => dayChange,
  week: ({ weekChange }) => weekChange,
  peak: ({ peak }) => peak,
  popularity: ({ popularityRank }) => (popularityRank === null ? null : -popularityRank),
}

/** Rows without a value come last in both directions; equal rows keep the order that they had, which is that of their ranks. */
export function inOrderOf<Row extends SortableRow>(rows: readonly Row[], sort: RankingSort, reversed: boolean): Row[] {
  const direction = reversed ? -1 : 1
  const compare = sort === 'name' ? byName : byWeight(WEIGHT[sort], direction)
  return [...rows].sort((a, b) => (sort === 'name' ? direction : 1) * compare(a, b))
}

const byName = (a: SortableRow, b: SortableRow): number => a.name.localeCompare(b.name, 'en', { numeric: true })

const byWeight =
  (weightOf: (row: SortableRow) => number | null, direction: number) =>
  (a: SortableRow, b: SortableRow): number => {
    const [one, other] = [weightOf(a), weightOf(b)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return direction * (other - one)
  }
