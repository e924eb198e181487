// The outbox on SQLite, step 3 of 7. It is filled in the transaction that moves the cursor of the evaluation, with the states of
// evaluators. Thousands of states and of notifications are written before it (../evaluation/next-states.ts and next-writes.ts).
// Notifications are claimed by a conditional update, so that two workers never send the same one. The port documents
// what a crash causes.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { and, count, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Notification } from '../../../domain/notifications/notification.js'
import type {
  DeliveryOutcome,
  EvaluationBatch,
  EvaluationStore,
  EvaluatorState,
  NotificationFilter,
  Outbox,
  StoredEvaluatorState,
} from '../../../domain/notifications/outbox.js'
import { changesOf, MAX_SEARCHED, type NotificationRow, toNotification } from '../../values/notifications/rows.js'
import type { Connection } from '../connection.js'
import { type EvaluationWrite, evaluationWriter, writesOf } from '../evaluation/evaluation-writer.js'
import { nextStates } from '../evaluation/next-states.js'
import { nextWrites } from '../evaluation/next-writes.js'
import { game } from '../schema.js'
import { evaluationCursor, evaluatorState, notification } from './schema.js'
import { dueNotifications, gathering, notificationWriter, originalStatement, settleBatch } from './waiting.js'

/** More states are written before the transaction, in parts. */
const MAX_TRANSACTION_STATES = 300
/** The same of notifications and events, each of which takes several times as long. */
const MAX_TRANSACTION_WRITES = 60
/** The number of states that are read in about two milliseconds. */
const PAGE_SIZE = 500

/** What is stored in the transaction that moves the cursor. */
interface OwnWrites {
  readonly states: readonly EvaluatorState[]
  readonly writes: readonly EvaluationWrite[]
}

export function evaluationStore(connection: Connection): EvaluationStore {
  const { write } = connection
  const { cursor, moveCursor, anyPaused, markPaused, states, putState } = prepareEvaluation(connection)
  const store = evaluationWriter(connection)
  const next = { states: nextStates(connection), writes: nextWrites(connection) }

  const isNext = (batch: EvaluationBatch): boolean => cursor.get()?.minute === batch.after

  const commit = (batch: EvaluationBatch, own: OwnWrites): number | undefined =>
    write(() => {
      if (!isNext(batch)) return undefined
      for (const { gameId, kind, state } of own.states) putState.run({ gameId, kind, state })
      moveCursor.run({ minute: batch.cursor })
      return own.writes.filter((one) => store(one, batch.createdAt)).length
    })

  let last: Promise<unknown> = Promise.resolve()
  /** Two at once would remove what the other has written ahead. */
  const oneByOne = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }

  /** Returns the number of new notifications. */
  const settle = async (): Promise<number> => {
    await next.states.settle()
    return next.writes.settle()
  }

  /** What is written ahead is in force by its minute, so it is removed at once where the cursor was moved meanwhile. */
  async function commitInParts(batch: EvaluationBatch): Promise<number | undefined> {
    const settledBefore = await settle()
    if (!isNext(batch)) return undefined
    let own: OwnWrites = { states: batch.states, writes: writesOf(batch) }
    if (own.states.length > MAX_TRANSACTION_STATES) {
      await next.states.put(own.states, batch.cursor)
      own = { ...own, states: [] }
    }
    if (own.writes.length > MAX_TRANSACTION_WRITES) {
      await next.writes.put(own.writes, batch.cursor, batch.createdAt)
      own = { ...own, writes: [] }
    }
    const added = commit(batch, own)
    if (added !== undefined) return settledBefore + added + (await settle())
    next.states.discard()
    next.writes.discard()
    return undefined
  }

  async function* readStates(): AsyncGenerator<readonly StoredEvaluatorState[]> {
    await oneByOne(settle)
    if (anyPaused.get() !== undefined) write(() => markPaused.run())
    let last: Pick<StatesQuery, 'gameId' | 'kind'> = { gameId: 0, kind: '' }
    for (;;) {
      const page = states.all({ gameId: last.gameId, kind: last.kind, limit: PAGE_SIZE })
      yield page.map((row) => ({ ...row, isResumed: row.isResumed === 1 }))
      const end = page.at(-1)
      if (end === undefined || page.length < PAGE_SIZE) return
      last = end
      await yieldToEventLoop()
    }
  }

  return {
    cursor: async () => cursor.get()?.minute,
    states: readStates,
    commit: (batch) => oneByOne(() => commitInParts(batch)),
  }
}

interface StatesQuery {
  readonly gameId: number
  readonly kind: string
  readonly limit: number
}

type StateRow = EvaluatorState & { readonly isResumed: number }

/** By hand, because drizzle has no row values, and would take twice as long for thousands of rows. */
const STATES_AFTER = `
  SELECT s.game_id AS gameId, s.kind, s.state, s.is_resumed AS isResumed
  FROM notice_state s JOIN game g ON g.id = s.game_id
  WHERE (s.game_id, s.kind) > (@gameId, @kind) AND g.removed_at IS NULL AND g.is_active = 1
  ORDER BY s.game_id, s.kind LIMIT @limit`

