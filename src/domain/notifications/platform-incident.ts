// An incident of the whole platform, made of what the evaluation found of single universes, and what is remembered of each
// game's own incident between two evaluations, that its message waits, or which message it has: pure rules.
import type { Minute } from '../clock.js'
import type { EventDraft, EventWrite, HistoryEvent } from '../events/event.js'
import type { IncidentGame } from '../events/event-facts.js'
import type { Game } from '../game.js'
import type { IncidentType, Interruption, StatusFacts } from './facts.js'
import type { NotificationDraft } from './notification.js'
import type { EvaluatorState, StoredEvaluatorState } from './outbox.js'

/** INSIGHTS-51: of at least three universes that can be compared, 75 % must have changed together. */
export const MIN_COMPARED = 3
export const MIN_AFFECTED_SHARE = 0.75
/** Universes are sampled up to ten minutes apart, and changes that lie further apart are not one. */
export const MAX_APART_MINUTES = 15
/** INSIGHTS-57: what begins again so soon after its end goes on. */
export const CONTINUATION_MINUTES = 30

export interface PlatformIncident {
  readonly start: Minute
  readonly affected: number
  readonly universes: number
  readonly members: readonly IncidentGame[]
  /** Other universes that were missing at the beginning, without a notification of their own. */
  readonly others: readonly IncidentGame[]
  readonly interruption?: Interruption | undefined
}

export interface ComparedUniverses {
  readonly affected: number
  readonly universes: number
}

export interface FoundUniverses extends ComparedUniverses {
  readonly others: readonly IncidentGame[]
}

export const isOfPlatform = ({ affected, universes }: ComparedUniverses): boolean =>
  universes >= MIN_COMPARED && affected >= MIN_AFFECTED_SHARE * universes

/** The platform is back when most of what was away is: single games may stay away for reasons of their own. */
export const isOver = ({ members }: PlatformIncident): boolean =>
  members.filter(({ until }) => until !== null).length >= MIN_AFFECTED_SHARE * members.length

export const typeOf = (what: StatusFacts['what']): IncidentType | undefined =>
  what === 'no_data' ? 'silent' : what === 'hidden' || what === 'gone' ? what : undefined

export const whatOf = (type: IncidentType): 'hidden' | 'gone' | 'no_data' =>
  type === 'hidden' || type === 'gone' ? type : 'no_data'

export const typesOf = ({ members }: PlatformIncident): readonly IncidentType[] => [
  ...new Set(members.map(({ type }) => type)),
]

export function withMember(incident: PlatformIncident, member: IncidentGame): PlatformIncident {
  const members = [...incident.members.filter(({ universeId }) => universeId !== member.universeId), member]
  const others = incident.others.filter(({ universeId }) => universeId !== member.universeId)
  const known = members.length + others.length
  return {
    ...incident,
    members,
    others,
    affected: Math.max(incident.affected, known),
    universes: Math.max(incident.universes, known),
  }
}

export const withReturn = (incident: PlatformIncident, universeId: number, until: Minute): PlatformIncident => ({
  ...incident,
  members: incident.members.map((member) => (member.universeId === universeId ? { ...member, until } : member)),
})

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

export interface EndedIncident {
  readonly incident: PlatformIncident
  readonly end: Minute
}

/** The incident of the platform that is over; undefined for any other event. */
export function endedIncidentOf(event: HistoryEvent): EndedIncident | undefined {
  if (event.end === null) return undefined
  const incident = incidentOfEvent({ ...event, end: null })
  return incident && { incident, end: event.end }
}

/** What began again goes on; `next` if it is a new incident, or if most of what was away then is not. */
export function resumedBy(next: PlatformIncident, ended: readonly EndedIncident[]): PlatformIncident {
  const last = ended.find(({ end }) => next.start >= end && next.start - end <= CONTINUATION_MINUTES)
  if (last === undefined) return next
  const missing = new Set([...next.members, ...next.others].map(({ universeId }) => universeId))
  const again = (games: readonly IncidentGame[]) =>
    games.map((game) => (missing.has(game.universeId) ? { ...game, until: null } : game))
  const known = new Set([...last.incident.members, ...last.incident.others].map(({ universeId }) => universeId))
  const isNew = ({ universeId }: IncidentGame) => !known.has(universeId)
  const { start, members, others, interruption } = last.incident
  const resumed: PlatformIncident = {
    start,
    affected: Math.max(last.incident.affected, next.affected),
    universes: Math.max(last.incident.universes, next.universes),
    members: [...again(members), ...next.members.filter(isNew)],
    others: [...again(others), ...next.others.filter(isNew)],
    interruption: { from: last.end, until: next.start, count: (interruption?.count ?? 0) + 1 },
  }
  return isOver(resumed) ? next : resumed
}

/** When the last of those that are back came back. */
export const endOf = ({ members, start }: PlatformIncident): Minute =>
  Math.max(start, ...members.flatMap(({ until }) => until ?? []))

/** Silence is reported from its last sample on; it begins at the minute after it. */
export const firstMinuteOf = (type: IncidentType, since: Minute): Minute => (type === 'silent' ? since + 1 : since)

export type StatusDraft = NotificationDraft & { readonly facts: StatusFacts }

/** An incident of one game that goes on after its end was announced. */
export interface ContinuedIncident {
  /** Its message, and the reply that announced the end. */
  readonly first: StatusDraft
  readonly reply: StatusDraft
  readonly interruption: Interruption
}

