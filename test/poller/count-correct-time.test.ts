// The service counts the minutes in which its clock was correct.
import { afterEach, expect, it, vi } from 'vitest'
import { DAY_MINUTES, HOUR_MINUTES, MINUTE_MS } from '../../src/domain/clock.js'
import type { Log } from '../../src/domain/ports/events.js'
import { startCorrectTimeCount } from '../../src/poller/count-correct-time.js'
import { type AgingStore, openAgingStore } from '../store/series/aging-store.js'

const SEVEN_DAYS = 7 * DAY_MINUTES
const errors: string[] = []
const log: Log = { info: () => undefined, warn: () => undefined, error: (_, line) => void errors.push(line) }

afterEach(() => void vi.useRealTimers())

async function openWithTimers(): Promise<AgingStore> {
  const aging = await openAgingStore([5])
  await aging.store.series.maintain()
  errors.length = 0
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  return aging
}

const minutesLeft = async (aging: AgingStore): Promise<number> =>
  ((await aging.store.removedSamples.summary()).expires?.firstInMs ?? Number.NaN) / MINUTE_MS

it('while the clock is correct, and at the stop what has passed since', async () => {
  const aging = await openWithTimers()
  const count = startCorrectTimeCount(aging.store.removedSamples, log)
  const pass = async (minutes: number, isKnown: boolean): Promise<void> => {
    for (let minute = 0; minute < minutes; minute++) {
      aging.clock.advance(1)
      if (isKnown) aging.confirmClock()
      await vi.advanceTimersByTimeAsync(MINUTE_MS)
    }
  }
  await pass(90, true)
  expect(await minutesLeft(aging)).toBe(SEVEN_DAYS - 90)
  // The confirmation of a clock is valid for an hour.
  await pass(3 * HOUR_MINUTES, false)
  expect(await minutesLeft(aging)).toBe(SEVEN_DAYS - 150)
  await pass(10, true)
  aging.clock.advance(0.5)
  await count.stop()
  expect(await minutesLeft(aging)).toBe(SEVEN_DAYS - 150 - 9.5)
  await pass(5, true)
  expect(await minutesLeft(aging)).toBe(SEVEN_DAYS - 150 - 9.5)
  expect(errors).toEqual([])
})

it('says once that it cannot be stored, and goes on', async () => {
  const aging = await openWithTimers()
  const count = startCorrectTimeCount(aging.store.removedSamples, log)
  const rename = (from: string, to: string): void => aging.run(`ALTER TABLE ${from} RENAME TO ${to}`)
  rename('correct_time', 'elsewhere')
  for (let minute = 0; minute < 3; minute++) {
    aging.clock.advance(1)
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
  }
  expect(errors).toHaveLength(1)
  rename('elsewhere', 'correct_time')
  aging.clock.advance(1)
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(await minutesLeft(aging)).toBe(SEVEN_DAYS - 1)
  await count.stop()
})
