// One attempt at one notice, from the claim to what became of it.
import { type Clock, HOUR_MINUTES, MINUTE_MS, minuteOf } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import type { OwnerFacts } from '../../domain/notifications/facts.js'
import { markOf, type Notice } from '../../domain/notifications/notification.js'
import type { Settlement, Waiting } from '../../domain/notifications/outbox.js'
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

export async function attempt(delivery: Delivery, waiting: Waiting): Promise<void> {
  const { store, clock } = delivery
  const notice = await store.notices.claim(waiting.notice.id, waiting.channelId, clock.now())
  if (notice === undefined) return
  const game = waiting.gameIsRemoved ? undefined : await store.games.byId(notice.gameId)
  const to = await addresseeOf(store, notice)
  const settlement =
    game === undefined
      ? canceled('The game was removed.')
      : to === undefined
        ? canceled('These notices were switched off, or no channel is set.')
        : await deliver(delivery, notice, { game, to, doubted: doubtedOf(waiting.notice, to) })
  await store.notices.settle(notice, settlement)
}

const canceled = (reason: string): Settlement => ({ state: 'canceled', reason })

async function addresseeOf(store: Store, { kind, accountId, channelId }: Notice): Promise<Addressee | undefined> {
  if (kind !== 'owner') return channelId === null ? undefined : { channelId }
  const members = await store.members.list(accountId)
  return { userIds: members.filter(({ role }) => role === 'owner').map(({ discordUserId }) => discordUserId) }
}

/** Where an earlier attempt may have posted: the route may lead elsewhere since. */
const doubtedOf = ({ channelId, doubtSince }: Notice, to: Addressee): Addressee | undefined =>
  doubtSince === null ? undefined : channelId === null ? to : { channelId }

interface Destination {
  readonly game: Game
  readonly to: Addressee
  readonly doubted: Addressee | undefined
}

async function deliver(delivery: Delivery, notice: Notice, { game, to, doubted }: Destination): Promise<Settlement> {
  const { poster, stop } = delivery
  const letter: Letter = { notice, game, to, mark: markOf(notice) }
  if ('userIds' in to && to.userIds.length === 0)
    return { state: 'parked', reason: 'No owner of the account is known.' }
  if (doubted !== undefined && !isCoveredByNonce(delivery, notice, { to, doubted })) {
    const since = notice.doubtSince ?? notice.createdAt
    const found = await poster.find({ ...letter, to: doubted }, since, stop)
    if (found.outcome !== 'absent') return afterLooking(delivery, notice, found)
  }
  return afterPosting(delivery, letter, await poster.post(letter, stop))
}

const isCoveredByNonce = (
  { clock }: Delivery,
  { doubtSince }: Notice,
  { to, doubted }: Pick<Destination, 'to' | 'doubted'>,
): boolean => clock.now() - (doubtSince ?? 0) < NONCE_MS && JSON.stringify(to) === JSON.stringify(doubted)

async function afterLooking(
  delivery: Delivery,
  notice: Notice,
  found: Exclude<Found, { outcome: 'absent' }>,
): Promise<Settlement> {
  if (found.outcome === 'found') return { state: 'sent', messageId: found.messageId }
  if (found.outcome === 'failed') return again(delivery, notice, found)
  await tellOwner(delivery, notice, 'uncertain', found.reason)
  return { state: 'uncertain', reason: `It may have been posted already, and that cannot be seen: ${found.reason}` }
}

async function afterPosting(delivery: Delivery, { notice, to }: Letter, posted: Posted): Promise<Settlement> {
  const { store } = delivery
  switch (posted.outcome) {
    case 'sent':
      if ('channelId' in to && (await store.routes.paused([to.channelId])).length > 0)
        await store.routes.resume(to.channelId)
      return { state: 'sent', messageId: posted.messageId }
    case 'refused':
      if ('userIds' in to) return { state: 'parked', reason: posted.reason }
      await pause(delivery, { ...notice, channelId: to.channelId }, posted.reason)
      // Once the channel is open again it goes at once.
      return { state: 'pending', reason: posted.reason, nextAttemptAt: 0, doubtSince: notice.doubtSince }
    case 'rejected':
      return { state: 'parked', reason: posted.reason }
    case 'failed':
      return again(delivery, notice, posted)
    case 'unknown':
      return again(delivery, { ...notice, doubtSince: notice.doubtSince ?? notice.claimedAt }, posted)
  }
}

function again(
  { clock }: Delivery,
  { attempts, doubtSince }: Notice,
  { reason, retryAfterMs = 0 }: { readonly reason: string; readonly retryAfterMs?: number },
): Settlement {
  const seconds = BACKOFF_SECONDS[Math.min(attempts, BACKOFF_SECONDS.length) - 1] ?? 0
  return { state: 'pending', reason, nextAttemptAt: clock.now() + Math.max(seconds * 1_000, retryAfterMs), doubtSince }
}

/** The owners hear of it once: until something gets through there again. */
async function pause(delivery: Delivery, notice: Notice & { channelId: string }, reason: string): Promise<void> {
  const now = delivery.clock.now()
  const pause = { channelId: notice.channelId, reason, since: now, until: now + PAUSE_MS }
  if (await delivery.store.routes.pause(pause)) await tellOwner(delivery, notice, 'channel_paused', reason)
}

async function tellOwner(
  { store, clock }: Delivery,
  { id, gameId, accountId, channelId }: Notice,
  what: OwnerFacts['what'],
  reason: string,
): Promise<void> {
  const facts: OwnerFacts = { kind: 'owner', what, channelId: channelId ?? '', reason, noticeId: id }
  const occurredAt = minuteOf(clock.now())
  await store.notices.add(
    { gameId, accountId, kind: 'owner', subject: `${what}:${id}`, occurredAt, facts },
    clock.now(),
  )
}
