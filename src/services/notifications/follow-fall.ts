// Follows a fall of the whole platform until it is over: its messages are changed, and one reply tells
// the end. The state between two evaluations is the event of the fall.
import type { Minute } from '../../domain/clock.js'
import type { EventWrite } from '../../domain/events/event.js'
import type { PlayerCounts } from '../../domain/notifications/evaluator.js'
import { levelsAt, STEP } from '../../domain/notifications/evaluators/platform-drop.js'
import type { PlatformDropFacts } from '../../domain/notifications/facts.js'
import type { NotificationDraft } from '../../domain/notifications/notification.js'
import type { Store } from '../../domain/ports/store.js'
import type { EvaluationSettings } from './evaluation-settings.js'
import type { GroupedIncidents } from './incident-drafts.js'

interface FallWindow {
  readonly from: Minute
  readonly until: Minute
  readonly playerCounts: PlayerCounts
  /** What the window found, which may begin falls. */
  readonly found: readonly NotificationDraft[]
}

interface OpenFall {
  readonly start: Minute
  /** The first minute at which it may be over. */
  readonly next: Minute
  readonly affected: number
  readonly universes: number
  readonly drop: number
}

export async function followFall(
  store: Pick<Store, 'eventLog'>,
  settings: EvaluationSettings,
  window: FallWindow,
): Promise<GroupedIncidents> {
  const notifications: NotificationDraft[] = []
  const events: EventWrite[] = []
  for (const fall of await openFalls(store, window)) {
    for (let minute = Math.ceil(fall.next / STEP) * STEP; minute < window.until; minute += STEP) {
      const { drop, overAt } = await levelsAt(settings.universes, window.playerCounts, minute)
      if (drop !== undefined && overAt === undefined) continue
      // After six hours the new level is the usual one: the fall is no longer one, and nothing came back.
      events.push(endOf(fall, overAt ?? minute))
      if (overAt !== undefined) notifications.push(...draftsOf(settings, fall, { minute, overAt }))
      break
    }
  }
  return { notifications, events }
}

const MAX_OPEN = 5

async function openFalls({ eventLog }: Pick<Store, 'eventLog'>, window: FallWindow): Promise<OpenFall[]> {
  const query = { universeIds: [], accountId: null, kinds: ['market_fall'], limit: MAX_OPEN } as const
  const known = (await eventLog.newest(query)).flatMap(({ end, start, facts }) =>
    end === null && facts.kind === 'market_fall' ? [{ ...facts, start, next: window.from }] : [],
  )
  const falls = new Map<Minute, OpenFall>(known.map((fall) => [fall.start, fall]))
  for (const { facts, occurredAt } of window.found) {
    if (facts.kind !== 'platform_drop' || falls.has(facts.since)) continue
    const { since: start, fell: affected, universes, medianDrop: drop } = facts
    falls.set(start, { start, next: occurredAt + 1, affected, universes, drop })
  }
  return [...falls.values()]
}

const endOf = ({ start }: OpenFall, end: Minute): EventWrite => ({
  write: 'end',
  kind: 'market_fall',
  subject: `since:${start}`,
  end,
})

/** One edit and one reply for each server; where the fall was not posted, its end is not either. */
function draftsOf(
  { games, serverOf }: EvaluationSettings,
  { start, affected, universes, drop }: OpenFall,
  { minute, overAt }: { readonly minute: Minute; readonly overAt: Minute },
): NotificationDraft[] {
  const known: PlatformDropFacts = {
    kind: 'platform_drop',
    since: start,
    universes,
    fell: affected,
    medianDrop: drop,
    gameIds: [],
    until: overAt,
  }
  const subjects = new Map<string, NotificationDraft[]>()
  for (const game of games) {
    const server = serverOf(game, 'alert')
    const subject = server === null ? `since:${start}` : `since:${start}:${server}`
    const { id: gameId, accountId } = game
    const base = { gameId, accountId, kind: 'platform_drop', occurredAt: minute } as const
    const edit = {
      ...base,
      subject: `${subject}:at:${minute}`,
      facts: known,
      follows: { as: 'edit', subject },
    } as const
    const ended: PlatformDropFacts = { ...known, isEnd: true }
    const reply = { ...base, subject: `${subject}:end`, facts: ended, follows: { as: 'reply', subject } } as const
    const key = `${accountId} ${subject}`
    if (!subjects.has(key)) subjects.set(key, [edit, reply])
  }
  return [...subjects.values()].flat()
}
