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
  withdraw(id: number): Promise<void>
  apply(write: EventWrite): Promise<void>
}

export function eventWriter(transaction: Transaction): EventWriter {
  const { orm, publish } = transaction

  /**
   * Orders the numbers only. Writers of the same event already wait for each other, by the lock of its shard, of its universe, or by the
   * lease of the evaluation; or both write the same. So what they read before this is still so after it.
   */
  async function nextChange(): Promise<number> {
    publish({ type: 'events changed' })
    const set = { change: sql`${eventChange.change} + 1` }
    const target = eventChange.id
    const written = orm.insert(eventChange).values({ id: 1, change: 1 }).onConflictDoUpdate({ target, set })
    return only(await written.returning({ change: eventChange.change })).change
  }
  const change = async (id: number, set: Partial<typeof event.$inferInsert>): Promise<void> => {
    const number = await nextChange()
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

  async function put({ facts, ...draft }: EventDraft): Promise<number> {
    const row = { ...draft, facts: JSON.stringify(facts) }
    const known = first(
      await orm
        .select()
        .from(event)
        .where(and(ofSubject(row.kind, row.subject), eq(event.isWithdrawn, false))),
    )
    if (known !== undefined && isSame(known, row)) return known.id
    const set = { ...row, end: sql`coalesce(excluded.end_minute, ${event.end})`, isWithdrawn: false }
    const number = await nextChange()
    const written = orm
      .insert(event)
      .values({ ...row, change: number })
      .onConflictDoUpdate({ target: [event.kind, event.subject], set: { ...updatable(set), change: number } })
    return only(await written.returning({ id: event.id })).id
  }

  return {
    put,
    withdraw: (id) => change(id, { isWithdrawn: true }),
    apply: async (write) => {
      if (write.write === 'put') await put(write.event)
      else if (write.write === 'resume') {
        const { kind, subject } = write.event
        const isOver = and(ofSubject(kind, subject), lte(event.end, write.since), eq(event.isWithdrawn, false))
        const over = first(await orm.select({ id: event.id }).from(event).where(isOver))
        if (over !== undefined) await change(over.id, { end: null })
        await put(write.event)
      } else {
        const id = await openEvent(write.kind, write.subject)
        if (id === undefined) return
        await change(id, write.write === 'end' ? { end: write.end } : { isWithdrawn: true })
      }
    },
  }
}

type StoredDraft = Omit<EventDraft, 'facts'> & { readonly facts: string }

/** An event that has an end keeps it. */
const isSame = (known: typeof event.$inferSelect, row: StoredDraft): boolean =>
  known.universeId === row.universeId &&
  known.accountId === row.accountId &&
  known.start === row.start &&
  (row.end ?? known.end) === known.end &&
  known.cause === row.cause &&
  known.facts === row.facts &&
  known.uncertainty === row.uncertainty

/** What finding an event again changes of it. */
const updatable = <Set extends Partial<Record<keyof typeof event.$inferInsert, unknown>>>({
  universeId: _universe,
  accountId: _account,
  kind: _kind,
  subject: _subject,
  ...rest
}: Set) => rest
