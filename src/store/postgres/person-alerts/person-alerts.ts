// Stores the alerts that single people asked for.
import { and, count, desc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import {
  MAX_ALERTS_OF_GAME,
  MAX_ALERTS_OF_PERSON,
  type PersonAlert,
  type PersonAlertDraft,
  type PersonAlertLimit,
  type PersonAlertStore,
} from '../../../domain/person-alerts/person-alert.js'
import { personAlertRow, toPersonAlert } from '../../values/person-alert-row.js'
import { first, only } from '../columns.js'
import type { Connection, Orm, Transaction } from '../connection.js'
import { lockGame, lockName } from '../locks.js'
import { notification } from '../notifications/schema.js'
import { game } from '../schema.js'
import { personAlert } from './schema.js'

const MAX_LISTED = 50
const IS_OPEN = isNull(personAlert.endedAt)

export const personAlertStore = ({ read, write }: Connection): PersonAlertStore => ({
  open: async () => (await read(readOpen)).map(({ alert }) => toPersonAlert(alert)),
  ofPerson: async (userId) => (await read((orm) => readOfPerson(orm, userId))).map(toPersonAlert),
  byId: async (id) => {
    const row = first(await read((orm) => orm.select().from(personAlert).where(eq(personAlert.id, id))))
    return row && toPersonAlert(row)
  },
  add: (draft) => write((transaction) => add(transaction, draft)),
  end: (id, endedWhy, endedAt) =>
    write(async ({ orm }) => {
      await orm
        .update(personAlert)
        .set({ endedAt, endedWhy })
        .where(and(eq(personAlert.id, id), IS_OPEN))
    }),
  closeAll: ({ id, userId }, endedAt) =>
    write(async ({ orm }) => {
      const ofPerson = orm.select({ id: personAlert.id }).from(personAlert).where(eq(personAlert.userId, userId))
      const isWaiting = and(
        eq(notification.state, 'pending'),
        isNull(notification.fixedChannelId),
        inArray(notification.personAlertId, ofPerson),
      )
      const reason = 'The person receives no messages.'
      await orm.update(notification).set({ state: 'canceled', reason }).where(isWaiting)
      const isClosing = and(eq(personAlert.userId, userId), or(IS_OPEN, eq(personAlert.id, id)))
      await orm.update(personAlert).set({ endedAt, endedWhy: 'closed' }).where(isClosing)
    }),
  remove: (userId, id) =>
    write(async ({ orm }) => {
      const which = id === undefined ? undefined : eq(personAlert.id, id)
      return (await orm.delete(personAlert).where(and(eq(personAlert.userId, userId), which))).rowCount ?? 0
    }),
  removeEnded: (until) =>
    write(async ({ orm }) => void (await orm.delete(personAlert).where(lte(personAlert.endedAt, until)))),
})

const readOpen = (orm: Orm) =>
  orm
    .select({ alert: personAlert })
    .from(personAlert)
    .innerJoin(game, eq(game.id, personAlert.gameId))
    .where(and(IS_OPEN, isNull(game.removedAt), eq(game.isActive, true)))
    .orderBy(personAlert.id)

const readOfPerson = (orm: Orm, userId: string) =>
  orm
    .select()
    .from(personAlert)
    .where(eq(personAlert.userId, userId))
    .orderBy(sql`ended_at IS NOT NULL`, desc(personAlert.id))
    .limit(MAX_LISTED)

async function add(transaction: Transaction, draft: PersonAlertDraft): Promise<PersonAlert | PersonAlertLimit> {
  const { orm } = transaction
  await lockName(transaction, 'alerts of a person', draft.userId)
  await lockGame(transaction, draft.gameId)
  if ((await countOpen(orm, 'userId', draft.userId)) >= MAX_ALERTS_OF_PERSON) return 'person'
  if ((await countOpen(orm, 'gameId', draft.gameId)) >= MAX_ALERTS_OF_GAME) return 'game'
  return toPersonAlert(only(await orm.insert(personAlert).values(personAlertRow(draft)).returning()))
}

async function countOpen(orm: Orm, column: 'userId' | 'gameId', value: string | number): Promise<number> {
  const found = await orm
    .select({ count: count() })
    .from(personAlert)
    .innerJoin(game, eq(game.id, personAlert.gameId))
    .where(and(eq(personAlert[column], value), IS_OPEN, isNull(game.removedAt)))
  return only(found).count
}
