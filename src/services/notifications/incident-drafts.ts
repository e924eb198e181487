// The notifications of an incident of the platform (one message in each server, its changes, and one reply at its end) and
// of times without data that were Headcount's own (one message in each server when they are over).
import type { Minute } from '../../domain/clock.js'
import type { HistoryEvent } from '../../domain/events/event.js'
import type { IncidentGame } from '../../domain/events/event-facts.js'
import type { Game } from '../../domain/game.js'
import type {
  Interruption,
  PlatformDropFacts,
  PlatformIncidentFacts,
  ServerGames,
  StatusFacts,
} from '../../domain/notifications/facts.js'
import type { MessageName, NotificationDraft } from '../../domain/notifications/notification.js'
import {
  type ContinuedIncident,
  firstMinuteOf,
  type HeldIncident,
  MAX_APART_MINUTES,
  type PlatformIncident,
  type StatusDraft,
  statusKindOf,
  typeOf,
  typesOf,
} from '../../domain/notifications/platform-incident.js'
import type { EvaluationSettings, NewsServer } from './evaluation-settings.js'
import type { FoundEvent } from './history.js'

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
  readonly messages: readonly MessageName[]
}

export function platformDrafts(settings: EvaluationSettings, change: PlatformChange): NotificationDraft[] {
  const { now, before, minute, end, isResumed } = change
  return settings.incidentServers.flatMap((server) => {
    const concerns = (incident: PlatformIncident | undefined): boolean =>
      incident !== undefined && gamesIn(incident, server).gameIds.length > 0
    if (!concerns(now)) return []
    const [message, ...others] = messagesIn(server, change)
    const edits = [message, ...others].map((one) => editOf(one, minute))
    if (message.isPosted) return [...edits, ...endDrafts(message, { minute, end, isResumed })]
    const { isPosted: _, ...first } = message
    if (!concerns(before) && before?.start !== now.start) return [first]
    const beginning = concerns(before) ? [] : [first]
    if (end === null && beginning.length > 0) return beginning
    return [...beginning, ...edits, ...endDrafts(message, { minute, end, isResumed })]
  })
}

/** The message and the reply of each server with one of the games, after the platform was back. */
export function lateDrafts(
  settings: EvaluationSettings,
  change: PlatformChange,
  universes: ReadonlySet<number>,
): NotificationDraft[] {
  const servers = settings.incidentServers.filter(({ games }) => games.some((game) => universes.has(game.universeId)))
  return servers.flatMap((server) => {
    const [message, ...others] = messagesIn(server, change)
    const reply = { ...message, subject: `${message.subject}:end`, facts: { ...message.facts, isEnd: true } }
    return [message, ...others, reply].map((one) => editOf(one, change.minute))
  })
}

type IncidentDraft = NotificationDraft & { readonly facts: PlatformIncidentFacts }

/** What the message of a server says from now on. A message that exists has the same subject. */
interface ServerMessageDraft extends IncidentDraft {
  /** True for the message of a game or of a few games that became that of the platform. */
  readonly isPosted: boolean
}

function messagesIn(server: NewsServer, change: PlatformChange): [ServerMessageDraft, ...ServerMessageDraft[]] {
  const { now, minute, messages } = change
  const draft = draftOf(server, factsOf(change, server), minute)
  const serverMessages = messages.filter(({ gameId }) => server.games.some(({ id }) => id === gameId))
  const [first, ...rest] = serverMessages.map((message) => ({ ...draft, ...message, isPosted: true }))
  return first === undefined ? [{ ...draft, subject: subjectOf(now, server), isPosted: false }] : [first, ...rest]
}

export function editOf<Draft extends NotificationDraft>(
  { isPosted: _, ...draft }: Draft & { isPosted?: boolean },
  minute: Minute,
) {
  const { subject } = draft
  return { ...draft, subject: `${subject}:at:${minute}`, follows: { as: 'edit', subject } } as const
}

interface IncidentEnd {
  readonly minute: Minute
  readonly end: Minute | null
  /** True if its end was announced before. */
  readonly isResumed: boolean
}

