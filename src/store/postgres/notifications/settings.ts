// Stores the routes of notifications, the channels that rejected posts permanently, alert rules, and the spans that
// managers marked as expected.
import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { ExpectedSpanStore } from '../../../domain/insights/usual/expected-span.js'
import type { RouteStore, RuleStore } from '../../../domain/notifications/outbox.js'
import { isOnByDefault, type NotificationRoute, type Rule } from '../../../domain/notifications/settings.js'
import { routeColumns, ruleJson, toRoute, toRule } from '../../values/notifications/rows.js'
import { byBytes, first, only } from '../columns.js'
import type { Connection, Transaction } from '../connection.js'
import { lockGame } from '../locks.js'
import { game } from '../schema.js'
import {
  evaluatorState,
  expectedSpan,
  notificationPause as pause,
  notificationRoute as route,
  notificationRule as rule,
} from './schema.js'

type Where = (orm: Transaction['orm']) => SQL | undefined

const gamesOf = (orm: Transaction['orm'], accountId: number) =>
  orm
    .select({ id: game.id })
    .from(game)
    .where(and(eq(game.accountId, accountId), isNull(game.removedAt)))

export function routeStore({ read, write }: Connection): RouteStore {
  const list = async (where: Where): Promise<NotificationRoute[]> => {
    const rows = await read((orm) =>
      orm.select().from(route).where(where(orm)).orderBy(route.gameId, byBytes(route.kind)),
    )
    return rows.map(toRoute)
  }
  return {
    all: () => list(() => undefined),
    ofGame: (gameId) => list(() => eq(route.gameId, gameId)),
    ofAccount: (accountId) => list((orm) => inArray(route.gameId, gamesOf(orm, accountId))),
    put: (chosen) => write((transaction) => putRoute(transaction, chosen)),
    pause: ({ channelId, reason, since, until }) =>
      write(async ({ orm }) => {
        const row = { channelId, reason, since, until }
        const { rowCount } = await orm.insert(pause).values(row).onConflictDoNothing({ target: pause.channelId })
        if (rowCount === 1) return true
        await orm.update(pause).set({ reason, until }).where(eq(pause.channelId, channelId))
        return false
      }),
    resume: (channelId) =>
      write(async ({ orm }) => void (await orm.delete(pause).where(eq(pause.channelId, channelId)))),
    paused: (channelIds) =>
      read((orm) =>
        orm
          .select()
          .from(pause)
          .where(inArray(pause.channelId, [...channelIds]))
          .orderBy(byBytes(pause.channelId)),
      ),
  }
}

async function putRoute(transaction: Transaction, chosen: NotificationRoute): Promise<void> {
  const { orm, changed } = transaction
  const { gameId, kind, ...set } = routeColumns(chosen)
  await lockGame(transaction, gameId)
  const isSame = and(eq(route.gameId, gameId), eq(route.kind, kind))
  const before = first(await orm.select({ enabled: route.enabled }).from(route).where(isSame))
  changed('notifications')
  await orm
    .insert(route)
    .values({ gameId, kind, ...set })
    .onConflictDoUpdate({ target: [route.gameId, route.kind], set })
  // A milestone is notified once, ever. One that was passed while the route was off stays passed.
  if ((before?.enabled ?? false) !== set.enabled && !isOnByDefault(kind))
    await orm.delete(evaluatorState).where(and(eq(evaluatorState.gameId, gameId), eq(evaluatorState.kind, kind)))
}

export function ruleStore({ read, write }: Connection): RuleStore {
  const list = async (where: Where): Promise<Rule[]> =>
    (await read((orm) => orm.select().from(rule).where(where(orm)).orderBy(rule.id))).map(toRule)
  return {
    all: () => list(() => undefined),
    ofGame: (gameId) => list(() => eq(rule.gameId, gameId)),
    ofAccount: (accountId) => list((orm) => inArray(rule.gameId, gamesOf(orm, accountId))),
    byId: async (id) => {
      const row = first(await read((orm) => orm.select().from(rule).where(eq(rule.id, id))))
      return row && toRule(row)
    },
    add: (draft) =>
      write(async ({ orm, changed }) => {
        changed('notifications')
        const row = { ...draft, ...ruleJson(draft) }
        return toRule(only(await orm.insert(rule).values(row).returning()))
      }),
    change: (id, { minutes = null, ...change }) =>
      write(async ({ orm, changed }) => {
        changed('notifications')
        const set = { ...change, minutes, ...ruleJson(change) }
        await orm.update(rule).set(set).where(eq(rule.id, id))
      }),
    setPaused: (id, isPaused, at) =>
      write(async ({ orm, changed }) => {
        changed('notifications')
        const restart = isPaused ? {} : { createdAt: at }
        await orm
          .update(rule)
          .set({ isPaused, ...restart })
          .where(eq(rule.id, id))
      }),
    remove: (id) =>
      write(async ({ orm, changed }) => {
        changed('notifications')
        await orm.delete(rule).where(eq(rule.id, id))
      }),
  }
}

export const expectedSpanStore = ({ read, write }: Connection): ExpectedSpanStore => ({
  all: () => read((orm) => orm.select().from(expectedSpan).orderBy(expectedSpan.from, expectedSpan.id)),
  ofGame: (gameId) => {
    const isOfGame = eq(expectedSpan.gameId, gameId)
    return read((orm) => orm.select().from(expectedSpan).where(isOfGame).orderBy(expectedSpan.from, expectedSpan.id))
  },
  add: (draft) =>
    write(async ({ orm, changed }) => {
      changed('notifications')
      const target = [expectedSpan.gameId, expectedSpan.from, expectedSpan.until]
      const written = orm.insert(expectedSpan).values(draft)
      return only(await written.onConflictDoUpdate({ target, set: { note: draft.note } }).returning())
    }),
  remove: (gameId, id) =>
    write(async ({ orm, changed }) => {
      changed('notifications')
      const which = and(eq(expectedSpan.gameId, gameId), eq(expectedSpan.id, id))
      const { rowCount } = await orm.delete(expectedSpan).where(which)
      return rowCount !== 0
    }),
})
