// Replaces status changes of single games that have one cause by one post in each server. The cause is the platform if
// enough universes changed together, or if the market could not be counted either; otherwise it may be that Headcount
// itself had no data. The state between two evaluations is the event of the incident, and what is known of each game.
import { DAY_MINUTES, type Minute } from '../../domain/clock.js'
import { endedIncidentOf, eventOfIncident, incidentOfEvent } from '../../domain/events/event-of-draft.js'
import type { NotificationDraft } from '../../domain/notifications/notification.js'
import type { EvaluatorState } from '../../domain/notifications/outbox.js'
import {
  type EndedIncident,
  endOf,
  firstMinuteOf,
  type GameIncidents,
  type HeldIncident,
  isOver,
  MAX_APART_MINUTES,
  type PlatformIncident,
  resumedBy,
  type StatusDraft,
  typeOf,
  withMember,
  withReturn,
} from '../../domain/notifications/platform-incident.js'
import type { Store } from '../../domain/ports/store.js'
import type { Span } from '../../domain/rules/span.js'
import { mapReads } from '../reading/in-turns.js'
import type { EvaluationSettings } from './evaluation-settings.js'
import type { FoundEvent } from './history.js'
import {
  beginningOf,
  changedBy,
  type GroupedIncidents,
  InstallationFailures,
  platformDrafts,
} from './incident-drafts.js'
import { isCauseAt, isKnownAt, type PlatformFall } from './platform-falls.js'
import { AbsenceReader, MIN_TOGETHER, withEnd } from './platform-references.js'
import { EndedIncidents, ServerIncidents, withoutGroup } from './server-incidents.js'

const isStatus = (draft: NotificationDraft): draft is StatusDraft => draft.facts.kind === 'status'

/** The open incident is among this many newest ones, because only one is open at a time. */
const MAX_RECENT_INCIDENTS = 20
/** A fall that is found within this time after an incident belongs to it, because players come back slowly. */
const MAX_SLOW_RETURN_MINUTES = 45
/** A game that is away for longer than this after the platform was back is reported separately. */
const MAX_LATE_MINUTES = DAY_MINUTES
/** How long the message of a game waits further while a fall of the platform goes on. */
const FALL_WAIT_MINUTES = 10

export interface FoundStatuses extends Span {
  /** In the order in which they occurred. */
  readonly drafts: readonly NotificationDraft[]
  readonly falls: readonly PlatformFall[]
  readonly incidents: GameIncidents
}

export interface IncidentGroups extends GroupedIncidents {
  /** Changes of single games that are events, but are reported by messages about several games. */
  readonly unposted: readonly NotificationDraft[]
  readonly states: readonly EvaluatorState[]
  /** True if a fall that is found at the minute has been reported as an incident of the platform. */
  readonly isIncidentAt: (minute: Minute) => boolean
}

/** A fall and an incident that go on together have one cause, which is posted for what was found first. */
export async function groupIncidents(
  store: Pick<Store, 'series' | 'market' | 'eventLog'>,
  settings: EvaluationSettings,
  { drafts, falls, incidents, from, until }: FoundStatuses,
): Promise<IncidentGroups> {
  const found = drafts.filter(isStatus)
  const servers = new ServerIncidents(settings, incidents)
  const isQuiet = nextMinute(found, incidents, until) === undefined && servers.abandoned.length === 0
  if (isQuiet && falls.every(({ foundAt }) => foundAt === null))
    return { notifications: drafts, unposted: [], events: [], states: incidents.states, isIncidentAt: () => false }
  servers.flush(from)
  const recent = await store.eventLog.newest({
    universeIds: [],
    accountId: null,
    kinds: ['incident'],
    limit: MAX_RECENT_INCIDENTS,
  })
  const [open] = recent.flatMap((event) => incidentOfEvent(event) ?? [])
  const ended = recent.flatMap((event) => endedIncidentOf(event) ?? [])
  const failures = new InstallationFailures(settings, recent)
  const grouping = new IncidentGrouping(store, settings, { open, ended, failures, falls, incidents, servers })
  const rest = [...found]
  for (let next = nextMinute(rest, incidents, until); next !== undefined; next = nextMinute(rest, incidents, until)) {
    const count = rest.filter(({ occurredAt }) => occurredAt <= (next ?? 0)).length
    await grouping.apply(next, rest.splice(0, count))
  }
  const others = drafts.filter((draft) => !isStatus(draft))
  return {
    notifications: [...others, ...grouping.notifications, ...servers.notifications],
    unposted: servers.unposted,
    events: grouping.events,
    states: incidents.states,
    isIncidentAt: (minute) =>
      grouping.known.some((span) => minute > span.from && minute < span.until + MAX_SLOW_RETURN_MINUTES),
  }
}

