// What the model costs: memory for a universe, and time for an answer.
import { HOUR_MINUTES } from '../../../src/domain/clock.js'
import { HourlyMeans, RING_HOURS } from '../../../src/domain/insights/usual/hourly-means.js'
import { UsualModel } from '../../../src/domain/insights/usual/usual.js'
import type { Report } from '../report.js'

const UNIVERSES = 9_000
const ANSWERS = 2_000
const END = 490_000

const ringOf = (seed: number): HourlyMeans => {
  const ring = new HourlyMeans(END)
  for (let hour = END - RING_HOURS; hour < END; hour++) ring.set(hour, 1_000 + 300 * Math.sin(hour / 4 + seed))
  return ring
}

export function addCost(report: Report): void {
  globalThis.gc?.()
  const before = process.memoryUsage()
  const rings = Array.from({ length: UNIVERSES }, (_, seed) => ringOf(seed))
  globalThis.gc?.()
  const after = process.memoryUsage()
  const bytes = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers
  report.add({
    figure: `memory for the hours of a universe, of ${UNIVERSES}`,
    value: bytes / UNIVERSES / 1_024,
    unit: 'KiB',
    bounds: [0, 3],
  })
  const began = performance.now()
  for (const series of rings.slice(0, ANSWERS)) {
    const model = new UsualModel({ series, until: END * HOUR_MINUTES })
    if (!(model.expectedHour(END) > 0)) throw new Error('The usual of a whole ring is known.')
  }
  const perAnswer = (performance.now() - began) / ANSWERS
  report.add({ figure: 'expected value of a new hour', value: perAnswer * 1_000, unit: 'µs' })
  const [series] = rings
  if (series === undefined) return
  const begun = performance.now()
  for (let round = 0; round < 20; round++) new UsualModel({ series, until: END * HOUR_MINUTES }).at(END * HOUR_MINUTES)
  report.add({ figure: 'with its band, nothing remembered', value: (performance.now() - begun) / 20, unit: 'ms' })
}
