// The outbox on PostgreSQL, step 3 of 7. It is filled in the transaction that moves the cursor of the evaluation.
// Notifications are claimed by a conditional update, so that two processes never send the same one. The port documents
// what a crash causes.
import { and, count, desc, eq, getTableColumns, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Notification, NotificationDraft } from '../../../domain/notifications/notification.js'
import type {
  DeliveryOutcome,
  EvaluationBatch,
  EvaluationStore,
  EvaluatorState,
  NotificationFilter,
  Outbox,
  StoredEvaluatorState,
} from '../../../domain/notifications/outbox.js'
import { changesOf, MAX_SEARCHED, toNotification } from '../../values/notifications/rows.js'
import { byBytes, first } from '../columns.js'
import type { Connection, Orm, Transaction } from '../connection.js'
import { eventWriter } from '../events/event-writer.js'
import { lockName } from '../locks.js'
import { personAlert } from '../person-alerts/schema.js'
import { game } from '../schema.js'
import { evaluationCursor, evaluatorState, notification } from './schema.js'
import {
  dueNotifications,
  gathering,
  notificationsOf,
  originalOf,
  putNotification,
  putNotifications,
  settleBatch,
} from './waiting.js'

const readCursor = async (orm: Orm): Promise<number | undefined> => {
  const isCursor = eq(evaluationCursor.id, 1)
  return first(await orm.select({ minute: evaluationCursor.minute }).from(evaluationCursor).where(isCursor))?.minute
}

export const evaluationStore = (connection: Connection): EvaluationStore => ({
  cursor: () => connection.read(readCursor),
  states: () => readStates(connection),
  commit: (batch) => connection.write((transaction) => commit(transaction, batch)),
})

/** A page is a few hundred kilobytes. */
const STATE_PAGE_SIZE = 2_000
/** In one statement. */
const STATE_BATCH_SIZE = 1_000

async function* readStates({ read, write }: Connection): AsyncGenerator<readonly StoredEvaluatorState[]> {
  const isNewlyPaused = (orm: Orm) =>
    and(eq(evaluatorState.isResumed, false), inArray(evaluatorState.gameId, pausedGames(orm)))
  const paused = await read((orm) =>
    orm.select({ gameId: evaluatorState.gameId }).from(evaluatorState).where(isNewlyPaused(orm)).limit(1),
  )
  if (paused.length > 0)
    await write(async ({ orm }) => {
      await orm.update(evaluatorState).set({ isResumed: true }).where(isNewlyPaused(orm))
    })
  let last: Pick<StoredEvaluatorState, 'gameId' | 'kind'> | undefined
  for (;;) {
    const after = last
    const page = await read((orm) => statesAfter(orm, after))
    yield page
    last = page.at(-1)
    if (last === undefined || page.length < STATE_PAGE_SIZE) return
  }
}

const statesAfter = (orm: Orm, last: Pick<StoredEvaluatorState, 'gameId' | 'kind'> | undefined) =>
  orm
    .select(getTableColumns(evaluatorState))
    .from(evaluatorState)
    .innerJoin(game, eq(game.id, evaluatorState.gameId))
    .where(
      and(
        isNull(game.removedAt),
        eq(game.isActive, true),
        last && sql`(${evaluatorState.gameId}, ${byBytes(evaluatorState.kind)}) > (${last.gameId}, ${last.kind})`,
      ),
    )
    .orderBy(evaluatorState.gameId, byBytes(evaluatorState.kind))
    .limit(STATE_PAGE_SIZE)

/** Several rows in one statement: thousands of them would each wait for an answer of the server. */
async function putStates(orm: Orm, states: readonly EvaluatorState[]): Promise<void> {
  // A statement must not write a row twice.
  const last = new Map(states.map((state) => [`${state.gameId} ${state.kind}`, state]))
  const rows = [...last.values()].map((state) => ({ ...state, isResumed: false }))
  const target = [evaluatorState.gameId, evaluatorState.kind]
  const set = { state: sql`excluded.state`, isResumed: false }
  for (let from = 0; from < rows.length; from += STATE_BATCH_SIZE)
    await orm
      .insert(evaluatorState)
      .values(rows.slice(from, from + STATE_BATCH_SIZE))
      .onConflictDoUpdate({ target, set })
}

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
  await putStates(orm, batch.states)
  const moved = { minute: batch.cursor }
  await orm
    .insert(evaluationCursor)
    .values({ id: 1, ...moved })
    .onConflictDoUpdate({ target: evaluationCursor.id, set: moved })
  await eventWriter(transaction).apply(batch.events)
  const drafts = await withoutEnded(orm, batch.notifications)
  await endAlerts(orm, batch)
  return putNotifications(orm, drafts, batch.createdAt)
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

