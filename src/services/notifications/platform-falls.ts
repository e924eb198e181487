// Finds falls of the whole platform, whether or not a rule asks for them, and follows each until it is over: one message in
// each server, which is changed at the end, and one short reply. The state between two evaluations is the event.
import type { Minute } from '../../domain/clock.js'
import type { HistoryEvent } from '../../domain/events/event.js'
import { fallEvent } from '../../domain/events/event-of-draft.js'
import type { PlayerCounts } from '../../domain/notifications/evaluator.js'
import {
  depthOf,
  FALL_STEP_MINUTES,
  isFall,
  isHalfwayToFall,
  MAX_STEP_COUNT_AGE_MINUTES,
  type OngoingFall,
  onsetAt,
  stepCountsAt,
} from '../../domain/notifications/evaluators/platform-drop.js'
import type { PlatformDropFacts } from '../../domain/notifications/facts.js'
import type { NotificationDraft } from '../../domain/notifications/notification.js'
import type { Store } from '../../domain/ports/store.js'
import type { EvaluationSettings } from './evaluation-settings.js'
import type { FoundEvent } from './history.js'
import { draftOf } from './incident-drafts.js'
import { type FallMarkets, LAG_MINUTES, MARKET_UNIVERSES, marketCounts } from './platform-references.js'

/** An alert that is not posted, because the whole platform fell. */
export interface ReplacedAlert {
  readonly minute: Minute
  /** The universe without which the charts showed that; null if the tracked universes did. */
  readonly leavingOut: number | null
}

export interface FallWindow {
  readonly from: Minute
  readonly until: Minute
  readonly playerCounts: PlayerCounts
  readonly markets: FallMarkets
  readonly replaced: readonly ReplacedAlert[]
}

interface FallFigures {
  /** The number of universes that fell, and of those compared. Both are 0 if the index of the charts showed the fall. */
  readonly affected: number
  readonly universes: number
  /** The share of players that the median universe lost. */
  readonly drop: number
}

export interface PlatformFall {
  readonly start: Minute
  /** The figures when the fall was found. */
  readonly figures: FallFigures
  readonly universeIds: readonly number[]
  /** The minute at which it was found; null if that was in an earlier window. */
  readonly foundAt: Minute | null
  readonly end: FallEnd | null
}

interface FallEnd {
  /** The minute at which it was found to be over. */
  readonly minute: Minute
  /** When half of it was recovered; null if it lasted until the usual adapted to it. */
  readonly overAt: Minute | null
  /** The figures at the worst point of the fall. */
  readonly figures: FallFigures
}

/** The falls that were found in the window, or that went on when it began, in the order of their beginning. */
export async function findFalls(
  store: Pick<Store, 'eventLog'>,
  { universes }: EvaluationSettings,
  window: FallWindow,
): Promise<PlatformFall[]> {
  const falls = await recentFalls(store)
  const references = referencesOf(universes, window)
  const readAhead = prefetcher(universes, window)
  for (const minute of minutesOf(window)) {
    await readAhead(minute)
    const last = falls.at(-1)
    if (last !== undefined && last.end === null) {
      if (minute % FALL_STEP_MINUTES === 0) falls[falls.length - 1] = await withEnd(last, references, minute)
      continue
    }
    const reference = replacedBy(references, window, minute) ?? (await referenceFallingAt(references, minute))
    const found = reference && (await fallFoundAt(reference, minute))
    // A second detection may date the same fall up to 30 minutes later.
    if (found !== undefined && !falls.some(({ start }) => Math.abs(start - found.start) <= SAME_FALL_MINUTES))
      falls.push(found)
  }
  return falls.filter(({ foundAt, end }) => foundAt !== null || end === null || end.minute >= window.from)
}

const SAME_FALL_MINUTES = 30

/** What showed that an alert at the minute is the platform's; it is reported in place of the alert. */
function replacedBy({ tracked, index, countsWithout }: FallReferences, { replaced }: FallWindow, minute: Minute) {
  const alerts = replaced.filter((alert) => alert.minute === minute)
  const [first] = alerts
  if (first === undefined) return undefined
  return alerts.some(({ leavingOut }) => leavingOut === null)
    ? tracked
    : { ...index, playerCounts: countsWithout(first.leavingOut ?? 0) }
}

/** What shows whether the whole platform falls. */
interface FallReference {
  /** The universes that are compared, or the index in their place. */
  readonly members: readonly number[]
  readonly playerCounts: PlayerCounts
  readonly isIndex: boolean
  readonly tracked: readonly number[]
  readonly trackedCounts: PlayerCounts
}

interface FallReferences {
  readonly tracked: FallReference
  readonly index: FallReference
  /** The counts of the index without one universe. */
  readonly countsWithout: (universeId: number) => PlayerCounts
}

