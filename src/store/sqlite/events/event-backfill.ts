// Writes the events of the time before there was a table of them, from what an older version stored: changes of
// universes, gaps, in which incidents are found by today's rules, and notifications of milestones, alerts and falls of the
// platform. Records are found afterwards, from the sums of the days. One call is one short transaction that ends with the position of the next one, so
// a crash repeats nothing; an event that was found meanwhile is the same one, because its subject is.

import { and, asc, eq, gt, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { eventsOf } from '../../../domain/events/event-of-draft.js'
import type { NotificationKind } from '../../../domain/notifications/facts.js'
import { PAST_RECORDS_SETTING } from '../../../domain/ports/event-log.js'
import { updateEvent } from '../../values/events/update-event.js'
import { toNotification } from '../../values/notifications/rows.js'
import type { Connection } from '../connection.js'
import { evaluationCursor, notification } from '../notifications/schema.js'
import { game, gap, setting, tickCursor, universeEvent } from '../schema.js'
import type { EventWriter } from './event-writer.js'
import type { GapEvents } from './gap-events.js'
import { pastIncidentSteps } from './past-incidents.js'

/** The migration wrote this setting where there was a history. */
const PROGRESS = 'events.history'
/** The number of rows in one transaction, which takes about 5 ms. */
const BATCH_SIZE = 100
/** Earlier versions reported other ones, and only of games with a channel. */
const FOUND_OTHERWISE: readonly NotificationKind[] = ['status', 'record', 'platform_incident']

const STAGES = ['updates', 'gaps', 'incidents', 'platform', 'notifications'] as const
type HistoryStage = (typeof STAGES)[number]

const POSITION = z.object({
  stage: z.enum(STAGES),
  /** A row, a universe, an event or a notification. */
  after: z.number(),
  /** Used for gaps and incidents alone. */
  minute: z.number(),
  /** What is evaluated from then on is found by the evaluation. */
  limit: z.number().optional(),
})
type HistoryPosition = z.infer<typeof POSITION>

/** The returned function must be called inside a transaction. */
export function eventBackfill(connection: Connection, writer: EventWriter, gaps: GapEvents): () => boolean {
  const { orm } = connection
  const isProgress = eq(setting.key, PROGRESS)
  const steps = historySteps(connection, writer, gaps)
  const firstEvaluated = (): number => {
    const evaluated = orm.select({ minute: evaluationCursor.minute }).from(evaluationCursor).get()
    const sampled = orm.select({ minute: tickCursor.minute }).from(tickCursor).get()
    return (evaluated?.minute ?? sampled?.minute ?? -1) + 1
  }

  return () => {
    const stored = orm.select().from(setting).where(isProgress).get()
    if (stored === undefined) return true
    const position = POSITION.parse(JSON.parse(stored.value))
    const { stage, limit = firstEvaluated() } = position
    const next = steps[stage]({ ...position, limit }) ?? stageAfter(stage)
    if (next === undefined) {
      orm.delete(setting).where(isProgress).run()
      orm
        .insert(setting)
        .values({ key: PAST_RECORDS_SETTING, value: JSON.stringify({ after: 0, until: limit }) })
        .onConflictDoNothing()
        .run()
    } else
      orm
        .update(setting)
        .set({ value: JSON.stringify({ ...next, limit }) })
        .where(isProgress)
        .run()
    return next === undefined
  }
}

function stageAfter(stage: HistoryStage): HistoryPosition | undefined {
  const next = STAGES[STAGES.indexOf(stage) + 1]
  return next && { stage: next, after: 0, minute: 0 }
}

type HistoryBatchReader = (position: HistoryPosition & { readonly limit: number }) => HistoryPosition | undefined

/** Each returns the position after its batch; undefined when its stage is over. */
function historySteps(connection: Connection, writer: EventWriter, gaps: GapEvents) {
  const { orm } = connection
  const incidents = pastIncidentSteps(connection, writer)
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
      if (!FOUND_OTHERWISE.includes(row.kind))
        for (const write of eventsOf(toNotification(row), universeId)) writer.apply(write)
    const last = rows.at(-1)
    return last && { stage: 'notifications', after: last.row.id, minute: 0 }
  }

  const takeIncidents: HistoryBatchReader = (position) => {
    const next = incidents.ofUniverse(position, position.limit)
    return next && { stage: 'incidents', ...next }
  }

  const takePlatform: HistoryBatchReader = (position) => {
    const next = incidents.ofPlatform(position, position.limit)
    return next && { stage: 'platform', ...next }
  }

  return {
    updates: takeUpdates,
    gaps: takeGaps,
    incidents: takeIncidents,
    platform: takePlatform,
    notifications: takeNotifications,
  } satisfies Record<HistoryStage, HistoryBatchReader>
}
