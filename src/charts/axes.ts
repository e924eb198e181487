// Both axes in ECharts format. Ticks and labels are computed here, because its own time axis knows no time zones.
import type { XAXisComponentOption, YAXisComponentOption } from 'echarts'
import { msOf } from '../domain/clock.js'
import type { TimeTick } from './axis-labels.js'
import type { ChartInput } from './chart-input.js'
import { textSize } from './layout.js'
import type { ChartTheme } from './theme.js'
import type { ValueAxis } from './value-axis.js'

export const timeAxis = (
  { from, until, isBare }: ChartInput,
  ticks: readonly TimeTick[],
  theme: ChartTheme,
): XAXisComponentOption => {
  const labels = new Map(ticks.map(({ at, label }) => [msOf(at), label]))
  const customValues = [...labels.keys()]
  return {
    type: 'value',
    min: msOf(from),
    max: msOf(until),
    axisLine: { lineStyle: { color: theme.axis } },
    axisTick: { show: true, customValues, lineStyle: { color: theme.axis } },
    splitLine: { show: false },
    axisLabel: {
      customValues,
      formatter: (value: number) => labels.get(value) ?? '',
      color: theme.muted,
      fontSize: textSize({ isBare }),
      hideOverlap: false,
      margin: isBare ? 8 : 10,
    },
  }
}

export const numberAxis = (
  { min, max, step, ticks, isUneven = false }: ValueAxis,
  write: (value: number) => string,
  theme: ChartTheme,
  { isEmpty, fontSize }: { readonly isEmpty: boolean; readonly fontSize: number },
): YAXisComponentOption => ({
  type: 'value',
  min,
  max,
  interval: step,
  axisLine: { show: false },
  axisTick: { show: false, ...(isUneven && { customValues: [...ticks] }) },
  splitLine: { show: !isEmpty, lineStyle: { color: theme.grid } },
  axisLabel: {
    show: !isEmpty,
    formatter: write,
    color: theme.muted,
    fontSize,
    ...(isUneven && { customValues: [...ticks] }),
  },
})
