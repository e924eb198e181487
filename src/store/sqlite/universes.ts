// Stores universes: their facts from the platform, and which of them are to be sampled.
import { and, eq, getTableColumns, gt, gte, inArray, isNull, lt, max, or, type SQL, sql } from 'drizzle-orm'
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Subscription } from '../../domain/account.js'
import { type Minute, minuteOf } from '../../domain/clock.js'
import { cachedUntil, isTrackingChange } from '../../domain/ports/events.js'
import type { Condition, TrackedUniverse, UniverseEvent, UniverseFacts, UniverseStore } from '../../domain/universe.js'
import { updateEvent } from '../values/events/update-event.js'
import type { Connection } from './connection.js'
import { eventWriter } from './events/event-writer.js'
import { account, game, schedule, universe, universeEvent } from './schema.js'

interface TrackedRow extends UniverseFacts {
  readonly since: number | null
  readonly interval: number | null
}

interface AccountRow extends Subscription {
  readonly id: number
}

/**
 * Must be called inside a transaction. Changes are stored as events of that minute. The SQL is written by hand, because
 * one tick may bring new facts of every universe, and drizzle's prepared statements take three times as long (`npm run
 * bench -- statements`).
 */
export function universeWriter(connection: Connection): (facts: UniverseFacts, minute: Minute) => void {
  const { raw } = connection
  const events = eventWriter(connection)
  const known = raw.prepare<[number], Pick<UniverseFacts, 'updatedAt' | 'condition'>>(
    'SELECT updated_at AS updatedAt, condition FROM universe WHERE id = ?',
  )
  const insertEvent = raw.prepare<[number, Minute, UniverseEvent['what'], string]>(
    'INSERT OR REPLACE INTO universe_event (universe_id, minute, what, value) VALUES (?, ?, ?, ?)',
  )
  const seenSince = raw.prepare<[number], { readonly since: Minute | null }>(
    'SELECT MIN(since) AS since FROM schedule WHERE universe_id = ?',
  )
  const put = raw.prepare<[number, string, number, number | null, Condition, string | null]>(`
    INSERT INTO universe (id, name, root_place_id, updated_at, condition, creator) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, root_place_id = excluded.root_place_id,
      updated_at = excluded.updated_at, condition = excluded.condition, creator = COALESCE(excluded.creator, creator)`)
  return ({ id, name, rootPlaceId, updatedAt, condition, creator }, minute) => {
    const before = known.get(id)
    put.run(id, name, rootPlaceId, updatedAt, condition, creator ? JSON.stringify(creator) : null)
    if (before === undefined) return
    if (before.condition !== condition) insertEvent.run(id, minute, 'condition', condition)
    // A time that is known for the first time is not a change.
    if (before.updatedAt === null || updatedAt === null || before.updatedAt === updatedAt) return
    // DATA-34: nobody observed it.
    if (minuteOf(updatedAt) < (seenSince.get(id)?.since ?? Number.NEGATIVE_INFINITY)) return
    insertEvent.run(id, minute, 'published', String(updatedAt))
    events.put(updateEvent(id, updatedAt, minute))
  }
}

const FACTS = getTableColumns(universe)

/** The ids are passed as JSON, which is one bound value however many there are. */
const isAmong = (column: SQLiteColumn): SQL =>
  sql`${column} IN (SELECT value FROM json_each(${sql.placeholder('ids')}))`

