// Stores the counted minutes of the market, and what each member counted, so that one member can be left out later.
import { and, asc, between, desc, eq, getTableColumns, gt, inArray, lt, sql } from 'drizzle-orm'
import { hourOf, type Minute, WEEK_MINUTES } from '../../../domain/clock.js'
import type { MarketCount, MarketLink, MarketSource, MarketStore } from '../../../domain/ports/market.js'
import type { ClockState } from '../../../domain/time/clock-check.js'
import { countsAt, countsOfMembers, withCount } from '../../values/hour-counts.js'
import { first, idList } from '../columns.js'
import type { Connection, Orm, Transaction } from '../connection.js'
import { lockName } from '../locks.js'
import { marketCount, marketMinute } from './schema.js'

const { source: SOURCE, ...LINK } = getTableColumns(marketMinute)
const { source: _, ...COUNTED } = getTableColumns(marketCount)

/** Fewer bound values than a statement may have. */
const MAX_ROWS_OF_STATEMENT = 5_000

export const marketStore = ({ read, write }: Connection, clockState: () => ClockState): MarketStore => ({
  record: (source, link, counts) => write((transaction) => record(transaction, source, { link, counts })),
  linksAtOnce: WEEK_MINUTES,
  links: (source, from, until, atMost) =>
    read((orm) => {
      const links = orm
        .select(LINK)
        .from(marketMinute)
        .where(and(eq(SOURCE, source), between(marketMinute.minute, from, until - 1)))
        .orderBy(asc(marketMinute.minute))
      return atMost === undefined ? links : links.limit(atMost)
    }),
  countsOf: async (source, universeIds, span) => {
    const isOfUniverse = and(eq(marketCount.source, source), inArray(marketCount.universeId, [...universeIds]))
    const hours = between(marketCount.hour, hourOf(span.from), hourOf(span.until - 1))
    const rows = await read((orm) => orm.select(COUNTED).from(marketCount).where(and(isOfUniverse, hours)))
    return countsOfMembers(rows, span)
  },
  membersOf: async (source, universeIds) => {
    const { rows } = await read((orm) =>
      orm.execute<{ universeId: number }>(
        sql`SELECT value::float8 AS "universeId" FROM unnest(${idList(universeIds)}) AS ids (value)
          WHERE EXISTS (SELECT FROM market_count WHERE source = ${source} AND universe_id = value)`,
      ),
    )
    return new Set(rows.map(({ universeId }) => universeId))
  },
  last: (source, hasPlayers = false) => read((orm) => readLast(orm, source, hasPlayers)),
  expire: async (minute) => {
    if (clockState() !== 'correct') return
    await write(async ({ orm }) => {
      await orm.delete(marketMinute).where(lt(marketMinute.minute, minute))
      await orm.delete(marketCount).where(lt(marketCount.hour, hourOf(minute)))
    })
  },
})

async function lastMinute(orm: Orm, source: MarketSource, hasPlayers = false): Promise<Minute | undefined> {
  const counted = hasPlayers ? gt(marketMinute.players, 0) : undefined
  const found = orm
    .select({ minute: marketMinute.minute })
    .from(marketMinute)
    .where(and(eq(SOURCE, source), counted))
  return first(await found.orderBy(desc(marketMinute.minute)).limit(1))?.minute
}

interface CountedMinute extends Pick<MarketCount, 'counts'> {
  readonly link: MarketLink
}

async function record(transaction: Transaction, source: MarketSource, { link, counts }: CountedMinute): Promise<void> {
  // Two processes may count the same minute.
  await lockName(transaction, 'market', source)
  const { orm } = transaction
  if (link.minute <= ((await lastMinute(orm, source)) ?? -1)) return
  const hour = hourOf(link.minute)
  const ofHour = await readHour(orm, source, hour)
  const known = new Map(ofHour.map(({ universeId, data }) => [universeId, data]))
  const rows = [...counts].map(([universeId, count]) => ({
    ...{ source, universeId, hour },
    data: withCount(known.get(universeId), link.minute, count),
  }))
  for (let from = 0; from < rows.length; from += MAX_ROWS_OF_STATEMENT)
    await orm
      .insert(marketCount)
      .values(rows.slice(from, from + MAX_ROWS_OF_STATEMENT))
      .onConflictDoUpdate({
        target: [marketCount.source, marketCount.universeId, marketCount.hour],
        set: { data: sql`excluded.data` },
      })
  await orm.insert(marketMinute).values({ source, ...link })
  transaction.publish({ type: 'market counted' })
}

const readHour = (orm: Orm, source: MarketSource, hour: number) =>
  orm
    .select({ universeId: marketCount.universeId, data: marketCount.data })
    .from(marketCount)
    .where(and(eq(marketCount.hour, hour), eq(marketCount.source, source)))

async function readLast(orm: Orm, source: MarketSource, hasPlayers: boolean): Promise<MarketCount | undefined> {
  const minute = await lastMinute(orm, source, hasPlayers)
  if (minute === undefined) return undefined
  return { minute, counts: countsAt(await readHour(orm, source, hourOf(minute)), minute) }
}
