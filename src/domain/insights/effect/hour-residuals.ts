// The residual of each hour: the logarithm of the measured players divided by those expected, which are the usual, with its
// level frozen at an earlier moment, times the market. As logarithms, the parts add up.
import { expectHour, expectHoursFrom, type HourExpectation } from '../usual/expected-hour.js'
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
  readonly part: HourPart
  /** With the level of the hour at which it is frozen. */
  readonly expect: HourExpectation
}

/** Undefined if the hour, what was expected of it, or the market is unknown. */
export type ResidualReader = (hour: Hour) => HourResidual | undefined

/**
 * Reads residuals with the level frozen at one hour, of which the first minutes do not count. Remembers what several contrasts
 * of the same moment share.
 */
export function residualsFrom(series: EffectSeries, frozen: Hour): ResidualReader {
  const expect = expectHoursFrom(frozen)
  const known = new Map<Hour, HourResidual | undefined>()
  return (hour) => {
    if (known.has(hour)) return known.get(hour)
    const found = residualAt(series, { hour, expect, part: hour === frozen ? 'settled' : 'whole' })
    known.set(hour, found)
    return found
  }
}

function residualAt(series: EffectSeries, query: ResidualQuery): HourResidual | undefined {
  const { hour, part, expect } = query
  const players = series.players[part]
  const actual = players.at(hour)
  if (Number.isNaN(actual) || series.isLeftOut(hour)) return undefined
  const usual = expect(players, hour)?.value
  if (usual === undefined || !Number.isFinite(usual)) return undefined
  const market = series.markets.length === 0 ? 0 : firstMarket(series.markets, query)
  if (market === undefined) return undefined
  const observed = Math.log((actual + PRIOR_PLAYERS) / (usual + PRIOR_PLAYERS))
  return { actual, usual, observed, market, update: observed - market }
}

/** Each index is compared with its own usual, because each covers other games with other daily patterns. */
function firstMarket(markets: readonly ShiftedHours[], { hour, part, expect }: ResidualQuery): number | undefined {
  for (const market of markets) {
    const change = changeOf(market[part], hour, expect(market[part], hour)?.value)
    if (change !== undefined) return change
  }
  return undefined
}

/** The logarithm of the market's index against its own usual. */
export const marketAt = (market: HourlySeries, hour: Hour, frozen: Hour): number | undefined =>
  changeOf(market, hour, expectHour(market, hour, frozen)?.value)

function changeOf(market: HourlySeries, hour: Hour, usual: number | undefined): number | undefined {
  const value = market.at(hour)
  return usual !== undefined && usual > 0 && value > 0 ? Math.log(value / usual) : undefined
}
