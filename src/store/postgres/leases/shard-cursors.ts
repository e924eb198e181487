// Up to which minute the due time of each shard is accounted for. A tick moves the cursors of its shards in its own transaction,
// from where it found them: so a minute of a shard is stored once, however many try.
import { and, eq, getTableColumns, gt, inArray, max, min, sql } from 'drizzle-orm'
import type { Minute } from '../../../domain/clock.js'
import { rejection } from '../../../domain/error.js'
import type { TickCursor } from '../../../domain/ports/series.js'
import { SHARD_COUNT } from '../../../domain/processes/leases.js'
import { MAX_AHEAD_MINUTES } from '../../../domain/time/clock-check.js'
import { first } from '../columns.js'
import { tickCursor } from '../schema.js'
import type { Orm } from '../server/transaction.js'
import { shardCursor } from './schema.js'

const { id: _, ...tickCursorColumns } = getTableColumns(tickCursor)

export interface CursorGroup {
  readonly shards: readonly number[]
  /** Undefined before the first tick. */
  readonly cursor: TickCursor | undefined
  /** False where no tick of these shards was stored yet. */
  readonly isStored: boolean
}

/** The shards by what is accounted for of them: after a tick all have the same cursor, and those that came later another. */
export async function readCursorGroups(orm: Orm, shards: readonly number[]): Promise<CursorGroup[]> {
  const groups = new Map<string, CursorGroup & { shards: number[] }>()
  const known = await readCursors(orm, shards)
  // What one process sampled before there were shards.
  const before = first(await orm.select(tickCursorColumns).from(tickCursor))
  for (const shard of shards) {
    const cursor = known.get(shard) ?? before
    const isStored = known.has(shard)
    const key = `${isStored} ${cursor?.minute} ${cursor?.clockWasWrong}`
    const group = groups.get(key) ?? { shards: [], cursor, isStored }
    group.shards.push(shard)
    groups.set(key, group)
  }
  return [...groups.values()]
}

async function readCursors(orm: Orm, shards: readonly number[]): Promise<ReadonlyMap<number, TickCursor>> {
  if (shards.length === 0) return new Map()
  const rows = await orm
    .select()
    .from(shardCursor)
    .where(inArray(shardCursor.shard, [...shards]))
  return new Map(rows.map(({ shard, ...cursor }) => [shard, cursor]))
}

/** Rejects where one of them is not where the tick found it. */
export async function advanceCursors(
  orm: Orm,
  { shards, cursor, isStored }: CursorGroup,
  to: TickCursor,
): Promise<void> {
  const from = cursor ?? { minute: to.minute - 1, clockWasWrong: false }
  if (!isStored) await putFirstCursors(orm, from)
  const isUnmoved = and(eq(shardCursor.minute, from.minute), eq(shardCursor.clockWasWrong, from.clockWasWrong))
  const isOwn = inArray(shardCursor.shard, [...shards])
  const moved = await orm
    .update(shardCursor)
    .set({ ...to })
    .where(and(isOwn, isUnmoved))
  const lost = shards.length - (moved.rowCount ?? 0)
  if (lost > 0) throw rejection('UNAVAILABLE', { name: 'tick stored elsewhere', facts: { shards: lost } })
}

/**
 * The first tick of one process writes the cursors of all shards: with its samples it moves the cursor that was there before the
 * shards, from which a process that has others of them would lose the time in between.
 */
async function putFirstCursors(orm: Orm, from: TickCursor): Promise<void> {
  const every = Array.from({ length: SHARD_COUNT }, (_, shard) => ({ shard, ...from }))
  await orm.insert(shardCursor).values(every).onConflictDoNothing()
}

/** What is accounted for of every shard. */
export async function readWholeCursor(orm: Orm): Promise<TickCursor | undefined> {
  const clockWasWrong = sql<boolean | null>`bool_or(${shardCursor.clockWasWrong})`
  const row = first(await orm.select({ minute: min(shardCursor.minute), clockWasWrong }).from(shardCursor))
  return row?.minute == null ? undefined : { minute: row.minute, clockWasWrong: row.clockWasWrong === true }
}

/**
 * Returns the former position of the cursor that was furthest ahead, if one was further in the future than the clocks of processes
 * differ. Must come before other locks of the repair: a tick begins with its cursors too.
 */
export async function moveCursorsBack(orm: Orm, minute: Minute): Promise<Minute | null> {
  const limit = minute + MAX_AHEAD_MINUTES
  const furthest = async (): Promise<Minute> =>
    first(await orm.select({ minute: max(shardCursor.minute) }).from(shardCursor))?.minute ?? limit
  if ((await furthest()) <= limit) return null
  // Before the rows: two ticks and the repair would lock them in different orders.
  await orm.execute(sql`LOCK TABLE ${shardCursor} IN SHARE ROW EXCLUSIVE MODE`)
  const former = await furthest()
  await orm.update(shardCursor).set({ minute }).where(gt(shardCursor.minute, limit))
  return former > limit ? former : null
}
