import { expect, test } from 'vitest'
import type { QuietHours } from '../../../src/domain/notifications/settings.js'
import { isQuiet } from '../../../src/domain/time/quiet-hours.js'

/** The spans of the UTC times `from` … `until` that are quiet. */
function quietWindows(hours: QuietHours, from: string, until: string): string[] {
  const found: string[] = []
  let began: number | undefined
  for (let minute = Date.parse(from) / 60_000; minute <= Date.parse(until) / 60_000; minute++) {
    const quiet = isQuiet(hours, minute)
    if (quiet) began ??= minute
    if (quiet || began === undefined) continue
    found.push([began, minute].map((edge) => new Date(edge * 60_000).toISOString().slice(5, 16)).join(' '))
    began = undefined
  }
  return found
}

const berlin = (from: number, until: number): QuietHours => ({ from, until, timeZone: 'Europe/Berlin' })

test('a night goes over midnight, a day does not', () => {
  expect(quietWindows(berlin(1320, 420), '2026-06-17T10:00Z', '2026-06-19T10:00Z')).toEqual([
    '06-17T20:00 06-18T05:00',
    '06-18T20:00 06-19T05:00',
  ])
  expect(quietWindows(berlin(60, 120), '2026-06-16T10:00Z', '2026-06-17T10:00Z')).toEqual(['06-16T23:00 06-17T00:00'])
  expect(quietWindows(berlin(60, 60), '2026-06-16T10:00Z', '2026-06-17T10:00Z')).toEqual([])
})

test('in the nights of the clock change they are still one span, an hour shorter or longer', () => {
  expect(quietWindows(berlin(1320, 420), '2026-03-28T12:00Z', '2026-03-29T12:00Z')).toEqual(['03-28T21:00 03-29T05:00'])
  expect(quietWindows(berlin(1320, 420), '2026-10-24T12:00Z', '2026-10-25T12:00Z')).toEqual(['10-24T20:00 10-25T06:00'])
  // The quiet hours end at 02:30, which does not exist in one night and exists twice in the other.
  expect(quietWindows(berlin(1320, 150), '2026-03-28T12:00Z', '2026-03-29T12:00Z')).toEqual(['03-28T21:00 03-29T01:00'])
  expect(quietWindows(berlin(1320, 150), '2026-10-24T12:00Z', '2026-10-25T12:00Z')).toHaveLength(1)
})