/** The message of the beginning waits until it is known whether the platform is the cause. */
export interface HeldIncident {
  readonly is: 'held'
  readonly draft: StatusDraft
  readonly due: Minute
  /** The start of what it is a part of: an incident of the platform that is over, or a fall; null if it is not known. */
  readonly sharedSince: Minute | null
  /** True if it was posted already and then changed into the message of the platform. */
  readonly isPosted: boolean
  readonly continues?: ContinuedIncident | undefined
}

export interface PostedIncident {
  readonly is: 'posted'
  readonly draft: StatusDraft
  /** The start of the incident of the platform whose message it has become; null while it is the game's own. */
  readonly sharedSince: Minute | null
  readonly continues?: ContinuedIncident | undefined
}

interface EndedMessage {
  readonly is: 'ended'
  /** The message of the beginning. */
  readonly draft: StatusDraft
  /** The reply that announced the end, and how often it was changed; null if it is that of the platform. */
  readonly reply: StatusDraft | null
  readonly count: number
  readonly end: Minute
  readonly sharedSince: Minute | null
}

export type GameIncident = HeldIncident | PostedIncident | EndedMessage

interface JoinedIncident {
  readonly incident: PlatformIncident
  /** For the events of single games that are parts of it now. */
  readonly writes: readonly EventWrite[]
}

const STATE = 'incident'

export class GameIncidents {
  readonly #byGame = new Map<number, GameIncident>()
  readonly #changed = new Set<number>()

  constructor(states: ReadonlyMap<number, ReadonlyMap<string, StoredEvaluatorState>>) {
    for (const [gameId, byKind] of states) {
      const stored = byKind.get(STATE)
      const incident: GameIncident | null = stored === undefined ? null : JSON.parse(stored.state)
      if (incident === null) continue
      // What was held or posted before a pause is not continued after it.
      if (stored?.isResumed) this.#changed.add(gameId)
      else this.#byGame.set(gameId, incident)
    }
  }

  of(gameId: number): GameIncident | undefined {
    return this.#byGame.get(gameId)
  }

  put(gameId: number, incident: GameIncident): void {
    this.#byGame.set(gameId, incident)
    this.#changed.add(gameId)
  }

  remove(gameId: number): void {
    if (this.#byGame.delete(gameId)) this.#changed.add(gameId)
  }

  /** The game's own incident that goes on with an absence from `since`; undefined if that is a new one. */
  continuedBy(gameId: number, since: Minute): ContinuedIncident | undefined {
    const known = this.#byGame.get(gameId)
    if (known?.is !== 'ended' || known.reply === null || since - known.end > CONTINUATION_MINUTES) return undefined
    const { draft: first, reply, end, count } = known
    return { first, reply, interruption: { from: end, until: since, count: count + 1 } }
  }

  /** `reply`: what announces it; null if it ends with an incident of the platform. */
  end(gameId: number, end: Minute, reply: StatusDraft | null): void {
    const known = this.#byGame.get(gameId)
    if (known?.is !== 'posted') {
      this.remove(gameId)
      return
    }
    const { draft, continues, sharedSince } = known
    const messages = { draft: continues?.first ?? draft, reply: continues?.reply ?? reply }
    this.put(gameId, { is: 'ended', ...messages, count: continues?.interruption.count ?? 0, end, sharedSince })
  }

  /** The messages of games that have become that of the incident of the platform. */
  messagesOf(start: Minute): readonly StatusDraft[] {
    return [...this.#byGame.values()].flatMap((one) =>
      one.is === 'posted' && one.sharedSince === start ? [one.draft] : [],
    )
  }

  /** Games that were found before the platform was known to be the cause become members, and their messages its own. */
  join(incident: PlatformIncident, games: readonly Game[]): JoinedIncident {
    for (const [gameId, game] of this.#byGame)
      if (game.is === 'ended' && game.sharedSince === incident.start)
        this.put(gameId, { is: 'posted', draft: game.draft, sharedSince: incident.start })
    const missing = new Set(incident.others.map(({ universeId }) => universeId))
    const known = games.flatMap(({ id, universeId }) => {
      const game = this.#byGame.get(id)
      return game === undefined || game.is === 'ended' || !missing.has(universeId) ? [] : [{ universeId, game }]
    })
    const members = known.map(({ universeId, game: { draft } }): IncidentGame => {
      const type = typeOf(draft.facts.what) ?? 'silent'
      return { universeId, type, since: firstMinuteOf(type, draft.facts.since), until: null }
    })
    const start = Math.min(incident.start, ...members.map(({ since }) => since))
    const posted = known.filter(({ game }) => game.is === 'posted' || game.isPosted)
    for (const { game } of known) this.remove(game.draft.gameId)
    const writes = posted.map(({ universeId, game: { draft, continues } }): EventWrite => {
      this.put(draft.gameId, { is: 'posted', draft: continues?.first ?? draft, sharedSince: start })
      const subject = `${universeId}:${continues?.first.subject ?? draft.subject}`
      if (continues === undefined) return { write: 'withdraw', kind: 'incident', subject }
      // What was the game's own before the platform was the cause stays an event.
      return { write: 'end', kind: 'incident', subject, end: continues.interruption.from }
    })
    return { incident: members.reduce(withMember, { ...incident, start }), writes }
  }

  get held(): readonly HeldIncident[] {
    return [...this.#byGame.values()].filter((one) => one.is === 'held')
  }

  get states(): readonly EvaluatorState[] {
    return [...this.#changed].map((gameId) => {
      const state = JSON.stringify(this.#byGame.get(gameId) ?? null)
      return { gameId, kind: STATE, state }
    })
  }
}

/** The beginning of the own incident of a game that stays missing after the platform is back. */
export function beginningOf({ type, since }: IncidentGame, game: Game): StatusDraft {
  const what = whatOf(type)
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
