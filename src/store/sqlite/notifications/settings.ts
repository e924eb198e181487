// Where notices go, the channels that refused for good, and alert rules.
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { RouteStore, RuleStore } from '../../../domain/notifications/outbox.js'
import {
  type DigestPlan,
  isOnByDefault,
  type QuietHours,
  type Route,
  type Rule,
  type RuleCondition,
} from '../../../domain/notifications/settings.js'
import type { Changes } from '../changes.js'
import type { Connection } from '../connection.js'
import { noticePause, noticeRoute, noticeRule, noticeState } from './schema.js'

type RouteRow = typeof noticeRoute.$inferSelect

export function routeStore({ raw, orm, write }: Connection, changes: Changes): RouteStore {
  const pause = raw.prepare<[string, string, number, number]>(`
    INSERT INTO notice_pause (channel_id, reason, since, until) VALUES (?, ?, ?, ?)
    ON CONFLICT (channel_id) DO NOTHING`)
  const prolong = raw.prepare<[string, number, string]>(
    'UPDATE notice_pause SET reason = ?, until = ? WHERE channel_id = ?',
  )
  const inOrder = [asc(noticeRoute.gameId), asc(noticeRoute.kind)] as const

  const put = ({ gameId, kind, channelId, enabled, digest }: Route): void => {
    const isSame = and(eq(noticeRoute.gameId, gameId), eq(noticeRoute.kind, kind))
    const before = orm.select({ enabled: noticeRoute.enabled }).from(noticeRoute).where(isSame).get()
    changes.bump('notices')
    const chosen = { channelId, enabled, digest: digest && JSON.stringify(digest) }
    orm
      .insert(noticeRoute)
      .values({ gameId, kind, ...chosen })
      .onConflictDoUpdate({ target: [noticeRoute.gameId, noticeRoute.kind], set: chosen })
      .run()
    // A milestone is told once, ever: what was passed stays passed while nobody listens.
    if ((before?.enabled ?? false) !== enabled && !isOnByDefault(kind))
      orm
        .delete(noticeState)
        .where(and(eq(noticeState.gameId, gameId), eq(noticeState.kind, kind)))
        .run()
  }

  return {
    all: async () =>
      orm
        .select()
        .from(noticeRoute)
        .orderBy(...inOrder)
        .all()
        .map(toRoute),
    ofGame: async (gameId) =>
      orm
        .select()
        .from(noticeRoute)
        .where(eq(noticeRoute.gameId, gameId))
        .orderBy(...inOrder)
        .all()
        .map(toRoute),
    put: async (route) => write(() => put(route)),
    pause: async ({ channelId, reason, since, until }) =>
      write(() => {
        if (pause.run(channelId, reason, since, until).changes === 1) return true
        prolong.run(reason, until, channelId)
        return false
      }),
    resume: async (channelId) =>
      write(() => void orm.delete(noticePause).where(eq(noticePause.channelId, channelId)).run()),
    paused: async (channelIds) =>
      orm
        .select()
        .from(noticePause)
        .where(inArray(noticePause.channelId, [...channelIds]))
        .all(),
  }
}

const toRoute = ({ digest, ...route }: RouteRow): Route => ({
  ...route,
  digest: digest === null ? null : (JSON.parse(digest) as DigestPlan),
})

type RuleRow = typeof noticeRule.$inferSelect

export function ruleStore({ orm, write }: Connection, changes: Changes): RuleStore {
  const select = () => orm.select().from(noticeRule).orderBy(asc(noticeRule.id)).$dynamic()
  return {
    all: async () => select().all().map(toRule),
    ofGame: async (gameId) => select().where(eq(noticeRule.gameId, gameId)).all().map(toRule),
    byId: async (id) => {
      const row = select().where(eq(noticeRule.id, id)).get()
      return row && toRule(row)
    },
    add: async ({ condition, quietHours, ...draft }) => {
      const json = { condition: JSON.stringify(condition), quietHours: quietHours && JSON.stringify(quietHours) }
      return toRule(
        write(() => {
          changes.bump('notices')
          return orm
            .insert(noticeRule)
            .values({ ...draft, ...json })
            .returning()
            .get()
        }),
      )
    },
    remove: async (id) =>
      write(() => {
        changes.bump('notices')
        orm.delete(noticeRule).where(eq(noticeRule.id, id)).run()
      }),
  }
}

const toRule = ({ condition, quietHours, ...row }: RuleRow): Rule => ({
  ...row,
  condition: JSON.parse(condition) as RuleCondition,
  quietHours: quietHours === null ? null : (JSON.parse(quietHours) as QuietHours),
})