function prepareReads({ orm }: Connection) {
  const { placeholder } = sql
  const subscribed = and(isNull(game.removedAt), eq(game.isActive, true))
  const latest = alias(schedule, 'latest')
  const lastSince = orm
    .select({ since: max(latest.since) })
    .from(latest)
    .where(eq(latest.universeId, universe.id))
  const universeIds = orm.select({ id: game.universeId }).from(game).where(subscribed)
  return {
    accounts: orm
      .select({ id: account.id, plan: account.plan, status: account.status, trialEndsAt: account.trialEndsAt })
      .from(account)
      .prepare(),
    subscribers: orm
      .select({ universeId: game.universeId, accountId: game.accountId, addedAt: game.createdAt })
      .from(game)
      .where(subscribed)
      .orderBy(game.accountId)
      .prepare(),
    tracked: orm
      .select({ ...FACTS, since: schedule.since, interval: schedule.interval })
      .from(universe)
      .leftJoin(schedule, and(eq(schedule.universeId, universe.id), eq(schedule.since, lastSince)))
      .where(or(gt(schedule.interval, 0), inArray(universe.id, universeIds)))
      .orderBy(universe.id)
      .prepare(),
    one: orm
      .select({ ...FACTS, since: schedule.since, interval: schedule.interval })
      .from(universe)
      .leftJoin(schedule, and(eq(schedule.universeId, universe.id), eq(schedule.since, lastSince)))
      .where(eq(universe.id, placeholder('id')))
      .prepare(),
    subscribersOfOne: orm
      .select({
        addedAt: game.createdAt,
        plan: account.plan,
        status: account.status,
        trialEndsAt: account.trialEndsAt,
      })
      .from(game)
      .innerJoin(account, eq(account.id, game.accountId))
      .where(and(subscribed, eq(game.universeId, placeholder('id'))))
      .orderBy(game.accountId)
      .prepare(),
    known: orm.select({ id: universe.id }).from(universe).where(isAmong(universe.id)).prepare(),
    facts: orm.select().from(universe).where(isAmong(universe.id)).prepare(),
    names: orm.select({ id: universe.id, name: universe.name }).from(universe).orderBy(universe.id).prepare(),
    events: orm
      .select()
      .from(universeEvent)
      .where(
        and(
          isAmong(universeEvent.universeId),
          gte(universeEvent.minute, placeholder('from')),
          lt(universeEvent.minute, placeholder('until')),
        ),
      )
      .orderBy(universeEvent.minute, universeEvent.universeId, universeEvent.what)
      .prepare(),
  }
}

export function universeStore(connection: Connection): UniverseStore {
  const { accounts, subscribers, tracked, one, subscribersOfOne, known, facts, names, events } =
    prepareReads(connection)
  // Cached, because every tick reads all universes, and most ticks find them unchanged.
  const readAll = connection.raw.transaction((): readonly TrackedUniverse[] => {
    const subscriptions = subscriptionsOf(accounts.all(), subscribers.all())
    return tracked.all().map((row) => toTracked(row, subscriptions.get(row.id) ?? NOBODY))
  })
  const read = cachedUntil(connection.events, isTrackingChange, readAll)
  const readOne = connection.raw.transaction((id: number): TrackedUniverse | undefined => {
    const row = one.get({ id })
    if (row === undefined) return undefined
    const games = subscribersOfOne.all({ id })
    const list = games.map(({ addedAt: _, ...subscription }) => subscription)
    const addedAt = games.length === 0 ? null : Math.min(...games.map(({ addedAt }) => addedAt))
    return list.length > 0 || (row.interval ?? 0) > 0 ? toTracked(row, { list, addedAt }) : undefined
  })

  return {
    tracked: async () => [...read()],
    trackedOne: async (id) => readOne(id),
    known: async (ids) => new Set(known.all({ ids: JSON.stringify(ids) }).map(({ id }) => id)),
    names: async () => names.all(),
    facts: async (ids) => facts.all({ ids: JSON.stringify(ids) }),
    events: async (ids, from, until) => events.all({ ids: JSON.stringify(ids), from, until }),
  }
}

interface Subscribers {
  readonly list: readonly Subscription[]
  readonly addedAt: number | null
}

const NOBODY: Subscribers = { list: [], addedAt: null }

interface SubscribingGame {
  readonly universeId: number
  readonly accountId: number
  readonly addedAt: number
}

/** Subscribers by universe. The games of one account share its subscription. */
function subscriptionsOf(
  accounts: readonly AccountRow[],
  games: readonly SubscribingGame[],
): ReadonlyMap<number, Subscribers> {
  const byAccount = new Map(accounts.map(({ id, ...subscription }) => [id, subscription]))
  const byUniverse = new Map<number, { list: Subscription[]; addedAt: number }>()
  for (const { universeId, accountId, addedAt } of games) {
    const subscription = byAccount.get(accountId)
    if (subscription === undefined) continue
    const known = byUniverse.get(universeId)
    if (known === undefined) byUniverse.set(universeId, { list: [subscription], addedAt })
    else {
      known.list.push(subscription)
      known.addedAt = Math.min(known.addedAt, addedAt)
    }
  }
  return byUniverse
}

/** Each field by itself, because objects made by spreading the row are slower to read, and every tick reads all of them. */
const toTracked = (row: TrackedRow, { list, addedAt }: Subscribers): Required<TrackedUniverse> => ({
  id: row.id,
  name: row.name,
  rootPlaceId: row.rootPlaceId,
  updatedAt: row.updatedAt,
  condition: row.condition,
  creator: row.creator ?? null,
  schedule: row.since === null || row.interval === null ? null : { since: row.since, interval: row.interval },
  subscribers: list,
  addedAt,
})
