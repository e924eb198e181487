// Compares the players of a game now with its usual, with a day and a week before, and says how well the usual held.
// Pages, commands and the API show these values.
import { setImmediate as breathe } from 'node:timers/promises'
import { type Clock, DAY_MINUTES, HOUR_MINUTES, type Minute, minuteOf, WEEK_MINUTES } from '../../domain/clock.js'
import type { AccountGame } from '../../domain/game.js'
import { type PlayersNow, positionOf, type UsualAccuracy } from '../../domain/insights/players-now.js'
import { DAY_HOURS, type Hour, type HourlySeries, WEEK_HOURS } from '../../domain/insights/usual/hourly-means.js'
import type { MinuteSpan } from '../../domain/insights/usual/readable-series.js'
import type { Plans } from '../../domain/plan.js'
import type { Store } from '../../domain/ports/store.js'
import { readingPlan } from '../../domain/rules/entitlement.js'
import { visibleInterval } from '../../domain/rules/visible.js'
import { thin } from '../../domain/sample.js'
import type { MarketReader } from './market.js'
import type { UsualReader, UsualReading } from './usual.js'

/** With fewer hours, the share of them says nothing about the usual. */
const MIN_HELD_HOURS = DAY_HOURS

/** The sample that is compared. */
export interface PlayersSample {
  readonly minute: Minute
  readonly ccu: number
}

interface HourlyAccuracy {
  /** Of the week before this hour. */
  readonly end: Hour
  readonly accuracy: Promise<UsualAccuracy | null>
}

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly plans: Plans
  readonly usual: UsualReader
  readonly market: MarketReader
}

export function createCompareNow({ store, clock, plans, usual, market }: Deps) {
  /** An import of the past replaces the series, and with it what was computed from it. */
  const accuracies = new WeakMap<HourlySeries, WeakMap<readonly MinuteSpan[], HourlyAccuracy>>()

  const accuracyAt = (reading: UsualReading, end: Hour): Promise<UsualAccuracy | null> => {
    // Games of several accounts share the series of their universe, but not what was marked.
    const bySpans = accuracies.get(reading.series) ?? new WeakMap<readonly MinuteSpan[], HourlyAccuracy>()
    const known = bySpans.get(reading.excluded)
    if (known?.end === end) return known.accuracy
    const accuracy = accuracyOf(reading, end)
    accuracies.set(reading.series, bySpans.set(reading.excluded, { end, accuracy }))
    return accuracy
  }

  /** The players nearest to the minute, at most half an hour away, as the account sees them (PLANS-10). */
  const playersNear = async ({ account, game }: AccountGame, minute: Minute): Promise<number | undefined> => {
    const plan = readingPlan(account, plans, clock.now())
    const from = minute - (minute % HOUR_MINUTES) - HOUR_MINUTES
    let nearest = { away: HOUR_MINUTES / 2 + 1, players: 0 }
    for await (const block of store.series.blocks(game.universeId, from, minute + HOUR_MINUTES)) {
      const interval = visibleInterval(plan, minuteOf(clock.now()), block.minutes[0] ?? 0)
      const { minutes, columns } = thin(block, interval)
      for (const [row, at] of minutes.entries()) {
        const away = Math.abs(at - minute)
        if (away < nearest.away) nearest = { away, players: columns.ccu[row] ?? 0 }
      }
    }
    return nearest.away > HOUR_MINUTES / 2 ? undefined : nearest.players
  }

  const compareThen = async (reader: AccountGame, { minute, ccu }: PlayersSample, back: number) => {
    const players = await playersNear(reader, minute - back)
    if (players === undefined) return null
    const difference = ccu - players
    return { players, difference, share: players === 0 ? null : difference / players }
  }

  return async function compareNow(reader: AccountGame, sample: PlayersSample): Promise<PlayersNow> {
    const { minute, ccu } = sample
    const reading = await usual.now(reader)
    const found = reading.model.at(minute)
    const end = Math.floor(minute / HOUR_MINUTES)
    return {
      minute,
      players: ccu,
      usual: found,
      share: found.kind === 'known' && found.expected > 0 ? ccu / found.expected - 1 : null,
      position: found.kind === 'known' ? positionOf(ccu, found) : null,
      day: await compareThen(reader, sample, DAY_MINUTES),
      week: await compareThen(reader, sample, WEEK_MINUTES),
      accuracy: await accuracyAt(reading, end),
      market: await market.now({ leavingOut: reader.game.universeId }),
    }
  }
}

const isIn = (spans: readonly MinuteSpan[], hour: Hour): boolean =>
  spans.some(({ from, until }) => from < (hour + 1) * HOUR_MINUTES && until > hour * HOUR_MINUTES)

async function accuracyOf({ model, series, excluded }: UsualReading, end: Hour): Promise<UsualAccuracy | null> {
  let [inside, hours] = [0, 0]
  for (let hour = end - WEEK_HOURS; hour < end; hour++) {
    // A day of hours takes about 2 ms.
    if (hour % DAY_HOURS === 0) await breathe()
    if (isIn(excluded, hour)) continue
    const value = series.at(hour)
    const usual = model.at(hour * HOUR_MINUTES + HOUR_MINUTES / 2)
    if (Number.isNaN(value) || usual.kind !== 'known') continue
    hours++
    if (value >= usual.low && value <= usual.high) inside++
  }
  return hours < MIN_HELD_HOURS ? null : { inside, hours }
}
