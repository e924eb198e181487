// Replaces status changes of single games that have one cause by one post in each server. The cause is the platform if
// enough universes changed together, or if the market could not be counted either; otherwise it may be that Headcount
// itself had no data. The state between two evaluations is the event of the incident.
import type { Minute } from '../../domain/clock.js'
import type { IncidentGame } from '../../domain/events/event-facts.js'
import type { Gap } from '../../domain/gap.js'
import type { StatusFacts } from '../../domain/notifications/facts.js'
import type { NotificationDraft } from '../../domain/notifications/notification.js'
import {
  eventOfIncident,
  type FoundUniverses,
  firstMinuteOf,
  incidentOfEvent,
  isOfPlatform,
  isOver,
  MAX_APART_MINUTES,
  type PlatformIncident,
  typeOf,
  whatOf,
  withMember,
  withReturn,
} from '../../domain/notifications/platform-incident.js'
import type { Store } from '../../domain/ports/store.js'
import type { Span } from '../../domain/rules/span.js'
import type { EvaluationSettings } from './evaluation-settings.js'
import type { FoundEvent } from './game-events.js'
import { type GroupedIncidents, OwnFailures, platformDrafts } from './incident-drafts.js'
import { isKnownAt, type PlatformFall } from './platform-falls.js'

type StatusDraft = NotificationDraft & { readonly facts: StatusFacts }

const isStatus = (draft: NotificationDraft): draft is StatusDraft => draft.facts.kind === 'status'

/** The open incident is among this many newest ones, because only one is open at a time. */
const MAX_RECENT_INCIDENTS = 20

export interface FoundStatuses {
  /** In the order in which they occurred. */
  readonly drafts: readonly NotificationDraft[]
  readonly falls: readonly PlatformFall[]
}

export interface IncidentGroups extends GroupedIncidents {
  /** True if an incident of the platform was already open at the minute. */
  readonly isIncidentAt: (minute: Minute) => boolean
}

/** A fall and an incident that go on together have one cause, which is posted for what was found first. */
export async function groupIncidents(
  store: Pick<Store, 'series' | 'market' | 'eventLog'>,
  settings: EvaluationSettings,
  { drafts, falls }: FoundStatuses,
): Promise<IncidentGroups> {
  const found = drafts.filter(isStatus)
  if (found.length === 0 && falls.every(({ foundAt }) => foundAt === null))
    return { notifications: drafts, events: [], isIncidentAt: () => false }
  const isFallAt = (minute: Minute) => falls.some((fall) => isKnownAt(fall, minute))
  const recent = await store.eventLog.newest({
    universeIds: [],
    accountId: null,
    kinds: ['incident'],
    limit: MAX_RECENT_INCIDENTS,
  })
  const [open] = recent.flatMap((event) => incidentOfEvent(event) ?? [])
  const grouping = new IncidentGrouping(store, settings, { open, own: new OwnFailures(settings, recent), isFallAt })
  for (const minute of new Set(found.map(({ occurredAt }) => occurredAt)))
    await grouping.take(
      minute,
      found.filter(({ occurredAt }) => occurredAt === minute),
    )
  const others = drafts.filter((draft) => !isStatus(draft))
  return {
    notifications: [...others, ...grouping.notifications],
    events: grouping.events,
    isIncidentAt: (minute) => grouping.known.some(({ from, until }) => minute > from && minute < until),
  }
}

interface IncidentProgress {
  readonly minute: Minute
  /** Null while the incident goes on. */
  readonly end: Minute | null
}

interface GroupingState {
  readonly open: PlatformIncident | undefined
  readonly own: OwnFailures
  readonly isFallAt: (minute: Minute) => boolean
}

class IncidentGrouping {
  readonly notifications: NotificationDraft[] = []
  readonly events: FoundEvent[] = []
  /** When incidents of the platform were known to go on. */
  readonly known: Span[] = []
  #open: PlatformIncident | undefined
  readonly #own: OwnFailures
  readonly #isFallAt: (minute: Minute) => boolean

  constructor(
    private readonly store: Pick<Store, 'series' | 'market'>,
    private readonly settings: EvaluationSettings,
    { open, own, isFallAt }: GroupingState,
  ) {
    this.#open = open
    this.#own = own
    this.#isFallAt = isFallAt
    if (open !== undefined) this.known.push({ from: open.start, until: Number.POSITIVE_INFINITY })
  }

