// What is read of a line at each time in a gap, with points as far apart as those of a long range.
import { expect, it } from 'vitest'
import { createReadout, type ReadoutOptions } from '../../src/http/web/browser/chart/readout.js'

const FROM = 29_000_000
const [INTERVAL, GAP_FROM, GAP_UNTIL, UNTIL] = [17, FROM + 20 * 17, FROM + 20 * 17 + 92, FROM + 43_200]

function readoutOf(width: number) {
  const minutes: number[] = []
  for (let minute = FROM; minute <= GAP_FROM; minute += INTERVAL) minutes.push(minute)
  for (let minute = GAP_UNTIL; minute < UNTIL; minute += INTERVAL) minutes.push(minute)
  const texts = {
    unknown: 'no data',
    notTracked: 'not tracked yet',
    measuredHour: '',
    measuredDay: '',
    changeSince: '',
  }
  return createReadout({
    data: {
      title: '',
      metric: 'ccu',
      texts: { metric: 'Players', unit: 'players', noData: 'No data' },
      from: FROM,
      until: UNTIL,
      series: [
        {
          name: 'Players',
          minutes: Int32Array.from(minutes),
          values: Float64Array.from(minutes, () => 27_626),
          interval: INTERVAL,
        },
      ],
    },
    hidden: new Set(),
    locale: 'en-US',
    timeZone: 'UTC',
    texts: texts as unknown as ReadoutOptions['texts'],
    width,
  })
}

it.each([320, 800, 1_300, 3_000])('a time in it has no value in a plot of %i pixels [WEB-20]', (width) => {
  const readAt = readoutOf(width)
  const found = new Set<string>()
  for (let minute = GAP_FROM; minute <= GAP_UNTIL; minute++) {
    const readout = readAt(minute)
    found.add(`${readout?.isGap ? 'in the gap' : 'at a sample'}: ${readout?.rows[0]?.value}`)
  }
  expect([...found].sort()).toEqual(['at a sample: 27,626', 'in the gap: no data'])
})
