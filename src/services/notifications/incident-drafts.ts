// The notifications of an incident of the platform (one message in each server, its changes, and one reply at its end) and
// of times without data that were Headcount's own (one message in each server when they are over).
import type { Minute } from '../../domain/clock.js'
import type { HistoryEvent } from '../../domain/events/event.js'
import type { PlatformDropFacts, PlatformIncidentFacts, StatusFacts } from '../../domain/notifications/facts.js'
import type { NotificationDraft } from '../../domain/notifications/notification.js'
import {
  firstMinuteOf,
  MAX_APART_MINUTES,
  type PlatformIncident,
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
    if (end === null) return [edit]
    const facts = { ...factsOf(change), isEnd: true }
    const reply = { ...draft, facts, subject: `${subject}:end`, follows: { as: 'reply', subject } } as const
    return [...first, edit, reply]
  })
}

/** Messages of single games, posted before it was known that the platform is the cause, become its message. */
function messageDrafts(
  server: NewsServer,
  messages: readonly NotificationDraft[],
  change: PlatformChange,
): NotificationDraft[] {
  const { minute, end } = change
  const edits = messages.map(({ gameId, kind, subject }): NotificationDraft => {
    const draft = { ...draftOf(server, factsOf(change), minute), gameId, kind }
    return { ...draft, subject: `${subject}:at:${minute}`, follows: { as: 'edit', subject } }
  })
  const [first] = messages
  if (end === null || first === undefined) return edits
  const { gameId, kind, subject } = first
  const reply = { ...draftOf(server, { ...factsOf(change), isEnd: true }, minute), gameId, kind }
  return [...edits, { ...reply, subject: `${subject}:end`, follows: { as: 'reply', subject } }]
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

const factsOf = ({ now, end }: PlatformChange): PlatformIncidentFacts => ({
  kind: 'platform_incident',
  cause: 'platform',
  isEnd: false,
  types: typesOf(now),
  since: now.start,
  until: end,
  affected: now.affected,
  universes: now.universes,
  reason: null,
})

interface OwnFailure {
  readonly start: Minute
  readonly end: Minute
}

export class OwnFailures {
  #last: OwnFailure | undefined

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

const eventOf = ({ start, end }: OwnFailure) =>
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
