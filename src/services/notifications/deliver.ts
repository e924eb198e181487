// Step 4 of 7, delivery: claims pending notifications of the outbox, in order within each channel, and renders and
// posts each one until its outcome is stored. A crash leaves claims, which the next delivery releases as possibly
// posted since the time of the claim, so that none is lost and none is posted twice.

import { type Minute, minuteOf } from '../../domain/clock.js'
import { throwTogether } from '../../domain/error.js'
import type { DueNotification, Outbox } from '../../domain/notifications/outbox.js'
import type { NotificationSender } from '../../domain/notifications/sender.js'
import type { Lease } from '../../domain/processes/leases.js'
import type { ClockCheck } from '../../domain/time/clock-check.js'
import { attempt, type DeliveryDeps } from './attempt.js'

/**
 * Channels served at the same time. The sender limits its own rate, so that commands are not delayed; a channel that
 * waits for Discord's rate limit must not delay all others.
 */
const CONCURRENCY = 25

/** Resolves when nothing is due any more. Only one run at a time. */
export type DeliveryRun = (stop: AbortSignal) => Promise<void>

export function createDelivery(deps: DeliveryDeps & { readonly clockCheck: ClockCheck }): DeliveryRun {
  const { clock, clockCheck, sender } = deps
  // Claims that exist when a run begins are from a process that died or a run that failed.
  let mayHaveClaims = true
  let term: number | undefined
  const notedChannels = new Set<string>()

  return async function deliver(stop) {
    const lease = await deps.store.leases.take('delivery')
    if (lease === undefined) return
    // Meanwhile another process may have died with claims.
    if (lease.term !== term) mayHaveClaims = true
    term = lease.term
    const outbox = fencedOutbox(deps.store.outbox, lease)
    const fenced = { ...deps, store: { ...deps.store, outbox } }
    // While the clock is not known to be correct, expired notifications are held: neither posted nor turned into dead
    // letters.
    if (clockCheck.state() === 'correct') await outbox.expire(clock.now())
    if (!sender.isReady()) return
    if (mayHaveClaims) await outbox.releaseClaims()
    mayHaveClaims = false
    const running = new Set<Promise<void>>()
    const failures: unknown[] = []
    const startedCounts = new Map<string, number>()
    // Round-robin: a channel with hundreds of notifications does not delay the others.
    const timesStarted = (due: DueNotification): number => startedCounts.get(queueOf(due)) ?? 0
    let gatheredAt: Minute | undefined
    const startDue = async (): Promise<number> => {
      const now = clock.now()
      // Quiet hours end with a minute.
      if (gatheredAt !== minuteOf(now)) await gather(outbox, sender, now)
      gatheredAt = minuteOf(now)
      let started = 0
      const waiting = await outbox.due(now)
      for (const due of waiting.sort((a, b) => timesStarted(a) - timesStarted(b))) {
        if (running.size >= CONCURRENCY || stop.aborted || failures.length > 0 || !sender.isReady()) break
        if (due.notification.nextAttemptAt > now) continue
        const task: Promise<void> = attempt({ ...fenced, notedChannels, stop }, due)
          .catch((error: unknown) => void failures.push(error))
          .finally(() => running.delete(task))
        running.add(task)
        startedCounts.set(queueOf(due), timesStarted(due) + 1)
        started++
      }
      return started
    }
    const startAll = async (): Promise<void> => {
      while ((await startDue()) > 0 || running.size > 0) if (running.size > 0) await Promise.race(running)
    }
    await startAll().catch((error: unknown) => void failures.push(error))
    // Those that still run would overlap the next run, and an error of theirs would leave its claim to nobody.
    await Promise.all(running)
    if (failures.length > 0) mayHaveClaims = true
    throwTogether(failures)
  }
}

async function gather(outbox: Outbox, sender: NotificationSender, now: number): Promise<void> {
  const unknown = new Set<string>()
  await outbox.gather(now, (channelId) => {
    const isForum = sender.isForum === undefined ? false : sender.isForum(channelId)
    if (isForum === undefined) unknown.add(channelId)
    return isForum
  })
  if (unknown.size === 0) return
  for (const channelId of unknown) await sender.learn?.(channelId)
  await outbox.gather(now, (channelId) => sender.isForum?.(channelId) ?? false)
}

const queueOf = ({ channelId, notification }: DueNotification): string =>
  channelId ?? `account ${notification.accountId}`

/**
 * Claims and outcomes are stored only while this process has the lease: otherwise another one delivers, and has released the
 * claims of this one.
 */
const fencedOutbox = (outbox: Outbox, { fenced }: Pick<Lease, 'fenced'>): Outbox => ({
  ...outbox,
  claim: (...args) => fenced(() => outbox.claim(...args)),
  recordOutcome: (...args) => fenced(() => outbox.recordOutcome(...args)),
  releaseClaims: () => fenced(() => outbox.releaseClaims()),
})
