// Stores the alerts that single people asked for.
import { and, count, desc, eq, isNull, lte, or, sql } from 'drizzle-orm'
import {
  MAX_ALERTS_OF_GAME,
  MAX_ALERTS_OF_PERSON,
  type PersonAlert,
  type PersonAlertDraft,
  type PersonAlertLimit,
  type PersonAlertStore,
} from '../../../domain/person-alerts/person-alert.js'
import { personAlertRow, toPersonAlert } from '../../values/person-alert-row.js'
import type { Connection } from '../connection.js'
import { game } from '../schema.js'
import { personAlert } from './schema.js'

const MAX_LISTED = 50

export function personAlertStore({ orm, write }: Connection): PersonAlertStore {
  const isOpen = isNull(personAlert.endedAt)
  const open = orm
    .select({ alert: personAlert })
    .from(personAlert)
    .innerJoin(game, eq(game.id, personAlert.gameId))
    // Written out, because SQLite uses the partial index only for this condition.
    .where(and(sql`ended_at IS NULL`, isNull(game.removedAt), eq(game.isActive, true)))
    .prepare()

  const countOpen = (column: 'userId' | 'gameId', value: string | number): number =>
    orm
      .select({ count: count() })
      .from(personAlert)
      .innerJoin(game, eq(game.id, personAlert.gameId))
      .where(and(eq(personAlert[column], value), isOpen, isNull(game.removedAt)))
      .get()?.count ?? 0

  const add = (draft: PersonAlertDraft): PersonAlert | PersonAlertLimit => {
    if (countOpen('userId', draft.userId) >= MAX_ALERTS_OF_PERSON) return 'person'
    if (countOpen('gameId', draft.gameId) >= MAX_ALERTS_OF_GAME) return 'game'
    return toPersonAlert(orm.insert(personAlert).values(personAlertRow(draft)).returning().get())
  }

  return {
    open: async () => open.all().map(({ alert }) => toPersonAlert(alert)),
    ofPerson: async (userId) =>
      orm
        .select()
        .from(personAlert)
        .where(eq(personAlert.userId, userId))
        .orderBy(sql`ended_at IS NOT NULL`, desc(personAlert.id))
        .limit(MAX_LISTED)
        .all()
        .map(toPersonAlert),
    byId: async (id) => {
      const row = orm.select().from(personAlert).where(eq(personAlert.id, id)).get()
      return row && toPersonAlert(row)
    },
    add: async (draft) => write(() => add(draft)),
    end: async (id, why, at) =>
      write(() => {
        const ended = { endedAt: at, endedWhy: why }
        orm
          .update(personAlert)
          .set(ended)
          .where(and(eq(personAlert.id, id), isOpen))
          .run()
      }),
    closeAll: async ({ id, userId }, at) =>
      write(() => {
        orm.run(sql`UPDATE notice SET state = 'canceled', reason = 'The person receives no messages.'
          WHERE state = 'pending' AND fixed_channel_id IS NULL
          AND person_alert_id IN (SELECT id FROM ${personAlert} WHERE user_id = ${userId})`)
        orm
          .update(personAlert)
          .set({ endedAt: at, endedWhy: 'closed' })
          .where(and(eq(personAlert.userId, userId), or(isOpen, eq(personAlert.id, id))))
          .run()
      }),
    remove: async (userId, id) =>
      write(() => {
        const which = id === undefined ? undefined : eq(personAlert.id, id)
        return orm
          .delete(personAlert)
          .where(and(eq(personAlert.userId, userId), which))
          .run().changes
      }),
    removeEnded: async (until) =>
      write(() => {
        orm.delete(personAlert).where(lte(personAlert.endedAt, until)).run()
      }),
  }
}
