// Stores the counted minutes of the market, and what each member counted, so that one member can be left out later.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { and, asc, between, desc, eq, gt, gte, lt, sql } from 'drizzle-orm'
import { DAY_MINUTES, HOUR_MINUTES, hourOf, type Minute } from '../../../domain/clock.js'
import type { MarketLink, MarketSource, MarketStore } from '../../../domain/ports/market.js'
import type { ClockState } from '../../../domain/time/clock-check.js'
import { countsAt, countsOfMembers, withCount } from '../../values/hour-counts.js'
import type { Connection } from '../connection.js'
import { marketCount, marketMinute } from './schema.js'

export interface SqliteMarketStore extends MarketStore {
  /** Deletes what a clock that ran ahead wrote after `minute`. Must be called inside a transaction. */
  moveBack(minute: Minute): number
}

/** Without a limit, as SQLite has it. */
const UNBOUNDED_COUNT = -1
/** Each takes a few statements. */
const MAX_UNIVERSES_OF_TURN = 10

const { placeholder } = sql

export function marketStore(connection: Connection, clockState: () => ClockState): SqliteMarketStore {
  const { orm, write, publish } = connection
  const reads = prepareReads(connection)
  const putCount = putCountStatement(connection)

  const lastMinute = (source: MarketSource, hasPlayers = false): Minute | undefined =>
    (hasPlayers ? reads.lastPlayed : reads.last).get({ source })?.minute

  const record: MarketStore['record'] = async (source, link, counts) =>
    write(() => {
      if (link.minute <= (lastMinute(source) ?? -1)) return
      const hour = hourOf(link.minute)
      const known = new Map(reads.hour.all({ source, hour }).map(({ universeId, data }) => [universeId, data]))
      for (const [universeId, count] of counts) {
        const data = withCount(known.get(universeId), link.minute, count)
        putCount.run({ source, universeId, hour, data })
      }
      orm
        .insert(marketMinute)
        .values({ source, ...link })
        .run()
      publish({ type: 'market counted' })
    })

  return {
    record,
    linksAtOnce: DAY_MINUTES,
    links: async (source, from, until, atMost = UNBOUNDED_COUNT) =>
      reads.links.all({ source, from, until: until - 1, atMost }),
    countsOf: async (source, universeIds, span) => {
      const hours = { from: hourOf(span.from), until: hourOf(span.until - 1) }
      const rows: ReturnType<typeof reads.ofUniverse.all> = []
      for (const [place, universeId] of universeIds.entries()) {
        if (place % MAX_UNIVERSES_OF_TURN === MAX_UNIVERSES_OF_TURN - 1) await yieldToEventLoop()
        rows.push(...reads.ofUniverse.all({ source, universeId, ...hours }))
      }
      return countsOfMembers(rows, span)
    },
    membersOf: async (source, universeIds) =>
      new Set(universeIds.filter((universeId) => reads.member.get({ source, universeId }) !== undefined)),
    last: async (source, hasPlayers) => {
      const minute = lastMinute(source, hasPlayers)
      if (minute === undefined) return undefined
      return { minute, counts: countsAt(reads.hour.all({ source, hour: hourOf(minute) }), minute) }
    },
    expire: async (minute) => {
      if (clockState() !== 'correct') return
      write(() => {
        orm.delete(marketMinute).where(lt(marketMinute.minute, minute)).run()
        orm
          .delete(marketCount)
          .where(lt(marketCount.hour, hourOf(minute)))
          .run()
      })
    },
    moveBack: (minute) => {
      if (orm.select().from(marketMinute).where(gt(marketMinute.minute, minute)).get() === undefined) return 0
      // The whole hour is deleted, because its counts also hold those of the later minutes.
      const hour = hourOf(minute)
      orm.delete(marketCount).where(gte(marketCount.hour, hour)).run()
      return orm
        .delete(marketMinute)
        .where(gte(marketMinute.minute, hour * HOUR_MINUTES))
        .run().changes
    },
  }
}

function prepareReads({ orm }: Connection) {
  const { source: _, ...link } = { ...LINK }
  const ofSource = eq(marketMinute.source, placeholder('source'))
  const countOfSource = eq(marketCount.source, placeholder('source'))
  const newest = () => orm.select({ minute: marketMinute.minute }).from(marketMinute)
  return {
    last: newest().where(ofSource).orderBy(desc(marketMinute.minute)).limit(1).prepare(),
    lastPlayed: newest()
      .where(and(ofSource, gt(marketMinute.players, 0)))
      .orderBy(desc(marketMinute.minute))
      .limit(1)
      .prepare(),
    links: orm
      .select(link)
      .from(marketMinute)
      .where(and(ofSource, between(marketMinute.minute, placeholder('from'), placeholder('until'))))
      .orderBy(asc(marketMinute.minute))
      .limit(placeholder('atMost'))
      .prepare(),
    hour: orm
      .select({ universeId: marketCount.universeId, data: marketCount.data })
      .from(marketCount)
      .where(and(eq(marketCount.hour, placeholder('hour')), countOfSource))
      .prepare(),
    member: orm
      .select({ hour: marketCount.hour })
      .from(marketCount)
      .where(and(countOfSource, eq(marketCount.universeId, placeholder('universeId'))))
      .limit(1)
      .prepare(),
    ofUniverse: orm
      .select({ universeId: marketCount.universeId, hour: marketCount.hour, data: marketCount.data })
      .from(marketCount)
      .where(
        and(
          countOfSource,
          eq(marketCount.universeId, placeholder('universeId')),
          between(marketCount.hour, placeholder('from'), placeholder('until')),
        ),
      )
      .prepare(),
  }
}

const LINK = {
  source: marketMinute.source,
  minute: marketMinute.minute,
  since: marketMinute.since,
  playersBefore: marketMinute.playersBefore,
  playersNow: marketMinute.playersNow,
  members: marketMinute.members,
  players: marketMinute.players,
} satisfies Record<keyof MarketLink | 'source', unknown>

const putCountStatement = ({ orm }: Connection) =>
  orm
    .insert(marketCount)
    .values({
      source: placeholder('source'),
      universeId: placeholder('universeId'),
      hour: placeholder('hour'),
      data: placeholder('data'),
    })
    .onConflictDoUpdate({
      target: [marketCount.source, marketCount.universeId, marketCount.hour],
      set: { data: sql`excluded.data` },
    })
    .prepare()
