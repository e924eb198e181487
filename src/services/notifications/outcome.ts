// Step 7 of 7, outcome: what becomes of a notification, of its channel and of the account's owners, after a post or without
// one; stored by the process that claimed it. A crash before that leaves the claim, and the next delivery determines whether
// it was posted; a crash after that loses nothing.
import { type Clock, HOUR_MS, MINUTE_MS, minuteOf } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import type { OwnerFacts } from '../../domain/notifications/facts.js'
import type { Notification } from '../../domain/notifications/notification.js'
import type { DeliveryOutcome, DueNotification } from '../../domain/notifications/outbox.js'
import type { Address, LookupResult, NotificationSender, PostResult } from '../../domain/notifications/sender.js'
import type { Store } from '../../domain/ports/store.js'
import { isQuiet } from '../../domain/time/quiet-hours.js'
import { checkRecipient } from '../person-alerts/check-recipient.js'

interface OutcomeDeps {
  readonly store: Store
  readonly clock: Clock
}

type MembershipDeps = OutcomeDeps & { readonly sender: Pick<NotificationSender, 'isMember'> }

/**
 * The wait in seconds after each attempt; the last one is used for all further attempts. The first waits are shorter
 * than the lifetime of a nonce.
 */
const BACKOFF_SECONDS = [2, 5, 15, 45, 120, 300, 900, 1_800]
/** After this many milliseconds a channel that rejected a post is tried again, in case a person has repaired it. */
const CHANNEL_RETRY_DELAY_MS = HOUR_MS

/** The notification that an attempt has claimed, and what is known about it. */
interface ClaimedNotification {
  readonly notification: Notification
  readonly due: DueNotification
  readonly game: Game
  /** The notification that it continues. */
  readonly original: Notification | undefined
}

/** What ends or postpones a notification without a post; undefined if it is to be posted. */
export const outcomeWithoutPost = async (
  deps: MembershipDeps,
  { notification, due, game, original }: ClaimedNotification,
): Promise<DeliveryOutcome | undefined> =>
  (await outcomeWithoutOriginal(deps, notification, original)) ??
  (await outcomeForPerson(deps, notification, game)) ??
  (await outcomeOfQuietHours(deps, notification, due))

export const canceled = (reason: string): DeliveryOutcome => ({ state: 'canceled', reason })

const ORIGINAL_RETRY_DELAY_MS = MINUTE_MS / 2

/** What to do with a continuation whose original message does not exist; undefined if it can be delivered. */
async function outcomeWithoutOriginal(
  { clock, store }: OutcomeDeps,
  { follows, uncertainSince }: Notification,
  original: Notification | undefined,
): Promise<DeliveryOutcome | undefined> {
  if (follows === undefined || original?.state === 'sent') return undefined
  const posted = original?.state === 'batched' ? await store.outbox.byId(original.batchId ?? 0) : original
  if (posted?.state === 'pending' || posted?.state === 'claimed') {
    const reason = 'The message that it continues is not posted yet.'
    return { state: 'pending', reason, nextAttemptAt: clock.now() + ORIGINAL_RETRY_DELAY_MS, uncertainSince }
  }
  return canceled('The message that it continues was not posted.')
}

const MEMBERSHIP_RETRY_DELAY_MS = MINUTE_MS

/** DISCORD-43: what to do with a message to a person who may not see it, or not yet; undefined if it can be delivered. */
async function outcomeForPerson(
  { store, clock, sender }: MembershipDeps,
  { personAlertId, fixedChannelId, uncertainSince }: Notification,
  game: Game,
): Promise<DeliveryOutcome | undefined> {
  if (personAlertId == null) return undefined
  const alert = await store.personAlerts.byId(personAlertId)
  // What is said in a channel is that the alert has ended.
  const isOver = alert?.ended != null && alert.ended.why !== 'done' && fixedChannelId == null
  if (alert === undefined || isOver) return canceled('The person ended the alert, or it has ended.')
  const isMember = (guildId: string, userId: string) => sender.isMember(guildId, userId)
  const check = await checkRecipient({ store, isMember }, alert, game)
  if (check === 'allowed') return undefined
  const now = clock.now()
  if (check === 'unknown') {
    const reason = 'It is not known now whether the person is still in the server.'
    return { state: 'pending', reason, nextAttemptAt: now + MEMBERSHIP_RETRY_DELAY_MS, uncertainSince }
  }
  await store.personAlerts.end(alert.id, check, now)
  return canceled('The person may not see this game here any more.')
}

const MAX_SEARCHED_ENDS = 50

/** DISCORD-35: what began and ended while nothing was posted is not news any more. Its reply is canceled with it. */
async function outcomeOfQuietHours(
  { store }: OutcomeDeps,
  { accountId, gameId, kind, subject, occurredAt, attempts }: Notification,
  { quietHours }: DueNotification,
): Promise<DeliveryOutcome | undefined> {
  const isQuietAt = (minute: number): boolean => quietHours.some((hours) => isQuiet(hours, minute))
  if (attempts > 1 || !isQuietAt(occurredAt)) return undefined
  const query = { accountId, gameIds: [gameId], kinds: [kind], states: ['pending'], limit: MAX_SEARCHED_ENDS } as const
  const end = (await store.outbox.list(query)).find(
    ({ follows }) => follows?.as === 'reply' && follows.subject === subject,
  )
  return end && isQuietAt(end.occurredAt) ? canceled('It began and ended within quiet hours.') : undefined
}

