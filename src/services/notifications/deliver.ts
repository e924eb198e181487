// Stage 4 of 7, delivery: claims what waits in the outbox, channel by channel in order, and takes each notification through
// rendering and post to its outcome. A crash leaves claims behind, which the next delivery releases with the time since
// which nobody knows whether they were posted: none is lost, and none is posted twice.

import type { DueNotification } from '../../domain/notifications/outbox.js'
import type { ClockCheck } from '../../domain/time/clock-check.js'
import { attempt, type DeliveryDeps } from './attempt.js'

/**
 * Channels served at a time. The sender paces itself, so that commands find room; a channel that waits for Discord's
 * window must not keep all others waiting.
 */
const CONCURRENCY = 25

/** Returns when nothing is due any more. One run at a time. */
export type DeliveryRun = (stop: AbortSignal) => Promise<void>

export function createDelivery(deps: DeliveryDeps & { readonly clockCheck: ClockCheck }): DeliveryRun {
  const { clock, clockCheck, sender } = deps
  const { outbox } = deps.store
  // What is claimed when a run begins was left by a process that died, or by a run that failed.
  let mayHaveLeft = true
  const notedChannels = new Set<string>()

  return async function deliver(stop) {
    // What has expired by a clock that nobody has found correct is kept back: neither posted nor a dead letter.
    if (clockCheck.state() === 'correct') await outbox.expire(clock.now())
    if (!sender.isReady()) return
    if (mayHaveLeft) await outbox.releaseClaims()
    mayHaveLeft = false
    const running = new Set<Promise<void>>()
    const failures: unknown[] = []
    const served = new Map<string, number>()
    // By turns: a channel with hundreds of notifications does not keep the others waiting.
    const timesServed = (due: DueNotification): number => served.get(queueOf(due)) ?? 0
    const startDue = async (): Promise<number> => {
      const now = clock.now()
      let started = 0
      const waiting = await outbox.due(now)
      for (const due of waiting.sort((a, b) => timesServed(a) - timesServed(b))) {
        if (running.size >= CONCURRENCY || stop.aborted || failures.length > 0 || !sender.isReady()) break
        if (due.notification.nextAttemptAt > now) continue
        const work: Promise<void> = attempt({ ...deps, notedChannels, stop }, due)
          .catch((error: unknown) => void failures.push(error))
          .finally(() => running.delete(work))
        running.add(work)
        served.set(queueOf(due), timesServed(due) + 1)
        started++
      }
      return started
    }
    while ((await startDue()) > 0 || running.size > 0) if (running.size > 0) await Promise.race(running)
    if (failures.length === 0) return
    mayHaveLeft = true
    throw failures[0]
  }
}

const queueOf = ({ channelId, notification }: DueNotification): string =>
  channelId ?? `account ${notification.accountId}`
