// Reads the table of events, and writes events of people.
import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { HistoryEvent } from '../../../domain/events/event.js'
import type { EventFilter, EventLog, EventPosition, LastEventsFilter } from '../../../domain/ports/event-log.js'
import { readFacts } from '../../values/events/read-facts.js'
import { first, idList } from '../columns.js'
import type { Connection, Orm } from '../connection.js'
import { eventWriter } from './event-writer.js'
import { event, eventChange } from './schema.js'

export const eventLog = ({ read, write }: Connection): EventLog => ({
  changed: (filter, after) => read((orm) => readChanged(orm, filter, after)),
  newest: (filter, before) => read((orm) => readNewest(orm, filter, before)),
  last: (filter) => read((orm) => readLast(orm, filter)),
  byId: async (id) => {
    const found = await read((orm) => readOne(orm, id))
    return found?.isWithdrawn === false ? found : undefined
  },
  lastChange: async () => first(await read((orm) => orm.select().from(eventChange)))?.change ?? 0,
  put: (draft) =>
    write(async (transaction) => {
      const id = await eventWriter(transaction).put(draft)
      const written = await readOne(transaction.orm, id)
      if (written === undefined) throw new Error(`Event ${id} is not there after it was written.`)
      return written
    }),
  withdrawNote: (id, accountId) =>
    write(async (transaction) => {
      const isOwnNote = and(
        eq(event.id, id),
        eq(event.kind, 'note'),
        eq(event.accountId, accountId),
        eq(event.isWithdrawn, false),
      )
      const found = await transaction.orm.select({ id: event.id }).from(event).where(isOwnNote)
      if (found.length === 0) return false
      await eventWriter(transaction).withdraw(id)
      return true
    }),
  // No version without events ever stored anything in PostgreSQL.
  takeHistory: async () => true,
})

async function readOne(orm: Orm, id: number): Promise<HistoryEvent | undefined> {
  const row = first(await orm.select().from(event).where(eq(event.id, id)))
  return row && toEvent(row)
}

async function readChanged(orm: Orm, filter: EventFilter, after: number): Promise<HistoryEvent[]> {
  const found = orm
    .select()
    .from(event)
    .where(and(...conditionsOf(filter), gt(event.change, after)))
  return (await found.orderBy(asc(event.change)).limit(filter.limit)).map(toEvent)
}

async function readNewest(orm: Orm, filter: EventFilter, before?: EventPosition): Promise<HistoryEvent[]> {
  const found = orm
    .select()
    .from(event)
    .where(and(...conditionsOf(filter), before && olderThan(before)))
  return (await found.orderBy(desc(event.start), desc(event.id)).limit(filter.limit)).map(toEvent)
}

async function readLast(orm: Orm, { universeIds, accountId, from, until }: LastEventsFilter): Promise<HistoryEvent[]> {
  const lastOfEach = sql`(
    SELECT last.id FROM unnest(${idList(universeIds)}) AS ids (value) CROSS JOIN LATERAL (
      SELECT e.id FROM ${event} AS e
      WHERE e.universe_id = ids.value AND e.start_minute >= ${from} AND e.start_minute < ${until}
        AND NOT e.is_withdrawn AND (e.account_id IS NULL OR e.account_id = ${accountId}::bigint)
      ORDER BY e.start_minute DESC, e.id DESC LIMIT 1
    ) AS last
  )`
  return (await orm.select().from(event).where(sql`${event.id} IN ${lastOfEach}`)).map(toEvent)
}

const olderThan = ({ start, id }: EventPosition): SQL | undefined =>
  or(lt(event.start, start), and(eq(event.start, start), lt(event.id, id)))

function conditionsOf(filter: EventFilter): (SQL | undefined)[] {
  const { universeIds, isConcerned, accountId, kinds, from, until, withWithdrawn } = filter
  const isShared = isNull(event.accountId)
  return [
    withWithdrawn === true ? undefined : eq(event.isWithdrawn, false),
    // Without universes, the index finds the few events of the platform.
    universeIds.length === 0
      ? isNull(event.universeId)
      : or(sql`${event.universeId} = ANY(${idList(universeIds)})`, isNull(event.universeId)),
    isConcerned === true ? concernsOneOf(universeIds) : undefined,
    accountId === null ? isShared : or(isShared, eq(event.accountId, accountId)),
    inArray(event.kind, [...kinds]),
    from === undefined ? undefined : or(gte(event.start, from), isNull(event.end), gt(event.end, from)),
    until === undefined ? undefined : lt(event.start, until),
  ]
}

/** Equals `concerns` of the domain: an event that names no universes concerns all of them. */
const concernsOneOf = (universeIds: readonly number[]): SQL => sql`(
  ${event.kind} <> 'incident' OR ${event.universeId} IS NOT NULL OR ${event.facts}::jsonb -> 'members' IS NULL
  OR EXISTS (
    SELECT 1 FROM (
      SELECT value FROM jsonb_array_elements(${event.facts}::jsonb -> 'members')
      UNION ALL SELECT value FROM jsonb_array_elements(coalesce(${event.facts}::jsonb -> 'others', '[]'))
    ) AS member (value)
    WHERE (member.value ->> 'universeId')::bigint = ANY(${idList(universeIds)})
  )
)`

const toEvent = ({ facts, ...row }: typeof event.$inferSelect): HistoryEvent => ({ ...row, facts: readFacts(facts) })