interface DeliveryAttempt {
  readonly notification: Notification
  readonly to: Address
}

export async function outcomeOfPost(
  deps: OutcomeDeps,
  { notification, to }: DeliveryAttempt,
  posted: PostResult,
): Promise<DeliveryOutcome> {
  const { routes } = deps.store
  switch (posted.result) {
    case 'sent':
      if ('channelId' in to && (await routes.paused([to.channelId])).length > 0) await routes.resume(to.channelId)
      return { state: 'sent', messageId: posted.messageId }
    case 'channel rejected':
      if (notification.kind === 'person_alert') await closeAlerts(deps, notification, to)
      if ('userIds' in to || notification.kind === 'person_alert')
        return { state: 'dead_letter', reason: posted.reason }
      await pause(deps, { ...notification, channelId: to.channelId }, posted.reason)
      // An attempt time of 0 means that it is due as soon as the pause ends.
      return { state: 'pending', reason: posted.reason, nextAttemptAt: 0, uncertainSince: notification.uncertainSince }
    case 'message rejected':
      // A message that somebody deleted needs no change any more, and nobody has to do anything about it.
      return { state: notification.follows?.as === 'edit' ? 'canceled' : 'dead_letter', reason: posted.reason }
    case 'failed':
      return retryLater(deps, notification, posted)
    case 'unknown':
      return retryLater(
        deps,
        { ...notification, uncertainSince: notification.uncertainSince ?? notification.claimedAt },
        posted,
      )
  }
}

/** The outcome of searching for a notification that an earlier attempt may have posted. */
export async function outcomeOfLookup(
  deps: OutcomeDeps,
  notification: Notification,
  found: Exclude<LookupResult, { readonly result: 'absent' }>,
): Promise<DeliveryOutcome> {
  if (found.result === 'found') return { state: 'sent', messageId: found.messageId }
  if (found.result === 'failed') return retryLater(deps, notification, found)
  await notifyOwners(deps, notification, 'uncertain', found.reason)
  return {
    state: 'uncertain',
    reason: `Unknown whether it was posted, because the channel cannot be read: ${found.reason}`,
  }
}

function retryLater(
  { clock }: OutcomeDeps,
  { attempts, uncertainSince }: Notification,
  { reason, retryAfterMs = 0 }: { readonly reason: string; readonly retryAfterMs?: number },
): DeliveryOutcome {
  const seconds = BACKOFF_SECONDS[Math.min(attempts, BACKOFF_SECONDS.length) - 1] ?? 0
  return {
    state: 'pending',
    reason,
    nextAttemptAt: clock.now() + Math.max(seconds * 1_000, retryAfterMs),
    uncertainSince,
  }
}

/** The owners are notified once, until a post to the channel succeeds again. */
async function pause(
  deps: OutcomeDeps,
  notification: Notification & { channelId: string },
  reason: string,
): Promise<void> {
  const now = deps.clock.now()
  const pause = { channelId: notification.channelId, reason, since: now, until: now + CHANNEL_RETRY_DELAY_MS }
  if (await deps.store.routes.pause(pause)) await notifyOwners(deps, notification, 'channel_paused', reason)
}

/**
 * DISCORD-42: the person receives no messages, so all of their alerts end. One notification says so, in the channel where this alert was made.
 * That notification is stored first: after a crash between the two, it is sent once, and the next attempt ends the alerts.
 */
async function closeAlerts(
  { store, clock }: OutcomeDeps,
  { gameId, accountId, personAlertId, facts }: Notification,
  to: Address,
): Promise<void> {
  const alert = personAlertId == null ? undefined : await store.personAlerts.byId(personAlertId)
  if (alert === undefined || facts.kind !== 'person_alert' || 'channelId' in to) return
  const now = clock.now()
  const { id, channelId, locale } = alert
  if (channelId !== null)
    await store.outbox.add(
      {
        ...{ gameId, accountId, kind: 'person_alert', subject: `closed:${id}`, occurredAt: minuteOf(now) },
        ...{ facts: { kind: 'person_alert', locale, news: { on: 'closed' } }, fixedChannelId: channelId },
        personAlertId: id,
      },
      now,
    )
  await store.personAlerts.closeAll(alert, now)
}

/** Adds another notification to the outbox, which is delivered like any other. */
async function notifyOwners(
  { store, clock }: OutcomeDeps,
  { id, gameId, accountId, channelId }: Notification,
  what: OwnerFacts['what'],
  reason: string,
): Promise<void> {
  const facts: OwnerFacts = { kind: 'owner', what, channelId: channelId ?? '', reason, notificationId: id }
  const now = clock.now()
  const draft = {
    gameId,
    accountId,
    kind: 'owner',
    subject: `${what}:${id}`,
    occurredAt: minuteOf(now),
    facts,
  } as const
  await store.outbox.add(draft, now)
}