const HAS_FAILED = sql`(state IN ('dead_letter', 'uncertain') OR (state = 'pending' AND reason IS NOT NULL))`

export function outbox(connection: Connection): Outbox {
  const { read, write } = connection
  return {
    ...dueNotifications(connection),
    ...gathering(connection),
    claim: (id, channelId, claimedAt) =>
      write(async ({ orm }) => {
        const set = { state: 'claimed', claimedAt, channelId, attempts: sql`${notification.attempts} + 1` } as const
        const isPending = and(eq(notification.id, id), eq(notification.state, 'pending'))
        const row = first(await orm.update(notification).set(set).where(isPending).returning())
        return row && toNotification(row)
      }),
    recordOutcome: (claimed, outcome) => write(({ orm }) => recordOutcome(orm, claimed, outcome)),
    releaseClaims: () => write(({ orm }) => releaseClaims(orm)),
    add: (draft, createdAt) => write(async ({ orm }) => void (await putNotification(orm, draft, createdAt))),
    byId: async (id) => (await read((orm) => notificationsOf(orm, [id]))).get(id),
    originalOf: async ({ accountId, gameId, kind, follows }) => {
      if (follows === undefined) return undefined
      const row = await read((orm) => originalOf(orm, { accountId, gameId, kind, subject: follows.subject }))
      return row && toNotification(row)
    },
    countOpen: async () => {
      const rows = await read(countByState)
      const countOf = (state: string) => rows.find((row) => row.state === state)?.count ?? 0
      return { pending: countOf('pending'), claimed: countOf('claimed') }
    },
    failed: (limit) => read((orm) => listFailed(orm, limit)),
    retry: (id, expiresAt) =>
      write(async ({ orm }) => {
        const again = { state: 'pending', attempts: 0, nextAttemptAt: 0, reason: null, expiresAt } as const
        const hasFailed = and(eq(notification.id, id), HAS_FAILED)
        return (await orm.update(notification).set(again).where(hasFailed)).rowCount === 1
      }),
    list: (filter) => read((orm) => list(orm, filter)),
  }
}

async function recordOutcome(
  orm: Orm,
  { id, kind, claimedAt }: Notification,
  outcome: DeliveryOutcome,
): Promise<boolean> {
  if (claimedAt === null) return false
  const isOwnClaim = and(
    eq(notification.id, id),
    eq(notification.state, 'claimed'),
    eq(notification.claimedAt, claimedAt),
  )
  const { rowCount } = await orm.update(notification).set(changesOf(outcome)).where(isOwnClaim)
  if (rowCount !== 1) return false
  if (kind === 'batch' && outcome.state === 'sent') await settleBatch(orm, id, outcome.messageId)
  return true
}

async function releaseClaims(orm: Orm): Promise<number> {
  const uncertainSince = sql`coalesce(${notification.uncertainSince}, ${notification.claimedAt})`
  const set = { state: 'pending', uncertainSince, claimedAt: null, nextAttemptAt: 0 } as const
  return (await orm.update(notification).set(set).where(eq(notification.state, 'claimed'))).rowCount ?? 0
}

const countByState = (orm: Orm) =>
  orm
    .select({ state: notification.state, count: count() })
    .from(notification)
    .where(sql`state IN ('pending', 'claimed')`)
    .groupBy(notification.state)

async function listFailed(orm: Orm, limit: number): Promise<Notification[]> {
  const isSearched = sql`id > (SELECT max(id) FROM ${notification}) - ${MAX_SEARCHED}`
  const found = orm.select().from(notification).where(and(HAS_FAILED, isSearched))
  return (await found.orderBy(desc(notification.id)).limit(limit)).map(toNotification)
}

async function list(orm: Orm, filter: NotificationFilter): Promise<Notification[]> {
  const found = orm
    .select()
    .from(notification)
    .where(and(...conditionsOf(filter)))
  return (await found.orderBy(desc(notification.id)).limit(filter.limit)).map(toNotification)
}

function conditionsOf({ accountId, gameIds, states, kinds }: NotificationFilter): SQL[] {
  return [
    ...(accountId === undefined ? [] : [eq(notification.accountId, accountId)]),
    ...(gameIds === undefined ? [] : [inArray(notification.gameId, [...gameIds])]),
    ...(states === undefined ? [] : [inArray(notification.state, [...states])]),
    // What one person is notified of concerns nobody else of the account.
    kinds === undefined ? ne(notification.kind, 'person_alert') : inArray(notification.kind, [...kinds]),
  ]
}
