// Computes the numbers of a digest: its period compared with the one before.
import { HOUR_MINUTES, type Minute } from '../../clock.js'
import { MARKET_HISTORY_MINUTES, marketChange } from '../../insights/market-rise.js'
import { closingRatio, gainIn, playersIn, rowsBetween, spacingOf } from '../../insights/measuring.js'
import type { CounterMeasure } from '../../measures.js'
import { wallOf } from '../../rules/wall-clock.js'
import type { Block } from '../../sample.js'
import type { EvaluationContext } from '../evaluator.js'
import type { DigestFacts, ValueChange } from '../facts.js'
import { listedEvents } from '../past-event.js'
import type { DigestPlan } from '../settings.js'

/** The minutes `from` ≤ m < `until`, and the period before it, which begins at `before`. */
export interface Period {
  readonly before: Minute
  readonly from: Minute
  readonly until: Minute
  readonly isMerged: boolean
}

type DigestContext = Pick<EvaluationContext, 'game' | 'interval' | 'history' | 'happened' | 'market'>

export async function reportOf(
  { game, interval, history, happened, market }: DigestContext,
  { every, timeZone }: DigestPlan,
  { before, from, until, isMerged }: Period,
): Promise<DigestFacts> {
  const block = await history.samples(game.universeId, before - interval, until)
  const players = [playersIn(block, before, from, interval), playersIn(block, from, until, interval)] as const
  // Starts at the last sample before the period, so that a gain between two periods is counted in one of them.
  const gains = (counter: CounterMeasure): ValueChange => ({
    before: gainIn(block, counter, before - interval, from),
    after: gainIn(block, counter, from - interval, until),
  })
  const valueAt = await market(from - MARKET_HISTORY_MINUTES, until)
  return {
    kind: 'digest',
    period: every === 'day' ? 'daily' : 'weekly',
    isMerged,
    from,
    until,
    timeZone,
    players: { before: players[0].average, after: players[1].average },
    peak: peakIn(block, from, until),
    bestHour: bestHourIn(block, { from, until, timeZone, interval }),
    visits: gains('visits'),
    favorites: gains('favorites'),
    likes: gains('likes'),
    likeRatio: { before: closingRatio(block, before, from), after: closingRatio(block, from, until) },
    happened: listedEvents(await happened(from, until)),
    market: valueAt === undefined ? null : marketChange(valueAt, from, until),
    coverage: { before: players[0].coverage, after: players[1].coverage },
  }
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

/** Every time zone is offset from UTC by whole quarters of an hour. */
const QUARTER = 15
/** An hour with fewer minutes of samples is ignored. */
const MIN_KNOWN = HOUR_MINUTES / 2

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
    if (Math.floor(minute / QUARTER) !== quarter) {
      quarter = Math.floor(minute / QUARTER)
      hour = hours[Math.floor(wallOf(minute, timeZone) / HOUR_MINUTES) % 24]
    }
    if (hour === undefined) continue
    hour.sum += block.columns.ccu[row] ?? 0
    hour.count++
  }
  const averages = hours.map(({ sum, count }) => (count * spacing >= MIN_KNOWN ? sum / count : -1))
  const best = Math.max(...averages)
  return best < 0 ? null : averages.indexOf(best)
}
