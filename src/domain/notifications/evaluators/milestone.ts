// The evaluator of milestones: visits, favorites or likes pass a number of the 1-2-5 ladder for the first time.
import { dayOf, type Minute } from '../../clock.js'
import { type Arrival, arrivalOf } from '../../insights/arrival.js'
import { closingsOf, dailyGains, GAIN_DAYS, GAIN_MINUTES, lastHours } from '../../insights/recent-gains.js'
import { milestonesPassed, nextMilestone } from '../../rules/milestones.js'
import type { Evaluation, EvaluationContext, Evaluator } from '../evaluator.js'
import type { CrossingWindow, MilestoneCrossing } from '../facts.js'
import type { NotificationDraft } from '../notification.js'

type LadderMetric = MilestoneCrossing['metric']
const METRICS: readonly LadderMetric[] = ['visits', 'favorites', 'likes']

/**
 * The highest number passed by each metric, which never decreases; 0 before the first, missing if nothing was measured
 * yet.
 */
type MilestoneState = Partial<Record<LadderMetric, number>> & {
  /** After a pause: the metrics that no sample has had since. */
  readonly unseen?: readonly LadderMetric[]
}

/**
 * If more intervals than this passed since the last sample, the notification states between which times it happened.
 */
const USUAL_INTERVALS = 2

export const milestone: Evaluator<MilestoneState> = {
  name: 'milestone',
  isAlwaysEvaluated: true,
  async evaluate(context, state): Promise<Evaluation<MilestoneState>> {
    const { unseen: before, ...passed } = state ?? {}
    const unseen = new Set(context.isResumed ? METRICS : before)
    const found = new Map<Minute, MilestoneCrossing[]>()
    for (const metric of METRICS) await crossingsOf(context, metric, { passed, unseen, found })
    const notifications = [...found].map(([minute, crossings]) => draft(context, minute, crossings))
    return { notifications, state: unseen.size === 0 ? passed : { ...passed, unseen: [...unseen] } }
  },
}

interface MilestoneScan {
  readonly passed: Partial<Record<LadderMetric, number>>
  readonly unseen: Set<LadderMetric>
  /** By the minute of the sample that showed them: one notification contains all crossings of one sample. */
  readonly found: Map<Minute, MilestoneCrossing[]>
}

/** Uses every stored sample, whatever the plan's interval. */
async function crossingsOf(
  context: EvaluationContext,
  metric: LadderMetric,
  { passed, unseen, found }: MilestoneScan,
): Promise<void> {
  const { minutes, columns } = context.stored
  for (let row = 0; row < minutes.length; row++) {
    const count = columns[metric][row] ?? Number.NaN
    if (Number.isNaN(count)) continue
    const before = passed[metric]
    const rungs = milestonesPassed(before ?? 0, count)
    passed[metric] = rungs.at(-1) ?? before ?? 0
    // The first value of a new game, or of a game after a pause, causes no notification.
    const isFirst = unseen.delete(metric)
    const isNews = before !== undefined && !isFirst
    if (!isNews || rungs.length === 0) continue
    const minute = minutes[row] ?? 0
    const between = await betweenOf(context, metric, minute)
    const next = await nextArrival(context, { metric, count, minute })
    const highest = rungs.at(-1)
    const crossings = rungs.map((rung) => ({ metric, rung, count, between, ...(rung === highest ? { next } : {}) }))
    found.set(minute, [...(found.get(minute) ?? []), ...crossings])
  }
}

async function betweenOf(
  context: EvaluationContext,
  metric: LadderMetric,
  until: Minute,
): Promise<CrossingWindow | null> {
  const from = await context.history.lastMeasured(metric, until)
  return from === undefined || until - from <= USUAL_INTERVALS * context.interval ? null : { from, until }
}

const draft = (
  { game }: EvaluationContext,
  minute: Minute,
  crossings: readonly MilestoneCrossing[],
): NotificationDraft => ({
  gameId: game.id,
  accountId: game.accountId,
  kind: 'milestone',
  subject: crossings.map(({ metric, rung }) => `${metric}:${rung}`).join(','),
  occurredAt: minute,
  facts: { kind: 'milestone', crossings },
})

/** When the next number may be reached. `minute`: of the sample that showed the crossing; nothing later is read. */
async function nextArrival(
  { game, history }: Pick<EvaluationContext, 'game' | 'history'>,
  { metric, count, minute }: Pick<MilestoneCrossing, 'metric' | 'count'> & { readonly minute: Minute },
): Promise<Arrival> {
  const today = dayOf(minute)
  // Whole days only, so the answer does not depend on where the evaluated window ends.
  const days = await history.days({ start: today - GAIN_DAYS, end: today - 1 })
  const block = await history.samples(game.universeId, minute - GAIN_MINUTES, minute + 1)
  const gains = { days: dailyGains(closingsOf(days, metric)), hours: lastHours(block, metric) }
  return arrivalOf(nextMilestone(count) - count, gains)
}
