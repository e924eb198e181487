// What is posted of the incidents of single games. Games of one server that vanish together, while the platform as a whole
// does not, share one message, which names them and changes as they come back, and one reply. Each of them remembers it.
import type { Minute } from '../../domain/clock.js'
import { eventOfIncident } from '../../domain/events/event-of-draft.js'
import type { NotificationDraft, SharedMessage } from '../../domain/notifications/notification.js'
import {
  CONTINUATION_MINUTES,
  type EndedIncident,
  firstMinuteOf,
  type GameIncident,
  type GameIncidents,
  type HeldIncident,
  MAX_APART_MINUTES,
  type PostedIncident,
  type StatusDraft,
  typeOf,
  withReturn,
} from '../../domain/notifications/platform-incident.js'
import type { EvaluationSettings, NewsServer } from './evaluation-settings.js'
import type { FoundEvent } from './history.js'
import {
  beginningDrafts,
  changedBy,
  continuedDrafts,
  draftOf,
  editOf,
  endDrafts,
  groupFacts,
  lateDrafts,
} from './incident-drafts.js'

type GroupMember = readonly [gameId: number, known: GameIncident]

export class ServerIncidents {
  readonly notifications: NotificationDraft[] = []
  /** What is written as an event only, because a message about several games reports it. */
  readonly unposted: NotificationDraft[] = []
  readonly #serverOf: ReadonlyMap<number, NewsServer>
  readonly #changed = new Set<SharedMessage['subject']>()

