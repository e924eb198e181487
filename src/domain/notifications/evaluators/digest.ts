// The evaluator of digests, sent once a day or a week, which compare a period with the one before. A digest is sent at the
// first sample after it is due; periods that were due during a gap are merged into one digest.
import { DAY_MINUTES, HOUR_MINUTES, type Minute, QUARTER_MINUTES, WEEK_DAYS } from '../../clock.js'
import { marketChange } from '../../insights/market-rise.js'
import { closingRatio, gainIn, playersIn, rounded, rowsBetween, spacingOf } from '../../insights/measuring.js'
import {
  COMPARISON_HISTORY_MINUTES,
  compareSpan,
  playerHours,
  type SpanComparison,
} from '../../insights/span-comparison.js'
import type { CounterMeasure } from '../../measures.js'
import type { Span } from '../../rules/span.js'
import type { ValueChange } from '../../rules/summary.js'
import { minuteAtWall, wallDay, wallOf } from '../../rules/wall-clock.js'
import type { Block } from '../../sample.js'
import type { Evaluation, EvaluationContext, Evaluator } from '../evaluator.js'
import type { DigestFacts, ListedEvents, PastEvent } from '../facts.js'
import type { NotificationDraft } from '../notification.js'
import type { DigestPlan } from '../settings.js'
import { cardOf, LENGTHS, STAGES } from './report-card.js'

interface DigestState {
  /** The plan to which the state belongs; a different plan starts with a new state. */
  readonly plan: string
  /** The end of the last period that was sent. */
  readonly since: Minute
  readonly next: Minute
}

/** A longer period is not reported in a digest. */
const MAX_DIGEST_MINUTES = 31 * DAY_MINUTES

export const digest: Evaluator<DigestState | null> = {
  name: 'digest',
  isAlwaysEvaluated: false,
  async evaluate(context, before): Promise<Evaluation<DigestState | null>> {
    const plan = context.route?.digest ?? null
    if (plan === null) return { notifications: [], state: null }
    let state = initialState(context, plan, before ?? null)
    const notifications: NotificationDraft[] = []
    // The most frequent case: no digest is due yet.
    if ((context.samples.minutes.at(-1) ?? 0) < state.next) return { notifications, state }
    for (const minute of context.samples.minutes) {
      if (minute < state.next) continue
      const until = dueUntil(plan, minute)
      notifications.push(await draft(context, plan, periodOf(plan, state, until), minute))
      state = { ...state, since: until, next: dueAfter(plan, until) }
    }
    return { notifications, state }
  },
}

/** After a plan is chosen, the first digest is sent at its next due time, with what is known by then. */
function initialState(
  { from, isResumed }: EvaluationContext,
  plan: DigestPlan,
  before: DigestState | null,
): DigestState {
  const name = [plan.every, plan.weekday, plan.at, plan.timeZone].join(' ')
  if (before?.plan === name && !isResumed) return before
  const since = dueUntil(plan, from - 1)
  return { plan: name, since, next: dueAfter(plan, from - 1) }
}

function periodOf(plan: DigestPlan, { since }: DigestState, until: Minute): Period {
  const from = Math.max(since, until - MAX_DIGEST_MINUTES)
  const isMerged = dueAfter(plan, since) !== until
  const before = isMerged ? from - (until - from) : dueUntil(plan, from - 1)
  return { before, from, until, isMerged }
}

async function draft(
  context: EvaluationContext,
  plan: DigestPlan,
  period: Period,
  minute: Minute,
): Promise<NotificationDraft> {
  const { game } = context
  const facts: DigestFacts = await reportOf(context, plan, { ...period, now: minute })
  return {
    gameId: game.id,
    accountId: game.accountId,
    kind: 'digest',
    subject: `${plan.every}:${period.until}`,
    occurredAt: minute,
    facts,
  }
}

/** The last due time at or before the minute. */
export const dueUntil = (plan: DigestPlan, minute: Minute): Minute =>
  dueTimesAround(plan, minute).findLast((due) => due <= minute) ?? minute

/** The first due time after the minute. */
export const dueAfter = (plan: DigestPlan, minute: Minute): Minute =>
  dueTimesAround(plan, minute).find((due) => due > minute) ?? minute

/** When the digest comes in another zone, as of its next time after `now`. The weekday may be another one. */
export function digestIn(plan: DigestPlan, timeZone: string, now: Minute): DigestPlan {
  if (plan.timeZone === timeZone) return plan
  const wall = wallOf(dueAfter(plan, now), timeZone)
  const day = wallDay(wall)
  return { every: plan.every, weekday: weekdayOf(day), at: wall - day * DAY_MINUTES, timeZone }
}

/**
 * All due times within more than a week before and after the minute. A local time that the clocks skip becomes the
 * first one after it.
 */
function dueTimesAround({ every, weekday, at, timeZone }: DigestPlan, minute: Minute): Minute[] {
  const today = wallDay(wallOf(minute, timeZone))
  const daysAround = every === 'day' ? 2 : WEEK_DAYS + 1
  const days = Array.from({ length: 2 * daysAround + 1 }, (_, index) => today - daysAround + index)
  return days
    .filter((day) => every === 'day' || weekdayOf(day) === weekday)
    .map((day) => minuteAtWall(day * DAY_MINUTES + at, timeZone))
}

/** The ISO weekday of a day number: 1 is Monday, and 1970-01-01 was a Thursday. */
const weekdayOf = (day: number): number => ((day + 3) % WEEK_DAYS) + 1

/** The minutes `from` ≤ m < `until`, and the period before it, which begins at `before`. */
interface Period {
  readonly before: Minute
  readonly from: Minute
  readonly until: Minute
  readonly isMerged: boolean
}

