// Draws a chart as a PNG on a canvas without a browser. It blocks its thread for tens of milliseconds.
import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
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
import { chartOption } from '../chart-option.js'
import { drawableLocale, drawableText, type Fonts } from '../fonts.js'
import { EDGE_WIDTH, ICON_SIZE, PICTURE_PIXEL_RATIO } from '../layout.js'
import { encodePng } from './png-file.js'

echarts.use([
  LineChart,
  GridComponent,
  TitleComponent,
  LegendPlainComponent,
  MarkLineComponent,
  MarkAreaComponent,
  CanvasRenderer,
])

const ICON_RADIUS = 8

// Text is measured with the fonts that draw it. ECharts measures every ASCII character, but canvas rejects NUL.
const measuringContext = createCanvas(1, 1).getContext('2d')
let measuringFont = ''
echarts.setPlatformAPI({
  createCanvas: () => createCanvas(32, 32) as never,
  measureText: (text, font = '12px sans-serif') => {
    if (font !== measuringFont) measuringContext.font = font
    measuringFont = font
    return measuringContext.measureText(text.replaceAll('\0', ''))
  },
})

export async function drawPng(input: ChartInput, fonts: Fonts): Promise<Buffer> {
  const { option, width, height } = chartOption(drawable(input, fonts), fonts.families)
  const canvas = createCanvas(width * PICTURE_PIXEL_RATIO, height * PICTURE_PIXEL_RATIO)
  const chart = echarts.init(canvas as unknown as Parameters<typeof echarts.init>[0], null, {
    renderer: 'canvas',
    devicePixelRatio: PICTURE_PIXEL_RATIO,
    width,
    height,
  })
  try {
    chart.setOption(option)
    chart.getZr().flush()
    if (input.icon) await drawIcon(canvas, input.icon)
    return await encodePng(canvas.data(), canvas.width, canvas.height)
  } finally {
    chart.dispose()
  }
}

/** Draws the icon before the title, where the layout leaves room. A file that cannot be decoded is skipped. */
async function drawIcon(canvas: Canvas, file: Uint8Array): Promise<void> {
  const image = await loadImage(Buffer.from(file)).catch(() => undefined)
  if (image === undefined) return
  const context = canvas.getContext('2d')
  context.save()
  context.setTransform(PICTURE_PIXEL_RATIO, 0, 0, PICTURE_PIXEL_RATIO, 0, 0)
  context.beginPath()
  context.roundRect(EDGE_WIDTH, EDGE_WIDTH, ICON_SIZE, ICON_SIZE, ICON_RADIUS)
  context.clip()
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, EDGE_WIDTH, EDGE_WIDTH, ICON_SIZE, ICON_SIZE)
  context.restore()
}

/** Names are untrusted text in any script. */
function drawable(input: ChartInput, fonts: Fonts): ChartInput {
  const { title, texts: catalog, series, previous, markers = [] } = input
  const text = (raw: string) => drawableText(raw, fonts)
  return {
    ...input,
    locale: drawableLocale(input.locale, fonts),
    title: text(title),
    texts: {
      metric: text(catalog.metric),
      unit: text(catalog.unit),
      noData: text(catalog.noData),
      ...(catalog.change !== undefined && { change: text(catalog.change) }),
      ...(catalog.logarithmic !== undefined && { logarithmic: text(catalog.logarithmic) }),
      ...(catalog.means !== undefined && { means: text(catalog.means) }),
      ...(catalog.extremes !== undefined && { extremes: text(catalog.extremes) }),
    },
    series: series.map((line) => ({ ...line, name: text(line.name) })),
    ...(previous && { previous: { ...previous, name: text(previous.name) } }),
    markers: markers.map((marker) => ({ ...marker, label: text(marker.label) })),
  }
}
