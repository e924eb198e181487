// Pure rules of incidents: how changes of single universes become one incident of the whole platform, and what is stored of
// the incident of each game between two evaluations (that its message is held, was posted, or is over).
import type { Minute } from '../clock.js'
import type { EventWrite } from '../events/event.js'
import type { IncidentGame } from '../events/event-facts.js'
import type { Game } from '../game.js'
import type { IncidentType, Interruption, StatusFacts } from './facts.js'
import type { MessageName, NotificationDraft, SharedMessage } from './notification.js'
import type { EvaluatorState, StoredEvaluatorState } from './outbox.js'

/** INSIGHTS-51: of at least three universes that can be compared, 75 % must have changed together. */
export const MIN_COMPARED = 3
export const MIN_AFFECTED_SHARE = 0.75
/** Universes are sampled up to ten minutes apart, and changes that lie further apart are not one. */
export const MAX_APART_MINUTES = 15
/** INSIGHTS-57: an incident that begins again within this many minutes of its end is the same one. */
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

export const statusKindOf = (type: IncidentType): 'hidden' | 'gone' | 'no_data' =>
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

export const withReturn = (incident: PlatformIncident, universeId: number, until: Minute | null): PlatformIncident => ({
  ...incident,
  members: incident.members.map((member) => (member.universeId === universeId ? { ...member, until } : member)),
})

export interface EndedIncident {
  readonly incident: PlatformIncident
  readonly end: Minute
}

/**
 * The ended incident that goes on with `next`; `next` itself if none ended shortly before it, or if most universes of that
 * one are still there.
 */
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
  /** True if it is an event of its own already, while the message of the platform reports it. */
  readonly isWritten?: boolean
  readonly continues?: ContinuedIncident | undefined
  readonly group?: SharedMessage | undefined
}

export interface PostedIncident {
  readonly is: 'posted'
  readonly draft: StatusDraft
  /** The start of the incident of the platform whose message it has become; null while it is the game's own. */
  readonly sharedSince: Minute | null
  readonly continues?: ContinuedIncident | undefined
  readonly group?: SharedMessage | undefined
}

export interface EndedMessage {
  readonly is: 'ended'
  /** The message of the beginning. */
  readonly draft: StatusDraft
  /** The reply that announced the end, and how often it was changed; null if it is that of the platform. */
  readonly reply: StatusDraft | null
  readonly count: number
  readonly end: Minute
  readonly sharedSince: Minute | null
  /** Set if it was away longer than the platform: true if the message of the platform was never its own. */
  readonly isSilent?: boolean
  readonly group?: SharedMessage | undefined
}

export type GameIncident = HeldIncident | PostedIncident | EndedMessage

/** Whether the game has a message that the incident of the platform can take over. */
const hasMessage = (game: GameIncident): boolean =>
  game.is === 'posted' || (game.is === 'held' ? game.isPosted : game.isSilent !== true)

function messageOf(game: GameIncident): MessageName {
  const draft = game.is === 'ended' ? game.draft : (game.continues?.first ?? game.draft)
  const { gameId, kind, subject } = game.group ?? draft
  return { gameId, kind, subject }
}

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

  /** By game. */
  get all(): ReadonlyMap<number, GameIncident> {
    return this.#byGame
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
    this.put(gameId, { ...endedOf(known, end, reply), sharedSince: known.sharedSince })
  }

  /** A game that was away longer than the platform is back. */
  endLate(incident: HeldIncident, end: Minute, reply: StatusDraft): void {
    const ended = endedOf(incident, end, incident.isWritten === true ? reply : null)
    this.put(incident.draft.gameId, { ...ended, sharedSince: incident.sharedSince, isSilent: !incident.isPosted })
  }

  /** The messages of games that have become that of the incident of the platform. */
  messagesOf(start: Minute): readonly MessageName[] {
    const shared = [...this.#byGame.values()].filter((one) => one.sharedSince === start && hasMessage(one))
    const bySubject = new Map(shared.map(messageOf).map((message) => [`${message.gameId} ${message.subject}`, message]))
    return [...bySubject.values()].sort((a, b) => a.gameId - b.gameId)
  }

  /** Games that were found before the platform was known to be the cause become members, and their messages its own. */
  join(incident: PlatformIncident, games: readonly Game[]): JoinedIncident {
    for (const [gameId, game] of this.#byGame)
      if (game.is === 'ended' && game.sharedSince === incident.start && hasMessage(game))
        this.put(gameId, { is: 'posted', draft: game.draft, sharedSince: incident.start, group: game.group })
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
    const written = known.filter(({ game }) => hasMessage(game) || (game.is === 'held' && game.isWritten === true))
    for (const { game } of known) this.remove(game.draft.gameId)
    this.leaveGroups(new Set(known.flatMap(({ game }) => game.group?.subject ?? [])))
    const writes = written.map(({ universeId, game }): EventWrite => {
      const { draft, continues, group } = game
      if (hasMessage(game))
        this.put(draft.gameId, { is: 'posted', draft: continues?.first ?? draft, sharedSince: start, group })
      const subject = `${universeId}:${continues?.first.subject ?? draft.subject}`
      if (continues === undefined) return { write: 'withdraw', kind: 'incident', subject }
      // What was the game's own before the platform was the cause stays an event.
      return { write: 'end', kind: 'incident', subject, end: continues.interruption.from }
    })
    return { incident: members.reduce(withMember, { ...incident, start }), writes }
  }

  /** Removes the link to a message that the platform took over from the other games of the server, which are back. */
  private leaveGroups(taken: ReadonlySet<string>): void {
    for (const [gameId, game] of this.#byGame)
      if (game.group !== undefined && taken.has(game.group.subject)) this.put(gameId, { ...game, group: undefined })
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

const endedOf = (
  { draft, continues, group }: HeldIncident | PostedIncident,
  end: Minute,
  reply: StatusDraft | null,
): Omit<EndedMessage, 'sharedSince'> => ({
  is: 'ended',
  draft: continues?.first ?? draft,
  reply: continues?.reply ?? reply,
  count: continues?.interruption.count ?? 0,
  end,
  group,
})