/** The next minute at which there is a status change, or a message has waited long enough. */
function nextMinute(drafts: readonly StatusDraft[], incidents: GameIncidents, until: Minute): Minute | undefined {
  const due = incidents.held.map((held) => held.due).filter((minute) => minute < until)
  const minutes = [...due, ...drafts.slice(0, 1).map(({ occurredAt }) => occurredAt)]
  return minutes.length === 0 ? undefined : Math.min(...minutes)
}

interface GroupingState extends Pick<FoundStatuses, 'falls' | 'incidents'> {
  readonly open: PlatformIncident | undefined
  readonly ended: readonly EndedIncident[]
  readonly failures: InstallationFailures
  readonly servers: ServerIncidents
}

class IncidentGrouping {
  readonly notifications: NotificationDraft[] = []
  readonly events: FoundEvent[] = []
  /** When incidents of the platform were known to go on. */
  readonly known: Span[] = []
  #open: PlatformIncident | undefined
  readonly #ended: EndedIncidents
  readonly #failures: InstallationFailures
  readonly #falls: readonly PlatformFall[]
  readonly #games: GameIncidents
  readonly #servers: ServerIncidents
  readonly #absences: AbsenceReader

  constructor(
    private readonly store: Pick<Store, 'series' | 'market'>,
    private readonly settings: EvaluationSettings,
    { open, ended, failures, falls, incidents, servers }: GroupingState,
  ) {
    this.#open = open
    this.#ended = new EndedIncidents(settings, incidents, ended, this.events)
    this.#failures = failures
    this.#falls = falls
    this.#games = incidents
    this.#servers = servers
    this.#absences = new AbsenceReader(store, settings.universes)
    this.known.push(...ended.map(({ incident, end }) => ({ from: incident.start, until: end })))
    if (open !== undefined) this.known.push({ from: open.start, until: Number.POSITIVE_INFINITY })
  }

