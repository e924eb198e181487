// Stores the routes of notifications, the channels that rejected posts permanently, alert rules, and the spans that
// managers marked as expected.
import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { ExpectedSpanStore } from '../../../domain/insights/usual/expected-span.js'
import type { RouteStore, RuleStore } from '../../../domain/notifications/outbox.js'
import { isOnByDefault, type NotificationRoute } from '../../../domain/notifications/settings.js'
import { routeColumns, ruleJson, toRoute, toRule } from '../../values/notifications/rows.js'
import type { Changes } from '../cached-reads.js'
import type { Connection } from '../connection.js'
import { game } from '../schema.js'
import {
  evaluatorState,
  expectedSpan,
  nextEvaluatorState,
  notificationPause,
  notificationRoute,
  notificationRule,
} from './schema.js'

const gamesOf = (orm: Connection['orm'], accountId: number) =>
  orm
    .select({ id: game.id })
    .from(game)
    .where(and(eq(game.accountId, accountId), isNull(game.removedAt)))

export function routeStore({ orm, write }: Connection, changes: Changes): RouteStore {
  const list = (where?: SQL): NotificationRoute[] =>
    orm
      .select()
      .from(notificationRoute)
      .where(where)
      .orderBy(asc(notificationRoute.gameId), asc(notificationRoute.kind))
      .all()
      .map(toRoute)

  const put = (route: NotificationRoute): void => {
    const { gameId, kind, ...chosen } = routeColumns(route)
    const { enabled } = chosen
    const isSame = and(eq(notificationRoute.gameId, gameId), eq(notificationRoute.kind, kind))
    const before = orm.select({ enabled: notificationRoute.enabled }).from(notificationRoute).where(isSame).get()
    changes.bump('notifications')
    orm
      .insert(notificationRoute)
      .values({ gameId, kind, ...chosen })
      .onConflictDoUpdate({ target: [notificationRoute.gameId, notificationRoute.kind], set: chosen })
      .run()
    // A milestone is notified once, ever. One that was passed while the route was off stays passed.
    if ((before?.enabled ?? false) !== enabled && !isOnByDefault(kind))
      for (const table of [evaluatorState, nextEvaluatorState])
        orm
          .delete(table)
          .where(and(eq(table.gameId, gameId), eq(table.kind, kind)))
          .run()
  }

  return {
    all: async () => list(),
    ofGame: async (gameId) => list(eq(notificationRoute.gameId, gameId)),
    ofAccount: async (accountId) => list(inArray(notificationRoute.gameId, gamesOf(orm, accountId))),
    put: async (route) => write(() => put(route)),
    pause: async ({ channelId, reason, since, until }) =>
      write(() => {
        const paused = orm
          .insert(notificationPause)
          .values({ channelId, reason, since, until })
          .onConflictDoNothing({ target: notificationPause.channelId })
          .run()
        if (paused.changes === 1) return true
        orm.update(notificationPause).set({ reason, until }).where(eq(notificationPause.channelId, channelId)).run()
        return false
      }),
    resume: async (channelId) =>
      write(() => void orm.delete(notificationPause).where(eq(notificationPause.channelId, channelId)).run()),
    paused: async (channelIds) =>
      orm
        .select()
        .from(notificationPause)
        .where(inArray(notificationPause.channelId, [...channelIds]))
        .all(),
  }
}

export function ruleStore({ orm, write }: Connection, changes: Changes): RuleStore {
  const select = () => orm.select().from(notificationRule).orderBy(asc(notificationRule.id)).$dynamic()
  return {
    all: async () => select().all().map(toRule),
    ofGame: async (gameId) => select().where(eq(notificationRule.gameId, gameId)).all().map(toRule),
    ofAccount: async (accountId) =>
      select()
        .where(inArray(notificationRule.gameId, gamesOf(orm, accountId)))
        .all()
        .map(toRule),
    byId: async (id) => {
      const row = select().where(eq(notificationRule.id, id)).get()
      return row && toRule(row)
    },
    add: async (draft) =>
      toRule(
        write(() => {
          changes.bump('notifications')
          return orm
            .insert(notificationRule)
            .values({ ...draft, ...ruleJson(draft) })
            .returning()
            .get()
        }),
      ),
    change: async (id, { minutes = null, ...change }) =>
      write(() => {
        changes.bump('notifications')
        orm
          .update(notificationRule)
          .set({ ...change, minutes, ...ruleJson(change) })
          .where(eq(notificationRule.id, id))
          .run()
      }),
    setPaused: async (id, isPaused, at) =>
      write(() => {
        changes.bump('notifications')
        const restart = isPaused ? {} : { createdAt: at }
        orm
          .update(notificationRule)
          .set({ isPaused, ...restart })
          .where(eq(notificationRule.id, id))
          .run()
      }),
    remove: async (id) =>
      write(() => {
        changes.bump('notifications')
        orm.delete(notificationRule).where(eq(notificationRule.id, id)).run()
      }),
  }
}

export function expectedSpanStore({ orm, write }: Connection, changes: Changes): ExpectedSpanStore {
  const select = () => orm.select().from(expectedSpan).orderBy(asc(expectedSpan.from), asc(expectedSpan.id)).$dynamic()
  return {
    all: async () => select().all(),
    ofGame: async (gameId) => select().where(eq(expectedSpan.gameId, gameId)).all(),
    add: async (draft) =>
      write(() => {
        changes.bump('notifications')
        const target = [expectedSpan.gameId, expectedSpan.from, expectedSpan.until]
        const set = { note: draft.note }
        return orm.insert(expectedSpan).values(draft).onConflictDoUpdate({ target, set }).returning().get()
      }),
    remove: async (gameId, id) =>
      write(() => {
        changes.bump('notifications')
        const found = and(eq(expectedSpan.gameId, gameId), eq(expectedSpan.id, id))
        return orm.delete(expectedSpan).where(found).run().changes > 0
      }),
  }
}
