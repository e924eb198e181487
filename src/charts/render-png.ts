// Charts as PNG pictures, drawn on a canvas without a browser; two at a time, the others wait in line.
import { setImmediate as breathe } from 'node:timers/promises'
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
import { HeadcountError } from '../domain/error.js'
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

/** One is drawn while another is packed on a thread of its own; more would only hold the event loop longer. */
const AT_ONCE = 2
const MOST_WAITING = 30

/** Draws what it is handed in turn; refuses when too many wait already. */
export function chartPainter(fonts: Fonts, mostWaiting = MOST_WAITING): (input: ChartInput) => Promise<Buffer> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (input) => {
    if (running >= AT_ONCE) {
      if (waiting.length >= mostWaiting) {
        throw new HeadcountError('UNAVAILABLE', 'Too many charts are being drawn. Please try again in a moment.')
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await drawPng(input, fonts)
    } finally {
      // Whoever waits longest takes the place over.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

async function drawPng(input: ChartInput, fonts: Fonts): Promise<Buffer> {
  const locale = drawableLocale(input.locale, fonts)
  const { option, width, height } = chartOption({ ...input, locale }, fonts.families)
  await breathe()
  const canvas = createCanvas(width * DENSITY, height * DENSITY)
  const chart = echarts.init(canvas as unknown as Parameters<typeof echarts.init>[0], null, {
    renderer: 'canvas',
    devicePixelRatio: DENSITY,
    width,
    height,
  })
  try {
    chart.setOption(option)
    await breathe()
    chart.getZr().flush()
    return await canvas.encode('png')
  } finally {
    chart.dispose()
  }
}
