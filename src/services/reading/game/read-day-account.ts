// Reads the account of a day of a universe (DATA-36).
import type { Minute } from '../../../domain/clock.js'
import type { Store } from '../../../domain/ports/store.js'
import { accountOfDay, type DayAccount } from '../../../domain/series/day-account.js'
import { spanOfDays } from '../../../domain/time/local-days.js'

export function createReadDayAccount({ store: { series } }: { readonly store: Store }) {
  /** Undefined where nothing was due, or where the retention of the plans has removed samples of the day. */
  return async function readDayAccount(
    universeId: number,
    day: number,
    timeZone: string,
  ): Promise<DayAccount | undefined> {
    const { from, until } = spanOfDays({ start: day, end: day }, timeZone)
    const cursor = await series.cursor()
    if (!cursor || (await series.isThinnedOut(universeId, from))) return undefined
    const stored = new Set<Minute>()
    for await (const { minutes } of series.blocks(universeId, from, until)) {
      for (const minute of minutes) stored.add(minute)
    }
    const account = accountOfDay(day, {
      timeZone,
      stored,
      gaps: await series.gaps(universeId, from, until),
      schedules: await series.schedules(universeId, from, until),
      accountedUntil: cursor.minute,
    })
    return account.due === 0 ? undefined : account
  }
}