async function reportOf(
  context: EvaluationContext,
  { every, timeZone }: DigestPlan,
  { before, from, until, isMerged, now }: Period & { readonly now: Minute },
): Promise<DigestFacts> {
  const { game, interval, history, pastEvents, markets } = context
  const block = await history.samples(
    game.universeId,
    Math.min(before - interval, from - COMPARISON_HISTORY_MINUTES),
    until,
  )
  const players = [playersIn(block, before, from, interval), playersIn(block, from, until, interval)] as const
  // Starts at the last sample before the period, so that a gain between two periods is counted in one of them.
  const gains = (counter: CounterMeasure): ValueChange => ({
    before: gainIn(block, counter, before - interval, from),
    after: gainIn(block, counter, from - interval, until),
  })
  return {
    kind: 'digest',
    period: every === 'day' ? 'daily' : 'weekly',
    isMerged,
    from,
    until,
    timeZone,
    players: { before: players[0].average, after: players[1].average },
    usual: usualOf(context, block, { from, until }),
    peak: peakIn(block, from, until),
    bestHour: bestHourIn(block, { from, until, timeZone, interval }),
    visits: gains('visits'),
    favorites: gains('favorites'),
    likes: gains('likes'),
    likeRatio: { before: closingRatio(block, before, from), after: closingRatio(block, from, until) },
    happened: await withEffects(context, listedEvents(await pastEvents({ from, until }, now)), until),
    market: marketChange(await markets(from - COMPARISON_HISTORY_MINUTES, until), from, until),
    coverage: { before: players[0].coverage, after: players[1].coverage },
  }
}

function usualOf({ excluded }: EvaluationContext, block: Block, span: Span): SpanComparison | null {
  const found = compareSpan(playerHours(block, span), span, excluded)
  return found && { expected: rounded(found.expected, 1), change: rounded(found.change, 3) }
}

function peakIn(block: Block, from: Minute, until: Minute): DigestFacts['peak'] {
  const [first, end] = rowsBetween(block, from, until)
  let peak: DigestFacts['peak'] = null
  for (let row = first; row < end; row++) {
    const ccu = block.columns.ccu[row] ?? 0
    if (peak === null || ccu > peak.ccu) peak = { ccu, at: block.minutes[row] ?? 0 }
  }
  return peak
}

/** An hour with fewer minutes of samples is ignored. */
const MIN_DIGEST_HOUR_MINUTES = HOUR_MINUTES / 2

interface DigestWindow {
  readonly from: Minute
  readonly until: Minute
  readonly timeZone: string
  readonly interval: number
}

/** The hour of the local day with the highest average CCU; the earliest one of equal hours. */
function bestHourIn(block: Block, { from, until, timeZone, interval }: DigestWindow): number | null {
  const [first, end] = rowsBetween(block, from, until)
  const hours = Array.from({ length: 24 }, () => ({ sum: 0, count: 0 }))
  const spacing = spacingOf(block, first, end, interval)
  let quarter = Number.NaN
  let hour = hours[0]
  for (let row = first; row < end; row++) {
    const minute = block.minutes[row] ?? 0
    if (Math.floor(minute / QUARTER_MINUTES) !== quarter) {
      quarter = Math.floor(minute / QUARTER_MINUTES)
      hour = hours[Math.floor(wallOf(minute, timeZone) / HOUR_MINUTES) % 24]
    }
    if (hour === undefined) continue
    hour.sum += block.columns.ccu[row] ?? 0
    hour.count++
  }
  const averages = hours.map(({ sum, count }) => (count * spacing >= MIN_DIGEST_HOUR_MINUTES ? sum / count : -1))
  const best = Math.max(...averages)
  return best < 0 ? null : averages.indexOf(best)
}

/** A digest lists so many events; of more, the most frequent kinds are left out first. */
export const MAX_DIGEST_EVENTS = 10

/** Rare events come before frequent ones. */
const KINDS_BY_IMPORTANCE: readonly PastEvent['kind'][] = [
  'record',
  'milestone',
  'update',
  'incident',
  'market_fall',
  'alert',
]

export function listedEvents(events: readonly PastEvent[]): ListedEvents {
  const byImportance = [...events].sort(
    (a, b) => KINDS_BY_IMPORTANCE.indexOf(a.kind) - KINDS_BY_IMPORTANCE.indexOf(b.kind) || a.at - b.at,
  )
  const listed = byImportance.slice(0, MAX_DIGEST_EVENTS).sort((a, b) => a.at - b.at)
  return { events: listed, more: events.length - listed.length }
}

/** Measures what each update changed, over the longest window that has passed; updates of one day share one effect. */
async function withEffects(
  context: EvaluationContext,
  { events, more }: ListedEvents,
  until: Minute,
): Promise<ListedEvents> {
  const updates = events.flatMap(({ kind, at }) => (kind === 'update' ? [at] : []))
  const effectOf = async (updatedAt: Minute): Promise<number | null> => {
    const stage = STAGES.findLast((one) => updatedAt + LENGTHS[one] <= until)
    const isLater = updates.some((at) => at < updatedAt && updatedAt - at < DAY_MINUTES)
    if (stage === undefined || isLater) return null
    const newer = updates.filter((at) => at > updatedAt)
    const { outcome, effect } = await cardOf(context, { updatedAt, newer }, stage)
    return outcome === 'cannot_tell' || effect === null ? null : effect.change
  }
  const measured: PastEvent[] = []
  for (const event of events)
    measured.push(event.kind === 'update' ? { ...event, change: await effectOf(event.at) } : event)
  return { events: measured, more }
}