  /** All status changes of one minute. */
  async take(minute: Minute, drafts: readonly StatusDraft[]): Promise<void> {
    const before = this.#open
    for (const draft of drafts) {
      const isOwn = draft.facts.what === 'data_back' && draft.follows === undefined
      if (isOwn) this.add(this.#own.take(draft.facts, minute))
      else if (!(await this.isOfPlatform(draft, minute))) this.notifications.push(draft)
    }
    const now = this.#open
    if (now === undefined || now === before) return
    const end = isOver(now) ? minute : null
    const others = await Promise.all(now.others.map((other) => this.withEnd(other, { minute, end })))
    this.events.push({ minute, write: { write: 'put', event: eventOfIncident({ ...now, others }, end) } })
    if (before?.start !== now.start) this.known.push({ from: minute, until: Number.POSITIVE_INFINITY })
    const notifications = platformDrafts(this.settings, { now, before, minute, end })
    const isReportedAsFall = this.#isFallAt(minute)
    this.notifications.push(...notifications.filter(({ follows }) => follows !== undefined || !isReportedAsFall))
    if (end !== null) this.close(now, minute)
  }

  /** For a game, the incident ends with its own gap; for one that is still missing then, with the incident itself. */
  private async withEnd(other: IncidentGame, { minute, end }: IncidentProgress): Promise<IncidentGame> {
    if (other.until !== null) return other
    const gaps = await this.store.series.gaps(other.universeId, other.since, minute + 1)
    const ordered = [...gaps].sort((a, b) => a.from - b.from)
    const last = ordered.reduce((until, gap) => (gap.from <= until ? Math.max(until, gap.until) : until), other.since)
    return { ...other, until: last <= minute ? last : end }
  }

  private add({ notifications, events }: GroupedIncidents): void {
    this.notifications.push(...notifications)
    this.events.push(...events)
  }

  /** Whether the draft belongs to an incident of the platform, which it then changes. */
  private async isOfPlatform(draft: StatusDraft, minute: Minute): Promise<boolean> {
    const universeId = this.settings.universeOf(draft.gameId)
    const member = this.#open?.members.find((one) => one.universeId === universeId)
    const type = typeOf(draft.facts.what)
    const { since } = draft.facts
    if (draft.follows !== undefined) {
      if (member === undefined || this.#open === undefined) return false
      // Games of two accounts may report the same universe; the first report is enough.
      if (draft.facts.until !== null && member.until === null)
        this.#open = withReturn(this.#open, universeId, draft.facts.until)
      return true
    }
    if (type === undefined) return false
    if (member?.until === null) return true
    const first = firstMinuteOf(type, since)
    const moment = { since: first, minute }
    const shared = this.#open ?? (await comparedUniverses(this.store, this.settings.universes, moment))
    if (shared === undefined) return false
    const incident = this.#open ?? { start: first, members: [], ...shared }
    this.#open = withMember(incident, { universeId, type, since: first, until: null })
    return true
  }

  /** Universes that are still missing have a reason of their own, and are reported separately. */
  private close({ members }: PlatformIncident, minute: Minute): void {
    this.#open = undefined
    const last = this.known.pop()
    if (last !== undefined) this.known.push({ from: last.from, until: minute })
    for (const { universeId, type, since } of members.filter(({ until }) => until === null))
      for (const game of this.settings.games.filter((one) => one.universeId === universeId)) {
        const what = whatOf(type)
        const reason = type === 'silent' ? ('platform error' as const) : null
        const lastMinute = type === 'silent' ? since - 1 : since
        this.notifications.push({
          gameId: game.id,
          accountId: game.accountId,
          kind: 'status',
          subject: `${what}:${lastMinute}`,
          occurredAt: minute,
          facts: { kind: 'status', what, since: lastMinute, until: null, reason },
        })
      }
  }
}

/** The minimum of counted minutes before; with fewer, a missing count proves nothing. */
const MIN_COUNTED_BEFORE = 3
const CHANGE_REASONS: readonly string[] = ['hidden', 'gone', 'platform error']

export type ComparisonStore = Pick<Store, 'series' | 'market'>

export interface ConfirmedChange {
  /** The first minute of the change. */
  readonly since: Minute
  /** The minute at which it was confirmed. */
  readonly minute: Minute
}

/** Undefined if it is a change of that universe alone, as far as can be seen. Nothing after `minute` is read. */
export async function comparedUniverses(
  store: ComparisonStore,
  universes: readonly number[],
  { since, minute }: ConfirmedChange,
): Promise<FoundUniverses | undefined> {
  const others: IncidentGame[] = []
  let compared = 0
  for (const universeId of universes) {
    const gaps = await store.series.gaps(universeId, since - MAX_APART_MINUTES, minute + 1)
    const current = gaps.find(({ reason, until }) => CHANGE_REASONS.includes(reason) && until > minute)
    // A universe that was missing long before is not part of this change.
    if (gaps.some(({ from, until }) => from <= since - MAX_APART_MINUTES && until >= minute)) continue
    if (current !== undefined) others.push(memberOf(universeId, current))
    if (current !== undefined || (await hasSample(store, universeId, since, minute + 1))) compared++
  }
  const found = { affected: others.length, universes: compared, others }
  if (isOfPlatform(found)) return found
  return (await isMarketLost(store, since, minute)) ? found : undefined
}

const memberOf = (universeId: number, { reason, from }: Gap): IncidentGame => {
  const type = reason === 'hidden' || reason === 'gone' ? reason : 'silent'
  return { universeId, type, since: from, until: null }
}

async function hasSample({ series }: ComparisonStore, id: number, from: Minute, until: Minute): Promise<boolean> {
  for await (const block of series.blocks(id, from, until)) if (block.minutes.length > 0) return true
  return false
}

/** Whether the market was counted until `since`, and at no minute after it. */
async function isMarketLost({ market }: ComparisonStore, since: Minute, minute: Minute): Promise<boolean> {
  const links = await market.links('charts', since - MAX_APART_MINUTES, minute)
  const before = links.filter((link) => link.minute <= since).length
  return before >= MIN_COUNTED_BEFORE && before === links.length
}
