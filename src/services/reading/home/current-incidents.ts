// Reads the incidents that go on at the moment, of the games of an account and of the whole platform.

import type { Account } from '../../../domain/account.js'
import { type Clock, minuteOf } from '../../../domain/clock.js'
import type { HistoryEvent } from '../../../domain/events/event.js'
import { membersOf } from '../../../domain/events/event-facts.js'
import { type Activity, noteReads } from '../../../domain/ports/activity.js'
import type { Store } from '../../../domain/ports/store.js'
import type { createListEvents } from '../events/list-events.js'
import { MinuteCache } from '../ranking/minute-cache.js'

interface Deps {
  readonly store: Pick<Store, 'events'>
  readonly clock: Clock
  readonly activity?: Activity
  readonly listEvents: Pick<ReturnType<typeof createListEvents>, 'newest'>
}

export const MAX_INCIDENTS = 100
const MAX_CACHED_INCIDENT_LISTS = 100

/** Newest first. */
export type CurrentIncidents = (account: Account) => Promise<readonly HistoryEvent[]>

export function createCurrentIncidents({ store, clock, activity, listEvents }: Deps): CurrentIncidents {
  const lists = new MinuteCache<readonly HistoryEvent[]>({
    events: store.events,
    clock,
    max: MAX_CACHED_INCIDENT_LISTS,
    onRead: noteReads(activity, 'home'),
  })

  const read = async (account: Account): Promise<readonly HistoryEvent[]> => {
    const query = { kinds: ['incident', 'market_fall'], from: minuteOf(clock.now()), limit: MAX_INCIDENTS } as const
    const { events } = await listEvents.newest({ account }, query)
    return events.filter(({ end }) => end === null)
  }

  return (account) => lists.of(`${account.id}`, () => read(account))
}

/** An incident of the platform concerns the games that it names. */
export function concernsGame({ universeId, facts }: HistoryEvent, id: number): boolean {
  if (universeId !== null) return universeId === id
  if (facts.kind !== 'incident') return false
  return membersOf(facts)?.some((member) => member.universeId === id && member.until === null) ?? false
}
