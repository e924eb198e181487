// How far each hour lies from what was expected at a moment before it: from the usual with its level frozen there, times
// what the platform as a whole did. Logarithms, so that the parts add up.
import { HOUR_MINUTES } from '../../clock.js'
import { expectHour } from '../usual/expected-hour.js'
import type { Hour, HourlySeries } from '../usual/hourly-means.js'

/** What is compared: hours that begin at the minute of the update, not at full hours. */
export interface EffectSeries {
  readonly players: HourlySeries
  /** The same without the first minutes of each hour, in which servers restart after an update and fill again. */
  readonly settled: HourlySeries
  /** The index of the platform as a whole without this game; undefined if it is not known. */
  readonly market: HourlySeries | undefined
  /** Hours with an outage or a gap, which say nothing. */
  isLeftOut(hour: Hour): boolean
}

/** Logarithms; `update` is what is left when the market's part is taken away. */
export interface EffectParts {
  readonly observed: number
  readonly market: number
  readonly update: number
}

export interface HourResidual extends EffectParts {
  /** The players that were expected without the update and with an unchanged market. */
  readonly usual: number
}

/** After an update, servers restart and fill again: so many minutes of its first hour do not count. */
export const SETTLING_MINUTES = 15

/** Makes the logarithm of small counts finite, and their chance changes small. */
const PRIOR_PLAYERS = 1

/** Undefined if the hour, or what was expected of it, is unknown. `frozen`: the hour at which the level is frozen. */
export function residualAt(series: EffectSeries, hour: Hour, frozen: Hour): HourResidual | undefined {
  const usual = expectHour(series.players, hour, frozen)?.value
  return residualOf(series, series.players.at(hour), { hour, frozen, usual })
}

/** The same of the hour that begins at the update, without its first minutes. */
export function settledResidualAt(series: EffectSeries, hour: Hour, frozen: Hour): HourResidual | undefined {
  const [own, next] = [hour, hour + 1].map((each) => expectHour(series.players, each, frozen)?.value)
  if (own === undefined) return undefined
  // The middle of what is left lies later, at which the time of day expects another number.
  const usual = own + ((next ?? own) - own) * (SETTLING_MINUTES / 2 / HOUR_MINUTES)
  return residualOf(series, series.settled.at(hour), { hour, frozen, usual })
}

interface ExpectedResidual {
  readonly hour: Hour
  readonly frozen: Hour
  readonly usual: number | undefined
}

function residualOf(series: EffectSeries, players: number, expected: ExpectedResidual): HourResidual | undefined {
  const { hour, frozen, usual } = expected
  if (Number.isNaN(players) || series.isLeftOut(hour)) return undefined
  if (usual === undefined || !Number.isFinite(usual)) return undefined
  const observed = Math.log((players + PRIOR_PLAYERS) / (usual + PRIOR_PLAYERS))
  const market = series.market === undefined ? 0 : (marketAt(series.market, hour, frozen) ?? 0)
  return { observed, market, update: observed - market, usual }
}

/** The logarithm of the market's index against its own usual. */
export function marketAt(market: HourlySeries, hour: Hour, frozen: Hour): number | undefined {
  const usual = expectHour(market, hour, frozen)?.value
  const value = market.at(hour)
  return usual !== undefined && usual > 0 && value > 0 ? Math.log(value / usual) : undefined
}
