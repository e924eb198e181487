// What the model costs: memory for a universe, and time for an answer.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { DAY_MINUTES, HOUR_MINUTES } from '../../../src/domain/clock.js'
import { HourlyMeans, RING_HOURS } from '../../../src/domain/insights/usual/hourly-means.js'
import { UsualModel } from '../../../src/domain/insights/usual/usual.js'
import { createUsualHistory } from '../../../src/services/insights/usual-history.js'
import { blockOf, sample } from '../../store/contract/support.js'
import type { Report } from '../report.js'

const UNIVERSES = 9_000
const ANSWERS = 2_000
const END = 490_000
const COLLECTIONS = 5

const ringOf = (seed: number): HourlyMeans => {
  const ring = new HourlyMeans(END)
  for (let hour = END - RING_HOURS; hour < END; hour++) ring.set(hour, 1_000 + 300 * Math.sin(hour / 4 + seed))
  return ring
}

export async function addCost(report: Report): Promise<void> {
  const before = await usedMemory()
  const rings = Array.from({ length: UNIVERSES }, (_, seed) => ringOf(seed))
  const bytes = (await usedMemory()) - before
  report.add({
    figure: `memory for the hours of a universe, of ${UNIVERSES}`,
    value: bytes / UNIVERSES / 1_024,
    unit: 'KiB',
    bounds: [0, 3],
  })
  await addEvaluated(report)
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

const EVALUATED = 2_000
const LAST = END * HOUR_MINUTES

/** What stays of each game with a rule that compares with the usual: before and after it was asked for its band. */
async function addEvaluated(report: Report): Promise<void> {
  const samples = Array.from({ length: 45 * 24 }, (_, hour) => {
    const minute = LAST - 45 * DAY_MINUTES + hour * HOUR_MINUTES
    return sample(1, minute, Math.round(1_000 + 300 * Math.sin(hour / 4)))
  })
  const usual = createUsualHistory({
    events: { subscribe: () => () => undefined, publish: () => undefined },
    series: {
      async *blocks(universeId: number, from: number, until: number) {
        const rows = samples.filter(({ minute }) => minute >= from && minute < until)
        if (rows.length > 0) yield { ...blockOf(1, rows), universeId }
      },
    },
  } as unknown as Parameters<typeof createUsualHistory>[0])
  const ask = async (hasBand: boolean): Promise<void> => {
    for (let universeId = 1; universeId <= EVALUATED; universeId++) {
      const found = await usual({ universeId, interval: 1, span: { from: LAST, until: LAST + 1 }, excluded: [] })
      if (!(found.expectedAt(LAST) > 0) || (hasBand && found.at(LAST).kind !== 'known'))
        throw new Error('The usual of six weeks is known.')
    }
  }
  const before = await usedMemory()
  for (const hasBand of [false, true]) {
    await ask(hasBand)
    const figure = `memory for the usual of an evaluated game${hasBand ? ', its band asked' : ''}`
    report.add({ figure, value: ((await usedMemory()) - before) / EVALUATED / 1_024, unit: 'KiB', bounds: [0, 3] })
  }
}

/** Buffers are freed in the background after a collection, so the least of several is what is really kept. */
async function usedMemory(): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < COLLECTIONS; round++) {
    globalThis.gc?.()
    await yieldToEventLoop()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    least = Math.min(least, heapUsed + arrayBuffers)
  }
  return least
}
