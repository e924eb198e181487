// What happened to a game, from the updates and conditions of its universe, its gaps, and its notifications: those of
// earlier windows from the outbox, those of this window as they were found.
import { HOUR_MINUTES, type Minute, minuteOf } from '../../domain/clock.js'
import type { Gap } from '../../domain/gap.js'
import type { ReportCardFacts } from '../../domain/notifications/facts.js'
import type { NotificationDraft } from '../../domain/notifications/notification.js'
import type { PastEvent, PastEventReader } from '../../domain/notifications/past-event.js'
import type { Store } from '../../domain/ports/store.js'
import type { UniverseEvent } from '../../domain/universe.js'
import type { HistoryWindow } from './history.js'

/** More notifications of one game are not looked at. */
const MAX_NOTIFICATIONS = 1_000

export type NotificationReader = (gameId: number) => Promise<readonly NotificationDraft[]>

export const notificationReader =
  ({ outbox }: Pick<Store, 'outbox'>): NotificationReader =>
  (gameId) =>
    outbox.list({ gameIds: [gameId], limit: MAX_NOTIFICATIONS })

/** `found`: the notifications that other evaluators found in this window. */
export function pastEventReader(
  { game, history }: Pick<HistoryWindow, 'game' | 'history'>,
  found: readonly NotificationDraft[],
  read: NotificationReader,
): PastEventReader {
  return async (from, until) => {
    const stored = await read(game.id)
    const known = new Set(stored.map(({ kind, subject }) => `${kind} ${subject}`))
    const drafts = [...stored, ...found.filter(({ kind, subject }) => !known.has(`${kind} ${subject}`))]
      .filter(({ occurredAt }) => occurredAt >= from && occurredAt < until)
      .sort((a, b) => a.occurredAt - b.occurredAt)
    const changes = await history.events(from, until)
    const gaps = await history.gaps(game.universeId, from, until)
    const events = [
      ...updatesOf(changes, drafts),
      ...absencesOf(changes),
      ...silencesOf(gaps, from, until),
      ...notifiedOf(drafts),
    ]
    return events.sort((a, b) => a.at - b.at)
  }
}

/** Each update with the newest report of its effect. */
function updatesOf(changes: readonly UniverseEvent[], drafts: readonly NotificationDraft[]): PastEvent[] {
  const cards = drafts.map(({ facts }) => facts).filter((facts) => facts.kind === 'report_card')
  return changes
    .filter(({ what }) => what === 'published')
    .map(({ value }) => {
      const at = minuteOf(Number(value))
      const card = cards.findLast(({ updatedAt }) => updatedAt === at)
      return { kind: 'update', at, change: card === undefined ? null : changeOf(card) }
    })
}

const changeOf = ({ outcome, effect }: ReportCardFacts): number | null =>
  outcome === 'cannot_tell' || effect === null ? null : effect.change

/** An absence ends with the next change of the condition. */
function absencesOf(changes: readonly UniverseEvent[]): PastEvent[] {
  const conditions = changes.filter(({ what }) => what === 'condition')
  return conditions.flatMap(({ value, minute: at }, index): PastEvent[] =>
    value === 'hidden' || value === 'gone'
      ? [{ kind: 'incident', at, what: value, until: conditions[index + 1]?.minute ?? null }]
      : [],
  )
}

/**
 * Gaps of an hour or more that began in the span, of whatever reasons, but for those in which the platform did not show
 * the game. What is known of a gap after the span is not used.
 */
function silencesOf(gaps: readonly Gap[], begin: Minute, end: Minute): PastEvent[] {
  const joined: { from: Minute; until: Minute }[] = []
  for (const { from, until, reason } of gaps) {
    if (reason === 'hidden' || reason === 'gone') continue
    const last = joined.at(-1)
    if (last !== undefined && from <= last.until) last.until = Math.max(last.until, until)
    else joined.push({ from, until })
  }
  return joined
    .filter(({ from, until }) => from >= begin && Math.min(until, end) - from >= HOUR_MINUTES)
    .map(({ from, until }) => ({ kind: 'incident', at: from, what: 'no_data', until: until < end ? until : null }))
}

const notifiedOf = (drafts: readonly NotificationDraft[]): PastEvent[] =>
  drafts.flatMap(({ facts, occurredAt }): PastEvent[] => {
    if (facts.kind === 'record') return [{ kind: 'record', at: facts.at ?? occurredAt, ccu: facts.ccu }]
    if (facts.kind === 'alert') return [{ kind: 'alert', at: facts.since, metric: facts.metric }]
    if (facts.kind === 'platform_drop') return [{ kind: 'market_fall', at: facts.since, drop: facts.medianDrop }]
    if (facts.kind !== 'milestone') return []
    return facts.crossings.map(({ metric, rung }) => ({ kind: 'milestone', at: occurredAt, metric, rung }))
  })
