// What is thrown away is gone: maintenance waits for a clock that a tick has held against the platform's.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MINUTE_MS } from '../../src/domain/clock.js'
import type { TickCursor } from '../../src/domain/ports/series.js'
import { startMaintenance } from '../../src/poller/start-maintenance.js'

const NOON = Date.UTC(2026, 5, 17, 12)
const MINUTE = NOON / MINUTE_MS

beforeEach(() => void vi.useFakeTimers({ now: NOON }))
afterEach(() => void vi.useRealTimers())

/** Answers how often it was run in two hours, and how often it was said why not. */
async function runsWith(cursor: TickCursor | undefined): Promise<{ runs: number; warnings: number }> {
  const counts = { runs: 0, warnings: 0 }
  const passed = () => (Date.now() - NOON) / MINUTE_MS
  const series = {
    cursor: async () => cursor && { ...cursor, minute: cursor.minute + passed() },
    maintain: async () => void counts.runs++,
  }
  const log = { info: () => undefined, warn: () => void counts.warnings++, error: () => undefined }
  const maintenance = startMaintenance(series, { now: () => Date.now(), monotonic: () => Date.now() }, log)
  await vi.advanceTimersByTimeAsync(120 * MINUTE_MS)
  await maintenance.stop()
  return counts
}

it('runs after the start and then hourly where ticks go on', async () => {
  expect(await runsWith({ minute: MINUTE - 1, clockWasWrong: false })).toEqual({ runs: 3, warnings: 0 })
})

it.each([
  ['no tick was ever stored', undefined],
  ['the last tick lies a year back, and the clock is perhaps a year ahead', MINUTE - 525_600],
])('does nothing where %s', async (_, minute) => {
  const { runs, warnings } = await runsWith(minute === undefined ? undefined : { minute, clockWasWrong: false })
  expect([runs, warnings > 0]).toEqual([0, true])
})

it('does nothing while the clock is wrong', async () => {
  expect(await runsWith({ minute: MINUTE, clockWasWrong: true })).toMatchObject({ runs: 0 })
})
