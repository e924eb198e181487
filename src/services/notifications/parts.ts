// What a notification consists of and is about: the parts of a batch, and the games.
import type { Game } from '../../domain/game.js'
import type { Notification } from '../../domain/notifications/notification.js'
import type { DueNotification } from '../../domain/notifications/outbox.js'
import type { BatchEntry } from '../../domain/notifications/sender.js'
import type { Store } from '../../domain/ports/store.js'

/** Undefined if it was removed. A batch is posted as long as one of its games is there. */
export const gameOf = async (
  store: Store,
  notification: Notification,
  due: DueNotification,
): Promise<Game | undefined> => {
  if (notification.kind === 'batch') return (await entriesOf(store, notification))[0]?.game
  return due.gameIsRemoved ? undefined : store.games.byId(notification.gameId)
}

/** The notification whose message is rendered: the batch, if the notification changes a part of one; otherwise itself. */
export async function notificationToRender(
  store: Store,
  notification: Notification,
  original: Notification | undefined,
): Promise<Notification> {
  if (notification.follows?.as !== 'edit' || original === undefined) return notification
  const batch = original.batchId == null ? undefined : await store.outbox.byId(original.batchId)
  if (batch === undefined) return notification
  await store.outbox.amend(original.id, notification.facts)
  return batch
}

/** Games that were removed since have no entry. */
export async function entriesOf({ outbox, games }: Store, { facts }: Notification): Promise<BatchEntry[]> {
  const entries: BatchEntry[] = []
  for (const id of facts.kind === 'batch' ? facts.notificationIds : []) {
    const notification = await outbox.byId(id)
    const game = notification && (await games.byId(notification.gameId))
    if (notification && game) entries.push({ notification, game })
  }
  return entries
}

function namedIdsOf(facts: Notification['facts']): readonly number[] {
  if (facts.kind === 'scheduled_post') return facts.games.map(({ gameId }) => gameId)
  const named = facts.kind === 'platform_incident' ? facts.games : facts
  return named !== undefined && 'gameIds' in named ? named.gameIds : []
}

export async function namedGamesOf(
  { games }: Store,
  accountId: number,
  of: readonly Pick<Notification, 'facts'>[],
): Promise<Game[]> {
  const named = of.flatMap(({ facts }) => namedIdsOf(facts))
  return named.length === 0 ? [] : (await games.ofAccount(accountId)).filter(({ id }) => named.includes(id))
}
