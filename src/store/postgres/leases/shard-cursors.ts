// Up to which minute the due time of each shard is accounted for. A tick moves the cursors of its shards in its own transaction,
// from where it found them: so a minute of a shard is stored once, however many try.
import { getTableColumns, inArray, max, min, sql } from 'drizzle-orm'
import type { Minute } from '../../../domain/clock.js'
import { rejection } from '../../../domain/error.js'
import type { TickCursor } from '../../../domain/ports/series.js'
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
export async function moveCursors(
  orm: Orm,
  { shards, cursor: from, isStored }: CursorGroup,
  to: TickCursor,
): Promise<void> {
  const written = orm.insert(shardCursor).values(shards.map((shard) => ({ shard, ...to })))
  const isUnmoved = sql`${shardCursor.minute} = ${from?.minute} AND ${shardCursor.clockWasWrong} = ${from?.clockWasWrong}`
  const moving = isStored
    ? written.onConflictDoUpdate({ target: shardCursor.shard, set: { ...to }, setWhere: isUnmoved })
    : written.onConflictDoNothing()
  const moved = await moving.returning({ shard: shardCursor.shard })
  if (moved.length < shards.length)
    throw rejection('UNAVAILABLE', { name: 'tick stored elsewhere', facts: { shards: shards.length - moved.length } })
}

/** What is accounted for of every shard. */
export async function readWholeCursor(orm: Orm): Promise<TickCursor | undefined> {
  const clockWasWrong = sql<boolean | null>`bool_or(${shardCursor.clockWasWrong})`
  const row = first(await orm.select({ minute: min(shardCursor.minute), clockWasWrong }).from(shardCursor))
  return row?.minute == null ? undefined : { minute: row.minute, clockWasWrong: row.clockWasWrong === true }
}

/** Returns the former position of the cursor that was furthest ahead, if one was in the future. */
export async function moveCursorsBack(orm: Orm, minute: Minute): Promise<Minute | null> {
  const row = first(await orm.select({ minute: max(shardCursor.minute) }).from(shardCursor))
  if (row?.minute == null || row.minute <= minute) return null
  await orm.update(shardCursor).set({ minute: sql`least(${shardCursor.minute}, ${minute}::bigint)` })
  return row.minute
}