function referencesOf(tracked: readonly number[], { playerCounts, markets }: FallWindow): FallReferences {
  const shared = { tracked, trackedCounts: playerCounts }
  const counts = marketCounts(markets, playerCounts)
  return {
    tracked: { members: tracked, playerCounts, isIndex: false, ...shared },
    index: { members: MARKET_UNIVERSES, playerCounts: counts, isIndex: true, ...shared },
    countsWithout: (universeId) => marketCounts(markets, playerCounts, universeId),
  }
}

/** If more universes fell, it is unlikely that one of them alone moved the index. */
const MAX_LEFT_OUT = 5

/**
 * INSIGHTS-51: most of at least three tracked universes with players, or the index of the charts and any of them. A large
 * game is a part of the index, so the index must fall without it, too.
 */
async function referenceFallingAt(references: FallReferences, minute: Minute): Promise<FallReference | undefined> {
  const { tracked, index, countsWithout } = references
  const onset = await onsetAt(tracked.members, tracked.playerCounts, minute)
  if (onset.hasEnough && onset.mayFall) return tracked
  if (onset.hasEnough && onset.fallen.length === 0) return undefined
  for (const universeId of onset.fallen.slice(0, MAX_LEFT_OUT))
    if (!(await onsetAt(index.members, countsWithout(universeId), minute)).mayFall) return undefined
  return (await onsetAt(index.members, index.playerCounts, minute)).mayFall ? index : undefined
}

/** The end of a fall is found by the same measure as its beginning. */
async function withEnd(fall: PlatformFall, references: FallReferences, minute: Minute): Promise<PlatformFall> {
  const reference = fall.figures.universes === 0 ? references.index : references.tracked
  const { fall: ongoing, overAt = null } = await stepCountsAt(reference.members, reference.playerCounts, minute)
  if (ongoing !== undefined && overAt === null) return fall
  return { ...fall, end: { minute, overAt, figures: ongoing ? figuresOf(ongoing, reference) : fall.figures } }
}

/** All steps of the window, and the minutes at which alerts were left out. */
const minutesOf = ({ from, until, replaced }: FallWindow): Minute[] => {
  const first = Math.ceil(from / FALL_STEP_MINUTES) * FALL_STEP_MINUTES
  const steps = Array.from(
    { length: Math.max(0, Math.ceil((until - first) / FALL_STEP_MINUTES)) },
    (_, index) => first + index * FALL_STEP_MINUTES,
  )
  return [...new Set([...steps, ...replaced.map(({ minute }) => minute)])].sort((a, b) => a - b)
}

const MAX_STEPS_AHEAD = 40

/** Reads the player counts of many steps at once during a catch-up. */
function prefetcher(universes: readonly number[], { until, playerCounts }: FallWindow) {
  let next = Number.NEGATIVE_INFINITY
  return async (minute: Minute): Promise<void> => {
    if (minute < next || until - minute <= FALL_STEP_MINUTES || universes.length === 0) return
    const count = Math.min(MAX_STEPS_AHEAD, Math.ceil((until - minute) / FALL_STEP_MINUTES))
    const points = Array.from({ length: count }, (_, index) => minute + index * FALL_STEP_MINUTES).filter(
      (point) => point < until,
    )
    next = minute + count * FALL_STEP_MINUTES
    await playerCounts.at(universes, points, MAX_STEP_COUNT_AGE_MINUTES)
  }
}

async function fallFoundAt(reference: FallReference, minute: Minute): Promise<PlatformFall | undefined> {
  const { members, playerCounts, isIndex, tracked, trackedCounts } = reference
  const { stepCounts, fall, overAt } = await stepCountsAt(members, playerCounts, minute)
  if (fall === undefined || overAt !== undefined) return undefined
  const trackedStepCounts = isIndex ? (await stepCountsAt(tracked, trackedCounts, minute)).stepCounts : stepCounts
  const universeIds = tracked.filter((id) => isFall(depthOf(trackedStepCounts, fall, id) ?? 0))
  const beginning = await fallBeginning({ members, playerCounts, since: fall.since, minute })
  const start = isIndex ? Math.max(fall.since, beginning - LAG_MINUTES) : beginning
  return { start, figures: figuresOf(fall, reference), universeIds, foundAt: minute, end: null }
}

// Falls are found in steps of ten minutes; the samples, or the index of the charts, tell the minute.

/** A fall is found within two steps of the one after which it began. */
const SEARCHED_MINUTES = 2 * FALL_STEP_MINUTES
/** The minimum of universes that have begun to fall, because one small game may move by chance. */
const MIN_FALLING_UNIVERSES = 2
const FALLING_SHARE = 0.25

interface FallSearch {
  readonly members: readonly number[]
  readonly playerCounts: PlayerCounts
  /** The step before the fall. */
  readonly since: Minute
  /** The minute at which it was found. */
  readonly minute: Minute
}

