// One attempt at one notification, from the claim to what became of it.
import { type Clock, HOUR_MINUTES, MINUTE_MS, minuteOf } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import type { OwnerFacts } from '../../domain/notifications/facts.js'
import { idempotencyKeyOf, type Notification } from '../../domain/notifications/notification.js'
import type { DueNotification, Outcome } from '../../domain/notifications/outbox.js'
import type { Addressee, Found, Letter, Posted, Poster } from '../../domain/notifications/sender.js'
import type { Store } from '../../domain/ports/store.js'

export interface Delivery {
  readonly store: Store
  readonly clock: Clock
  readonly poster: Poster
  readonly stop: AbortSignal
}

/** Discord knows a nonce for "a few minutes": within these, posting again posts nothing twice. */
const NONCE_MS = 2 * MINUTE_MS
/** After so many attempts, seconds; the last one for all that follow. The first ones lie within the nonce's time. */
const BACKOFF_SECONDS = [2, 5, 15, 45, 120, 300, 900, 1_800]
/** A channel that refused is asked again after this, in case somebody has mended it. */
const PAUSE_MS = HOUR_MINUTES * MINUTE_MS

export async function attempt(delivery: Delivery, due: DueNotification): Promise<void> {
  const { store, clock } = delivery
  const notification = await store.outbox.claim(due.notification.id, due.channelId, clock.now())
  if (notification === undefined) return
  const game = due.gameIsRemoved ? undefined : await store.games.byId(notification.gameId)
  const to = await addresseeOf(store, notification)
  const outcome =
    game === undefined
      ? canceled('The game was removed.')
      : to === undefined
        ? canceled('These notices were switched off, or no channel is set.')
        : await deliver(delivery, notification, { game, to, doubted: doubtedOf(due.notification, to) })
  await store.outbox.recordOutcome(notification, outcome)
}

const canceled = (reason: string): Outcome => ({ state: 'canceled', reason })

async function addresseeOf(store: Store, { kind, accountId, channelId }: Notification): Promise<Addressee | undefined> {
  if (kind !== 'owner') return channelId === null ? undefined : { channelId }
  const members = await store.members.list(accountId)
  return { userIds: members.filter(({ role }) => role === 'owner').map(({ discordUserId }) => discordUserId) }
}

/** Where an earlier attempt may have posted: the route may lead elsewhere since. */
const doubtedOf = ({ channelId, doubtSince }: Notification, to: Addressee): Addressee | undefined =>
  doubtSince === null ? undefined : channelId === null ? to : { channelId }

interface Destination {
  readonly game: Game
  readonly to: Addressee
  readonly doubted: Addressee | undefined
}

async function deliver(
  delivery: Delivery,
  notification: Notification,
  { game, to, doubted }: Destination,
): Promise<Outcome> {
  const { poster, stop } = delivery
  const letter: Letter = { notification, game, to, mark: idempotencyKeyOf(notification) }
  if ('userIds' in to && to.userIds.length === 0)
    return { state: 'parked', reason: 'No owner of the account is known.' }
  if (doubted !== undefined && !isCoveredByNonce(delivery, notification, { to, doubted })) {
    const since = notification.doubtSince ?? notification.createdAt
    const found = await poster.find({ ...letter, to: doubted }, since, stop)
    if (found.outcome !== 'absent') return afterLooking(delivery, notification, found)
  }
  return afterPosting(delivery, letter, await poster.post(letter, stop))
}

const isCoveredByNonce = (
  { clock }: Delivery,
  { doubtSince }: Notification,
  { to, doubted }: Pick<Destination, 'to' | 'doubted'>,
): boolean => clock.now() - (doubtSince ?? 0) < NONCE_MS && JSON.stringify(to) === JSON.stringify(doubted)

async function afterLooking(
  delivery: Delivery,
  notification: Notification,
  found: Exclude<Found, { outcome: 'absent' }>,
): Promise<Outcome> {
  if (found.outcome === 'found') return { state: 'sent', messageId: found.messageId }
  if (found.outcome === 'failed') return again(delivery, notification, found)
  await tellOwner(delivery, notification, 'uncertain', found.reason)
  return { state: 'uncertain', reason: `It may have been posted already, and that cannot be seen: ${found.reason}` }
}

async function afterPosting(delivery: Delivery, { notification, to }: Letter, posted: Posted): Promise<Outcome> {
  const { store } = delivery
  switch (posted.outcome) {
    case 'sent':
      if ('channelId' in to && (await store.routes.paused([to.channelId])).length > 0)
        await store.routes.resume(to.channelId)
      return { state: 'sent', messageId: posted.messageId }
    case 'refused':
      if ('userIds' in to) return { state: 'parked', reason: posted.reason }
      await pause(delivery, { ...notification, channelId: to.channelId }, posted.reason)
      // Once the channel is open again it goes at once.
      return { state: 'pending', reason: posted.reason, nextAttemptAt: 0, doubtSince: notification.doubtSince }
    case 'rejected':
      return { state: 'parked', reason: posted.reason }
    case 'failed':
      return again(delivery, notification, posted)
    case 'unknown':
      return again(delivery, { ...notification, doubtSince: notification.doubtSince ?? notification.claimedAt }, posted)
  }
}

function again(
  { clock }: Delivery,
  { attempts, doubtSince }: Notification,
  { reason, retryAfterMs = 0 }: { readonly reason: string; readonly retryAfterMs?: number },
): Outcome {
  const seconds = BACKOFF_SECONDS[Math.min(attempts, BACKOFF_SECONDS.length) - 1] ?? 0
  return { state: 'pending', reason, nextAttemptAt: clock.now() + Math.max(seconds * 1_000, retryAfterMs), doubtSince }
}

/** The owners hear of it once: until something gets through there again. */
async function pause(
  delivery: Delivery,
  notification: Notification & { channelId: string },
  reason: string,
): Promise<void> {
  const now = delivery.clock.now()
  const pause = { channelId: notification.channelId, reason, since: now, until: now + PAUSE_MS }
  if (await delivery.store.routes.pause(pause)) await tellOwner(delivery, notification, 'channel_paused', reason)
}

async function tellOwner(
  { store, clock }: Delivery,
  { id, gameId, accountId, channelId }: Notification,
  what: OwnerFacts['what'],
  reason: string,
): Promise<void> {
  const facts: OwnerFacts = { kind: 'owner', what, channelId: channelId ?? '', reason, noticeId: id }
  const occurredAt = minuteOf(clock.now())
  await store.outbox.add({ gameId, accountId, kind: 'owner', subject: `${what}:${id}`, occurredAt, facts }, clock.now())
}
