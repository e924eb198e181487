// Universes: what the platform says of them, and which are to be sampled.
import type { Status } from '../../domain/account.js'
import type { PlanName } from '../../domain/plan.js'
import type { Condition, TrackedUniverse, UniverseFacts, UniverseStore } from '../../domain/universe.js'
import type { Connection } from './connection.js'
import { groupBy } from './group-by.js'

interface TrackedRow extends UniverseFacts {
  readonly since: number | null
  readonly interval: number | null
}

interface SubscriberRow {
  readonly universeId: number
  readonly plan: PlanName
  readonly status: Status
  readonly trialEndsAt: number | null
}

/** Prepared by hand, for one tick may bring new facts of every universe. To be called inside a transaction. */
export function universeWriter({ raw }: Connection): (facts: UniverseFacts) => void {
  const put = raw.prepare<[number, string, number, number | null, Condition]>(`
    INSERT INTO universe (id, name, root_place_id, updated_at, condition) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, root_place_id = excluded.root_place_id,
      updated_at = excluded.updated_at, condition = excluded.condition`)
  return ({ id, name, rootPlaceId, updatedAt, condition }) => void put.run(id, name, rootPlaceId, updatedAt, condition)
}

const SUBSCRIBERS = `
  SELECT g.universe_id AS universeId, a.plan, a.status, a.trial_ends_at AS trialEndsAt
  FROM game g JOIN account a ON a.id = g.account_id
  WHERE g.removed_at IS NULL AND g.is_active
  ORDER BY a.id`

const TRACKED = `
  SELECT u.id, u.name, u.root_place_id AS rootPlaceId, u.updated_at AS updatedAt, u.condition, s.since, s.interval
  FROM universe u LEFT JOIN schedule s ON s.universe_id = u.id
    AND s.since = (SELECT max(since) FROM schedule WHERE universe_id = u.id)
  WHERE s.interval > 0 OR u.id IN (SELECT universe_id FROM game WHERE removed_at IS NULL AND is_active)
  ORDER BY u.id`

export function universeStore({ raw }: Connection): UniverseStore {
  const subscribers = raw.prepare<[], SubscriberRow>(SUBSCRIBERS)
  const tracked = raw.prepare<[], TrackedRow>(TRACKED)
  const known = raw
    .prepare<[string], number>('SELECT id FROM universe WHERE id IN (SELECT value FROM json_each(?))')
    .pluck()
  const facts = raw.prepare<[string], UniverseFacts>(`
    SELECT id, name, root_place_id AS rootPlaceId, updated_at AS updatedAt, condition
    FROM universe WHERE id IN (SELECT value FROM json_each(?))`)
  const names = raw.prepare<[], { id: number; name: string }>('SELECT id, name FROM universe ORDER BY id')
  const read = raw.transaction(() => ({ universes: tracked.all(), subscribers: subscribers.all() }))

  return {
    tracked: async () => {
      const rows = read()
      const subscriptions = groupBy(rows.subscribers, (row) => row.universeId)
      return rows.universes.map((row) => toTracked(row, subscriptions.get(row.id) ?? []))
    },
    known: async (ids) => new Set(known.all(JSON.stringify(ids))),
    names: async () => names.all(),
    facts: async (ids) => facts.all(JSON.stringify(ids)),
  }
}

const toTracked = ({ since, interval, ...facts }: TrackedRow, rows: readonly SubscriberRow[]): TrackedUniverse => ({
  ...facts,
  schedule: since === null || interval === null ? null : { since, interval },
  subscribers: rows.map(({ plan, status, trialEndsAt }) => ({ plan, status, trialEndsAt })),
})
