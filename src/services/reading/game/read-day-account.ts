// Reads the account of a UTC day of a universe (DATA-36).
import { DAY_MINUTES, type Minute } from '../../../domain/clock.js'
import type { Store } from '../../../domain/ports/store.js'
import { accountOfDay, type DayAccount } from '../../../domain/series/day-account.js'

export function createReadDayAccount({ store: { series } }: { readonly store: Store }) {
  /** Undefined where nothing was due, or where the retention of the plans has removed samples of the day. */
  return async function readDayAccount(universeId: number, day: number): Promise<DayAccount | undefined> {
    const [from, until] = [day * DAY_MINUTES, (day + 1) * DAY_MINUTES]
    const cursor = await series.cursor()
    if (!cursor || (await series.isThinnedOut(universeId, from))) return undefined
    const stored = new Set<Minute>()
    for await (const { minutes } of series.blocks(universeId, from, until)) {
      for (const minute of minutes) stored.add(minute)
    }
    const account = accountOfDay(day, {
      stored,
      gaps: await series.gaps(universeId, from, until),
      schedules: await series.schedules(universeId, from, until),
      accountedUntil: cursor.minute,
    })
    return account.due === 0 ? undefined : account
  }
}
