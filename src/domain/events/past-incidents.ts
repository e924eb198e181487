// The incidents of the past: those of a universe, found from its stored gaps alone by the same rules as in the evaluation
// (where there is no gap, there were samples), and those of the platform, of which they are parts.
import type { Minute } from '../clock.js'
import type { Gap } from '../gap.js'
import {
  applyStep,
  CONFIRMATION_MINUTES,
  SHOWN,
  type StatusStep,
  statusDraft,
} from '../notifications/evaluators/status.js'
import {
  CONTINUATION_MINUTES,
  isOfPlatform,
  MAX_APART_MINUTES,
  MIN_AFFECTED_SHARE,
} from '../notifications/platform-incident.js'
import type { EventDraft, EventWrite, HistoryEvent } from './event.js'
import type { IncidentGame } from './event-facts.js'
import { eventOfIncident, eventsOf } from './event-of-draft.js'

export interface PastGaps {
  readonly universeId: number
  /** Oldest first. Before the first and after the last of them, there were samples, unless it lasts until `until`. */
  readonly gaps: readonly Gap[]
  /** Minutes between the samples. */
  readonly interval: number
  /** Nothing at or after this minute is known. */
  readonly until: Minute
}

/** Incidents of one game are the same for all accounts. */
const NO_GAME = { id: 0, accountId: 0 }

export function pastIncidents({ universeId, gaps, interval, until }: PastGaps): EventWrite[] {
  const writes: EventWrite[] = []
  let state = SHOWN
  for (const step of stepsOf({ universeId, gaps, interval, until })) {
    const result = applyStep(state, step, { interval, lastSample: step.from - interval })
    state = result.state
    for (const change of result.changes) writes.push(...eventsOf(statusDraft(NO_GAME, result.at, change), universeId))
  }
  return continued(writes)
}

/** INSIGHTS-57: what begins again soon after its end is the same incident. */
function continued(writes: readonly EventWrite[]): EventWrite[] {
  const rootOf = new Map<string, EventDraft>()
  let last: EventDraft | undefined
  return writes.map((write) => {
    if (write.write === 'end') {
      const root = rootOf.get(write.subject)
      last = root && { ...root, end: write.end }
      return root === undefined ? write : { ...write, subject: root.subject }
    }
    if (write.write !== 'put') return write
    const { event } = write
    const isContinued = last?.end != null && event.start - last.end <= CONTINUATION_MINUTES
    const root = rootOf.get(event.subject) ?? (isContinued ? last : undefined) ?? event
    rootOf.set(event.subject, root)
    last = undefined
    if (root === event || root.subject === event.subject) return write
    return { write: 'resume', event: { ...event, subject: root.subject, start: root.start }, since: event.start }
  })
}

function stepsOf({ gaps, interval, until }: PastGaps): StatusStep[] {
  return gaps.flatMap((gap, index): StatusStep[] => {
    if (gap.from >= until) return []
    const end = Math.min(gap.until, until)
    const next = gaps[index + 1]?.from
    const looks = [end, end + secondLook(interval)].filter((at) => (next === undefined ? end < until : at < next))
    const samples = looks.map((at) => ({ from: at, until: at + 1, reason: null }))
    // Earlier versions took the first sample for the end, so that none is found later.
    return [{ from: gap.from, until: end, reason: gap.reason }, ...samples]
  })
}

/** Minutes from the first look to the second one. */
const secondLook = (interval: number): number => Math.ceil(CONFIRMATION_MINUTES / interval) * interval

/** Whether the gap after this one is another incident, whatever came before. */
export const isApart = (gap: Gap, next: Gap, interval: number): boolean =>
  next.from - gap.until > Math.max(secondLook(interval), CONTINUATION_MINUTES)

/** What began so near to each other is looked at together. */
export const MAX_TOGETHER_MINUTES = MAX_APART_MINUTES

/**
 * `events`: the incidents of single games that began together, oldest first. `compared`: how many universes were tracked
 * and not missing before. Undefined if they have reasons of their own.
 */
export function pastPlatformIncident(events: readonly HistoryEvent[], compared: number): EventDraft | undefined {
  const members = new Map<number, IncidentGame>()
  for (const { universeId, facts, start, end } of events)
    if (universeId !== null && facts.kind === 'incident' && !members.has(universeId))
      members.set(universeId, { universeId, type: facts.type, since: start, until: end })
  const [first] = events
  const found = { affected: members.size, universes: Math.max(compared, members.size) }
  if (first === undefined || !isOfPlatform(found)) return undefined
  const incident = { ...found, start: first.start, members: [...members.values()], others: [] }
  return eventOfIncident(incident, endOf(incident.members))
}

/** When most of them were back; null if they are not. */
function endOf(members: readonly IncidentGame[]): Minute | null {
  const ends = members.flatMap(({ until }) => until ?? []).sort((a, b) => a - b)
  return ends[Math.ceil(MIN_AFFECTED_SHARE * members.length) - 1] ?? null
}
