// The evaluator of report cards: the effects of an update of the game, an hour, a day and a week after it. A report card
// compares what came after the update with what would have come without it, and likes and favorites per 1,000 visits.

import { DAY_MINUTES, HOUR_MINUTES, type Minute, minuteOf, WEEK_MINUTES } from '../../clock.js'
import { outageMask } from '../../insights/effect/confounders.js'
import type { EffectReason, UpdateEffect } from '../../insights/effect/effect-facts.js'
import { NORMAL_QUANTILE_90 } from '../../insights/effect/effect-spread.js'
import { forgetHours, shiftedHourOf, shiftedHours, shiftedMeans } from '../../insights/effect/shifted-hours.js'
import { updateEffect } from '../../insights/effect/update-effect.js'
import type { MarketValues } from '../../insights/market/market-index.js'
import { marketOutages } from '../../insights/market/sudden-falls.js'
import { perThousandVisits, playersIn, rounded } from '../../insights/measuring.js'
import type { MinuteSpan } from '../../insights/usual/readable-series.js'
import type { ValueChange } from '../../rules/summary.js'
import { MIN_COMPARED_COVERAGE } from '../../rules/summary.js'
import type { Block } from '../../sample.js'
import type { UniverseEvent } from '../../universe.js'
import type { Evaluation, EvaluationContext, Evaluator } from '../evaluator.js'
import type { ExpectedLine, ReportCardFacts } from '../facts.js'
import type { NotificationDraft } from '../notification.js'

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

export type ReportCardStage = ReportCardFacts['stage']
export const STAGES: readonly ReportCardStage[] = ['1h', '24h', '7d']
export const LENGTHS: Readonly<Record<ReportCardStage, number>> = {
  '1h': HOUR_MINUTES,
  '24h': DAY_MINUTES,
  '7d': WEEK_MINUTES,
}

/** Four weeks of the usual, and two in which its errors are measured. */
const REPORT_HISTORY_MINUTES = 44 * DAY_MINUTES
/** The minutes before the update in which outages matter, because its comparison uses them. */
const BEFORE_MINUTES = DAY_MINUTES
/** An interruption of so many minutes is one that players noticed. */
const MIN_OUTAGE_MINUTES = 10
const MAX_LINE_POINTS = 48
/** So many minutes before the update show whether something unusual was still going on. */
const JUST_BEFORE_MINUTES = 15

type ReportCardContext = Pick<EvaluationContext, 'game' | 'interval' | 'excluded' | 'history' | 'markets'>
interface UpdateWindow {
  readonly updatedAt: Minute
  readonly newer: readonly Minute[]
}

export async function cardOf(
  context: ReportCardContext,
  update: UpdateWindow,
  stage: ReportCardStage,
): Promise<ReportCardFacts> {
  const { history, game } = context
  const { updatedAt: from } = update
  const until = from + LENGTHS[stage]
  const block = await history.samples(game.universeId, from - REPORT_HISTORY_MINUTES, until)
  const [before, after] = [playersOf(context, block, from - WEEK_MINUTES, from), playersOf(context, block, from, until)]
  const newer = update.newer.filter((minute) => minute > from && minute < until)
  const isMixed = newer.some((minute) => minute - from >= DAY_MINUTES)
  const noResultReason = after.average === null || after.coverage < MIN_COMPARED_COVERAGE ? 'no data after' : null
  const effect = await effectOf(context, block, {
    from,
    until,
    noResultReason: noResultReason ?? (isMixed ? 'another update' : null),
  })
  const rates = (counter: 'likes' | 'favorites') => ({
    before: perThousandVisits(block, counter, from - WEEK_MINUTES, from),
    after: perThousandVisits(block, counter, from, until),
  })
  return {
    kind: 'report_card',
    stage,
    updatedAt: from,
    newer,
    players: comparedPlayers(effect, after.average),
    likesPerThousandVisits: rates('likes'),
    favoritesPerThousandVisits: rates('favorites'),
    ...resultOf(effect),
    line: lineOf(effect, from),
    coverage: { before: before.coverage, after: after.coverage },
  }
}

const playersOf = ({ interval }: ReportCardContext, block: Block, from: Minute, until: Minute) =>
  playersIn(block, from, until, interval)

interface EffectWindow extends MinuteSpan {
  readonly noResultReason: EffectReason | null
}