function prepareEvaluation({ orm, raw }: Connection) {
  const { placeholder } = sql
  const pausedGames = orm
    .select({ id: game.id })
    .from(game)
    .where(and(isNull(game.removedAt), eq(game.isActive, false)))
  const isNewlyPaused = and(eq(evaluatorState.isResumed, false), inArray(evaluatorState.gameId, pausedGames))
  return {
    cursor: orm
      .select({ minute: evaluationCursor.minute })
      .from(evaluationCursor)
      .where(eq(evaluationCursor.id, 1))
      .prepare(),
    moveCursor: orm
      .insert(evaluationCursor)
      .values({ id: 1, minute: placeholder('minute') })
      .onConflictDoUpdate({ target: evaluationCursor.id, set: { minute: sql`excluded.minute` } })
      .prepare(),
    anyPaused: orm
      .select({ gameId: evaluatorState.gameId })
      .from(evaluatorState)
      .where(isNewlyPaused)
      .limit(1)
      .prepare(),
    markPaused: orm.update(evaluatorState).set({ isResumed: true }).where(isNewlyPaused).prepare(),
    states: raw.prepare<StatesQuery, StateRow>(STATES_AFTER),
    putState: orm
      .insert(evaluatorState)
      .values({
        gameId: placeholder('gameId'),
        kind: placeholder('kind'),
        state: placeholder('state'),
        isResumed: false,
      })
      .onConflictDoUpdate({
        target: [evaluatorState.gameId, evaluatorState.kind],
        set: { state: sql`excluded.state`, isResumed: false },
      })
      .prepare(),
  }
}

const HAS_FAILED = sql`(state IN ('dead_letter', 'uncertain') OR (state = 'pending' AND reason IS NOT NULL))`

export function outbox(connection: Connection): Outbox {
  const { orm, write } = connection
  const insert = notificationWriter(connection)
  const original = originalStatement(connection)
  const openByState = orm
    .select({ state: notification.state, count: count() })
    .from(notification)
    // Written out, because SQLite uses the partial index only for this condition.
    .where(sql`state IN ('pending', 'claimed')`)
    .groupBy(notification.state)
    .prepare()

  const failed = orm
    .select()
    .from(notification)
    .where(and(HAS_FAILED, sql`id > (SELECT max(id) FROM ${notification}) - ${MAX_SEARCHED}`))
    .orderBy(desc(notification.id))
    .limit(sql.placeholder('limit'))
    .prepare()

  const claim = (id: number, channelId: string | null, claimedAt: number): NotificationRow | undefined =>
    orm
      .update(notification)
      .set({ state: 'claimed', claimedAt, channelId, attempts: sql`${notification.attempts} + 1` })
      .where(and(eq(notification.id, id), eq(notification.state, 'pending')))
      .returning()
      .get()

  const releaseClaims = (): number =>
    orm
      .update(notification)
      .set({
        state: 'pending',
        uncertainSince: sql`coalesce(${notification.uncertainSince}, ${notification.claimedAt})`,
        claimedAt: null,
        nextAttemptAt: 0,
      })
      .where(eq(notification.state, 'claimed'))
      .run().changes

  const recordOutcome = ({ id, kind, claimedAt }: Notification, outcome: DeliveryOutcome): boolean => {
    if (claimedAt === null) return false
    const isOwnClaim = and(
      eq(notification.id, id),
      eq(notification.state, 'claimed'),
      eq(notification.claimedAt, claimedAt),
    )
    const isStored = orm.update(notification).set(changesOf(outcome)).where(isOwnClaim).run().changes === 1
    if (isStored && kind === 'batch' && outcome.state === 'sent') settleBatch(connection, id, outcome.messageId)
    return isStored
  }

  return {
    ...dueNotifications(connection),
    ...gathering(connection, insert),
    claim: async (id, channelId, now) => {
      const row = write(() => claim(id, channelId, now))
      return row && toNotification(row)
    },
    recordOutcome: async (claimed, outcome) => write(() => recordOutcome(claimed, outcome)),
    releaseClaims: async () => write(releaseClaims),
    add: async (draft, createdAt) => write(() => void insert(draft, createdAt)),
    byId: async (id) => {
      const row = orm.select().from(notification).where(eq(notification.id, id)).get()
      return row && toNotification(row)
    },
    originalOf: async ({ accountId, gameId, kind, follows }) => {
      const row = follows && original.get({ accountId, gameId, kind, subject: follows.subject })
      return row && toNotification(row)
    },
    countOpen: async () => {
      const rows = openByState.all()
      const countOf = (state: string) => rows.find((row) => row.state === state)?.count ?? 0
      return { pending: countOf('pending'), claimed: countOf('claimed') }
    },
    failed: async (limit) => failed.all({ limit }).map(toNotification),
    retry: async (id, expiresAt) =>
      write(() => {
        const again = { state: 'pending', attempts: 0, nextAttemptAt: 0, reason: null, expiresAt } as const
        return (
          orm
            .update(notification)
            .set(again)
            .where(and(eq(notification.id, id), HAS_FAILED))
            .run().changes === 1
        )
      }),
    list: async (filter) =>
      orm
        .select()
        .from(notification)
        .where(and(...conditionsOf(filter)))
        .orderBy(desc(notification.id))
        .limit(filter.limit)
        .all()
        .map(toNotification),
  }
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
