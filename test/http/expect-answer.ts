// Expectations that every response of /api/v1 must meet.
import { expect } from 'vitest'
import type { TestResponse } from '../support/start-http.js'

/** API-1: exactly these three fields, and no internal details. */
export function expectRejection(answer: TestResponse, status: number, code: string): void {
  expect({ status: answer.status, ...(answer.json() as object) }).toEqual({
    status,
    success: false,
    error: expect.stringMatching(/^\w.*\.$/s),
    code,
  })
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.text).not.toMatch(/node_modules|\.[jt]s:|at \w+ \(|SQLITE|hc_live_/)
  expectRateHeaders(answer)
}

/** API-3: the rate limit headers are on every response, and are integers. */
export function expectRateHeaders(answer: Pick<TestResponse, 'headers'>, limit?: number): void {
  const names = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const
  const values = names.map((name) => answer.headers[name] ?? `no ${name}`)
  for (const value of values) expect(value).toMatch(/^\d+$/)
  const [shown = 0, remaining = 0, reset = 0] = values.map(Number)
  if (limit !== undefined) expect(shown).toBe(limit)
  expect(remaining).toBeLessThanOrEqual(shown)
  const seconds = reset - Date.now() / 1000
  expect(seconds).toBeGreaterThan(-1)
  expect(seconds).toBeLessThanOrEqual(61)
}

export const remainingOf = (answer: Pick<TestResponse, 'headers'>): number =>
  Number(answer.headers['x-ratelimit-remaining'])
