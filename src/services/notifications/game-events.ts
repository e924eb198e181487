// What happened to a game, read from the list of events, as digests list it: what earlier evaluations and the ticks wrote,
// and what this evaluation found and has not written yet.
import { DAY_MINUTES, type Minute } from '../../domain/clock.js'
import { type EventDraft, type EventWrite, MIN_GAP_EVENT_MINUTES } from '../../domain/events/event.js'
import { type EventKind, membersOf } from '../../domain/events/event-facts.js'
import type { Game } from '../../domain/game.js'
import type { EvaluationContext } from '../../domain/notifications/evaluator.js'
import type { PastEvent } from '../../domain/notifications/facts.js'
import { statusKindOf } from '../../domain/notifications/platform-incident.js'
import type { Store } from '../../domain/ports/store.js'
import type { Span } from '../../domain/rules/span.js'

/** What an evaluation found, and the minute at which it was found. */
export interface FoundEvent {
  readonly minute: Minute
  readonly write: EventWrite
}

const LISTED_KINDS: readonly EventKind[] = ['update', 'incident', 'market_fall', 'gap', 'record', 'milestone', 'alert']
const MAX_EVENTS_PER_RUN = 500
/** An update is found at the tick after it, and later where no tick ran. */
const MAX_FOUND_LATE_MINUTES = DAY_MINUTES

/** `found`: by this evaluation, in the order in which it was found. */
export function gameEventReader(
  { eventLog }: Pick<Store, 'eventLog'>,
  game: Game,
  found: readonly FoundEvent[],
): EvaluationContext['pastEvents'] {
  const { universeId, accountId } = game
  const isSeen = (event: EventDraft): boolean =>
    (event.universeId ?? universeId) === universeId && (event.accountId ?? accountId) === accountId
  return async (span, now) => {
    const range = { from: span.from - MAX_FOUND_LATE_MINUTES, until: span.until, limit: MAX_EVENTS_PER_RUN }
    const stored = await eventLog.newest({ universeIds: [universeId], accountId, kinds: LISTED_KINDS, ...range })
    const events = withFound(
      stored,
      found.filter(({ minute }) => minute <= now),
    ).filter(isSeen)
    const known = events.flatMap((event) => knownAt(event, now) ?? []).filter((event) => touches(event, span))
    return pastEvents(known, universeId).sort((a, b) => a.at - b.at)
  }
}

function withFound(stored: readonly EventDraft[], found: readonly FoundEvent[]): EventDraft[] {
  const keyOf = ({ kind, subject }: Pick<EventDraft, 'kind' | 'subject'>): string => `${kind} ${subject}`
  const events = new Map(stored.map((event) => [keyOf(event), event]))
  for (const { write } of found) {
    const key = keyOf('event' in write ? write.event : write)
    const before = events.get(key)
    if (write.write === 'put') events.set(key, { ...write.event, end: write.event.end ?? before?.end ?? null })
    else if (write.write === 'resume')
      events.set(key, { ...write.event, end: (before?.end ?? 0) > write.since ? (before?.end ?? null) : null })
    else if (write.write === 'withdraw') events.delete(key)
    else if (before?.end === null) events.set(key, { ...before, end: write.end })
  }
  return [...events.values()]
}

/** Ticks may be ahead of the evaluation: what they found later is not known yet. */
function knownAt(event: EventDraft, now: Minute): EventDraft | undefined {
  const { facts, start, end } = event
  if (facts.kind === 'update' && facts.foundAt > now) return undefined
  if (facts.kind === 'gap' && now + 1 - start < MIN_GAP_EVENT_MINUTES) return undefined
  return end !== null && end > now ? { ...event, end: null } : event
}

function touches({ facts, start, end }: EventDraft, { from, until }: Span): boolean {
  if (facts.kind === 'update') return facts.foundAt >= from && facts.foundAt < until
  return start < until && (start >= from || end === null || end > from)
}

const pastEvents = (events: readonly EventDraft[], universeId: number): PastEvent[] =>
  events.filter((event) => !isExplained(event, events)).flatMap((event) => pastEventOf(event, universeId) ?? [])

/** A gap is explained by an incident that it overlaps; only a gap says why Headcount itself had no data. */
function isExplained(event: EventDraft, events: readonly EventDraft[]): boolean {
  const isOwn = event.kind === 'incident' && event.cause === 'headcount'
  if (isOwn) return events.some((other) => other.kind === 'gap' && other.cause !== null && overlap(event, other))
  if (event.kind !== 'gap') return false
  return events.some((other) => other.kind === 'incident' && other.cause !== 'headcount' && overlap(event, other))
}

const overlap = (a: EventDraft, b: EventDraft): boolean =>
  a.start <= (b.end ?? Number.POSITIVE_INFINITY) && b.start <= (a.end ?? Number.POSITIVE_INFINITY)

/** The reason of a gap, where it is one of silence. */
function silenceOf(cause: EventDraft['cause']): Pick<Extract<PastEvent, { kind: 'incident' }>, 'reason'> {
  if (cause === null || cause === 'game' || cause === 'platform' || cause === 'hidden' || cause === 'gone') return {}
  return { reason: cause }
}

function pastEventOf({ facts, start: at, end: until, cause }: EventDraft, universeId: number): PastEvent | undefined {
  switch (facts.kind) {
    case 'update':
      return { kind: 'update', at, change: null }
    case 'record':
      return { kind: 'record', at, ccu: facts.players }
    case 'milestone':
      return { kind: 'milestone', at, metric: facts.metric, rung: facts.value }
    case 'alert':
      return { kind: 'alert', at, metric: facts.metric, condition: facts.condition, value: facts.value, until }
    case 'market_fall':
      return { kind: 'market_fall', at, drop: facts.drop }
    case 'gap':
      return { kind: 'incident', at, what: 'no_data', until, ...silenceOf(cause) }
    case 'incident': {
      const members = membersOf(facts)
      if (cause !== 'platform' || members === undefined)
        return { kind: 'incident', at, what: statusKindOf(facts.type), until, ...silenceOf(cause) }
      const member = members.find((one) => one.universeId === universeId)
      return member && { kind: 'incident', at, what: statusKindOf(member.type), until, isOfPlatform: true }
    }
    case 'note':
      return undefined
  }
}
