// The chart of a time that is older than the plan keeps every sample: what is left is a line, as for a range that ends now.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fromWire, type WireChart } from '../../../src/charts/page/wire.js'
import { downsample } from '../../../src/charts/reduction/downsample.js'
import { DAY_MINUTES, HOUR_MINUTES, isoOfMinute, type Minute } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import { NOW } from '../support/history.js'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

const MINUTE_DAYS = 2
/** Older than the 90 days for which this plan keeps every sample. */
const OLD = NOW - 200 * DAY_MINUTES
const WINDOW = 3 * DAY_MINUTES

let web: TestWeb
let manager: Visitor
let thinned: Game
let whole: Game
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'Own studio', plan: 'premium' } })
  manager = await web.member('manager')
  thinned = await web.track(0)
  whole = await web.track(1)
  const every = (step: number, from: Minute, until: Minute) =>
    Array.from({ length: Math.floor((until - from) / step) }, (_, index) => from + index * step)
  await web.write(thinned.universeId, every(HOUR_MINUTES, OLD - 10 * DAY_MINUTES, OLD + WINDOW), { ccu: 100 })
  await web.write(whole.universeId, every(5, OLD, OLD + MINUTE_DAYS * DAY_MINUTES), { ccu: 100 })
})
afterAll(() => web.stop())

const timeText = (minute: Minute) => `${isoOfMinute(minute).slice(0, 16)}Z`

async function chartOf({ id }: Game, until: Minute) {
  const address = `/accounts/${web.account.id}/games/${id}/series`
  const range = `from=${timeText(OLD)}&to=${timeText(until)}&against=7d`
  const { text } = await manager.get(`${address}?${range}`, { accept: 'application/json' })
  return fromWire(JSON.parse(text) as WireChart)
}

it('is one line, and so is the period that it is compared with [WEB-22]', async () => {
  const { series, previous, from, until } = await chartOf(thinned, OLD + WINDOW)
  const [line] = series
  if (!line || !previous) return expect.unreachable('A line is missing.')
  const partsOf = (one: typeof line, shift: number) =>
    downsample(one, one, { from: from - shift, until: until - shift, buckets: 1_000 }).length
  expect([partsOf(line, 0), partsOf(previous, previous.shift)]).toEqual([1, 1])
})

it('shows an account no finer samples than its plan keeps, also where another one keeps all [PLANS-10]', async () => {
  const { series } = await chartOf(whole, OLD + MINUTE_DAYS * DAY_MINUTES)
  const minutes = [...(series[0]?.minutes ?? [])]
  expect(minutes).toHaveLength(MINUTE_DAYS * 24)
  expect(minutes.every((minute) => minute % HOUR_MINUTES === 0)).toBe(true)
})