/** The reply at the end, and the changes of one that was posted before. `message`: the one that is answered. */
export function endDrafts(
  { isPosted: _, ...message }: IncidentDraft & { isPosted?: boolean },
  { minute, end, isResumed }: IncidentEnd,
): NotificationDraft[] {
  const { interruption } = message.facts
  const facts = { ...message.facts, isEnd: true }
  const reply = { ...message, facts, subject: `${message.subject}:end` }
  if (end === null) {
    if (!isResumed || interruption === undefined) return []
    return [editOf({ ...reply, facts: { ...facts, until: interruption.from, again: interruption.until } }, minute)]
  }
  const posted = { ...reply, follows: { as: 'reply', subject: message.subject } } as const
  // A reply that exists is changed, and is not posted again.
  return interruption === undefined ? [posted] : [editOf(reply, minute), posted]
}

/** The changes of the message and of the reply of a game's incident that goes on after its end was announced. */
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

const subjectOf = ({ start }: PlatformIncident, { server }: NewsServer): string => `platform:${start}:${server ?? ''}`

export const draftOf = <Facts extends PlatformIncidentFacts | PlatformDropFacts>(
  { accountId, games: [first], channelId }: NewsServer,
  facts: Facts,
  minute: Minute,
): Omit<NotificationDraft, 'subject' | 'facts' | 'follows'> & { readonly facts: Facts } => ({
  gameId: first.id,
  accountId,
  kind: facts.kind,
  occurredAt: minute,
  facts,
  fixedChannelId: channelId,
})

const factsOf = ({ now, end }: PlatformChange, server: NewsServer): PlatformIncidentFacts => ({
  kind: 'platform_incident',
  cause: 'platform',
  isEnd: false,
  types: typesOf(now),
  since: now.start,
  until: end,
  affected: now.affected,
  universes: now.universes,
  reason: null,
  games: gamesIn(now, server),
  ...(now.interruption && { interruption: now.interruption }),
})

interface GroupProgress extends Pick<ServerGames, 'gameIds' | 'awayIds' | 'until'> {
  readonly since: Minute
  readonly interruption: Interruption | undefined
  /** The beginnings of the incidents of its games. */
  readonly drafts: readonly StatusDraft[]
}

/** What the message about games that vanished together says. */
export function groupFacts(
  { universes }: EvaluationSettings,
  { since, until, gameIds, awayIds, interruption, drafts }: GroupProgress,
): PlatformIncidentFacts {
  const types = [...new Set(drafts.map(({ facts }) => typeOf(facts.what) ?? 'silent'))]
  const counts = { affected: gameIds.length, universes: universes.length }
  const games = { gameIds, awayIds, until }
  const all = { types, since, until, ...counts, reason: null, games, ...(interruption && { interruption }) }
  return { kind: 'platform_incident', cause: 'unknown', isEnd: false, ...all }
}

function gamesIn({ members }: PlatformIncident, { games }: NewsServer): ServerGames {
  const untilOf = new Map(members.map(({ universeId, until }) => [universeId, until]))
  const known = games.filter(({ universeId }) => untilOf.has(universeId))
  const away = known.filter(({ universeId }) => untilOf.get(universeId) === null)
  const ends = known.map(({ universeId }) => untilOf.get(universeId) ?? 0)
  const idsOf = (some: readonly Game[]) => some.map(({ id }) => id)
  return { gameIds: idsOf(known), awayIds: idsOf(away), until: away.length > 0 ? null : Math.max(...ends) }
}

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

  apply({ since, until, reason }: StatusFacts, minute: Minute): GroupedIncidents {
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

/** What is posted or written at a beginning; `isPosted`: a message that exists changes into it. */
export function beginningDrafts({ draft, isPosted, continues }: HeldIncident, minute: Minute): StatusDraft[] {
  const { subject } = draft
  const change = { subject: `${subject}:at:${minute}`, follows: { as: 'edit', subject } } as const
  const posted = { ...draft, occurredAt: minute, ...(isPosted ? change : {}) }
  return continues === undefined ? [posted] : continuedDrafts(posted, continues)
}

export const changedBy = (first: StatusDraft, { facts }: StatusDraft): StatusDraft => ({
  ...first,
  facts: { ...first.facts, what: facts.what },
})

/** The beginning of the own incident of a game that stays missing after the platform is back. */
export function beginningOf({ type, since }: IncidentGame, game: Game): StatusDraft {
  const what = statusKindOf(type)
  const lastMinute = type === 'silent' ? since - 1 : since
  const reason = type === 'silent' ? ('platform error' as const) : null
  return {
    gameId: game.id,
    accountId: game.accountId,
    kind: 'status',
    subject: `${what}:${lastMinute}`,
    occurredAt: since,
    facts: { kind: 'status', what, since: lastMinute, until: null, reason },
  }
}
