// A chart as a file, with title, legend and time zone: drawn again by the builder of the server's pictures. Loaded by the
// first reader who saves one.
import * as echarts from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import type { ChartInput } from '../chart-input.js'
import { chartOption } from '../chart-option.js'
import { THEMES } from '../theme.js'

echarts.use([SVGRenderer])

/** The pixels of a file for each pixel of the page, as in the server's pictures. */
const PIXEL_RATIO = 2

/** `fontFace`: a rule of CSS that contains the font, for readers of the file who do not have it; may be empty. */
export function chartSvg(input: ChartInput, font: string, fontFace: string): string {
  // ECharts does not escape the values of attributes, which it writes in double quotes.
  const { option, width, height } = chartOption(input, font.replaceAll('"', "'"))
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    chart.setOption(option)
    const style = fontFace === '' ? '' : `<style>${fontFace}</style>`
    return chart.renderToSVGString().replace(/^<svg[^>]*>/, (start) => start + style)
  } finally {
    chart.dispose()
  }
}

export async function chartPng(
  input: ChartInput,
  font: string,
  container: Parameters<typeof echarts.init>[0],
): Promise<Blob> {
  const { option, width, height } = chartOption(input, font)
  const chart = echarts.init(container, null, { renderer: 'canvas', width, height })
  try {
    chart.setOption(option)
    const canvas = chart.renderToCanvas({ pixelRatio: PIXEL_RATIO, backgroundColor: THEMES[input.theme].background })
    return await new Promise<Blob>((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made.'))), 'image/png')
    })
  } finally {
    chart.dispose()
  }
}
