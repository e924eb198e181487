// The notifications of an incident of the platform (one message in each server, its changes, and one reply at its end) and
// of times without data that were Headcount's own (one message in each server when they are over).
import type { Minute } from '../../domain/clock.js'
import type { HistoryEvent } from '../../domain/events/event.js'
import type { PlatformDropFacts, PlatformIncidentFacts, StatusFacts } from '../../domain/notifications/facts.js'
import type { NotificationDraft } from '../../domain/notifications/notification.js'
import {
  type ContinuedIncident,
  firstMinuteOf,
  MAX_APART_MINUTES,
  type PlatformIncident,
  type StatusDraft,
  typesOf,
} from '../../domain/notifications/platform-incident.js'
import type { EvaluationSettings, NewsServer } from './evaluation-settings.js'
import type { FoundEvent } from './game-events.js'

export interface GroupedIncidents {
  readonly notifications: readonly NotificationDraft[]
  readonly events: readonly FoundEvent[]
}

export interface PlatformChange {
  readonly now: PlatformIncident
  /** Undefined if it begins. */
  readonly before: PlatformIncident | undefined
  /** True if its end was announced before. */
  readonly isResumed: boolean
  readonly minute: Minute
  /** Null while it goes on. */
  readonly end: Minute | null
  /** The messages of single games that have become its own. */
  readonly messages: readonly NotificationDraft[]
}

export function platformDrafts(settings: EvaluationSettings, change: PlatformChange): NotificationDraft[] {
  const { now, before, minute, end, messages } = change
  return settings.incidentServers.flatMap((server) => {
    const concerns = (incident: PlatformIncident | undefined): boolean =>
      incident?.members.some((member) => server.games.some((game) => game.universeId === member.universeId)) ?? false
    if (!concerns(now)) return []
    const own = messages.filter(({ gameId }) => server.games.some(({ id }) => id === gameId))
    if (own.length > 0) return messageDrafts(server, own, change)
    const subject = subjectOf(now, server)
    const draft = draftOf(server, factsOf(change), minute)
    if (!concerns(before) && before?.start !== now.start) return [{ ...draft, subject }]
    const first = concerns(before) ? [] : [{ ...draft, subject }]
    if (end === null && first.length > 0) return first
    const edit = { ...draft, subject: `${subject}:at:${minute}`, follows: { as: 'edit', subject } } as const
    return [...first, edit, ...endDrafts({ ...draft, subject }, change)]
  })
}

/** The reply at the end, and the changes of one that was posted before. `message`: the one that is answered. */
function endDrafts(message: NotificationDraft, change: PlatformChange): NotificationDraft[] {
  const { now, minute, end, isResumed } = change
  const { interruption } = now
  const subject = `${message.subject}:end`
  const edit = { ...message, subject: `${subject}:at:${minute}`, follows: { as: 'edit', subject } } as const
  const facts = { ...factsOf(change), isEnd: true }
  if (end === null) {
    if (!isResumed || interruption === undefined) return []
    return [{ ...edit, facts: { ...facts, until: interruption.from, again: interruption.until } }]
  }
  const reply = { ...message, facts, subject, follows: { as: 'reply', subject: message.subject } } as const
  // A reply that exists is changed, and is not posted again.
  return interruption === undefined ? [reply] : [{ ...edit, facts }, reply]
}

/** What continues the incident of a game whose end was announced changes its message and the reply. */
export function continuedDrafts(draft: StatusDraft, { first, reply, interruption }: ContinuedIncident): StatusDraft[] {
  const facts = { ...draft.facts, since: first.facts.since, interruption }
  const edit = ({ subject }: StatusDraft): StatusDraft => ({
    ...draft,
    facts,
    subject: `${subject}:at:${draft.occurredAt}`,
    follows: { as: 'edit', subject },
  })
  if (draft.follows?.as === 'reply') {
    const { subject, follows } = reply
    return [edit(reply), { ...draft, facts, subject, ...(follows && { follows }) }]
  }
  if (draft.follows !== undefined) return [edit(first)]
  const { from: until, until: again } = interruption
  return [edit(first), { ...edit(reply), facts: { ...reply.facts, until, again } }]
}

