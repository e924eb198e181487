// Stores universes: their facts from the platform, and which of them are to be sampled.
import { and, eq, gte, isNull, lt, min, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Subscription } from '../../domain/account.js'
import { type Minute, minuteOf } from '../../domain/clock.js'
import type { TrackedUniverse, UniverseEvent, UniverseFacts, UniverseStore } from '../../domain/universe.js'
import { updateEvent } from '../values/events/update-event.js'
import { byBytes, first, idList, only } from './columns.js'
import type { Connection, Orm, Transaction } from './connection.js'
import { eventWriter } from './events/event-writer.js'
import { account, game, schedule, universe, universeEvent } from './schema.js'

const isAmong = (column: PgColumn, ids: readonly number[]): SQL => sql`${column} = ANY(${idList(ids)})`

/**
 * `firstDue` has the universes of which a schedule is about to be written. Changes are stored as events of that minute. All universes
 * are locked in the order of their ids, and before the first event locks the others: so two transactions never wait for each other.
 */
export async function putUniverses(
  transaction: Transaction,
  facts: readonly UniverseFacts[],
  minute: Minute,
  firstDue: ReadonlyMap<number, Minute> = new Map(),
): Promise<void> {
  if (facts.length === 0) return
  const { orm } = transaction
  const ids = facts.map(({ id }) => id)
  const rows = await orm
    .select({ id: universe.id, updatedAt: universe.updatedAt, condition: universe.condition })
    .from(universe)
    .where(isAmong(universe.id, ids))
    .orderBy(universe.id)
    .for('update')
  const known = new Map(rows.map((row) => [row.id, row]))
  for (const { id, name, rootPlaceId, updatedAt, condition, creator } of [...facts].sort((a, b) => a.id - b.id)) {
    const row = { name, rootPlaceId, updatedAt, condition, ...(creator === null ? {} : { creator }) }
    await orm
      .insert(universe)
      .values({ id, ...row })
      .onConflictDoUpdate({ target: universe.id, set: row })
  }
  for (const one of facts) await putChanges(transaction, one, known.get(one.id), minute, firstDue.get(one.id))
}

type FormerFacts = Pick<UniverseFacts, 'updatedAt' | 'condition'>

async function putChanges(
  transaction: Transaction,
  { id, updatedAt, condition }: UniverseFacts,
  before: FormerFacts | undefined,
  minute: Minute,
  firstDue: Minute | undefined,
): Promise<void> {
  const { orm } = transaction
  if (before === undefined) return
  if (before.condition !== condition)
    await putEvent(orm, { universeId: id, minute, what: 'condition', value: condition })
  // A time that is known for the first time is not a change.
  if (before.updatedAt === null || updatedAt === null || before.updatedAt === updatedAt) return
  const since = min(schedule.since)
  const seen = only(await orm.select({ since }).from(schedule).where(eq(schedule.universeId, id)))
  // DATA-34: nobody observed it.
  if (minuteOf(updatedAt) < (seen.since ?? firstDue ?? Number.NEGATIVE_INFINITY)) return
  await putEvent(orm, { universeId: id, minute, what: 'published', value: String(updatedAt) })
  await eventWriter(transaction).put(updateEvent(id, updatedAt, minute))
}

async function putEvent(orm: Orm, event: UniverseEvent): Promise<void> {
  const target = [universeEvent.universeId, universeEvent.minute, universeEvent.what]
  await orm
    .insert(universeEvent)
    .values(event)
    .onConflictDoUpdate({ target, set: { value: event.value } })
}

export function universeStore({ read }: Connection): UniverseStore {
  return {
    tracked: () => read((orm) => readTracked(orm)),
    trackedOne: async (id) => first(await read((orm) => readTracked(orm, eq(universe.id, id)))),
    known: async (ids) => {
      const rows = await read((orm) => orm.select({ id: universe.id }).from(universe).where(isAmong(universe.id, ids)))
      return new Set(rows.map(({ id }) => id))
    },
    names: () =>
      read((orm) => orm.select({ id: universe.id, name: universe.name }).from(universe).orderBy(universe.id)),
    facts: (ids) => read((orm) => orm.select().from(universe).where(isAmong(universe.id, ids))),
    events: (ids, from, until) =>
      read((orm) =>
        orm
          .select()
          .from(universeEvent)
          .where(
            and(
              isAmong(universeEvent.universeId, ids),
              gte(universeEvent.minute, from),
              lt(universeEvent.minute, until),
            ),
          )
          .orderBy(universeEvent.minute, universeEvent.universeId, byBytes(universeEvent.what)),
      ),
  }
}

/** One statement, so that accounts, games and schedules are of the same moment. */
async function readTracked(orm: Orm, condition?: SQL): Promise<TrackedUniverse[]> {
  const subscribers = orm
    .select({
      universeId: game.universeId,
      list: sql<Subscription[]>`json_agg(json_build_object('plan', ${account.plan}, 'status', ${account.status},
        'trialEndsAt', ${account.trialEndsAt}) ORDER BY ${game.accountId})`.as('list'),
      addedAt: sql<number>`min(${game.createdAt})`.mapWith(Number).as('added_at'),
    })
    .from(game)
    .innerJoin(account, eq(account.id, game.accountId))
    .where(and(isNull(game.removedAt), eq(game.isActive, true)))
    .groupBy(game.universeId)
    .as('subscribers')
  const latest = orm
    .selectDistinctOn([schedule.universeId])
    .from(schedule)
    .orderBy(schedule.universeId, sql`${schedule.since} DESC`)
    .as('latest')
  const rows = await orm
    .select({
      facts: universe,
      since: latest.since,
      interval: latest.interval,
      list: subscribers.list,
      addedAt: subscribers.addedAt,
    })
    .from(universe)
    .leftJoin(latest, eq(latest.universeId, universe.id))
    .leftJoin(subscribers, eq(subscribers.universeId, universe.id))
    .where(and(sql`(${latest.interval} > 0 OR ${subscribers.universeId} IS NOT NULL)`, condition))
    .orderBy(universe.id)
  return rows.map(({ facts, since, interval, list, addedAt }) => ({
    ...facts,
    schedule: since === null || interval === null ? null : { since, interval },
    subscribers: list ?? [],
    addedAt,
  }))
}
