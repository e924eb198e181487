// Writes events inside the transaction of what found them. The row with the number of the last change is the lock: the
// numbers are in the order of the commits, so that a reader that asks for what changed after a number misses nothing.
import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import type { EventDraft, EventWrite } from '../../../domain/events/event.js'
import { first, only } from '../columns.js'
import type { Transaction } from '../connection.js'
import { event, eventChange } from './schema.js'

export interface EventWriter {
  /** Returns the id of the event; writes nothing if it is stored as it is. An event that has an end keeps it. */
  put(event: EventDraft): Promise<number>
  /** Puts many in a few statements. If an event is there twice, the last one counts, and an end that only an earlier one has is kept. */
  putAll(events: readonly EventDraft[]): Promise<void>
  withdraw(id: number): Promise<void>
  /** Applies them in order. */
  apply(writes: readonly EventWrite[]): Promise<void>
}

/** Events in one statement. */
const BATCH_SIZE = 500

export function eventWriter(transaction: Transaction): EventWriter {
  const { orm, publish } = transaction

  /**
   * Orders the numbers only. Writers of the same event already wait for each other, by the lock of its shard, of its universe, or by the
   * lease of the evaluation; or both write the same. So what they read before this is still so after it.
   */
  async function nextChanges(count: number): Promise<number> {
    publish({ type: 'events changed' })
    const set = { change: sql`${eventChange.change} + ${count}` }
    const target = eventChange.id
    const written = orm.insert(eventChange).values({ id: 1, change: count }).onConflictDoUpdate({ target, set })
    return only(await written.returning({ change: eventChange.change })).change - count + 1
  }
  const change = async (id: number, set: Partial<typeof event.$inferInsert>): Promise<void> => {
    const number = await nextChanges(1)
    await orm
      .update(event)
      .set({ ...set, change: number })
      .where(eq(event.id, id))
  }
  const ofSubject = (kind: string, subject: string) =>
    // Text of a file or of a column may name a kind that this version does not have.
    and(sql`${event.kind} = ${kind}`, eq(event.subject, subject))
  const openEvent = async (kind: string, subject: string): Promise<number | undefined> =>
    first(
      await orm
        .select({ id: event.id })
        .from(event)
        .where(and(ofSubject(kind, subject), isNull(event.end))),
    )?.id

  /** Returns the ids by their keys. The keys of the events must differ. */
  async function putBatch(drafts: readonly EventDraft[]): Promise<ReadonlyMap<string, number>> {
    const rows = drafts.map(({ facts, ...draft }) => ({ ...draft, facts: JSON.stringify(facts) }))
    const kinds = sql`${sql.param(rows.map(({ kind }) => kind))}::text[]`
    const subjects = sql`${sql.param(rows.map(({ subject }) => subject))}::text[]`
    const isAmong = sql`(${event.kind}, ${event.subject}) IN (SELECT * FROM unnest(${kinds}, ${subjects}))`
    const stored = await orm
      .select()
      .from(event)
      .where(and(isAmong, eq(event.isWithdrawn, false)))
    const known = new Map(stored.map((row) => [keyOf(row), row]))
    const changed = rows.filter((row) => !isSame(known.get(keyOf(row)), row))
    const ids = new Map(stored.map((row) => [keyOf(row), row.id]))
    if (changed.length === 0) return ids
    const number = await nextChanges(changed.length)
    const written = await orm
      .insert(event)
      .values(changed.map((row, index) => ({ ...row, change: number + index })))
      .onConflictDoUpdate({ target: [event.kind, event.subject], set: FOUND_AGAIN })
      .returning({ id: event.id, kind: event.kind, subject: event.subject })
    for (const row of written) ids.set(keyOf(row), row.id)
    return ids
  }

  async function put(draft: EventDraft): Promise<number> {
    return only([...(await putBatch([draft])).values()])
  }

  async function putAll(drafts: readonly EventDraft[]): Promise<void> {
    // A statement must not write a row twice.
    const byKey = new Map<string, EventDraft>()
    for (const draft of drafts) {
      const end = draft.end ?? byKey.get(keyOf(draft))?.end ?? null
      byKey.set(keyOf(draft), { ...draft, end })
    }
    const different = [...byKey.values()]
    for (let from = 0; from < different.length; from += BATCH_SIZE)
      await putBatch(different.slice(from, from + BATCH_SIZE))
  }

  async function applyOne(write: Exclude<EventWrite, { readonly write: 'put' }>): Promise<void> {
    if (write.write === 'resume') {
      const { kind, subject } = write.event
      const isOver = and(ofSubject(kind, subject), lte(event.end, write.since), eq(event.isWithdrawn, false))
      const over = first(await orm.select({ id: event.id }).from(event).where(isOver))
      if (over !== undefined) await change(over.id, { end: null })
      await put(write.event)
      return
    }
    const id = await openEvent(write.kind, write.subject)
    if (id === undefined) return
    await change(id, write.write === 'end' ? { end: write.end } : { isWithdrawn: true })
  }

  return {
    put,
    putAll,
    withdraw: (id) => change(id, { isWithdrawn: true }),
    apply: async (writes) => {
      let puts: EventDraft[] = []
      for (const write of writes) {
        if (write.write === 'put') {
          puts.push(write.event)
          continue
        }
        await putAll(puts)
        puts = []
        await applyOne(write)
      }
      await putAll(puts)
    },
  }
}

const keyOf = ({ kind, subject }: Pick<EventDraft, 'kind' | 'subject'>): string => `${kind} ${subject}`

/** What finding an event again changes of it; an event that has an end keeps it. */
const FOUND_AGAIN = {
  start: sql`excluded.start_minute`,
  end: sql`coalesce(excluded.end_minute, ${event.end})`,
  cause: sql`excluded.cause`,
  facts: sql`excluded.facts`,
  uncertainty: sql`excluded.uncertainty`,
  change: sql`excluded.change`,
  isWithdrawn: false,
}

type StoredDraft = Omit<EventDraft, 'facts'> & { readonly facts: string }

/** An event that has an end keeps it. */
const isSame = (known: typeof event.$inferSelect | undefined, row: StoredDraft): boolean =>
  known !== undefined &&
  known.universeId === row.universeId &&
  known.accountId === row.accountId &&
  known.start === row.start &&
  (row.end ?? known.end) === known.end &&
  known.cause === row.cause &&
  known.facts === row.facts &&
  known.uncertainty === row.uncertainty
