// Reads the band of the usual under the line of the last 24 hours, for games of an account.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Account } from '../../../domain/account.js'
import { type Clock, DAY_MINUTES, type Minute } from '../../../domain/clock.js'
import type { Game } from '../../../domain/game.js'
import type { Plans } from '../../../domain/plan.js'
import { type Activity, noteReads } from '../../../domain/ports/activity.js'
import type { EventSource } from '../../../domain/ports/events.js'
import { readingPlan } from '../../../domain/rules/entitlement.js'
import type { UsualReader } from '../../insights/usual.js'
import { ReadingCache } from '../reading-cache.js'

/** At even distances over the line, both ends included; null where the usual is not known. */
export type LineBand = readonly ({ readonly low: number; readonly high: number } | null)[]

interface Deps {
  readonly store: { readonly events: EventSource }
  readonly clock: Clock
  readonly plans: Plans
  readonly usual: UsualReader
  readonly activity?: Activity
}

/** A point every two hours is as fine as the line in a table can show. */
const TABLE_STEPS = 12

/** `steps`: into how many equal parts the points of the band divide the day. */
export function createUsualBands({ store, clock, plans, usual, activity }: Deps, steps = TABLE_STEPS) {
  // Computing a band takes some milliseconds, so it is kept as long as the line that is drawn over it.
  const bands = new ReadingCache<LineBand>({ clock, events: store.events, onRead: noteReads(activity, 'home') })

  return function usualBand(account: Account, game: Game, from: Minute): Promise<LineBand> {
    const { intervalMinutes } = readingPlan(account, plans, clock.now())
    return bands.of(`${game.id} ${intervalMinutes} ${from}`, game.universeId, async () => {
      const { model } = await usual.now({ account, game })
      await yieldToEventLoop()
      return Array.from({ length: steps + 1 }, (_, step) => {
        const found = model.at(from + Math.round((step * DAY_MINUTES) / steps))
        return found.kind === 'known' ? { low: found.low, high: found.high } : null
      })
    })
  }
}