  constructor(
    private readonly settings: EvaluationSettings,
    private readonly games: GameIncidents,
  ) {
    this.#serverOf = new Map(
      settings.incidentServers.flatMap((server) => server.games.map(({ id }) => [id, server] as const)),
    )
  }

  /** The beginning of an incident of a game. */
  post(heldIncident: HeldIncident, minute: Minute): void {
    const { draft, isPosted, continues } = heldIncident
    const group = isPosted ? undefined : this.groupFor(heldIncident, minute)
    if (group !== undefined) {
      this.joinGroup(heldIncident, group, minute)
      return
    }
    this.notifications.push(...beginningDrafts(heldIncident, minute))
    this.games.put(draft.gameId, { is: 'posted', draft, sharedSince: null, continues })
  }

  /** The change or the end of what was posted. */
  continue(draft: StatusDraft, minute: Minute): void {
    const { gameId, facts } = draft
    const known = this.games.of(gameId)
    const posted = known?.is === 'posted' ? known : undefined
    const drafts = posted?.continues === undefined ? [draft] : continuedDrafts(draft, posted.continues)
    if (posted?.group === undefined) this.notifications.push(...drafts)
    else {
      this.unposted.push(...drafts)
      this.#changed.add(posted.group.subject)
      if (facts.until === null) this.games.put(gameId, { ...posted, draft: changedBy(posted.draft, draft) })
    }
    if (draft.follows?.as === 'reply') this.games.end(gameId, facts.until ?? minute, draft)
  }

  /** Stored only as an event, because a message about several games reports it. */
  writeBeginning(heldIncident: HeldIncident, minute: Minute): void {
    this.unposted.push(...beginningDrafts({ ...heldIncident, isPosted: false }, minute))
  }

  write(draft: StatusDraft, { continues }: HeldIncident): void {
    this.unposted.push(...(continues === undefined ? [draft] : continuedDrafts(draft, continues)))
  }

  /** What goes on with an absence of a game from `since`: its own incident, and the message that reports it. */
  continuedBy(gameId: number, since: Minute): Pick<HeldIncident, 'continues' | 'group'> {
    const continues = this.games.continuedBy(gameId, since)
    const known = this.games.of(gameId)
    if (known?.is !== 'ended' || known.sharedSince !== null) return { continues }
    const isSoon = since - known.end <= CONTINUATION_MINUTES
    return { continues, group: isSoon || known.group?.end === null ? known.group : undefined }
  }

  /** Whether a message that exists can report it, so that it need not wait. */
  hasMessageFor(heldIncident: HeldIncident): boolean {
    const server = this.#serverOf.get(heldIncident.draft.gameId)
    if (heldIncident.group !== undefined || server === undefined || heldIncident.continues !== undefined)
      return heldIncident.group !== undefined
    return this.nearTo(heldIncident, server).some(([, one]) => isOpen(one) || isOwn(one))
  }

  private groupFor(heldIncident: HeldIncident, minute: Minute): SharedMessage | undefined {
    if (heldIncident.group !== undefined) return heldIncident.group
    const server = this.#serverOf.get(heldIncident.draft.gameId)
    if (server === undefined || heldIncident.continues !== undefined) return undefined
    const others = this.nearTo(heldIncident, server)
    const open = others.find(([, one]) => isOpen(one))
    if (open !== undefined) return open[1].group
    const ownIncident = others.flatMap(([, one]) => (isOwn(one) ? [one] : []))[0]
    const { accountId } = server
    const base = { accountId, server: server.server, since: beginningMinute(heldIncident.draft), end: null }
    if (ownIncident !== undefined) {
      const { gameId, kind, subject } = ownIncident.draft
      const group = { ...base, gameId, kind, subject, isPosted: true }
      this.games.put(gameId, { ...ownIncident, group })
      return group
    }
    if (!others.some(([, one]) => mayJoin(one, minute))) return undefined
    const subject = `games:${base.since}:${server.server ?? ''}`
    return { ...base, gameId: server.games[0].id, kind: 'platform_incident', subject, isPosted: false }
  }

  /** Other games of the server that vanished at about the same time. */
  private nearTo({ draft }: HeldIncident, { games }: NewsServer): GroupMember[] {
    const since = beginningMinute(draft)
    return games.flatMap(({ id }): GroupMember[] => {
      const known = id === draft.gameId ? undefined : this.games.of(id)
      const isNear = known !== undefined && Math.abs(beginningMinute(known.draft) - since) <= MAX_APART_MINUTES
      return isNear ? [[id, known]] : []
    })
  }

  /** Games whose messages still wait vanished with this one, so they join too, and the message names them at once. */
  private joinGroup(heldIncident: HeldIncident, group: SharedMessage, minute: Minute): void {
    const { draft, continues } = heldIncident
    const server = this.#serverOf.get(draft.gameId)
    const others = server === undefined ? [] : this.nearTo(heldIncident, server)
    this.writeBeginning(heldIncident, minute)
    this.games.put(draft.gameId, { is: 'posted', draft, sharedSince: null, continues, group })
    this.#changed.add(group.subject)
    for (const [, other] of others) if (mayJoin(other, minute)) this.joinGroup(other, group, minute)
  }

  /** Messages whose last games were paused or removed while they were away are over. */
  get abandoned(): readonly SharedMessage['subject'][] {
    const open = [...this.games.all.values()].filter(
      ({ group, sharedSince }) => group?.end === null && sharedSince === null,
    )
    const going = new Set(open.flatMap(({ is, group }) => (is === 'ended' ? [] : group?.subject)))
    return [...new Set(open.flatMap(({ group }) => group?.subject ?? []))].filter((subject) => !going.has(subject))
  }

  /** What the messages say after all changes of a minute. */
  flush(minute: Minute): void {
    for (const subject of new Set([...this.#changed, ...this.abandoned])) {
      const members = [...this.games.all].filter(([, one]) => one.group?.subject === subject).sort(([a], [b]) => a - b)
      const group = members[0]?.[1].group
      // What the platform took over is in its message.
      if (group !== undefined && members.every(([, one]) => one.sharedSince === null))
        this.report(group, members, minute)
    }
    this.#changed.clear()
  }

  private report(group: SharedMessage, members: readonly GroupMember[], minute: Minute): void {
    const isItsServer = (one: NewsServer) => one.accountId === group.accountId && one.server === group.server
    const server = this.settings.incidentServers.find(isItsServer)
    if (server === undefined) return
    const away = members.filter(([, { is }]) => is !== 'ended')
    const ends = members.flatMap(([, one]) => (one.is === 'ended' ? one.end : []))
    const end = away.length > 0 ? null : Math.max(...ends)
    const isResumed = group.end !== null && end === null
    const again = Math.min(...away.map(([, { draft }]) => beginningMinute(draft)))
    const count = (group.interruption?.count ?? 0) + 1
    const interruption =
      group.end === null || end !== null ? group.interruption : { from: group.end, until: again, count }
    const since = Math.min(group.since, ...members.map(([, { draft }]) => beginningMinute(draft)))
    const idsOf = (some: readonly GroupMember[]) => some.map(([gameId]) => gameId)
    const facts = groupFacts(this.settings, {
      ...{ since, until: end, interruption, gameIds: idsOf(members), awayIds: idsOf(away) },
      drafts: members.map(([, { draft }]) => draft),
    })
    const { gameId, kind, subject, isPosted } = group
    const message = { ...draftOf(server, facts, minute), gameId, kind, subject }
    const first = isPosted ? editOf(message, minute) : message
    const canChange = kind === 'platform_incident' || server.games.some(({ id }) => id === gameId)
    if (canChange) this.notifications.push(first, ...endDrafts(message, { minute, end, isResumed }))
    // The game whose message it was is not tracked any more, and nothing can answer it.
    else if (end !== null)
      this.notifications.push({ ...draftOf(server, { ...facts, isEnd: true }, minute), subject: `${subject}:end` })
    const reported = { ...group, since, end, isPosted: true, interruption }
    for (const [id, one] of members) this.games.put(id, { ...one, group: reported })
  }
}

/** Incidents of the platform that are over. Their messages name the games of their server that are still away. */
export class EndedIncidents {
  readonly #byStart: Map<Minute, EndedIncident>
  /** The universes that changed in a minute, by the start of the incident. */
  readonly #changed = new Map<Minute, Set<number>>()

  constructor(
    private readonly settings: EvaluationSettings,
    private readonly games: GameIncidents,
    ended: readonly EndedIncident[],
    private readonly events: FoundEvent[],
  ) {
    this.#byStart = new Map(ended.map((one) => [one.incident.start, one]))
  }

  get all(): readonly EndedIncident[] {
    return [...this.#byStart.values()]
  }

  of(start: Minute | null): EndedIncident | undefined {
    return start === null ? undefined : this.#byStart.get(start)
  }

  add(ended: EndedIncident): void {
    this.#byStart.set(ended.incident.start, ended)
  }

  remove(start: Minute): void {
    this.#byStart.delete(start)
  }

  /** A game that was away longer than the platform is back. */
  applyReturn(heldIncident: HeldIncident, reply: StatusDraft, minute: Minute): void {
    const { gameId, facts } = reply
    const ended = this.of(heldIncident.sharedSince)
    const until = facts.until ?? minute
    if (ended === undefined) this.games.remove(gameId)
    else {
      this.games.endLate(heldIncident, until, reply)
      this.change(ended, gameId, { until, minute })
    }
  }

  /** Whether it was away longer than the platform, and is away again so soon that this is a part of the incident. */
  goesOn(draft: StatusDraft, { since, minute }: { readonly since: Minute; readonly minute: Minute }): boolean {
    const { gameId } = draft
    const known = this.games.of(gameId)
    if (known?.is !== 'ended' || known.isSilent === undefined || since - known.end > CONTINUATION_MINUTES) return false
    const { sharedSince, isSilent, group } = known
    const ended = this.of(sharedSince)
    if (ended === undefined) return false
    const continues = this.games.continuedBy(gameId, since)
    const due = minute + MAX_APART_MINUTES
    this.games.put(gameId, { is: 'held', draft, due, sharedSince, isPosted: !isSilent, continues, group })
    this.change(ended, gameId, { until: null, minute })
    return true
  }

  private change(
    { incident, end }: EndedIncident,
    gameId: number,
    { until, minute }: { readonly until: Minute | null; readonly minute: Minute },
  ): void {
    const universeId = this.settings.universeOf(gameId)
    const changed = withReturn(incident, universeId, until)
    this.add({ incident: changed, end })
    this.events.push({ minute, write: { write: 'put', event: eventOfIncident(changed, end) } })
    this.#changed.set(changed.start, (this.#changed.get(changed.start) ?? new Set()).add(universeId))
  }

  drafts(minute: Minute): NotificationDraft[] {
    const changed = [...this.#changed]
    this.#changed.clear()
    return changed.flatMap(([start, universes]) => {
      const { incident: now, end } = this.of(start) ?? {}
      if (now === undefined || end === undefined) return []
      const messages = this.games.messagesOf(start)
      return lateDrafts(this.settings, { now, before: now, isResumed: false, minute, end, messages }, universes)
    })
  }
}

/** An incident that the message of the platform reported gets a message of its own. */
export const withoutGroup = ({ group, ...incident }: HeldIncident): HeldIncident => ({
  ...incident,
  isPosted: incident.isPosted && group === undefined,
})

const beginningMinute = ({ facts }: StatusDraft): Minute => firstMinuteOf(typeOf(facts.what) ?? 'silent', facts.since)

const isOpen = ({ is, group, sharedSince }: GameIncident): boolean =>
  is !== 'held' && group?.end === null && sharedSince === null

/** A message about this game alone. */
const isOwn = (one: GameIncident): one is PostedIncident =>
  one.is === 'posted' && one.sharedSince === null && one.continues === undefined && one.group === undefined

const mayJoin = (one: GameIncident, minute: Minute): one is HeldIncident =>
  one.is === 'held' &&
  !one.isPosted &&
  one.continues === undefined &&
  one.group === undefined &&
  (one.sharedSince === null || (one.isWritten === true && one.due <= minute))
