// A chart drawn in a browser, by the builder that also makes the server's pictures. This is what pages with charts load.
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
  /** Where the plot is now. */
  draw(input: ChartInput): Chart['plot']
  dispose(): void
}

/** `font`: the page's own families. The pictures' fonts may be there in part: an emoji font has digits, too. */
export function openLiveChart(place: Parameters<typeof echarts.init>[0], font: string): LiveChart {
  let chart: echarts.ECharts | undefined
  return {
    draw: (input) => {
      const { option, width, height, plot } = chartOption(input, font)
      chart ??= echarts.init(place, null, { renderer: 'canvas', width, height })
      chart.resize({ width, height })
      chart.setOption(option, { notMerge: true })
      return plot
    },
    dispose: () => chart?.dispose(),
  }
}
