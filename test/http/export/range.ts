// The dates of the exports in the tests, and the path of an export.
import { NOON } from '../../support/start-app.js'

/** 2026-06-17, the day of the test's clock; its first minute. */
export const TODAY = '2026-06-17'
export const MIDNIGHT = NOON / 60_000 - 720

export const minutes = (count: number, first = MIDNIGHT, step = 1): number[] =>
  Array.from({ length: count }, (_, index) => first + index * step)

export const exportPath = (id: number, more: Readonly<Record<string, string>> = {}): string =>
  `/games/${id}/export?${new URLSearchParams({ start_date: TODAY, end_date: TODAY, ...more })}`
