// The usual of a chart at one minute, for the tooltip and for files.
import type { Minute } from '../../domain/clock.js'
import type { ExpectedChartLine } from '../chart-input.js'

/** The band is a straight line between its points. */
export function bandAt({ minutes, values, low, high }: ExpectedChartLine, at: Minute) {
  const near = nearestRow(minutes, at)
  const after = (minutes[near] ?? at) >= at ? near : Math.min(near + 1, minutes.length - 1)
  const before = Math.max(0, after - 1)
  const [start = at, end = at] = [minutes[before], minutes[after]]
  const share = end === start ? 0 : Math.min(1, Math.max(0, (at - start) / (end - start)))
  const between = (line: Float64Array) => {
    const [one = Number.NaN, other = Number.NaN] = [line[before], line[after]]
    return one + (other - one) * share
  }
  const band = { value: between(values), low: between(low), high: between(high) }
  return Number.isNaN(band.value) ? undefined : band
}

export function nearestRow(minutes: Int32Array, minute: Minute): number {
  let [low, high] = [0, minutes.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((minutes[middle] ?? 0) < minute) low = middle + 1
    else high = middle
  }
  const [before, after] = [minutes[low - 1], minutes[low]]
  if (before === undefined) return low
  return after === undefined || minute - before <= after - minute ? low - 1 : low
}
