// How far the model of the usual and the two simple ones are from what was measured.
import { HOUR_MINUTES, WEEK_HOURS } from '../../../src/domain/clock.js'
import type { Hour, HourlySeries } from '../../../src/domain/insights/usual/hourly-means.js'
import { UsualModel } from '../../../src/domain/insights/usual/usual.js'
import { quantile } from '../measure.js'

export interface Scenario {
  readonly series: HourlySeries
  /** So many hours before the end are scored. */
  readonly hours: number
  /** Hours in which something planted happens: they are no fault of the model, and not scored. */
  readonly isIncident?: (hour: Hour) => boolean
}

export interface UsualScore {
  /** Median absolute relative errors. */
  readonly usual: number
  readonly lastWeek: number
  readonly fourWeeks: number
  /** The share of the hours within the band. */
  readonly inBand: number
  readonly hours: number
}

/** The mean of those of the last four weeks that are known: one week is enough, as for the model. */
function meanOfWeeks(series: HourlySeries, hour: Hour): number {
  const known = [1, 2, 3, 4].map((week) => series.at(hour - week * WEEK_HOURS)).filter((value) => !Number.isNaN(value))
  return known.reduce((sum, value) => sum + value, 0) / known.length
}

/** Of all hours of all scenarios for which each of the three models has an answer. */
export function scoreOf(scenarios: readonly Scenario[]): UsualScore {
  const errors = { usual: [] as number[], lastWeek: [] as number[], fourWeeks: [] as number[] }
  let inside = 0
  for (const { series, hours, isIncident = () => false } of scenarios) {
    // An hour is evaluated from what was known 6 hours before it, so one model without a limit serves for all.
    const model = new UsualModel({ series, until: series.until * HOUR_MINUTES })
    for (let hour = series.until - hours; hour < series.until; hour++) {
      const actual = series.at(hour)
      const usual = model.at(hour * HOUR_MINUTES + HOUR_MINUTES / 2)
      const lastWeek = series.at(hour - WEEK_HOURS)
      if (!(actual > 0) || usual.kind !== 'known' || Number.isNaN(lastWeek) || isIncident(hour)) continue
      errors.usual.push(Math.abs(usual.expected / actual - 1))
      errors.lastWeek.push(Math.abs(lastWeek / actual - 1))
      errors.fourWeeks.push(Math.abs(meanOfWeeks(series, hour) / actual - 1))
      if (actual >= usual.low && actual <= usual.high) inside++
    }
  }
  return {
    usual: quantile(errors.usual, 0.5),
    lastWeek: quantile(errors.lastWeek, 0.5),
    fourWeeks: quantile(errors.fourWeeks, 0.5),
    inBand: inside / errors.usual.length,
    hours: errors.usual.length,
  }
}
