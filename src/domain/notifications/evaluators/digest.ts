// The evaluator of digests, sent once a day or a week. A digest is sent at the first sample after it is due; periods
// that were due during a gap are merged into one digest.
import { DAY_MINUTES, type Minute } from '../../clock.js'
import { minuteAtWall, wallDay, wallOf } from '../../rules/wall-clock.js'
import type { Evaluation, EvaluationContext, Evaluator } from '../evaluator.js'
import type { DigestFacts } from '../facts.js'
import type { NotificationDraft } from '../notification.js'
import type { DigestPlan } from '../settings.js'
import { type Period, reportOf } from './digest-report.js'

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
    let turn = beginningOf(context, plan, before ?? null)
    const notifications: NotificationDraft[] = []
    // The most frequent case: no digest is due yet.
    if ((context.samples.minutes.at(-1) ?? 0) < turn.next) return { notifications, state: turn }
    for (const minute of context.samples.minutes) {
      if (minute < turn.next) continue
      const until = dueUntil(plan, minute)
      notifications.push(await draft(context, plan, periodOf(plan, turn, until), minute))
      turn = { ...turn, since: until, next: dueAfter(plan, until) }
    }
    return { notifications, state: turn }
  },
}

/** After a plan is chosen, the first digest is sent at its next due time, with what is known by then. */
function beginningOf(
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
  const facts: DigestFacts = await reportOf(context, plan, period)
  return {
    gameId: game.id,
    accountId: game.accountId,
    kind: 'digest',
    subject: `${plan.every}:${period.until}`,
    occurredAt: minute,
    facts,
  }
}

const WEEK = 7

/** The last due time at or before the minute. */
export const dueUntil = (plan: DigestPlan, minute: Minute): Minute =>
  duesAround(plan, minute).findLast((due) => due <= minute) ?? minute

/** The first due time after the minute. */
export const dueAfter = (plan: DigestPlan, minute: Minute): Minute =>
  duesAround(plan, minute).find((due) => due > minute) ?? minute

/**
 * All due times within more than a week before and after the minute. A local time that the clocks skip becomes the
 * first one after it.
 */
function duesAround({ every, weekday, at, timeZone }: DigestPlan, minute: Minute): Minute[] {
  const today = wallDay(wallOf(minute, timeZone))
  const reach = every === 'day' ? 2 : WEEK + 1
  const days = Array.from({ length: 2 * reach + 1 }, (_, index) => today - reach + index)
  return days
    .filter((day) => every === 'day' || weekdayOf(day) === weekday)
    .map((day) => minuteAtWall(day * DAY_MINUTES + at, timeZone))
}

/** The ISO weekday of a day number: 1 is Monday, and 1970-01-01 was a Thursday. */
const weekdayOf = (day: number): number => ((day + 3) % WEEK) + 1
