// Universes: what the platform says of them, and which are to be sampled.
import type { Subscription } from '../../domain/account.js'
import type { Minute } from '../../domain/clock.js'
import { isTrackingChange, keptUntil } from '../../domain/ports/events.js'
import type { Condition, TrackedUniverse, UniverseEvent, UniverseFacts, UniverseStore } from '../../domain/universe.js'
import type { Connection } from './connection.js'

interface TrackedRow extends UniverseFacts {
  readonly since: number | null
  readonly interval: number | null
}

interface AccountRow extends Subscription {
  readonly id: number
}

/**
 * Prepared by hand, for one tick may bring new facts of every universe. To be called inside a transaction. What changes
 * is told of as an event of that minute.
 */
export function universeWriter({ raw }: Connection): (facts: UniverseFacts, minute: Minute) => void {
  const known = raw.prepare<[number], Pick<UniverseFacts, 'updatedAt' | 'condition'>>(
    'SELECT updated_at AS updatedAt, condition FROM universe WHERE id = ?',
  )
  const tell = raw.prepare<[number, Minute, UniverseEvent['what'], string]>(
    'INSERT OR REPLACE INTO universe_event (universe_id, minute, what, value) VALUES (?, ?, ?, ?)',
  )
  const put = raw.prepare<[number, string, number, number | null, Condition]>(`
    INSERT INTO universe (id, name, root_place_id, updated_at, condition) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, root_place_id = excluded.root_place_id,
      updated_at = excluded.updated_at, condition = excluded.condition`)
  return ({ id, name, rootPlaceId, updatedAt, condition }, minute) => {
    const before = known.get(id)
    put.run(id, name, rootPlaceId, updatedAt, condition)
    if (before === undefined) return
    if (before.condition !== condition) tell.run(id, minute, 'condition', condition)
    // A time that is known for the first time is no news.
    if (before.updatedAt !== null && updatedAt !== null && before.updatedAt !== updatedAt)
      tell.run(id, minute, 'published', String(updatedAt))
  }
}

const SUBSCRIBERS = `
  SELECT universe_id, account_id FROM game WHERE removed_at IS NULL AND is_active ORDER BY account_id`

const TRACKED = `
  SELECT u.id, u.name, u.root_place_id AS rootPlaceId, u.updated_at AS updatedAt, u.condition, s.since, s.interval
  FROM universe u LEFT JOIN schedule s ON s.universe_id = u.id
    AND s.since = (SELECT max(since) FROM schedule WHERE universe_id = u.id)
  WHERE s.interval > 0 OR u.id IN (SELECT universe_id FROM game WHERE removed_at IS NULL AND is_active)
  ORDER BY u.id`

export function universeStore({ raw, events: bus }: Connection): UniverseStore {
  const accounts = raw.prepare<[], AccountRow>('SELECT id, plan, status, trial_ends_at AS trialEndsAt FROM account')
  const subscribers = raw.prepare<[], [number, number]>(SUBSCRIBERS).raw()
  const tracked = raw.prepare<[], TrackedRow>(TRACKED)
  const known = raw
    .prepare<[string], number>('SELECT id FROM universe WHERE id IN (SELECT value FROM json_each(?))')
    .pluck()
  const facts = raw.prepare<[string], UniverseFacts>(`
    SELECT id, name, root_place_id AS rootPlaceId, updated_at AS updatedAt, condition
    FROM universe WHERE id IN (SELECT value FROM json_each(?))`)
  const names = raw.prepare<[], { id: number; name: string }>('SELECT id, name FROM universe ORDER BY id')
  const events = raw.prepare<[string, Minute, Minute], UniverseEvent>(`
    SELECT universe_id AS universeId, minute, what, value FROM universe_event
    WHERE universe_id IN (SELECT value FROM json_each(?)) AND minute >= ? AND minute < ?
    ORDER BY minute, universe_id, what`)
  // Every tick asks for all of them, and most ticks find all as it was.
  const readAll = raw.transaction((): readonly TrackedUniverse[] => {
    const subscriptions = subscriptionsOf(accounts.all(), subscribers.all())
    return tracked.all().map((row) => toTracked(row, subscriptions.get(row.id) ?? []))
  })
  const read = keptUntil(bus, isTrackingChange, readAll)

  return {
    tracked: async () => [...read()],
    known: async (ids) => new Set(known.all(JSON.stringify(ids))),
    names: async () => names.all(),
    facts: async (ids) => facts.all(JSON.stringify(ids)),
    events: async (ids, from, until) => events.all(JSON.stringify(ids), from, until),
  }
}

/** By universe. The games of one account share its subscription. */
function subscriptionsOf(
  accounts: readonly AccountRow[],
  games: readonly (readonly [number, number])[],
): Map<number, Subscription[]> {
  const byAccount = new Map(accounts.map(({ id, ...subscription }) => [id, subscription]))
  const byUniverse = new Map<number, Subscription[]>()
  for (const [universeId, accountId] of games) {
    const subscription = byAccount.get(accountId)
    if (subscription === undefined) continue
    const known = byUniverse.get(universeId)
    if (known === undefined) byUniverse.set(universeId, [subscription])
    else known.push(subscription)
  }
  return byUniverse
}

const toTracked = (
  { since, interval, ...facts }: TrackedRow,
  subscribers: readonly Subscription[],
): TrackedUniverse => ({
  ...facts,
  schedule: since === null || interval === null ? null : { since, interval },
  subscribers,
})
