// The values at one moment as text, for the pointer's tooltip and for the slider's screen reader text.

import type { ChartData } from '../../../../charts/page/wire.js'
import { valueFormat } from '../../../../charts/value-axis.js'
import { type Minute, msOf } from '../../../../domain/clock.js'
import { dateFormat } from '../../../../domain/rules/wall-clock.js'

export interface Readout {
  readonly at: Minute
  readonly text: string
}

/** The sample of the first line that is nearest to the minute, and the values of the other lines about that time. */
export function readAt(
  { series, previous, expected, metric }: ChartData,
  minute: Minute,
  locale: string,
): Readout | undefined {
  const [first, ...others] = series
  const row = first ? nearestRow(first.minutes, minute) : -1
  const at = first?.minutes[row]
  if (!first || at === undefined) return undefined
  const write = valueFormat(metric, locale)
  const parts = [`${first.name}: ${write(first.values[row] ?? Number.NaN)}`]
  for (const line of others) {
    const near = nearestRow(line.minutes, at)
    const isNear = Math.abs((line.minutes[near] ?? Number.NEGATIVE_INFINITY) - at) <= Math.max(60, line.interval * 2)
    if (isNear) parts.push(`${line.name}: ${write(line.values[near] ?? Number.NaN)}`)
  }
  if (expected) {
    const near = nearestRow(expected.minutes, at)
    const valueIn = (line: Float64Array) => write(line[near] ?? Number.NaN)
    const isNear = Math.abs((expected.minutes[near] ?? Number.NEGATIVE_INFINITY) - at) <= 60
    if (isNear)
      parts.push(`${expected.name}: ${valueIn(expected.values)} (${valueIn(expected.low)} – ${valueIn(expected.high)})`)
  }
  if (previous) {
    const near = nearestRow(previous.minutes, at - previous.shift)
    const found = previous.minutes[near]
    if (found !== undefined && Math.abs(found + previous.shift - at) <= Math.max(60, previous.interval * 2))
      parts.push(`${previous.name}: ${write(previous.values[near] ?? Number.NaN)}`)
  }
  const when = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(msOf(at))
  return { at, text: `${when} · ${parts.join(' · ')}` }
}

function nearestRow(minutes: Int32Array, minute: Minute): number {
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
