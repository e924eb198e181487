// DATA-12: in exports, a day's revenue is on that day's first record.
import { dayOf, type Minute } from '../domain/clock.js'

/** Call it once for every record, oldest first. */
export function revenueReader(revenue: ReadonlyMap<number, number>): (minute: Minute) => number | undefined {
  if (revenue.size === 0) return () => undefined
  let told = Number.NEGATIVE_INFINITY
  return (minute) => {
    const day = dayOf(minute)
    if (day === told) return undefined
    told = day
    return revenue.get(day)
  }
}
