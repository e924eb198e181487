// The outbox on PostgreSQL, step 3 of 7: what an evaluation commits, in the transaction that moves its cursor. The port
// documents what a crash causes.
import { and, eq, getTableColumns, inArray, isNull } from 'drizzle-orm'
import type { NotificationDraft } from '../../../domain/notifications/notification.js'
import type { EvaluationBatch, EvaluationStore } from '../../../domain/notifications/outbox.js'
import { byBytes, first } from '../columns.js'
import type { Connection, Orm, Transaction } from '../connection.js'
import { eventWriter } from '../events/event-writer.js'
import { lockName } from '../locks.js'
import { personAlert } from '../person-alerts/schema.js'
import { game } from '../schema.js'
import { putNotification } from './put-notification.js'
import { evaluationCursor, evaluatorState } from './schema.js'

const readCursor = async (orm: Orm): Promise<number | undefined> => {
  const isCursor = eq(evaluationCursor.id, 1)
  return first(await orm.select({ minute: evaluationCursor.minute }).from(evaluationCursor).where(isCursor))?.minute
}

export const evaluationStore = ({ read, write }: Connection): EvaluationStore => ({
  cursor: () => read(readCursor),
  states: async () => {
    const isNewlyPaused = (orm: Orm) =>
      and(eq(evaluatorState.isResumed, false), inArray(evaluatorState.gameId, pausedGames(orm)))
    const paused = await read((orm) =>
      orm.select({ gameId: evaluatorState.gameId }).from(evaluatorState).where(isNewlyPaused(orm)).limit(1),
    )
    if (paused.length > 0)
      await write(async ({ orm }) => {
        await orm.update(evaluatorState).set({ isResumed: true }).where(isNewlyPaused(orm))
      })
    return read((orm) =>
      orm
        .select(getTableColumns(evaluatorState))
        .from(evaluatorState)
        .innerJoin(game, eq(game.id, evaluatorState.gameId))
        .where(and(isNull(game.removedAt), eq(game.isActive, true)))
        .orderBy(evaluatorState.gameId, byBytes(evaluatorState.kind)),
    )
  },
  commit: (batch) => write((transaction) => commit(transaction, batch)),
})

const pausedGames = (orm: Orm) =>
  orm
    .select({ id: game.id })
    .from(game)
    .where(and(isNull(game.removedAt), eq(game.isActive, false)))

async function commit(transaction: Transaction, batch: EvaluationBatch): Promise<number | undefined> {
  const { orm } = transaction
  // Before the first evaluation there is no row that could be locked.
  await lockName(transaction, 'evaluation', 'cursor')
  if ((await readCursor(orm)) !== batch.after) return undefined
  for (const { gameId, kind, state } of batch.states) {
    const target = [evaluatorState.gameId, evaluatorState.kind]
    const set = { state, isResumed: false }
    await orm
      .insert(evaluatorState)
      .values({ gameId, kind, ...set })
      .onConflictDoUpdate({ target, set })
  }
  const moved = { minute: batch.cursor }
  await orm
    .insert(evaluationCursor)
    .values({ id: 1, ...moved })
    .onConflictDoUpdate({ target: evaluationCursor.id, set: moved })
  const events = eventWriter(transaction)
  for (const event of batch.events) await events.apply(event)
  const drafts = await withoutEnded(orm, batch.notifications)
  await endAlerts(orm, batch)
  let count = 0
  for (const draft of drafts) if (await putNotification(orm, draft, batch.createdAt)) count++
  return count
}

const isOpen = isNull(personAlert.endedAt)

/** An alert that its person ended meanwhile gets nothing more. */
async function withoutEnded(orm: Orm, drafts: readonly NotificationDraft[]): Promise<readonly NotificationDraft[]> {
  const ids = drafts.flatMap(({ personAlertId }) => personAlertId ?? [])
  if (ids.length === 0) return drafts
  const found = orm.select({ id: personAlert.id }).from(personAlert)
  const open = new Set((await found.where(and(inArray(personAlert.id, ids), isOpen)).for('update')).map(({ id }) => id))
  return drafts.filter(({ personAlertId }) => personAlertId == null || open.has(personAlertId))
}

async function endAlerts(orm: Orm, { endedAlerts = [], createdAt }: EvaluationBatch): Promise<void> {
  if (endedAlerts.length === 0) return
  const isEnding = and(inArray(personAlert.id, [...endedAlerts]), isOpen)
  await orm.update(personAlert).set({ endedAt: createdAt, endedWhy: 'done' }).where(isEnding)
}
