// One report card: players against the same weekday and hours of the weeks before, likes and favorites per 1,000 visits.
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
/** A window of which less is known is not compared. */
const MIN_COVERAGE = 0.7
/** Fewer come and go by more than any update brings. */
const MIN_PLAYERS = 10
/** Smaller changes are weather: a quiet game's hours differ by some percent from those of the week before. */
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

/** The same hours of the week, so many weeks earlier, where enough of it is known. */
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
  /** Another update, more than a day later, had its part in it. */
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

/** Where the weeks before differ among themselves, so much is nothing new. */
function usualChange(weeks: readonly PlayerAverage[], before: number): number {
  const off = weeks.map(({ average }) => Math.abs((average ?? before) / before - 1))
  return Math.max(SMALLEST_CHANGE, median(off) ?? 0)
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
