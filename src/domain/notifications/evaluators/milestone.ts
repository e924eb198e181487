// Milestones: visits, favorites and likes passing the 1-2-5 ladder for the first time.
import type { Minute } from '../../clock.js'
import { milestonesPassed } from '../../rules/milestones.js'
import type { Evaluation, EvaluationContext, Evaluator } from '../evaluator.js'
import type { CrossingWindow, MilestoneCrossing } from '../facts.js'
import type { NotificationDraft } from '../notification.js'

type LadderMetric = MilestoneCrossing['metric']
const METRICS: readonly LadderMetric[] = ['visits', 'favorites', 'likes']

/** The highest rung passed, which never comes down again; 0 before the first, none where nothing was measured yet. */
type MilestoneState = Partial<Record<LadderMetric, number>> & {
  /** After a pause: those of which no sample has told yet where they stand now. */
  readonly unseen?: readonly LadderMetric[]
}

/** More intervals than this since the last sample: then people are told between which times it happened. */
const USUAL_INTERVALS = 2

export const milestone: Evaluator<MilestoneState> = {
  name: 'milestone',
  isAlwaysEvaluated: true,
  async evaluate(context, state): Promise<Evaluation<MilestoneState>> {
    const { unseen: before, ...passed } = state ?? {}
    const unseen = new Set(context.isResumed ? METRICS : before)
    const found = new Map<Minute, MilestoneCrossing[]>()
    for (const metric of METRICS) await climb(context, metric, { passed, unseen, found })
    const notifications = [...found].map(([minute, crossings]) => draft(context, minute, crossings))
    return { notifications, state: unseen.size === 0 ? passed : { ...passed, unseen: [...unseen] } }
  },
}

interface MilestoneScan {
  readonly passed: Partial<Record<LadderMetric, number>>
  readonly unseen: Set<LadderMetric>
  /** By the minute of the sample that showed them: what one sample shows is told at once. */
  readonly found: Map<Minute, MilestoneCrossing[]>
}

/** Every stored sample counts, whatever the plan's interval. */
async function climb(
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
    // A game begins where it stands, and goes on where it stands after a pause.
    const isFirst = unseen.delete(metric)
    const isNews = before !== undefined && !isFirst
    if (!isNews || rungs.length === 0) continue
    const minute = minutes[row] ?? 0
    const between = await betweenOf(context, metric, minute)
    const crossings = rungs.map((rung) => ({ metric, rung, count, between }))
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
