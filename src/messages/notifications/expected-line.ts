// What was expected, from the facts of a notification to its picture.
import type { ExpectedChartLine } from '../../charts/chart-input.js'
import type { ExpectedLine } from '../../domain/notifications/facts.js'

export function chartLineOf(
  { from, step, expected, low, high, threshold }: ExpectedLine,
  name: string,
): ExpectedChartLine {
  const values = (list: readonly (number | null)[]) => Float64Array.from(list, (value) => value ?? Number.NaN)
  return {
    name,
    minutes: Int32Array.from(expected, (_, index) => from + index * step),
    values: values(expected),
    low: values(low),
    high: values(high),
    ...(threshold === undefined ? {} : { threshold: values(threshold) }),
  }
}
