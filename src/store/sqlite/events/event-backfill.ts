// Writes the events of the time before there was a table of them, from what an older version stored: changes of
// universes, gaps, and notifications. One call is one short transaction that ends with the position of the next one, so
// a crash repeats nothing; an event that was found meanwhile is the same one, because its subject is.

import { and, asc, eq, gt, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { eventsOf } from '../../../domain/events/event-of-draft.js'
import type { Connection } from '../connection.js'
import { notification, toNotification } from '../notifications/schema.js'
import { game, gap, setting, universeEvent } from '../schema.js'
import type { EventWriter } from './event-writer.js'
import type { GapEvents } from './gap-events.js'
import { updateEvent } from './update-event.js'

/** The migration wrote this setting where there was a history. */
const PROGRESS = 'events.history'
/** The number of rows in one transaction, which takes about 5 ms. */
const BATCH_SIZE = 100

const STAGES = ['updates', 'gaps', 'notifications'] as const
type HistoryStage = (typeof STAGES)[number]

const POSITION = z.object({ stage: z.enum(STAGES), after: z.number(), minute: z.number() })
/** `after` is a row, a universe or a notification; `minute` is used for gaps alone. */
type HistoryPosition = z.infer<typeof POSITION>

/** The returned function must be called inside a transaction. */
export function eventBackfill(connection: Connection, writer: EventWriter, gaps: GapEvents): () => boolean {
  const { orm } = connection
  const isProgress = eq(setting.key, PROGRESS)
  const steps = historySteps(connection, writer, gaps)

  return () => {
    const stored = orm.select().from(setting).where(isProgress).get()
    if (stored === undefined) return true
    const position = POSITION.parse(JSON.parse(stored.value))
    const next = steps[position.stage](position) ?? stageAfter(position.stage)
    if (next === undefined) orm.delete(setting).where(isProgress).run()
    else
      orm
        .update(setting)
        .set({ value: JSON.stringify(next) })
        .where(isProgress)
        .run()
    return next === undefined
  }
}

function stageAfter(stage: HistoryStage): HistoryPosition | undefined {
  const next = STAGES[STAGES.indexOf(stage) + 1]
  return next && { stage: next, after: 0, minute: 0 }
}

type HistoryBatchReader = (position: HistoryPosition) => HistoryPosition | undefined

/** Each returns the position after its batch; undefined when its stage is over. */
function historySteps({ orm }: Connection, writer: EventWriter, gaps: GapEvents) {
  const rowId = sql<number>`rowid`

  const takeUpdates: HistoryBatchReader = ({ after }) => {
    const rows = orm
      .select({
        id: rowId,
        universeId: universeEvent.universeId,
        minute: universeEvent.minute,
        value: universeEvent.value,
      })
      .from(universeEvent)
      .where(and(gt(rowId, after), eq(universeEvent.what, 'published')))
      .orderBy(asc(rowId))
      .limit(BATCH_SIZE)
      .all()
    for (const row of rows) writer.put(updateEvent(row.universeId, Number(row.value), row.minute))
    const last = rows.at(-1)
    return last && { stage: 'updates', after: last.id, minute: 0 }
  }

  const takeGaps: HistoryBatchReader = ({ after, minute }) => {
    const { universeId: id, fromMinute } = gap
    const rows = orm
      .select({ universeId: id, from: fromMinute, until: gap.untilMinute })
      .from(gap)
      .where(or(gt(id, after), and(eq(id, after), gt(fromMinute, minute))))
      .orderBy(asc(id), asc(fromMinute))
      .limit(BATCH_SIZE)
      .all()
    for (const { universeId, from, until } of rows) gaps.find(universeId, from, until)
    const last = rows.at(-1)
    return last && { stage: 'gaps', after: last.universeId, minute: last.from }
  }

  const takeNotifications: HistoryBatchReader = ({ after }) => {
    const rows = orm
      .select({ row: notification, universeId: game.universeId })
      .from(notification)
      .innerJoin(game, eq(game.id, notification.gameId))
      .where(gt(notification.id, after))
      .orderBy(asc(notification.id))
      .limit(BATCH_SIZE)
      .all()
    for (const { row, universeId } of rows)
      for (const write of eventsOf(toNotification(row), universeId)) writer.apply(write)
    const last = rows.at(-1)
    return last && { stage: 'notifications', after: last.row.id, minute: 0 }
  }

  return { updates: takeUpdates, gaps: takeGaps, notifications: takeNotifications } satisfies Record<
    HistoryStage,
    HistoryBatchReader
  >
}
