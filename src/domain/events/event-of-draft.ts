// The one place where what the evaluators find becomes events, whether or not anybody is notified of it.
import type { Minute } from '../clock.js'
import type { AlertFacts, MilestoneFacts, PlatformDropFacts, RecordFacts, StatusFacts } from '../notifications/facts.js'
import type { NotificationContinuation, NotificationDraft } from '../notifications/notification.js'
import {
  type EndedIncident,
  firstMinuteOf,
  type PlatformIncident,
  typesOf,
} from '../notifications/platform-incident.js'
import type { EventCause, EventDraft, EventWrite, HistoryEvent } from './event.js'

/** The values of an event that the facts of most notifications leave open. */
type EventBase = Pick<EventDraft, 'universeId' | 'start' | 'end' | 'accountId' | 'cause' | 'uncertainty'>

/** Digests, report cards and messages to owners are about other events, so they are none themselves. */
export function eventsOf(draft: NotificationDraft, universeId: number): EventWrite[] {
  const { facts, occurredAt } = draft
  const base: EventBase = {
    universeId,
    accountId: null,
    start: occurredAt,
    end: occurredAt,
    cause: null,
    uncertainty: null,
  }
  switch (facts.kind) {
    case 'milestone':
      return milestoneEvents(base, facts)
    case 'record':
      return [recordEvent(base, facts, draft)]
    case 'alert':
      return [alertEvent(base, facts, draft)]
    case 'recovery':
      return [{ write: 'end', kind: 'alert', subject: alertSubject(draft, facts), end: occurredAt }]
    case 'platform_drop':
      return draft.follows === undefined ? [fallEvent(facts)] : []
    case 'status':
      return draft.follows === undefined ? statusEvents(base, facts) : continuedEvents(base, facts, draft.follows)
    default:
      return []
  }
}

const milestoneEvents = (base: EventBase, { crossings }: MilestoneFacts): EventWrite[] =>
  crossings.map(({ metric, rung, count, between }) => ({
    write: 'put',
    event: {
      ...base,
      kind: 'milestone',
      subject: `${base.universeId}:${metric}:${rung}`,
      uncertainty: between === null ? null : between.until - between.from,
      facts: { kind: 'milestone', metric, value: rung, count },
    },
  }))

/**
 * From the beginning of the first peak of its day until the last one was over, with the highest count of them. It belongs
 * to the account, because each account sees the samples of its own plan's interval.
 */
const recordEvent = (
  base: EventBase,
  { ccu, previous, since, at }: RecordFacts,
  draft: NotificationDraft,
): EventWrite => ({
  write: 'put',
  event: {
    ...base,
    start: since ?? at ?? base.start,
    accountId: draft.accountId,
    kind: 'record',
    subject: `${draft.gameId}:${draft.follows?.subject ?? draft.subject}`,
    facts: { kind: 'record', players: ccu, previous },
  },
})

const alertSubject = ({ gameId }: NotificationDraft, { ruleId, since }: AlertFacts): string =>
  `${gameId}:${ruleId}:${since}`

function alertEvent(base: EventBase, facts: AlertFacts, draft: NotificationDraft): EventWrite {
  const { ruleId, metric, condition, value, threshold, baseline, readings, since, platformWide } = facts
  const cause: EventCause = platformWide === null ? null : platformWide ? 'platform' : 'game'
  return {
    write: 'put',
    event: {
      ...base,
      accountId: draft.accountId,
      kind: 'alert',
      subject: alertSubject(draft, facts),
      start: since,
      end: null,
      cause,
      facts: { kind: 'alert', gameId: draft.gameId, ruleId, metric, condition, value, threshold, baseline, readings },
    },
  }
}

/** In minutes: the longest time between two samples of a game, one of which shows the fall. */
const MAX_FALL_UNCERTAINTY = 10

export const fallEvent = (
  { since, universes, fell, medianDrop }: PlatformDropFacts,
  universeIds?: readonly number[],
): EventWrite => ({
  write: 'put',
  event: {
    universeId: null,
    accountId: null,
    kind: 'market_fall',
    subject: `since:${since}`,
    start: since,
    end: null,
    cause: 'platform',
    uncertainty: MAX_FALL_UNCERTAINTY,
    facts: { kind: 'market_fall', affected: fell, universes, drop: medianDrop, ...(universeIds && { universeIds }) },
  },
})

/** The event of the beginning gets another type, or is over. */
function continuedEvents(base: EventBase, facts: StatusFacts, follows: NotificationContinuation): EventWrite[] {
  const subject = `${base.universeId}:${follows.subject}`
  if (facts.until === null) {
    const event = incidentEvent(base, facts, subject)
    return [
      facts.interruption === undefined
        ? { write: 'put', event }
        : { write: 'resume', event, since: facts.interruption.until },
    ]
  }
  return follows.as === 'edit' ? [] : [{ write: 'end', kind: 'incident', subject, end: facts.until }]
}

/** Earlier versions reported an end without what it ends. */
function statusEvents(base: EventBase, facts: StatusFacts): EventWrite[] {
  const { what, since, until } = facts
  const over = (was: string): EventWrite => ({
    write: 'end',
    kind: 'incident',
    subject: `${base.universeId}:${was}:${since}`,
    end: until ?? since,
  })
  if (what === 'back') return [over('hidden'), over('gone')]
  if (what === 'data_back') return [over('no_data')]
  return [{ write: 'put', event: incidentEvent(base, facts, `${base.universeId}:${what}:${since}`) }]
}

function incidentEvent(base: EventBase, { what, since, reason }: StatusFacts, subject: string): EventDraft {
  const type = what === 'hidden' || what === 'gone' ? what : 'silent'
  const cause: EventCause = type === 'silent' ? reason : 'game'
  const start = firstMinuteOf(type, since)
  const facts = { kind: 'incident', type, affected: null, universes: null } as const
  return { ...base, kind: 'incident', subject, start, end: null, cause, facts }
}

export function eventOfIncident(incident: PlatformIncident, end: Minute | null): EventDraft {
  const { start, affected, universes, members, others, interruption } = incident
  const type = typesOf(incident)[0] ?? 'silent'
  return {
    universeId: null,
    accountId: null,
    kind: 'incident',
    subject: `platform:${start}`,
    start,
    end,
    cause: 'platform',
    facts: { kind: 'incident', type, affected, universes, members, others, ...(interruption && { interruption }) },
    uncertainty: null,
  }
}

/** The incident of the platform that goes on; undefined for any other event. */
export function incidentOfEvent({ facts, cause, end, start }: HistoryEvent): PlatformIncident | undefined {
  if (facts.kind !== 'incident' || cause !== 'platform' || end !== null) return undefined
  const { members = [], others = [], interruption } = facts
  return { start, affected: facts.affected ?? 0, universes: facts.universes ?? 0, members, others, interruption }
}

/** The incident of the platform that is over; undefined for any other event. */
export function endedIncidentOf(event: HistoryEvent): EndedIncident | undefined {
  if (event.end === null) return undefined
  const incident = incidentOfEvent({ ...event, end: null })
  return incident && { incident, end: event.end }
}
