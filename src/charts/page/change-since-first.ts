// Lines as their change since their first value in what is shown, as the relative scale draws them, for the table and the CSV.
import type { Minute } from '../../domain/clock.js'
import type { PointColumns } from '../reduction/downsample.js'
import type { ChartData } from './wire.js'

/** One line is always shown by its values. */
export const showsChanges = ({ scale, series }: Pick<ChartData, 'scale' | 'series'>): boolean =>
  scale === 'relative' && series.length > 1

interface ShownPart {
  readonly from: Minute
  readonly until: Minute
}

/** NaN for all values where there is none from which a change is known. */
export function changeSinceFirst({ minutes, values }: PointColumns, { from, until }: ShownPart): PointColumns {
  const base = values.find((value, row) => {
    const minute = minutes[row] ?? until
    return minute >= from && minute < until && value > 0
  })
  return { minutes, values: values.map((value) => (base === undefined ? Number.NaN : value / base - 1)) }
}
