// Maintenance deletes nothing that is needed, so it runs whatever the state of the clock is; the operator learns what
// waits.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MINUTE_MS } from '../../src/domain/clock.js'
import type { ClockState } from '../../src/domain/time/clock-check.js'
import { startMaintenance } from '../../src/poller/start-maintenance.js'

const NOON = Date.UTC(2026, 5, 17, 12)

beforeEach(() => void vi.useFakeTimers({ now: NOON }))
afterEach(() => void vi.useRealTimers())

/** Runs for two hours. Returns how often maintenance ran and noted the size, and its warnings. */
async function runsWith(state: ClockState): Promise<{ runs: number; notes: number; warnings: readonly string[] }> {
  const warnings: string[] = []
  let [runs, notes] = [0, 0]
  const maintenance = startMaintenance({
    series: { maintain: async () => void runs++ },
    clock: { now: () => Date.now(), monotonic: () => Date.now() },
    clockState: () => state,
    leases: { take: async () => ({ term: 1, fenced: (work) => work() }) },
    noteSize: async () => void notes++,
    log: { info: () => undefined, warn: (_, message) => void warnings.push(message), error: () => undefined },
  })
  await vi.advanceTimersByTimeAsync(120 * MINUTE_MS)
  await maintenance.stop()
  return { runs, notes, warnings }
}

it('runs after the start and then hourly', async () => {
  expect(await runsWith('correct')).toEqual({ runs: 3, notes: 3, warnings: [] })
})

it.each(['wrong', 'unknown'] as const)('says each time what is not done while the clock is %s', async (state) => {
  const warning = `Nothing was thinned out or deleted, because the clock is ${state}.`
  expect(await runsWith(state)).toEqual({ runs: 3, notes: 0, warnings: [warning, warning, warning] })
})
