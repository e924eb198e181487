// The residual of each hour: the logarithm of the measured players divided by those expected, which are the usual, with its
// level frozen at an earlier moment, times the market. As logarithms, the parts add up.
import { expectHour } from '../usual/expected-hour.js'
import type { Hour, HourlySeries } from '../usual/hourly-means.js'

/** Means of hours that begin at the minute of the update, not at full hours. */
export interface ShiftedHours {
  readonly whole: HourlySeries
  /** The same without the first minutes of each hour, in which servers restart after an update and fill again. */
  readonly settled: HourlySeries
}

/** The values that are compared. */
export interface EffectSeries {
  readonly players: ShiftedHours
  /**
   * Indexes of the platform as a whole without this game, the best one first; each hour takes the first that is known.
   * An hour of which none is known says nothing. Empty if the platform is not known at all.
   */
  readonly markets: readonly ShiftedHours[]
  /** Hours with an outage or a gap, which say nothing. */
  isLeftOut(hour: Hour): boolean
}

/** Logarithms; `update` is what is left when the market's part is taken away. */
export interface EffectParts {
  readonly observed: number
  /** 0 if the series has no markets. */
  readonly market: number
  readonly update: number
}

export interface HourResidual extends EffectParts {
  /** The measured players. */
  readonly actual: number
  /** The players that were expected without the update and with an unchanged market. */
  readonly usual: number
}

/** After an update, servers restart and fill again: so many minutes of its first hour do not count. */
export const UPDATE_SETTLING_MINUTES = 15

/** A pseudocount: keeps the logarithm of zero finite and damps the random changes of small counts. */
const PRIOR_PLAYERS = 1

/** Which minutes of an hour are compared. The same part is used for players, usual and market. */
type HourPart = keyof ShiftedHours

interface ResidualQuery {
  readonly hour: Hour
  /** The hour at which the level is frozen. */
  readonly frozen: Hour
  readonly part: HourPart
}

/**
 * Undefined if the hour, what was expected of it, or the market is unknown. Of the hour that begins at the frozen moment,
 * the first minutes do not count.
 */
export function residualAt(series: EffectSeries, hour: Hour, frozen: Hour): HourResidual | undefined {
  const query: ResidualQuery = { hour, frozen, part: hour === frozen ? 'settled' : 'whole' }
  const players = series.players[query.part]
  const actual = players.at(hour)
  if (Number.isNaN(actual) || series.isLeftOut(hour)) return undefined
  const usual = expectHour(players, hour, frozen)?.value
  if (usual === undefined || !Number.isFinite(usual)) return undefined
  const market = series.markets.length === 0 ? 0 : firstMarket(series.markets, query)
  if (market === undefined) return undefined
  const observed = Math.log((actual + PRIOR_PLAYERS) / (usual + PRIOR_PLAYERS))
  return { actual, usual, observed, market, update: observed - market }
}

/** Each index is compared with its own usual, because each covers other games with other daily patterns. */
function firstMarket(markets: readonly ShiftedHours[], { hour, frozen, part }: ResidualQuery): number | undefined {
  for (const market of markets) {
    const change = marketAt(market[part], hour, frozen)
    if (change !== undefined) return change
  }
  return undefined
}

/** The logarithm of the market's index against its own usual. */
export function marketAt(market: HourlySeries, hour: Hour, frozen: Hour): number | undefined {
  const usual = expectHour(market, hour, frozen)?.value
  const value = market.at(hour)
  return usual !== undefined && usual > 0 && value > 0 ? Math.log(value / usual) : undefined
}