  /** All status changes of one minute, and the messages that have waited until then. */
  async apply(minute: Minute, drafts: readonly StatusDraft[]): Promise<void> {
    const before = this.#open
    for (const draft of drafts) await this.applyDraft(draft, minute)
    await this.writeChange(before, minute)
    for (const heldIncident of this.#games.held)
      if (heldIncident.due <= minute && this.#games.of(heldIncident.draft.gameId) === heldIncident)
        this.release(heldIncident, minute)
    this.#servers.flush(minute)
    this.notifications.push(...this.#ended.drafts(minute))
  }

  private async applyDraft(draft: StatusDraft, minute: Minute): Promise<void> {
    const isOwn = draft.facts.what === 'data_back' && draft.follows === undefined
    if (isOwn) this.add(this.#failures.apply(draft.facts, minute))
    else if (draft.follows !== undefined) this.applyContinuation(draft, minute)
    else await this.applyBeginning(draft, minute)
  }

  private async writeChange(before: PlatformIncident | undefined, minute: Minute): Promise<void> {
    const now = this.#open
    if (now === undefined || now === before) return
    const end = isOver(now) ? endOf(now) : null
    const others = await mapReads(now.others, this.store.series.readsAtOnce, (other) =>
      withEnd(this.store, other, { minute, end }),
    )
    const event = eventOfIncident({ ...now, others }, end)
    const resumed = before === undefined ? this.#ended.of(now.start)?.incident : undefined
    const since = resumed && now.interruption?.until
    this.events.push({
      minute,
      write: since === undefined ? { write: 'put', event } : { write: 'resume', event, since },
    })
    this.#ended.remove(now.start)
    if (before?.start !== now.start) this.known.push({ from: minute, until: Number.POSITIVE_INFINITY })
    const messages = this.#games.messagesOf(now.start)
    const isResumed = resumed !== undefined
    const change = { now, before: before ?? resumed, isResumed, minute, end, messages }
    const notifications = platformDrafts(this.settings, change)
    const isReportedAsFall = this.#falls.some((fall) => isKnownAt(fall, minute))
    this.notifications.push(...notifications.filter(({ follows }) => follows !== undefined || !isReportedAsFall))
    if (end !== null) this.close({ ...now, others }, end, minute)
  }

  private add({ notifications, events }: GroupedIncidents): void {
    this.notifications.push(...notifications)
    this.events.push(...events)
  }

  private fallOf(since: Minute, minute: Minute): PlatformFall | undefined {
    return this.#falls.find((fall) => isCauseAt(fall, since, minute))
  }

  /** The change or the end of what was found before. */
  private applyContinuation(draft: StatusDraft, minute: Minute): void {
    const { gameId, facts } = draft
    const universeId = this.settings.universeOf(gameId)
    const known = this.#games.of(gameId)
    const member = this.#open?.members.find((one) => one.universeId === universeId)
    if (member !== undefined && this.#open !== undefined) {
      // Games of two accounts may report the same universe; the first report is enough.
      if (facts.until !== null && member.until === null) this.#open = withReturn(this.#open, universeId, facts.until)
    } else if (known?.is === 'held') this.applyToHeld(known, draft, minute)
    else this.#servers.continue(draft, minute)
  }

  /** An incident that ends while its message waits is posted with its end, unless it was a part of the platform's. */
  private applyToHeld(heldIncident: HeldIncident, draft: StatusDraft, minute: Minute): void {
    const { gameId, facts } = draft
    const isEnd = draft.follows?.as === 'reply'
    if (heldIncident.isWritten === true && (isEnd || facts.until === null)) this.#servers.write(draft, heldIncident)
    if (facts.until === null) {
      this.#games.put(gameId, { ...heldIncident, draft: changedBy(heldIncident.draft, draft) })
      return
    }
    const isShared =
      heldIncident.sharedSince !== null || this.fallOf(heldIncident.draft.facts.since, minute) !== undefined
    if (!isShared) {
      this.#servers.post(heldIncident, minute)
      this.applyContinuation(draft, minute)
      return
    }
    if (isEnd) this.#ended.applyReturn(heldIncident, draft, minute)
  }

  private async applyBeginning(draft: StatusDraft, minute: Minute): Promise<void> {
    const { gameId, facts } = draft
    const type = typeOf(facts.what)
    if (type === undefined) {
      this.notifications.push(draft)
      return
    }
    const universeId = this.settings.universeOf(gameId)
    if (this.#open?.members.find((one) => one.universeId === universeId)?.until === null) return
    const since = firstMinuteOf(type, facts.since)
    const member = { universeId, type, since, until: null }
    if (this.#open !== undefined) {
      this.#open = withMember(this.#open, member)
      return
    }
    const { found, isShared } = await this.#absences.at({ since, minute })
    if (isShared) {
      const incident = withMember({ start: since, members: [], ...found }, member)
      const joined = this.#games.join(resumedBy(incident, this.#ended.all), this.settings.games)
      this.#open = joined.incident
      for (const write of joined.writes) this.events.push({ minute, write })
      return
    }
    if (this.#ended.goesOn(draft, { since, minute })) return
    const fall = this.fallOf(since, minute)
    const waiting = { draft, due: minute + MAX_APART_MINUTES, sharedSince: fall?.start ?? null, isPosted: false }
    const heldIncident = { is: 'held', ...waiting, ...this.#servers.continuedBy(gameId, since) } as const
    const mayBeShared = found.affected >= MIN_TOGETHER && !this.#servers.hasMessageFor(heldIncident)
    if (fall === undefined && !mayBeShared) this.#servers.post(heldIncident, minute)
    else this.#games.put(gameId, heldIncident)
  }

  /** The message of a game that is missing for a reason of its own, as far as is known by now. */
  private release(heldIncident: HeldIncident, minute: Minute): void {
    const { gameId, facts } = heldIncident.draft
    const ended = this.#ended.of(heldIncident.sharedSince)
    const due = ended === undefined ? minute : ended.end + MAX_LATE_MINUTES
    const fall = this.fallOf(facts.since, minute)
    if (due > minute) {
      this.#servers.writeBeginning(heldIncident, minute)
      this.#games.put(gameId, { ...heldIncident, isWritten: true, due })
    } else if (fall === undefined)
      this.#servers.post(ended === undefined ? heldIncident : withoutGroup(heldIncident), minute)
    else this.#games.put(gameId, { ...heldIncident, due: minute + FALL_WAIT_MINUTES, sharedSince: fall.start })
  }

  /** Universes that are still missing soon after the end have a reason of their own, and are reported separately. */
  private close(incident: PlatformIncident, end: Minute, minute: Minute): void {
    this.#open = undefined
    this.#ended.add({ incident, end })
    const last = this.known.pop()
    if (last !== undefined) this.known.push({ from: last.from, until: minute })
    // What was reported as a fall is not in a message of this incident.
    const fall = this.#falls.find((one) => one.start < incident.start && isKnownAt(one, minute))
    for (const game of this.settings.games) {
      const member = incident.members.find(({ universeId }) => universeId === game.universeId)
      const known = this.#games.of(game.id)
      const isPosted = known?.is === 'posted' && known.sharedSince === incident.start
      if (member === undefined) continue
      if (member.until !== null) {
        if (isPosted) this.#games.end(game.id, member.until, null)
        continue
      }
      const draft = isPosted ? known.draft : beginningOf(member, game)
      const due = minute + MAX_APART_MINUTES
      const group = isPosted ? known.group : undefined
      this.#games.put(game.id, { is: 'held', draft, due, sharedSince: fall?.start ?? incident.start, isPosted, group })
    }
  }
}
