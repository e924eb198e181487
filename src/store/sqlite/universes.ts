// Stores universes: their facts from the platform, and which of them are to be sampled.
import { and, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { type Minute, minuteOf } from '../../domain/clock.js'
import { cachedUntil, isTrackingChange } from '../../domain/ports/events.js'
import type { Condition, UniverseEvent, UniverseFacts, UniverseStore } from '../../domain/universe.js'
import { updateEvent } from '../values/events/update-event.js'
import type { Connection } from './connection.js'
import { eventWriter } from './events/event-writer.js'
import { universe, universeEvent } from './schema.js'
import { trackedUniverses } from './universe/tracked-universes.js'

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

/** The ids are passed as JSON, which is one bound value however many there are. */
const isAmong = (column: SQLiteColumn): SQL =>
  sql`${column} IN (SELECT value FROM json_each(${sql.placeholder('ids')}))`

function prepareReads({ orm }: Connection) {
  const { placeholder } = sql
  return {
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
  const { known, facts, names, events } = prepareReads(connection)
  const { all, one } = trackedUniverses(connection)
  // Cached, because every tick reads all universes, and most ticks find them unchanged.
  const read = cachedUntil(connection.events, isTrackingChange, all)

  return {
    tracked: async () => [...(await read())],
    trackedOne: async (id) => one(id),
    known: async (ids) => new Set(known.all({ ids: JSON.stringify(ids) }).map(({ id }) => id)),
    names: async () => names.all(),
    facts: async (ids) => facts.all({ ids: JSON.stringify(ids) }),
    events: async (ids, from, until) => events.all({ ids: JSON.stringify(ids), from, until }),
  }
}
