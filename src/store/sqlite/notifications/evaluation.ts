// Step 2 of 7 on SQLite: what an evaluation found is stored in the transaction that moves its cursor: notifications, events and the state of
// each evaluator. The states of thousands of games are written before it (next-states.ts).
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { NotificationDraft } from '../../../domain/notifications/notification.js'
import type {
  EvaluationBatch,
  EvaluationStore,
  EvaluatorState,
  StoredEvaluatorState,
} from '../../../domain/notifications/outbox.js'
import type { Connection } from '../connection.js'
import { eventWriter } from '../events/event-writer.js'
import { personAlert } from '../person-alerts/schema.js'
import { game } from '../schema.js'
import { nextStates } from './next-states.js'
import { evaluationCursor, evaluatorState } from './schema.js'
import { notificationWriter } from './waiting.js'

/** More states are written before the transaction, in parts. */
const MAX_TRANSACTION_STATES = 300
/** The number of states that are read in about two milliseconds. */
const PAGE_SIZE = 500

export function evaluationStore(connection: Connection): EvaluationStore {
  const { write } = connection
  const { cursor, moveCursor, anyPaused, markPaused, states, putState, openAlert, endAlert } =
    prepareEvaluation(connection)
  const insert = notificationWriter(connection)
  const events = eventWriter(connection)
  const next = nextStates(connection)

  const commit = (batch: EvaluationBatch, ownStates: readonly EvaluatorState[]): number | undefined =>
    write(() => {
      if (cursor.get()?.minute !== batch.after) return undefined
      for (const { gameId, kind, state } of ownStates) putState.run({ gameId, kind, state })
      moveCursor.run({ minute: batch.cursor })
      for (const event of batch.events) events.apply(event)
      // An alert that its person ended meanwhile gets nothing more.
      const isGone = ({ personAlertId }: NotificationDraft): boolean =>
        personAlertId != null && openAlert.get({ id: personAlertId }) === undefined
      const drafts = batch.notifications.filter((draft) => !isGone(draft))
      for (const id of batch.endedAlerts ?? []) endAlert.run({ id, endedAt: batch.createdAt })
      return drafts.filter((draft) => insert(draft, batch.createdAt)).length
    })

  async function* readStates(): AsyncGenerator<readonly StoredEvaluatorState[]> {
    await next.settle()
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
    commit: async (batch) => {
      if (batch.states.length <= MAX_TRANSACTION_STATES) return commit(batch, batch.states)
      await next.put(batch.states, batch.cursor)
      const added = commit(batch, [])
      await next.settle()
      return added
    },
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
    openAlert: orm
      .select({ id: personAlert.id })
      .from(personAlert)
      .where(and(eq(personAlert.id, placeholder('id')), isNull(personAlert.endedAt)))
      .prepare(),
    endAlert: orm
      .update(personAlert)
      .set({ endedAt: sql`${placeholder('endedAt')}`, endedWhy: 'done' })
      .where(and(eq(personAlert.id, placeholder('id')), isNull(personAlert.endedAt)))
      .prepare(),
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
