// The deliverer: takes what waits, channel by channel in order, and sees to it that each notification is posted once.
import type { Clock } from '../../domain/clock.js'
import type { ClockCheck } from '../../domain/clock-check.js'
import type { DueNotification } from '../../domain/notifications/outbox.js'
import type { Poster } from '../../domain/notifications/sender.js'
import type { Store } from '../../domain/ports/store.js'
import { attempt } from './attempt.js'

/**
 * Channels served at a time. The poster paces itself, so that commands find room; a channel that waits for Discord's
 * window must not keep all others due.
 */
const CHANNELS_AT_ONCE = 25

interface DeliveryRun {
  readonly poster: Poster
  readonly stop: AbortSignal
}

const lineOf = ({ channelId, notification }: DueNotification): string =>
  channelId ?? `account ${notification.accountId}`

interface DeliveryPorts {
  readonly store: Store
  readonly clock: Clock
  readonly clockCheck: ClockCheck
}

export function bindDeliverNotices({ store, clock, clockCheck }: DeliveryPorts) {
  // What is claimed when a run begins was left by a process that died, or by a run that failed.
  let mayHaveLeft = true

  /** Returns when nothing is due any more. One run at a time. */
  return async function deliverNotices({ poster, stop }: DeliveryRun): Promise<void> {
    // What has expired by a clock that nobody has found correct is kept back: neither posted nor a dead letter.
    if (clockCheck.state() === 'correct') await store.outbox.expire(clock.now())
    if (!poster.isReady()) return
    if (mayHaveLeft) await store.outbox.releaseClaims()
    mayHaveLeft = false
    const running = new Set<Promise<void>>()
    const failures: unknown[] = []
    const served = new Map<string, number>()
    const startDue = async (): Promise<number> => {
      const now = clock.now()
      let started = 0
      const heads = await store.outbox.due(now)
      for (const due of heads.sort((a, b) => timesServed(a) - timesServed(b))) {
        if (running.size >= CHANNELS_AT_ONCE || stop.aborted || failures.length > 0 || !poster.isReady()) break
        if (due.notification.nextAttemptAt > now) continue
        const work: Promise<void> = attempt({ store, clock, poster, stop }, due)
          .catch((error: unknown) => void failures.push(error))
          .finally(() => running.delete(work))
        running.add(work)
        served.set(lineOf(due), timesServed(due) + 1)
        started++
      }
      return started
    }
    // By turns: a channel with hundreds of notifications does not keep the others due.
    const timesServed = (due: DueNotification): number => served.get(lineOf(due)) ?? 0
    while ((await startDue()) > 0 || running.size > 0) if (running.size > 0) await Promise.race(running)
    if (failures.length === 0) return
    mayHaveLeft = true
    throw failures[0]
  }
}
