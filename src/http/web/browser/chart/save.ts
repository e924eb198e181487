// Saves what the chart shows as PNG, SVG or CSV: the visible part and lines, on the chosen scale, in the theme of the page.
import type { ChartInput } from '../../../../charts/chart-input.js'
import { shownMeasure } from '../../../../charts/chart-option.js'
import { chartCsv } from '../../../../charts/page/chart-csv.js'
import { chartPng, chartSvg } from '../../../../charts/page/chart-file.js'
import type { SavedFormat } from '../../../../charts/page/figure-texts.js'
import { DAY_MINUTES, isoOfMinute, type Minute } from '../../../../domain/clock.js'
import { wallOf } from '../../../../domain/rules/wall-clock.js'
import { fontFace } from '../paint/font-face.js'

/** The addresses of saved files are released when the browser has surely read them. */
const FILE_RELEASE_DELAY_MS = 60_000

export async function saveChart(input: ChartInput, format: SavedFormat): Promise<void> {
  const blob = await blobOf(input, format)
  // The times of a CSV are of UTC, and those of a picture of its zone.
  const isUtc = format === 'csv'
  const [from, until] = [input.from, input.until - 1].map((minute) =>
    timeInName(minute, isUtc ? { ...input, timeZone: 'UTC' } : input),
  )
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `${safe(`${input.title} ${shownMeasure(input)}`)} ${from} to ${until}${isUtc ? ' UTC' : ''}.${format}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), FILE_RELEASE_DELAY_MS)
}

async function blobOf(input: ChartInput, format: SavedFormat): Promise<Blob> {
  const font = getComputedStyle(document.body).fontFamily
  switch (format) {
    case 'csv':
      return new Blob([chartCsv(input)], { type: 'text/csv' })
    case 'svg':
      return new Blob([chartSvg(input, font, await fontFace())], { type: 'image/svg+xml' })
    case 'png':
      return chartPng(input, font, document.createElement('div'))
  }
}

/** Shorter ranges begin and end at a time of day. */
const MIN_DAYS_RANGE = 2 * DAY_MINUTES

/** In the zone; without a colon, which not every system allows: `2026-06-16 1400`. */
function timeInName(minute: Minute, { from, until, timeZone }: ChartInput): string {
  const [day = '', time = ''] = isoOfMinute(wallOf(minute, timeZone)).split('T')
  return until - from >= MIN_DAYS_RANGE ? day : `${day} ${time.slice(0, 5).replace(':', '')}`
}

const MAX_NAME_LENGTH = 60

/** Letters, digits and a few marks, which every system allows in the name of a file. */
const safe = (name: string): string =>
  [...name.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, ' ').replace(/^[\s._-]+/, '')].slice(0, MAX_NAME_LENGTH).join('').trim()
