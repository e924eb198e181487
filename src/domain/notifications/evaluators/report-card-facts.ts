// Computes one report card: CCU compared with the same weekday and hours of the weeks before, and likes and favorites
// per 1,000 visits.
import { DAY_MINUTES, HOUR_MINUTES, type Minute, WEEK_MINUTES } from '../../clock.js'
import type { EvaluationContext } from '../evaluator.js'
import type { ReportCardFacts } from '../facts.js'
import { median, type PlayerAverage, perThousandVisits, playersIn, rounded } from './measuring.js'

export type ReportCardStage = ReportCardFacts['stage']
export const STAGES: readonly ReportCardStage[] = ['1h', '24h', '7d']
export const LENGTHS: Readonly<Record<ReportCardStage, number>> = {
  '1h': HOUR_MINUTES,
  '24h': DAY_MINUTES,
  '7d': WEEK_MINUTES,
}

const MAX_WEEKS = 4
/** A window with less coverage is not compared. */
const MIN_COVERAGE = 0.7
/** Below this CCU, random fluctuation is larger than the effect of any update. */
const MIN_PLAYERS = 10
/** Smaller changes are noise: a game without updates differs by some percent from the same hours of the week before. */
const SMALLEST_CHANGE = 0.1

type ReportCardContext = Pick<EvaluationContext, 'game' | 'interval' | 'history'>
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
  const block = await history.samples(game.universeId, from, until)
  const weekBefore = await history.samples(game.universeId, from - WEEK_MINUTES, from)
  const after = playersIn(block, from, until, context.interval)
  const weeks = await weeksBefore(context, from, until)
  const before = median(weeks.flatMap(({ average }) => average ?? []))
  const newer = update.newer.filter((minute) => minute > from && minute < until)
  const rates = (counter: 'likes' | 'favorites') => ({
    before: perThousandVisits(weekBefore, counter, from - WEEK_MINUTES, from),
    after: perThousandVisits(block, counter, from, until),
  })
  return {
    kind: 'report_card',
    stage,
    updatedAt: from,
    newer,
    weeks: weeks.length,
    players: { before: before === null ? null : rounded(before, 1), after: after.average },
    likesPerThousandVisits: rates('likes'),
    favoritesPerThousandVisits: rates('favorites'),
    ...resultOf({ after, weeks, before, isMixed: newer.some((minute) => minute - from >= DAY_MINUTES) }),
    coverage: { before: rounded(mean(weeks.map(({ coverage }) => coverage)), 3), after: after.coverage },
  }
}

/** The averages of the same hours of the week in the weeks before, where coverage is sufficient. */
async function weeksBefore(
  { game, interval, history }: ReportCardContext,
  from: Minute,
  until: Minute,
): Promise<PlayerAverage[]> {
  const first = (await history.firstMinute()) ?? from
  const weeks: PlayerAverage[] = []
  for (let week = 1; week <= MAX_WEEKS; week++) {
    const [start, end] = [from - week * WEEK_MINUTES, until - week * WEEK_MINUTES]
    if (start < first) break
    const players = playersIn(await history.samples(game.universeId, start, end), start, end, interval)
    if (players.coverage >= MIN_COVERAGE) weeks.push(players)
  }
  return weeks
}

interface Evidence {
  readonly after: PlayerAverage
  readonly weeks: readonly PlayerAverage[]
  readonly before: number | null
  /** True if another update, more than a day later, also had an effect. */
  readonly isMixed: boolean
}

function resultOf({ after, weeks, before, isMixed }: Evidence): Pick<ReportCardFacts, 'verdict' | 'unknownBecause'> {
  const unknown = (unknownBecause: ReportCardFacts['unknownBecause']) =>
    ({ verdict: 'unknown', unknownBecause }) as const
  if (after.average === null || after.coverage < MIN_COVERAGE) return unknown('no data after')
  if (before === null) return unknown('no data before')
  if (isMixed) return unknown('another update')
  if (before < MIN_PLAYERS) return unknown('too few players')
  const change = after.average / before - 1
  const verdict = Math.abs(change) < usualChange(weeks, before) ? 'same' : change > 0 ? 'better' : 'worse'
  return { verdict, unknownBecause: null }
}

/** The variation among the weeks before; a change of that size is not significant. */
function usualChange(weeks: readonly PlayerAverage[], before: number): number {
  const off = weeks.map(({ average }) => Math.abs((average ?? before) / before - 1))
  return Math.max(SMALLEST_CHANGE, median(off) ?? 0)
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
