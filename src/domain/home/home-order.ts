// The orders of the games on the home of an account.
import type { HistoryEvent } from '../events/event.js'

/** `attention` is the order without a choice: games with an incident first, then favorites, and then by rank. */
export const HOME_SORTS = ['attention', 'rank', 'name', 'players', 'usual', 'day', 'event'] as const
export type HomeSort = (typeof HOME_SORTS)[number]

export interface SortableHomeRow {
  readonly name: string
  /** Null while the game is paused. */
  readonly rank: number | null
  readonly players: number | null
  /** Players against the usual: 0.1 is 10 % more. */
  readonly usualShare: number | null
  /** Players against those of 24 hours before: 0.1 is 10 % more. */
  readonly dayShare: number | null
  /** The minute of the last event. */
  readonly eventAt: number | null
  readonly incident: HistoryEvent | undefined
  readonly isFavorite: boolean
}

/** The highest value comes first, unless it is reversed. */
const VALUE: Readonly<Record<Exclude<HomeSort, 'attention' | 'name'>, (row: SortableHomeRow) => number | null>> = {
  rank: ({ rank }) => (rank === null ? null : -rank),
  players: ({ players }) => players,
  usual: ({ usualShare }) => usualShare,
  day: ({ dayShare }) => dayShare,
  event: ({ eventAt }) => eventAt,
}

/** Rows without a value come last in both directions; equal rows are in the order of their ranks and then of their names. */
export function inHomeOrder<Row extends SortableHomeRow>(
  rows: readonly Row[],
  sort: HomeSort,
  reversed: boolean,
): Row[] {
  const direction = reversed ? -1 : 1
  const compare = comparisonOf(sort, direction)
  const byRank = byValue(VALUE.rank, 1)
  return [...rows].sort((a, b) => compare(a, b) || byRank(a, b) || byName(a, b))
}

type RowComparison = (a: SortableHomeRow, b: SortableHomeRow) => number

function comparisonOf(sort: HomeSort, direction: number): RowComparison {
  if (sort === 'attention') return (a, b) => urgency(b) - urgency(a)
  if (sort === 'name') return (a, b) => direction * byName(a, b)
  return byValue(VALUE[sort], direction)
}

const urgency = ({ incident, isFavorite }: SortableHomeRow): number =>
  2 * Number(incident !== undefined) + Number(isFavorite)

const byName: RowComparison = (a, b) => collator.compare(a.name, b.name)

const collator = new Intl.Collator('en', { numeric: true })

const byValue =
  (readValue: (row: SortableHomeRow) => number | null, direction: number): RowComparison =>
  (a, b) => {
    const [one, other] = [readValue(a), readValue(b)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return direction * (other - one)
  }
