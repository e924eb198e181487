// What the doctor says of removed samples, and where their budget comes from.
import { expect, it, onTestFinished } from 'vitest'
import { HOUR_MINUTES, MINUTE_MS } from '../../src/domain/clock.js'
import type { RemovedSamples } from '../../src/domain/ports/removed-samples.js'
import { doctorTexts } from '../../src/messages/error-text.js'
import { checkRemoved } from '../../src/services/operator/doctor/findings.js'
import { startApp } from '../support/start-app.js'

const HOUR_MS = HOUR_MINUTES * MINUTE_MS

function wordedRemoved(removed: RemovedSamples) {
  const finding = checkRemoved(removed)
  return { state: finding.state, ...doctorTexts.finding(finding) }
}

it('the budget is what REMOVED_SAMPLES_MAX_MIB says, 1 GiB without it', async () => {
  for (const [given, maxBytes] of [
    [{ REMOVED_SAMPLES_MAX_MIB: '3' }, 3 * 1024 ** 2],
    [{}, 1024 ** 3],
  ] as const) {
    const app = await startApp({ environment: given })
    onTestFinished(() => app.stop())
    expect(await app.store.removedSamples.summary()).toMatchObject({ maxBytes })
  }
})

it('a budget of zero is stated, and the time left in hours or days, and never as more than it is', () => {
  const removed = { samples: 5, bytes: 2_048, maxBytes: 1024 ** 2, waitsForRoom: false }
  const textOf = (firstInMs: number, lastInMs: number) =>
    wordedRemoved({ ...removed, expires: { firstInMs, lastInMs } }).found
  expect(textOf(2 * HOUR_MS - 1, 166 * HOUR_MS)).toBe(
    '5 removed samples can be restored: 2 KiB of 1.0 MiB are in use. With a correct clock, the first expire in 1 hour, the last in 6.9 days.',
  )
  expect(textOf(1, 26 * HOUR_MS)).toContain('the first expire in less than an hour, the last in 26 hours.')
  const off = wordedRemoved({ ...removed, maxBytes: 0, expires: null })
  expect(off).toMatchObject({ state: 'ok', found: expect.stringContaining('Retention removes nothing') })
  expect(textOf(168 * HOUR_MS, 168 * HOUR_MS)).toContain('they expire in 7.0 days.')
})
