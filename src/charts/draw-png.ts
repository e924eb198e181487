// A chart as a PNG picture, drawn on a canvas without a browser. It holds its thread for tens of milliseconds.
import { createCanvas } from '@napi-rs/canvas'
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
import type { ChartInput } from './chart-input.js'
import { chartOption } from './chart-option.js'
import { drawableLocale, type Fonts } from './fonts.js'

echarts.use([
  LineChart,
  GridComponent,
  TitleComponent,
  LegendPlainComponent,
  MarkLineComponent,
  MarkAreaComponent,
  CanvasRenderer,
])

const DENSITY = 2

// Text is measured with the same fonts that draw it.
echarts.setPlatformAPI({ createCanvas: () => createCanvas(32, 32) as never })

export async function drawPng(input: ChartInput, fonts: Fonts): Promise<Buffer> {
  const locale = drawableLocale(input.locale, fonts)
  const { option, width, height } = chartOption({ ...input, locale }, fonts.families)
  const canvas = createCanvas(width * DENSITY, height * DENSITY)
  const chart = echarts.init(canvas as unknown as Parameters<typeof echarts.init>[0], null, {
    renderer: 'canvas',
    devicePixelRatio: DENSITY,
    width,
    height,
  })
  try {
    chart.setOption(option)
    chart.getZr().flush()
    return await canvas.encode('png')
  } finally {
    chart.dispose()
  }
}
