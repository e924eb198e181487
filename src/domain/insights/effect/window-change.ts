// The players in the hours of a report, divided by those expected without the update. The numbers, the parts and the line
// of a report are computed from these.
import type { Hour } from '../usual/hourly-means.js'
import { contrastHours, type HourWeight, startingLevel } from './effect-contrast.js'
import type { ResidualReader } from './hour-residuals.js'

/** The difference from the usual just before the update decays in the expected values: by a factor of e in this time. */
const RESIDUAL_DECAY_HOURS = 96
/** The share of the hours that must be known. */
const MIN_KNOWN_WINDOW_SHARE = 0.5

export interface ReportWindow {
  readonly at: Hour
  readonly hours: number
  /** The growth of the game: the mean logarithm of measured over expected players in such windows without an update. */
  readonly growth: number
  /** The weights of the hours before the update that give its level. */
  readonly level: readonly HourWeight[]
}

/** Mean players of the known hours. */
export interface WindowChange {
  /** The players that were measured. */
  readonly actual: number
  /** Without the update and with an unchanged market. */
  readonly usual: number
  /** Without the update, with the market. */
  readonly expected: number
}

/** The factor on the usual of an hour after the update, from the level and the growth before the update. */
function expectedFactor(
  residual: ResidualReader,
  { at, hours, growth, level }: ReportWindow,
): (distance: number) => number {
  const before = startingLevel(residual, at, level)?.update ?? 0
  // Growth goes on evenly: over the whole window it adds up to what such windows grew.
  return (distance) =>
    Math.exp(before * Math.exp(-distance / RESIDUAL_DECAY_HOURS) + (growth * 2 * (distance + 0.5)) / hours)
}

/** Undefined if too much of the window is unknown. */
export function windowChange(residual: ResidualReader, window: ReportWindow): WindowChange | undefined {
  return changeOver(residual, window, everyHour(window.hours))
}

/** The same from a sample of the hours, for many windows: the logarithm of measured over expected players. */
export function sampledChange(residual: ResidualReader, window: ReportWindow): number | undefined {
  const found = changeOver(residual, window, contrastHours(window.hours))
  return found && ratioOf(found)
}

/** A logarithm. Adds 1 to both, because the count may be zero. */
export const ratioOf = ({ actual, expected }: WindowChange): number => Math.log((actual + 1) / (expected + 1))

function changeOver(
  residual: ResidualReader,
  window: ReportWindow,
  hours: readonly HourWeight[],
): WindowChange | undefined {
  const factor = expectedFactor(residual, window)
  let [known, actual, usual, expected] = [0, 0, 0, 0]
  for (const { distance, weight } of hours) {
    const found = residual(window.at + distance)
    if (found === undefined) continue
    known += weight
    actual += weight * found.actual
    usual += weight * found.usual * factor(distance)
    expected += weight * found.usual * factor(distance) * Math.exp(found.market)
  }
  if (known < MIN_KNOWN_WINDOW_SHARE || !(expected > 0)) return undefined
  return { actual: actual / known, usual: usual / known, expected: expected / known }
}

const everyHour = (hours: number): readonly HourWeight[] =>
  Array.from({ length: hours }, (_, distance) => ({ distance, weight: 1 / hours }))

/** What was expected of each hour of the window, in players; NaN where it is not known. */
export function expectedLine(residual: ResidualReader, window: ReportWindow): number[] {
  const factor = expectedFactor(residual, window)
  return Array.from({ length: window.hours }, (_, distance) => {
    const found = residual(window.at + distance)
    return found === undefined ? Number.NaN : found.usual * factor(distance) * Math.exp(found.market)
  })
}
