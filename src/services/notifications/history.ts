// The past of a game as evaluators read it, limited to the end of the evaluated window: its stored history; and what
// happened to it, as digests list it, which is what earlier evaluations and the ticks wrote, and what this evaluation found and
// has not written yet.

import { DAY_MINUTES, dayOf, HOUR_MINUTES, type Minute } from '../../domain/clock.js'
import { type EventDraft, type EventWrite, MIN_GAP_EVENT_MINUTES } from '../../domain/events/event.js'
import { type EventKind, membersOf } from '../../domain/events/event-facts.js'
import type { Game } from '../../domain/game.js'
import type { EvaluationUsual } from '../../domain/insights/usual/usual.js'
import type { Measure } from '../../domain/measures.js'
import type { EvaluationContext, EvaluationHistory } from '../../domain/notifications/evaluator.js'
import type { PastEvent } from '../../domain/notifications/facts.js'
import { statusKindOf } from '../../domain/notifications/platform-incident.js'
import type { LatestSample } from '../../domain/ports/series.js'
import type { Store } from '../../domain/ports/store.js'
import { type DayRollup, rollUpDay } from '../../domain/rules/rollup.js'
import type { Span } from '../../domain/rules/span.js'
import { type Block, columnsOf, emptyBlock, rowsFrom, thin } from '../../domain/sample.js'
import { type HistoryDeps, readBlock, readThinned } from '../insights/read-samples.js'
import type { UsualHistory } from '../insights/usual-history.js'

export interface HistoryScope {
  readonly game: Game
  /** Minutes between the samples that the account reads. */
  readonly interval: number
  /** Nothing from this minute on is read. */
  readonly until: Minute
  readonly usual: () => Promise<EvaluationUsual>
}

/** The widths, in minutes, of successive searches back; they increase because the last sample is usually recent. */
const SEARCH_MINUTES = [HOUR_MINUTES, DAY_MINUTES, 30 * DAY_MINUTES]

export function historyOf(store: HistoryDeps, { game, interval, until: end, usual }: HistoryScope): EvaluationHistory {
  const { universeId } = game
  const samples: EvaluationHistory['samples'] = (id, from, until) =>
    readThinned(store, id, interval, { from, until: Math.min(until, end) })
  const firstMinute = () => store.series.firstMinute(universeId)

  const lastMeasured = async (measure: Measure, before: Minute): Promise<Minute | undefined> => {
    let until = before
    for (const back of [...SEARCH_MINUTES, before - ((await firstMinute()) ?? before)]) {
      const block = await readBlock(store, universeId, before - back, until)
      const row = block.columns[measure].findLastIndex((value) => !Number.isNaN(value))
      if (row >= 0) return block.minutes[row]
      until = Math.min(until, before - back)
    }
    return undefined
  }

  /** The rollup of the evaluated day is computed here, because the stored one may include later samples. */
  const days: EvaluationHistory['days'] = async (range) => {
    const today = dayOf(end)
    const past = { start: range.start, end: Math.min(range.end, today - 1) }
    const view = { interval, until: end }
    const found = past.start > past.end ? [] : await store.series.rollups(universeId, past, view)
    const running = range.end >= today && range.start <= today ? await dayUntil(end) : undefined
    return running === undefined ? found : [...found, running]
  }

  const dayUntil = async (until: Minute): Promise<DayRollup | undefined> => {
    const from = dayOf(until) * DAY_MINUTES
    const coverage = await store.series.coverage(universeId, { from, until }, interval)
    return rollUpDay(await readBlock(store, universeId, from, until), coverage)
  }

  const peakBefore = async (minute: Minute): Promise<number | undefined> => {
    const first = await firstMinute()
    if (first === undefined || first >= minute) return undefined
    const past = { start: dayOf(first), end: dayOf(minute) - 1 }
    const view = { interval, until: minute }
    const found = past.start > past.end ? [] : await store.series.rollups(universeId, past, view)
    const peaks = [...found, await dayUntil(minute)].flatMap((day) => (day === undefined ? [] : [day.ccu.max]))
    return peaks.length === 0 ? undefined : Math.max(...peaks)
  }

  return {
    samples,
    lastMeasured,
    usual,
    firstMinute,
    peakBefore,
    days,
    gaps: (id, from, until) => store.series.gaps(id, from, Math.min(until, end)),
    events: (from, until) => store.universes.events([universeId], from, Math.min(until, end)),
  }
}

export type HistoryWindow = Pick<
  EvaluationContext,
  'game' | 'from' | 'until' | 'interval' | 'samples' | 'stored' | 'gaps' | 'excluded' | 'history'
>

export interface WindowQuery {
  readonly game: Game
  readonly interval: number
  readonly from: Minute
  readonly until: Minute
  /** The universe's last sample, if it is known: it can replace a read of the series. */
  readonly latest?: LatestSample | undefined
  readonly usual: UsualHistory
  /** The spans that managers marked as expected; they are excluded from the usual. */
  readonly excluded?: readonly Span[] | undefined
}

export async function readWindow(store: HistoryDeps, window: WindowQuery): Promise<HistoryWindow> {
  const { game, interval, from, until } = window
  const now = followedMinute(window)
  const excluded = window.excluded ?? []
  const query = { universeId: game.universeId, interval, span: { from, until }, excluded }
  const usual = () => window.usual(query)
  // A slot that began before the window has its sample there.
  const slotStart = Math.floor(from / interval) * interval
  const read = now ?? (await readBlock(store, game.universeId, slotStart, until))
  const stored = now ?? rowsFrom(read, from)
  const isWhole = interval === 1 || stored.minutes.length === 0 || (until - from === 1 && from % interval === 0)
  const thinned = () =>
    now ? readThinned(store, game.universeId, interval, { from, until }) : rowsFrom(thin(read, interval), from)
  return {
    game,
    interval,
    from,
    until,
    stored,
    excluded,
    samples: isWhole ? stored : await thinned(),
    // A gap never covers a sample, so a window of one minute with a sample has none.
    gaps: now?.minutes.length === 1 ? [] : await store.series.gaps(game.universeId, from, until),
    history: historyOf(store, { game, interval, until, usual }),
  }
}

/** The window if it is the minute that was just stored: while evaluation follows the ticks, nothing is read. */
function followedMinute({ game, from, until, latest }: WindowQuery): Block | undefined {
  if (latest === undefined) return undefined
  if (latest.minute < from) return emptyBlock(game.universeId, 0)
  if (until - from > 1 || latest.minute !== from) return undefined
  const hasVotes = latest.votesMinute === latest.minute
  const columnValue = (name: keyof Block['columns']): number =>
    !hasVotes && (name === 'likes' || name === 'dislikes') ? Number.NaN : (latest[name] ?? Number.NaN)
  return {
    universeId: game.universeId,
    minutes: Int32Array.of(from),
    columns: columnsOf((name) => Float64Array.of(columnValue(name))),
  }
}

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
