// Reads the table of events, and writes events of people.
import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { HistoryEvent } from '../../../domain/events/event.js'
import type { EventFilter, EventLog } from '../../../domain/ports/event-log.js'
import { readFacts } from '../../values/events/read-facts.js'
import type { Connection } from '../connection.js'
import { eventBackfill } from './event-backfill.js'
import { eventWriter } from './event-writer.js'
import { gapEvents } from './gap-events.js'
import { event, eventChange } from './schema.js'

export function eventLog(connection: Connection): EventLog {
  const { orm, write } = connection
  const writer = eventWriter(connection)
  const takeHistory = eventBackfill(connection, writer, gapEvents(connection, writer))
  const byId = (id: number): HistoryEvent | undefined => {
    const row = orm.select().from(event).where(eq(event.id, id)).get()
    return row && toEvent(row)
  }
  const written = (id: number): HistoryEvent => {
    const found = byId(id)
    if (found === undefined) throw new Error(`Event ${id} is not there after it was written.`)
    return found
  }

  return {
    changed: async (filter, after) =>
      orm
        .select()
        .from(event)
        .where(and(...conditionsOf(filter), gt(event.change, after)))
        .orderBy(asc(event.change))
        .limit(filter.limit)
        .all()
        .map(toEvent),
    newest: async (filter, before) =>
      orm
        .select()
        .from(event)
        .where(and(...conditionsOf(filter), before && olderThan(before)))
        .orderBy(desc(event.start), desc(event.id))
        .limit(filter.limit)
        .all()
        .map(toEvent),
    last: async ({ universeIds, accountId, from, until }) =>
      orm
        .select()
        .from(event)
        .where(sql`${event.id} IN (
          SELECT (
            SELECT e.id FROM event AS e INDEXED BY event_by_universe
            WHERE e.universe_id = ids.value AND e.start_minute >= ${from} AND e.start_minute < ${until}
              AND e.is_withdrawn = 0 AND (e.account_id IS NULL OR e.account_id = ${accountId})
            ORDER BY e.start_minute DESC, e.id DESC LIMIT 1
          ) FROM json_each(${JSON.stringify(universeIds)}) AS ids
        )`)
        .all()
        .map(toEvent),
    byId: async (id) => {
      const found = byId(id)
      return found?.isWithdrawn === false ? found : undefined
    },
    lastChange: async () => orm.select({ change: eventChange.change }).from(eventChange).get()?.change ?? 0,
    put: async (draft) => write(() => written(writer.put(draft))),
    withdrawNote: async (id, accountId) =>
      write(() => {
        const isOwnNote = and(
          eq(event.id, id),
          eq(event.kind, 'note'),
          eq(event.accountId, accountId),
          eq(event.isWithdrawn, false),
        )
        if (orm.select({ id: event.id }).from(event).where(isOwnNote).get() === undefined) return false
        writer.withdraw(id)
        return true
      }),
    takeHistory: async () => write(takeHistory),
  }
}

const olderThan = ({ start, id }: { readonly start: number; readonly id: number }): SQL | undefined =>
  or(lt(event.start, start), and(eq(event.start, start), lt(event.id, id)))

function conditionsOf(filter: EventFilter): (SQL | undefined)[] {
  const { universeIds, isConcerned, accountId, kinds, from, until, withWithdrawn } = filter
  // The ids are passed as JSON, which is one bound value however many there are.
  const isAmong = sql`${event.universeId} IN (SELECT value FROM json_each(${JSON.stringify(universeIds)}))`
  const isShared = isNull(event.accountId)
  return [
    withWithdrawn === true ? undefined : eq(event.isWithdrawn, false),
    // Without universes, the index finds the few events of the platform.
    universeIds.length === 0 ? isNull(event.universeId) : or(isAmong, isNull(event.universeId)),
    isConcerned === true ? concernsOneOf(universeIds) : undefined,
    accountId === null ? isShared : or(isShared, eq(event.accountId, accountId)),
    inArray(event.kind, [...kinds]),
    from === undefined ? undefined : or(gte(event.start, from), isNull(event.end), gt(event.end, from)),
    until === undefined ? undefined : lt(event.start, until),
  ]
}

/** Equals `concerns` of the domain: an event that names no universes concerns all of them. */
const concernsOneOf = (universeIds: readonly number[]): SQL => sql`(
  ${event.kind} <> 'incident' OR ${event.universeId} IS NOT NULL OR json_type(${event.facts}, '$.members') IS NULL
  OR EXISTS (
    SELECT 1 FROM (
      SELECT value FROM json_each(${event.facts}, '$.members')
      UNION ALL SELECT value FROM json_each(${event.facts}, '$.others')
    ) AS member
    WHERE member.value ->> 'universeId' IN (SELECT value FROM json_each(${JSON.stringify(universeIds)}))
  )
)`

function toEvent({ facts, ...row }: typeof event.$inferSelect): HistoryEvent {
  return { ...row, facts: readFacts(facts) }
}