async function effectOf(context: ReportCardContext, block: Block, window: EffectWindow): Promise<UpdateEffect> {
  const { from, until, noResultReason } = window
  const phase = from % HOUR_MINUTES
  const hours = (until - from) / HOUR_MINUTES
  const at = shiftedHourOf(from, phase)
  const range = [at - REPORT_HISTORY_MINUTES / HOUR_MINUTES, at + hours + 1] as const
  const markets = await context.markets(from - REPORT_HISTORY_MINUTES, until)
  const outages = await outagesIn(context, markets, { from: from - BEFORE_MINUTES, until })
  const isLeftOut = (hour: number): boolean => {
    const start = hour * HOUR_MINUTES + phase
    return outages.some((outage) => outage.from < start + HOUR_MINUTES && outage.until > start)
  }
  const players = shiftedHours(block, phase, range)
  for (const span of context.excluded)
    forgetHours(players, { from: span.from, until: Math.min(span.until, from) }, phase)
  const indexes = markets.map((valueAt) => shiftedMeans(valueAt, phase, range))
  return updateEffect({
    ...{ series: { players, markets: indexes, isLeftOut }, at, hours, noResultReason },
    mayBeOutage: outageMask(playersAt(block, from), from),
    justBefore: meanBetween(block, from - JUST_BEFORE_MINUTES, from),
  })
}

/** Outages that the players of all games show, and interruptions in which the platform did not answer. */
async function outagesIn(
  { history, game }: ReportCardContext,
  markets: readonly MarketValues[],
  span: MinuteSpan,
): Promise<MinuteSpan[]> {
  const gaps = await history.gaps(game.universeId, span.from, span.until)
  const unanswered = gaps.filter(
    ({ reason, from, until }) => reason === 'platform error' && until - from >= MIN_OUTAGE_MINUTES,
  )
  return [...unanswered, ...marketOutages(markets, span)]
}

/** NaN if nothing was measured. */
function meanBetween({ minutes, columns }: Block, from: Minute, until: Minute): number {
  const known = columns.ccu.filter((value, row) => {
    const minute = minutes[row] ?? Number.NaN
    return minute >= from && minute < until && !Number.isNaN(value)
  })
  return known.reduce((sum, value) => sum + value, 0) / known.length
}

/** The players at each minute from the first on that has a sample; NaN at others. */
function playersAt({ minutes, columns }: Block, from: Minute): (minute: Minute) => number {
  const rows = new Map<Minute, number>()
  for (let row = minutes.length - 1; row >= 0 && (minutes[row] ?? 0) >= from; row--) rows.set(minutes[row] ?? 0, row)
  return (minute) => columns.ccu[rows.get(minute) ?? -1] ?? Number.NaN
}

function resultOf({ outcome, reason, effect, observed, market, beganBefore }: UpdateEffect) {
  const share = (value: number): number => rounded(value, 4)
  return {
    outcome,
    reason,
    effect: effect && { change: share(effect.change), low: share(effect.low), high: share(effect.high) },
    observed: observed === null ? null : share(observed),
    market: market === null ? null : share(market),
    beganBefore,
  }
}

/** The players in the compared hours. Hours that are unknown or belong to an outage count on neither side. */
const comparedPlayers = ({ players }: UpdateEffect, average: number | null): ValueChange =>
  players === null
    ? { before: null, after: average }
    : { before: rounded(players.expected, 1), after: rounded(players.actual, 1) }

function lineOf({ expected, deviation }: UpdateEffect, from: Minute): ExpectedLine | null {
  if (deviation === null || expected.every(Number.isNaN)) return null
  const hours = Math.max(1, Math.ceil(expected.length / MAX_LINE_POINTS))
  const points = expected.filter((_, hour) => hour % hours === Math.floor(hours / 2))
  const scaledBy = (factor: number) => points.map((value) => (Number.isNaN(value) ? null : rounded(value * factor, 1)))
  return {
    from: from + (Math.floor(hours / 2) + 0.5) * HOUR_MINUTES,
    step: hours * HOUR_MINUTES,
    expected: scaledBy(1),
    low: scaledBy(Math.exp(-NORMAL_QUANTILE_90 * deviation)),
    high: scaledBy(Math.exp(NORMAL_QUANTILE_90 * deviation)),
  }
}
