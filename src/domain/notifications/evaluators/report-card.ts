// The evaluator of report cards: the effects of an update of the game, an hour, a day and a week after it.
import { DAY_MINUTES, type Minute, minuteOf } from '../../clock.js'
import type { UniverseEvent } from '../../universe.js'
import type { Evaluation, EvaluationContext, Evaluator } from '../evaluator.js'
import type { NotificationDraft } from '../notification.js'
import { cardOf, LENGTHS, type ReportCardStage, STAGES } from './report-card-facts.js'

/** An update, together with the updates of the day after it, which share one set of report cards. */
interface Release {
  readonly updatedAt: Minute
  /** The minute of the tick that found the update, which is late if no tick ran at the time of the update. */
  readonly foundAt: Minute
  readonly newer: readonly Minute[]
  /** The report cards that are still to be sent, the next one first. */
  readonly stages: readonly ReportCardStage[]
}

interface Releases {
  readonly open: readonly Release[]
}

export const reportCard: Evaluator<Releases> = {
  name: 'report_card',
  isAlwaysEvaluated: false,
  async evaluate(context, before): Promise<Evaluation<Releases>> {
    if (before?.open.length === 0 && context.events.length === 0) return { notifications: [], state: before }
    let open: readonly Release[] = (before?.open ?? []).flatMap((release) =>
      context.isResumed ? withoutLate(release, context.from) : [release],
    )
    const published = context.events.filter(({ what }) => what === 'published')
    const notifications: NotificationDraft[] = []
    for (const event of [...published, undefined]) {
      // A report card that is due before the next update was found does not mention that update.
      const until = event?.minute ?? context.until
      for (;;) {
        const next = nextOf(open)
        if (next === undefined || next.at >= until) break
        notifications.push(await draft(context, next))
        open = withoutCard(open, next)
      }
      if (event !== undefined) open = withUpdate(open, event)
    }
    return { notifications, state: before && isSame(open, before.open) ? before : { open } }
  },
}

const isSame = (a: readonly Release[], b: readonly Release[]): boolean =>
  a.length === b.length && a.every((release, index) => release === b[index])

interface DueReportCard {
  readonly release: Release
  readonly stage: ReportCardStage
  readonly at: Minute
}

function nextOf(open: readonly Release[]): DueReportCard | undefined {
  const due = open.flatMap((release) => {
    const [stage] = release.stages
    return stage === undefined ? [] : [{ release, stage, at: dueOf(release, stage) }]
  })
  return due.sort((a, b) => a.at - b.at || a.release.updatedAt - b.release.updatedAt)[0]
}

const dueOf = ({ updatedAt, foundAt }: Release, stage: ReportCardStage): Minute =>
  Math.max(updatedAt + LENGTHS[stage], foundAt)

const withoutCard = (open: readonly Release[], { release }: DueReportCard): Release[] =>
  open
    .map((other) => (other === release ? { ...other, stages: other.stages.slice(1) } : other))
    .filter(({ stages }) => stages.length > 0)

function withUpdate(open: readonly Release[], { minute, value }: UniverseEvent): Release[] {
  const updatedAt = Math.min(minuteOf(Number(value)), minute)
  const known = open.map((release) => ({ ...release, newer: [...release.newer, updatedAt] }))
  if (open.some((release) => Math.abs(updatedAt - release.updatedAt) < DAY_MINUTES)) return known
  const stages = stagesFor(updatedAt, minute)
  return stages.length === 0 ? known : [...known, { updatedAt, foundAt: minute, newer: [], stages }]
}

/**
 * If an update is found late, only the last of the report cards already due is sent, and none that is more than a day
 * late.
 */
function stagesFor(updatedAt: Minute, foundAt: Minute): ReportCardStage[] {
  const late = STAGES.filter((stage) => updatedAt + LENGTHS[stage] <= foundAt)
  const last = late.filter((stage) => foundAt - updatedAt - LENGTHS[stage] < DAY_MINUTES).slice(-1)
  return [...last, ...STAGES.filter((stage) => !late.includes(stage))]
}

/** Report cards that were due while the game was paused are not sent later. */
function withoutLate(release: Release, from: Minute): Release[] {
  const stages = release.stages.filter((stage) => dueOf(release, stage) >= from)
  return stages.length === 0 ? [] : [{ ...release, stages }]
}

async function draft(context: EvaluationContext, { release, stage, at }: DueReportCard): Promise<NotificationDraft> {
  const { game } = context
  return {
    gameId: game.id,
    accountId: game.accountId,
    kind: 'report_card',
    subject: `${stage}:${release.updatedAt}`,
    occurredAt: Math.max(at, context.from),
    facts: await cardOf(context, release, stage),
  }
}
