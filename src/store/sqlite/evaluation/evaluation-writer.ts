// Stores one result of an evaluation: an event, a notification, or the end of a personal alert.
import type { EventWrite } from '../../../domain/events/event.js'
import type { NotificationDraft } from '../../../domain/notifications/notification.js'
import type { EvaluationBatch } from '../../../domain/notifications/outbox.js'
import type { Connection } from '../connection.js'
import { eventWriter } from '../events/event-writer.js'
import { notificationWriter } from '../notifications/waiting.js'

export type EvaluationWrite =
  | { readonly event: EventWrite }
  | { readonly notification: NotificationDraft }
  | { readonly endedAlert: number }

/** In the order in which they must be stored: an alert ends after its last notification. */
export const writesOf = ({ events, notifications, endedAlerts = [] }: EvaluationBatch): readonly EvaluationWrite[] => [
  ...events.map((event) => ({ event })),
  ...notifications.map((notification) => ({ notification })),
  ...endedAlerts.map((endedAlert) => ({ endedAlert })),
]

/** Returns a function that must be called inside a transaction. It returns whether it stored a new notification. */
export function evaluationWriter(connection: Connection): (write: EvaluationWrite, createdAt: number) => boolean {
  const { raw } = connection
  const events = eventWriter(connection)
  const insert = notificationWriter(connection)
  const openAlert = raw.prepare<[number]>('SELECT 1 FROM person_alert WHERE id = ? AND ended_at IS NULL')
  const endAlert = raw.prepare<[number, number]>(
    "UPDATE person_alert SET ended_at = ?, ended_why = 'done' WHERE id = ? AND ended_at IS NULL",
  )
  const game = raw.prepare<[number]>('SELECT 1 FROM game WHERE id = ?')
  const account = raw.prepare<[number]>('SELECT 1 FROM account WHERE id = ?')

  // An account may have been deleted since the evaluation read its games.
  const isOfDeletedAccount = (write: EventWrite): boolean =>
    'event' in write && write.event.accountId !== null && account.get(write.event.accountId) === undefined
  /** An alert that its person ended meanwhile gets nothing more. */
  const isGone = ({ gameId, personAlertId }: NotificationDraft): boolean =>
    game.get(gameId) === undefined || (personAlertId != null && openAlert.get(personAlertId) === undefined)

  return (write, createdAt) => {
    if ('event' in write) {
      if (!isOfDeletedAccount(write.event)) events.apply(write.event)
    } else if ('endedAlert' in write) endAlert.run(createdAt, write.endedAlert)
    else return !isGone(write.notification) && insert(write.notification, createdAt)
    return false
  }
}