/** The first minute from which on a quarter of the universes, and at least two, had fallen; `since` if none is known. */
async function fallBeginning({ members, playerCounts, since, minute }: FallSearch): Promise<Minute> {
  const length = Math.min(minute - since, SEARCHED_MINUTES) + 1
  const minutes = Array.from({ length }, (_, index) => since + index)
  const found = await playerCounts.at(members, minutes, MAX_STEP_COUNT_AGE_MINUTES)
  const beginnings = [...found.values()].flatMap((counts) => beginningIn(counts) ?? []).sort((a, b) => a - b)
  const minFalling = Math.max(MIN_FALLING_UNIVERSES, Math.ceil(FALLING_SHARE * beginnings.length))
  return since + (beginnings[minFalling - 1] ?? 0)
}

/** The index from which on the players stay away; undefined if they do not. */
function beginningIn(counts: Float64Array): number | undefined {
  const before = Math.max(counts[0] ?? Number.NaN, counts[FALL_STEP_MINUTES] ?? 0)
  const last = counts.findLastIndex((players) => !isHalfwayToFall(before, players))
  return last < 0 || last === counts.length - 1 ? undefined : last + 1
}

/** The figures at the worst point so far. The index does not tell how many games fell. */
const figuresOf = (
  { fallenCount, universes, medianDrop: drop }: OngoingFall,
  { isIndex }: FallReference,
): FallFigures => (isIndex ? { affected: 0, universes: 0, drop } : { affected: fallenCount, universes, drop })

const MAX_RECENT_FALLS = 5

/** Oldest first. */
async function recentFalls({ eventLog }: Pick<Store, 'eventLog'>): Promise<PlatformFall[]> {
  const query = { universeIds: [], accountId: null, kinds: ['market_fall'], limit: MAX_RECENT_FALLS } as const
  return (await eventLog.newest(query)).flatMap((event) => fallOf(event) ?? []).reverse()
}

function fallOf({ start, end, facts }: HistoryEvent): PlatformFall | undefined {
  if (facts.kind !== 'market_fall') return undefined
  const { affected, universes, drop, universeIds = [] } = facts
  const figures = { affected, universes, drop }
  const over = end === null ? null : { minute: Number.NEGATIVE_INFINITY, overAt: end, figures }
  return { start, figures, universeIds, foundAt: null, end: over }
}

/** Whether it was known at the minute and not over yet. */
export const isKnownAt = ({ foundAt, end }: PlatformFall, minute: Minute): boolean =>
  (foundAt ?? Number.NEGATIVE_INFINITY) <= minute && (end === null || minute < end.minute)

/** An absence that begins so near to a fall has the same cause. */
const MAX_FROM_FALL_MINUTES = 30

export const isCauseAt = (fall: PlatformFall, since: Minute, minute: Minute): boolean =>
  isKnownAt(fall, minute) && Math.abs(fall.start - since) <= MAX_FROM_FALL_MINUTES

export const fallEvents = (falls: readonly PlatformFall[]): FoundEvent[] =>
  falls.flatMap((fall): FoundEvent[] => {
    const { start, foundAt, figures, universeIds, end } = fall
    const put = (seen: FallFigures) => fallEvent(factsOf(start, seen, []), universeIds)
    const found = foundAt === null ? [] : [{ minute: foundAt, write: put(figures) }]
    if (end === null) return found
    const { minute } = end
    const over = { write: 'end', kind: 'market_fall', subject: `since:${start}`, end: end.overAt ?? minute } as const
    return [...found, { minute, write: put(end.figures) }, { minute, write: over }]
  })

/** One message in each server, its change and its reply. `isNews`: whether the beginning is news at its minute. */
export function fallDrafts(
  { fallServers }: EvaluationSettings,
  { start, foundAt, figures, universeIds, end }: PlatformFall,
  isNews: (minute: Minute) => boolean,
): NotificationDraft[] {
  return fallServers.flatMap((server): NotificationDraft[] => {
    const subject = server.server === null ? `since:${start}` : `since:${start}:${server.server}`
    const gameIds = server.games.filter((game) => universeIds.includes(game.universeId)).map(({ id }) => id)
    const isPosted = foundAt !== null && isNews(foundAt)
    const beginning = isPosted ? [{ ...draftOf(server, factsOf(start, figures, gameIds), foundAt), subject }] : []
    if (end === null || end.overAt === null) return beginning
    const { minute, overAt: until } = end
    const facts = { ...factsOf(start, end.figures, gameIds), until }
    const change = { ...draftOf(server, facts, minute), subject: `${subject}:at:${minute}` }
    const reply = { ...draftOf(server, { ...facts, isEnd: true }, minute), subject: `${subject}:end` }
    return [
      ...beginning,
      { ...change, follows: { as: 'edit', subject } },
      { ...reply, follows: { as: 'reply', subject } },
    ]
  })
}

const factsOf = (
  since: Minute,
  { affected: fell, universes, drop: medianDrop }: FallFigures,
  gameIds: readonly number[],
): PlatformDropFacts => ({ kind: 'platform_drop', since, universes, fell, medianDrop, gameIds })
