// Keeps panels and counters up to date while the bot is connected: checks twice a second what is due by the service's
// clock.
import { isWaitOver, MINUTE_MS, type Minute } from '../../domain/clock.js'
import { nextRenameAt, RENAME_INTERVAL_MS } from '../../domain/live-updates/counter.js'
import { describeError } from '../describe-error.js'
import { updateCounter } from './rename-counter.js'
import { type LiveDeps, type ShownPanel, updatePanel } from './update-panel.js'

const CHANGE_CHECK_INTERVAL_MS = 500
const EDIT_INTERVAL_MS = MINUTE_MS
/** Edits even without a change, because only an edit reveals that the message was deleted. */
const UNCHANGED_EDIT_INTERVAL_MS = 5 * MINUTE_MS
const COUNTER_CHECK_INTERVAL_MS = MINUTE_MS / 2

interface PanelSnapshot {
  /** Undefined if unknown. */
  readonly content: ShownPanel | undefined
  /** Time of the last edit, in ms. */
  readonly at: number
  /** The newest tick at the last check. */
  readonly tick: Minute | undefined
}

/** `track` receives work that must finish before a stop. */
export function startLiveUpdates(deps: LiveDeps, track: (work: Promise<void>) => void): void {
  const { client, services, log, stop } = deps
  const underway = new Set<string>()
  const nextLooks = new Map<string, number>()
  const snapshots = new Map<number, PanelSnapshot>()

  let startedAt = services.clock.now()
  let lookedAt = startedAt

  const start = (
    key: string,
    due: { at: number; intervalMs: number; now: number },
    work: () => Promise<void>,
  ): void => {
    // The whole check has one time: with a later one, what is updated now would seem to have been updated before.
    const { now } = due
    if (underway.has(key) || !isWaitOver(due.at, due.intervalMs, now)) return
    nextLooks.set(key, now)
    underway.add(key)
    const done = work()
      .catch((error: unknown) => {
        if (!stop.aborted)
          log.warn({ live: key, ...describeError(error) }, 'A panel or a counter could not be updated.')
      })
      .finally(() => underway.delete(key))
    track(done)
  }

  const look = async (): Promise<void> => {
    // After a logout the token is null.
    if (client.token === null) return
    const now = services.clock.now()
    // If the clock was set back, the remembered times would lie in the future and delay every update.
    if (now < lookedAt - MINUTE_MS) {
      startedAt = now
      nextLooks.clear()
      snapshots.clear()
    }
    lookedAt = now
    const tick = await services.live.lastTick()
    for (const panel of await services.live.panels()) {
      const key = `panel ${panel.id}`
      const before = snapshots.get(panel.id)
      // After a start the last edit is unknown: the limit of one edit per minute holds across restarts, too.
      const edited = Math.max(panel.postedAt, before?.at ?? startedAt)
      // A check that found no change must not delay the update for the next tick.
      const last = before?.tick === tick ? Math.max(edited, nextLooks.get(key) ?? 0) : edited
      start(key, { at: last + EDIT_INTERVAL_MS, intervalMs: EDIT_INTERVAL_MS, now }, async () => {
        const isForced = !before || isWaitOver(before.at + UNCHANGED_EDIT_INTERVAL_MS, UNCHANGED_EDIT_INTERVAL_MS, now)
        snapshots.set(panel.id, { content: undefined, at: now, tick })
        const content = await updatePanel(panel, { current: before?.content, isForced }, deps)
        const isSame = !isForced && content === before.content
        snapshots.set(panel.id, { content, at: isSame ? before.at : now, tick })
      })
    }
    const counters = await services.live.counters()
    for (const counter of counters) {
      const key = `counter ${counter.channelId}`
      // The command that created the counter does the first rename, so one check is skipped.
      if (counter.renamedAt === null && !nextLooks.has(key)) {
        nextLooks.set(key, now)
        continue
      }
      const next = Math.max(nextRenameAt(counter), (nextLooks.get(key) ?? 0) + COUNTER_CHECK_INTERVAL_MS)
      start(key, { at: next, intervalMs: RENAME_INTERVAL_MS, now }, () => updateCounter(counter, deps))
    }
    const running = new Set(counters.map(({ channelId }) => `counter ${channelId}`))
    for (const key of nextLooks.keys()) if (key.startsWith('counter ') && !running.has(key)) nextLooks.delete(key)
  }

  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    const done = look()
      .catch((error: unknown) => {
        if (!stop.aborted) log.error(describeError(error), 'Panels and counters could not be checked.')
      })
      .finally(() => {
        isLooking = false
      })
    track(done)
  }, CHANGE_CHECK_INTERVAL_MS)
  timer.unref()
  stop.addEventListener('abort', () => clearInterval(timer), { once: true })
}