/** Messages of single games, posted before it was known that the platform is the cause, become its message. */
function messageDrafts(
  server: NewsServer,
  messages: readonly NotificationDraft[],
  change: PlatformChange,
): NotificationDraft[] {
  const { minute } = change
  const edits = messages.map(({ gameId, kind, subject }): NotificationDraft => {
    const draft = { ...draftOf(server, factsOf(change), minute), gameId, kind }
    return { ...draft, subject: `${subject}:at:${minute}`, follows: { as: 'edit', subject } }
  })
  const [first] = messages
  if (first === undefined) return edits
  const { gameId, kind, subject } = first
  return [...edits, ...endDrafts({ ...draftOf(server, factsOf(change), minute), gameId, kind, subject }, change)]
}

const subjectOf = ({ start }: PlatformIncident, { server }: NewsServer): string => `platform:${start}:${server ?? ''}`

export const draftOf = (
  { accountId, games: [first], channelId }: NewsServer,
  facts: PlatformIncidentFacts | PlatformDropFacts,
  minute: Minute,
): Omit<NotificationDraft, 'subject'> => ({
  gameId: first.id,
  accountId,
  kind: facts.kind,
  occurredAt: minute,
  facts,
  fixedChannelId: channelId,
})

const factsOf = ({ now: { interruption, ...now }, end }: PlatformChange): PlatformIncidentFacts => ({
  kind: 'platform_incident',
  cause: 'platform',
  isEnd: false,
  types: typesOf(now),
  since: now.start,
  until: end,
  affected: now.affected,
  universes: now.universes,
  reason: null,
  ...(interruption && { interruption }),
})

interface InstallationFailure {
  readonly start: Minute
  readonly end: Minute
}

/** Times in which Headcount itself had no data, so that none of its games is at fault. */
export class InstallationFailures {
  #last: InstallationFailure | undefined

  /** `recent`: the newest incidents first. */
  constructor(
    private readonly settings: EvaluationSettings,
    recent: readonly HistoryEvent[],
  ) {
    const last = recent.find(
      ({ cause, end, universeId }) => cause === 'headcount' && end !== null && universeId === null,
    )
    if (last?.end != null) this.#last = { start: last.start, end: last.end }
  }

  take({ since, until, reason }: StatusFacts, minute: Minute): GroupedIncidents {
    const end = until ?? minute
    // The games of one installation lose and get their data within MAX_APART_MINUTES of each other.
    const isKnown = this.#last !== undefined && since < this.#last.end && end - this.#last.end <= MAX_APART_MINUTES
    const failure = isKnown && this.#last !== undefined ? this.#last : { start: firstMinuteOf('silent', since), end }
    this.#last = failure
    const facts: PlatformIncidentFacts = {
      kind: 'platform_incident',
      cause: 'headcount',
      isEnd: true,
      types: ['silent'],
      since: failure.start,
      until: failure.end,
      affected: null,
      universes: null,
      reason,
    }
    const notifications = this.settings.incidentServers.map((server) => ({
      ...draftOf(server, facts, minute),
      subject: `headcount:${failure.start}:${server.server ?? ''}`,
    }))
    return { notifications, events: isKnown ? [] : [{ minute, write: { write: 'put', event: eventOf(failure) } }] }
  }
}

const eventOf = ({ start, end }: InstallationFailure) =>
  ({
    universeId: null,
    accountId: null,
    kind: 'incident',
    subject: `headcount:${start}`,
    start,
    end,
    cause: 'headcount',
    facts: { kind: 'incident', type: 'silent', affected: null, universes: null },
    uncertainty: null,
  }) as const
