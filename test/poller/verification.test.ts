// The worker that verifies the store: when it runs, and what it logs.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HOUR_MINUTES, MINUTE_MS } from '../../src/domain/clock.js'
import { startVerification } from '../../src/poller/start-verification.js'
import type { VerificationResult } from '../../src/services/operator/verify-store.js'

const HOUR_MS = HOUR_MINUTES * MINUTE_MS
const nothing: VerificationResult = { at: 0, tookMs: 5, weeks: 7, fileDamage: null, lostWeeks: 0, lost: [] }
const week = { what: 'samples' as const, universeId: 5, from: 0, until: 10_080, samples: 168 }

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

/** Runs for three days. Returns the hours after which a verification ran, and the log. */
async function life(first: number, run: () => Promise<VerificationResult>) {
  const [runs, messages, ended]: [number[], string[], number[]] = [[], [], []]
  const begun = performance.now()
  const verification = {
    begin: async () => first,
    run: async () => {
      runs.push(Math.floor((performance.now() - begun) / HOUR_MS))
      return run()
    },
    end: async () => void ended.push(1),
    last: async () => undefined,
    noteDamage: async () => undefined,
  }
  const collect = (level: string) => (_: object, message: string) => void messages.push(`${level}: ${message}`)
  const log = { info: collect('info'), warn: collect('warn'), error: collect('error') }
  const worker = await startVerification({ verification }, log)
  await vi.advanceTimersByTimeAsync(71 * HOUR_MS)
  await worker.stop()
  await vi.advanceTimersByTimeAsync(30 * HOUR_MS)
  return { runs, messages, ended: ended.length }
}

it('runs soon after the start where it is due, and then once a day; each time it says so in one line', async () => {
  const { runs, messages, ended } = await life(0, async () => nothing)
  expect(runs).toEqual([0, 24, 48])
  expect(messages).toEqual(Array(3).fill('info: The store was verified: nothing is damaged.'))
  expect(ended).toBe(1)
})

it('waits for the rest of the day where it is not due', async () => {
  expect((await life(20 * HOUR_MS, async () => nothing)).runs).toEqual([20, 44, 68])
})

it('names what is damaged', async () => {
  const { messages } = await life(50 * HOUR_MS, async () => ({ ...nothing, lostWeeks: 1, lost: [week] }))
  expect(messages).toEqual([
    'error: The store was verified: 1 week of a universe damaged: universe 5, 1970-01-01 to 1970-01-07 (168). See the doctor.',
  ])
})

it('tries again in the next hour where it failed', async () => {
  let count = 0
  const { runs, messages } = await life(0, async () => {
    if (count++ < 2) throw new Error('no memory')
    return nothing
  })
  expect(runs).toEqual([0, 1, 2, 26, 50])
  expect(messages.filter((line) => line.startsWith('error'))).toHaveLength(2)
})
