// Replaces the status changes of single games that have one cause: what the platform did is told once in each server,
// and so is that Headcount itself had no data. The state between two evaluations is the event of the incident.
import type { Minute } from '../../domain/clock.js'
import type { EventWrite } from '../../domain/events/event.js'
import type { StatusFacts } from '../../domain/notifications/facts.js'
import type { NotificationDraft } from '../../domain/notifications/notification.js'
import {
  eventOfIncident,
  incidentOfEvent,
  isOver,
  type PlatformIncident,
  typeOf,
  whatOf,
  withMember,
  withReturn,
} from '../../domain/notifications/platform-incident.js'
import type { Store } from '../../domain/ports/store.js'
import { comparedUniverses } from './compare-universes.js'
import type { EvaluationSettings } from './evaluation-settings.js'
import { OwnFailures } from './own-failures.js'
import { type GroupedIncidents, platformDrafts } from './platform-drafts.js'

type StatusDraft = NotificationDraft & { readonly facts: StatusFacts }

const isStatus = (draft: NotificationDraft): draft is StatusDraft => draft.facts.kind === 'status'

/** More than one incident of the platform never goes on at a time. */
const MAX_RECENT = 20

/** `drafts` are in the order in which they occurred. */
export async function groupIncidents(
  store: Pick<Store, 'series' | 'market' | 'eventLog'>,
  settings: EvaluationSettings,
  drafts: readonly NotificationDraft[],
): Promise<GroupedIncidents> {
  const found = drafts.filter(isStatus)
  if (found.length === 0) return { notifications: drafts, events: [] }
  const recent = await store.eventLog.newest({
    universeIds: [],
    accountId: null,
    kinds: ['incident'],
    limit: MAX_RECENT,
  })
  const [open] = recent.flatMap((event) => incidentOfEvent(event) ?? [])
  const grouping = new IncidentGrouping(store, settings, { open, own: new OwnFailures(settings, recent) })
  for (const minute of new Set(found.map(({ occurredAt }) => occurredAt)))
    await grouping.take(
      minute,
      found.filter(({ occurredAt }) => occurredAt === minute),
    )
  const others = drafts.filter((draft) => !isStatus(draft))
  return { notifications: [...others, ...grouping.notifications], events: grouping.events }
}

interface GroupingState {
  readonly open: PlatformIncident | undefined
  readonly own: OwnFailures
}

class IncidentGrouping {
  readonly notifications: NotificationDraft[] = []
  readonly events: EventWrite[] = []
  #open: PlatformIncident | undefined
  readonly #own: OwnFailures

  constructor(
    private readonly store: Pick<Store, 'series' | 'market'>,
    private readonly settings: EvaluationSettings,
    { open, own }: GroupingState,
  ) {
    this.#open = open
    this.#own = own
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
    this.events.push({ write: 'put', event: eventOfIncident(now, end) })
    this.notifications.push(...platformDrafts(this.settings, { now, before, minute, end }))
    if (end !== null) this.close(now, minute)
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
      // What two accounts' games tell of one universe is the same.
      if (draft.facts.until !== null && member.until === null)
        this.#open = withReturn(this.#open, universeId, draft.facts.until)
      return true
    }
    if (type === undefined) return false
    if (member?.until === null) return true
    const shared =
      this.#open ??
      (await comparedUniverses(this.store, this.settings.universes, {
        // What is silent was sampled last at `since`.
        since: type === 'silent' ? since + 1 : since,
        minute,
      }))
    if (shared === undefined) return false
    const incident = this.#open ?? { start: since, members: [], ...shared }
    this.#open = withMember(incident, { universeId, type, since, until: null })
    return true
  }

  /** What is still away has a reason of its own, and is told for itself. */
  private close({ members }: PlatformIncident, minute: Minute): void {
    this.#open = undefined
    for (const { universeId, type, since } of members.filter(({ until }) => until === null))
      for (const game of this.settings.games.filter((one) => one.universeId === universeId)) {
        const what = whatOf(type)
        const reason = type === 'silent' ? ('platform error' as const) : null
        this.notifications.push({
          gameId: game.id,
          accountId: game.accountId,
          kind: 'status',
          subject: `${what}:${since}`,
          occurredAt: minute,
          facts: { kind: 'status', what, since, until: null, reason },
        })
      }
  }
}
