// Draws a chart in a browser with the builder that also makes the server's pictures. Pages with charts load this
// module.
import { LineChart } from 'echarts/charts'
import {
  GridComponent,
  LegendPlainComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TitleComponent,
} from 'echarts/components'
import * as echarts from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { ChartInput } from '../chart-input.js'
import { type Chart, chartOption } from '../chart-option.js'

echarts.use([
  LineChart,
  GridComponent,
  TitleComponent,
  LegendPlainComponent,
  MarkLineComponent,
  MarkAreaComponent,
  CanvasRenderer,
])

export interface LiveChart {
  /** Returns the position of the plot. */
  draw(input: ChartInput): Chart['plot']
  dispose(): void
}

/** `font` is the page's own families. The server's fonts may be partly installed, and an emoji font contains digits, too. */
export function openLiveChart(container: Parameters<typeof echarts.init>[0], font: string): LiveChart {
  let chart: echarts.ECharts | undefined
  return {
    draw: (input) => {
      const { option, width, height, plot } = chartOption(input, font)
      chart ??= echarts.init(container, null, { renderer: 'canvas', width, height })
      chart.resize({ width, height })
      chart.setOption(option, { notMerge: true })
      return plot
    },
    dispose: () => chart?.dispose(),
  }
}
